#include "bot/text/tableview.h"

#include "bot/base/json.h"

void tableview_add_card(struct string *out, const char *key, card c)
{
	char code[8];
	struct text text = text_in(code, sizeof code);
	card_write(&text, c);
	json_text(out, key, code);
}

void tableview_add_board(
	const struct eventtext *text, const struct events *on_table, struct string *out)
{
	static const char *const kinds[EVENT_KINDS] = {
#define X(name, message, hidden, traits) #name,
		EVENTS(X)
#undef X
	};
	struct string words = STRING_EMPTY;
	struct eventtext spelled = *text;
	spelled.out = &words;
	spelled.locale.style = STYLE_PLAIN; /* screen readers read the sentences */
	json_begin_list(out, "board");
	for (unsigned i = 0; i < on_table->count; i++) {
		const struct event *event = &on_table->event[i];
		if (event->kind == EVENT_HELD)
			continue;
		json_begin_object(out, NULL);
		json_text(out, "kind", kinds[event->kind]);
		json_number(out, "seat", event->seat);
		json_number(out, "number", event->number);
		json_number(out, "points", event->points);
		json_begin_list(out, "cards");
		for (unsigned n = 0; n < event->count && eventtext_sees(text, event); n++)
			tableview_add_card(out, NULL, event->cards[n]);
		json_end(out, ']');
		eventtext_event(&spelled, "", event);
		json_text(out, "text", words.bytes);
		string_clear(&words);
		json_end(out, '}');
	}
	json_end(out, ']');
	string_free(&words);
}

void tableview_add_seat(const struct eventtext *text, unsigned seat, struct string *out)
{
	const struct state *head = text->head;
	int32_t team = 0;
	unsigned partners = 0;
	for (unsigned i = 0; i < head->players; i++)
		if (text->side[i] == text->side[seat]) {
			team += state_score(head, i);
			partners++;
		}
	json_number(out, "points", state_score(head, seat));
	if (partners > 1) {
		json_number(out, "side", text->side[seat]);
		json_number(out, "team", team);
	}
	json_bool(out, "dealer", head->hand > 0 && head->dealer == seat);
	json_bool(out, "turn", head->phase == PHASE_PLAY && head->turn == seat);
}

void tableview_add_taken(const struct eventtext *text, const struct event *events, unsigned count,
	struct string *out)
{
	const struct event *taken = NULL;
	struct string words = STRING_EMPTY;
	struct eventtext sentence = *text;
	for (unsigned i = 0; i < count; i++)
		switch (events[i].kind) {
		case EVENT_PLAY:
		case EVENT_RAISE:
		case EVENT_PLACE:
		case EVENT_DISCARD: taken = NULL; break;
		case EVENT_CAPTURE:
		case EVENT_TRICK:
		case EVENT_MATED: taken = &events[i]; break;
		default: break;
		}
	if (taken == NULL)
		return;
	sentence.out = &words;
	if (taken->kind == EVENT_CAPTURE)
		eventtext_take(&sentence, taken);
	if (taken->kind != EVENT_CAPTURE || (taken->how != HOW_SWEEP && taken->how != HOW_JACK))
		eventtext_event(&sentence, " ", taken);
	json_begin_object(out, "taken");
	json_number(out, "seat", taken->seat);
	json_number(out, "points", taken->points);
	json_text(out, "text", words.bytes);
	json_begin_list(out, "cards");
	for (unsigned i = 0; i < taken->count; i++)
		tableview_add_card(out, NULL, taken->cards[i]);
	json_end(out, ']');
	json_end(out, '}');
	string_free(&words);
}

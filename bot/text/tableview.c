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

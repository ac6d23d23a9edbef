#include "bot/history/scenes.h"

#include <string.h>

#include "bot/history/record.h"
#include "engine/record.h"

/* The state of reading a record, from which the scenes are made. */
struct showing {
	struct record record;
	union any_state before; /* state of the game before the last line */
	struct scene scene;
	unsigned playing; /* number of the hand whose cards are hidden; 0: none */
	void (*show)(void *context, const struct scene *scene);
	void *context;
};

/* Replaces the cards that are not public by CARD_NONE. */
static void hide(struct events *events)
{
	for (unsigned i = 0; i < events->count; i++)
		if (events->event[i].visible != VISIBLE_ALL)
			memset(events->event[i].cards, CARD_NONE, sizeof events->event[i].cards);
}

static void reveal_cards(struct events *events)
{
	for (unsigned i = 0; i < events->count; i++)
		events->event[i].visible = VISIBLE_ALL;
}

static void fill_hands(struct scene *scene, const struct state *state)
{
	memset(scene->hand, CARD_NONE, sizeof scene->hand);
	for (unsigned seat = 0; seat < scene->seats; seat++) {
		union any_view seen;
		card hand[HAND_MAX];
		scene->game->view(state, seat, &seen.view);
		scene->hand_sizes[seat] = (uint8_t)scene->game->hand(&seen.view, hand);
		if (scene->hands_shown)
			memcpy(scene->hand[seat], hand, scene->hand_sizes[seat] * sizeof *hand);
	}
}

/* Fills in the scene from the game's state, with public cards only, and shows it. */
static void fill(struct showing *showing)
{
	const struct record *record = &showing->record;
	struct scene *scene = &showing->scene;
	union any_view seen;
	scene->game = record->game;
	scene->seats = record->seats;
	scene->head = record->state;
	scene->cards_on_table.count = 0;
	for (unsigned seat = 0; seat < scene->seats; seat++)
		scene->side[seat] = (uint8_t)game_side(record->game, &record->state, seat);
	fill_hands(scene, &record->state);
	record->game->view(&record->state, SEAT_NONE, &seen.view);
	game_describe(record->game, &seen.view, &scene->cards_on_table);
	if (scene->hands_shown)
		reveal_cards(&scene->news);
	else
		hide(&scene->news);
	hide(&scene->cards_on_table);
	showing->show(showing->context, scene);
}

/* Shows a deal. Lets the game deal again, to get its events. */
static void show_deal(struct showing *showing)
{
	const struct record *record = &showing->record;
	struct state *state = &showing->before.state;
	struct scene *scene = &showing->scene;
	scene->move = 0;
	scene->seat = SEAT_NONE;
	scene->hands_shown = record->state.hand != showing->playing;
	scene->news.count = 0;
	if (state->phase == PHASE_NEW)
		game_start(record->game, state, record->seats, record->state.dealer);
	record->game->deal(state, record->hand.deck, &scene->news);
	fill(showing);
}

/* Shows a move. Lets the game apply the move again, to get its events. */
static void show_move(struct showing *showing, struct move move)
{
	struct state *state = &showing->before.state;
	struct scene *scene = &showing->scene;
	scene->move++;
	scene->seat = state->turn;
	scene->news.count = 0;
	showing->record.game->apply(state, move, &scene->news);
	fill(showing);
}

/* Reads a line of the record and shows its effect. */
static bool show_line(struct showing *showing, const char *line, size_t length)
{
	struct record *record = &showing->record;
	char text[STORE_MOVE];
	struct text copy = text_in(text, sizeof text);
	struct move move;
	unsigned moves = record->moves;
	unsigned hand = record->state.hand;
	memcpy(&showing->before, &record->block, sizeof showing->before);
	if (record_line(record, line, length) == RECORD_FAILED)
		return false;
	text_bytes(&copy, line, length);
	if (record->moves > moves && move_read(text, NOTATION_ENGLISH, &move))
		show_move(showing, move);
	else if (record->state.hand > hand)
		show_deal(showing);
	return true;
}

enum store_error history_show_scenes(struct store *store, const struct store_match *match,
	void (*show)(void *context, const struct scene *scene), void *context)
{
	struct showing showing = { .show = show, .context = context };
	struct string text = STRING_EMPTY;
	enum store_error error = history_write_dealt_record(store, match, &text, &showing.playing);
	record_open(&showing.record, false);
	for (const char *at = text.bytes; error == STORE_OK && *at != '\0';) {
		size_t length = strcspn(at, "\n");
		if (!show_line(&showing, at, length))
			error = STORE_BROKEN;
		at += length + (at[length] != '\0');
	}
	string_free(&text);
	return error;
}

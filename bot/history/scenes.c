#include "bot/history/scenes.h"

#include <string.h>

#include "bot/history/record.h"
#include "bot/history/scene_bytes.h"
#include "engine/record.h"

/* The state of reading a record, from which the scenes are made. */
struct showing {
	struct record record;
	union any_state before; /* state of the game before the last line */
	struct scene scene;
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

/* Fills in a scene from the game's state. */
static void fill(struct scene *scene, const struct state *state)
{
	union any_view seen;
	scene->head = *state;
	scene->cards_on_table.count = 0;
	memset(scene->hand, CARD_NONE, sizeof scene->hand);
	for (unsigned seat = 0; seat < scene->seats; seat++) {
		card hand[HAND_MAX];
		scene->side[seat] = (uint8_t)game_side(scene->game, state, seat);
		scene->game->view(state, seat, &seen.view);
		scene->hand_sizes[seat] = (uint8_t)scene->game->hand(&seen.view, hand);
		if (scene->hands_shown)
			memcpy(scene->hand[seat], hand, scene->hand_sizes[seat] * sizeof *hand);
	}
	scene->game->view(state, SEAT_NONE, &seen.view);
	game_describe(scene->game, &seen.view, &scene->cards_on_table);
	hide(&scene->cards_on_table);
}

void history_make_scene(const struct game *game, const struct state *state, unsigned seats,
	unsigned seat, const struct events *news, struct scene *scene)
{
	*scene = (struct scene){ .game = game, .seats = seats, .seat = seat, .news = *news };
	hide(&scene->news);
	fill(scene, state);
}

/* Shows a scene of a hand that is over, with all cards. */
static void show_scene(struct showing *showing)
{
	const struct record *record = &showing->record;
	struct scene *scene = &showing->scene;
	scene->game = record->game;
	scene->seats = record->seats;
	scene->hands_shown = true;
	for (unsigned i = 0; i < scene->news.count; i++)
		scene->news.event[i].visible = VISIBLE_ALL;
	fill(scene, &record->state);
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
	scene->news.count = 0;
	if (state->phase == PHASE_NEW)
		game_start(record->game, state, record->seats, record->state.dealer);
	record->game->deal(state, record->hand.deck, &scene->news);
	show_scene(showing);
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
	show_scene(showing);
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
	if (record->moves > moves && move_read(text, &record_words, &move))
		show_move(showing, move);
	else if (record->state.hand > hand)
		show_deal(showing);
	return true;
}

enum store_error history_show_record(
	const char *text, void (*show)(void *context, const struct scene *scene), void *context)
{
	struct showing showing = { .show = show, .context = context };
	record_open(&showing.record, false);
	while (*text != '\0') {
		size_t length = strcspn(text, "\n");
		if (!show_line(&showing, text, length))
			return STORE_BROKEN;
		text += length + (text[length] != '\0');
	}
	return STORE_OK;
}

/* Shows the stored scenes of the hand in play. */
static enum store_error show_hand_in_play(struct store *store, const struct store_match *match,
	void (*show)(void *context, const struct scene *scene), void *context)
{
	struct store_scene stored;
	struct scene scene = { .game = NULL };
	enum store_error error;
	unsigned dealt = 0;
	for (bool first = true;
		(error = store_next_scene(store, match->id, first, &stored)) == STORE_OK;
		first = false) {
		dealt = first ? stored.n : dealt;
		if (!scene_bytes_read(&stored, &scene))
			return STORE_BROKEN;
		scene.game = game_named(match->game);
		scene.move = stored.n - dealt;
		if (scene.game == NULL)
			return STORE_BROKEN;
		show(context, &scene);
	}
	return error == STORE_NONE ? STORE_OK : error;
}

enum store_error history_show_scenes(struct store *store, const struct store_match *match,
	void (*show)(void *context, const struct scene *scene), void *context)
{
	struct string text = STRING_EMPTY;
	enum store_error error = history_write_record(store, match, &text);
	if (error == STORE_OK)
		error = history_show_record(text.bytes, show, context);
	if (error == STORE_OK && match->ended == 0)
		error = show_hand_in_play(store, match, show, context);
	string_free(&text);
	return error;
}

#include "bot/talk/speech.h"

#include <string.h>

#include "bot/talk/render.h"

/* So long new cards may wait to be shown until their owner is to play, in ms. */
enum { HAND_MS = 1500 };

/* For so many turns' time the line that shows a hand is waited for. */
enum { WAIT_TURNS = 2 };

static const enum word refusals[] = {
#define X(name) WORD_REFUSE_##name,
	REFUSALS(X)
#undef X
};

enum word speech_refusal(enum refusal refusal)
{
	return refusals[refusal];
}

void speech_open(struct speech *speech, const struct catalog *catalog, const struct env *env)
{
	*speech = (struct speech){ .catalog = catalog, .env = env };
	speech->suffix = STRING_EMPTY;
	for (size_t i = 0; i < SEATS_MAX; i++)
		speech->note[i] = STRING_EMPTY;
}

void speech_close(struct speech *speech)
{
	watchers_close(&speech->watchers);
	pager_close(&speech->pager);
	string_free(&speech->suffix);
	for (size_t i = 0; i < SEATS_MAX; i++)
		string_free(&speech->note[i]);
}

void speech_settle(struct speech *speech, bool kept)
{
	if (kept)
		return;
	for (size_t i = 0; i < SEATS_MAX; i++)
		string_clear(&speech->note[i]);
	for (size_t i = 0; i < speech->watchers.count; i++)
		string_clear(&speech->watchers.watcher[i].suffix);
	string_clear(&speech->suffix);
	speech->suffixed = NULL;
	speech->told = NULL;
	speech->news.count = 0;
	speech->prefixed = NULL;
}

void speech_leave(struct speech *speech, const struct table *table)
{
	watchers_leave(&speech->watchers, table);
}

/* ---- who hears of a table ---- */

/* The table's channel, whose next line may have a suffix. */
static struct listener public_of(struct speech *speech, const struct table *table)
{
	struct listener listener = listener_channel(table->channel);
	if (speech->suffixed == table)
		listener.suffix = &speech->suffix;
	return listener;
}

/* Steps through the channel and then all who watch the table; *n counts from 0. */
static bool next_listener(
	struct speech *speech, const struct table *table, size_t *n, struct listener *listener)
{
	if ((*n)++ == 0) {
		*listener = public_of(speech, table);
		return true;
	}
	size_t place = *n - 2;
	struct watcher *watcher = watchers_next(&speech->watchers, table, &place);
	if (watcher == NULL)
		return false;
	*n = place + 1;
	*listener = listener_person(watcher->person);
	listener->suffix = &watcher->suffix;
	return true;
}

/* ---- lines ---- */

/* How a listener is spoken to: words go to out. */
static struct render render_to(const struct speech *speech, struct table *table,
	struct locale locale, unsigned seat, struct string *out)
{
	return (struct render){
		.out = out,
		.catalog = speech->catalog,
		.locale = locale,
		.table = table,
		.seat = seat,
	};
}

/* A line for a bystander. */
static struct render line_to(const struct speech *speech, struct table *table,
	const struct listener *listener, struct string *line)
{
	return render_to(speech, table, listener->locale, SEAT_NONE, line);
}

/* A line is told, to its end; returns as listener_hear. */
static uint64_t tell_line(const struct listener *listener, struct string *line)
{
	uint64_t told = listener_hear(listener, line);
	string_free(line);
	return told;
}

/* A word by itself is told. */
static void tell_word(const struct speech *speech, struct listener listener, enum word word,
	const struct arg *args)
{
	struct string line = STRING_EMPTY;
	catalog_add(&line, speech->catalog, listener.locale, word, args);
	tell_line(&listener, &line);
}

/* Begins a line with the table's number, if it has one, as a tutorial has not, and there are more.
 */
static void name_table(const struct render *render)
{
	if (render->table->number > 0 && !render->table->channel->network->alone)
		render_word(render, "", WORD_TABLE_PREFIX,
			ARGS(arg_number("table", render->table->number)));
}

static void name_table_first(const struct render *render)
{
	if (render->out->length == 0)
		name_table(render);
}

void speech_tell(
	struct speech *speech, const struct person *person, enum word word, const struct arg *args)
{
	tell_word(speech, listener_person(person), word, args);
}

bool speech_more(struct speech *speech, const struct person *person)
{
	struct string text = STRING_EMPTY;
	unsigned left = 0;
	bool any = pager_next(&speech->pager, person, &text, &left);
	if (any)
		speech_tell(speech, person, left > 0 ? WORD_PAGE_MORE : WORD_PAGE,
			ARGS(arg_text("text", text.bytes), arg_number("lines", left)));
	string_free(&text);
	return any;
}

void speech_tell_pages(struct speech *speech, struct person *person, const char *text)
{
	if (pager_add(&speech->pager, person, text))
		speech_more(speech, person);
}

void speech_channel(struct speech *speech, const struct channel *channel, enum word word,
	const struct arg *args)
{
	tell_word(speech, listener_channel(channel), word, args);
}

/* Makes the next line to a listener end with something more. */
static void add_to_suffix(const struct speech *speech, struct table *table,
	const struct listener *listener, enum word word, const struct arg *args)
{
	struct render render =
		render_to(speech, table, listener->locale, SEAT_NONE, listener->suffix);
	render_word(&render, " ", word, args);
}

void speech_suffix(
	struct speech *speech, struct table *table, enum word word, const struct arg *args)
{
	struct listener listener;
	if (speech->told != table)
		speech_flush(speech);
	speech->suffixed = table;
	for (size_t n = 0; next_listener(speech, table, &n, &listener);)
		add_to_suffix(speech, table, &listener, word, args);
}

/* Ends a line with the listener's suffix. */
static void add_suffix(const struct render *render, const struct listener *listener)
{
	if (listener->suffix == NULL || listener->suffix->length == 0)
		return;
	name_table_first(render);
	string_char(render->out, ' ');
	string_add(render->out, listener->suffix->bytes);
	string_clear(listener->suffix);
}

static void line_of(struct speech *speech, struct table *table, const struct listener *listener,
	enum word word, const struct arg *args)
{
	struct string line = STRING_EMPTY;
	struct render render = line_to(speech, table, listener, &line);
	name_table(&render);
	render_word(&render, " ", word, args);
	add_suffix(&render, listener);
	tell_line(listener, &line);
}

void speech_of(struct speech *speech, struct table *table, struct listener listener, enum word word,
	const struct arg *args)
{
	line_of(speech, table, &listener, word, args);
}

void speech_tell_of(struct speech *speech, struct table *table, const struct person *person,
	enum word word, const struct arg *args)
{
	speech_of(speech, table, listener_person(person), word, args);
}

void speech_say(struct speech *speech, struct table *table, enum word word, const struct arg *args)
{
	struct listener listener;
	speech_flush(speech);
	for (size_t n = 0; next_listener(speech, table, &n, &listener);)
		line_of(speech, table, &listener, word, args);
}

/* ---- events ---- */

/* True if an event is a card that goes by and changes little; one that captures is told with it. */
static bool goes_by(const struct events *events, unsigned i)
{
	const struct event *event = &events->event[i];
	bool joined = i + 1 < events->count && event_traits(event + 1) & TRAIT_JOINS;
	return event_traits(event) & TRAIT_PASSES && event->how == HOW_NONE && !joined;
}

static void add_events(
	const struct render *render, const struct listener *listener, const struct events *events)
{
	size_t full = listener->network->driver->line;
	for (unsigned i = 0; i < events->count; i++) {
		const struct event *event = &events->event[i];
		if (listener->quiet && goes_by(events, i))
			continue;
		if (event_traits(event) & TRAIT_BEGINS || render->out->length > full)
			listener_hear(listener, render->out);
		name_table_first(render);
		render_event(render, " ", event);
		if (event_traits(event) & TRAIT_JOINS)
			i += render_points(render, event, events->count - i);
	}
}

/* Remembers for speech_hands what an event that not all may see means for each seat. */
static void note_event(struct speech *speech, struct table *table, const struct event *event)
{
	for (unsigned seat = 0; seat < table->taken; seat++) {
		const struct person *player = table->seat[seat].player;
		bool known = event_traits(event) & TRAIT_KNOWN && event->seat == seat;
		if (known || !(event->visible & 1u << seat) || player == NULL)
			continue;
		struct render render =
			render_to(speech, table, person_locale(player), seat, &speech->note[seat]);
		render_event(&render, " ", event);
	}
}

static void note_events(struct speech *speech, struct table *table, const struct events *events)
{
	for (unsigned i = 0; i < events->count; i++) {
		const struct event *event = &events->event[i];
		if (event_traits(event) & TRAIT_DEALS) {
			table->passing.due = (uint16_t)-1;
			table->passing.due_at = env_now(speech->env) + HAND_MS;
		}
		if (event->visible != VISIBLE_ALL)
			note_event(speech, table, event);
	}
}

static void add_next(const struct render *render, const char *separator)
{
	char name[NETWORK_NICK];
	const struct table *table = render->table;
	render_word(render, separator, WORD_TURN_NEXT,
		ARGS(arg_text("seat", table_name(table, table_state(render->table)->turn, name))));
}

static void tell_events(struct speech *speech, struct table *table, const struct listener *listener,
	const struct events *events)
{
	struct string line = STRING_EMPTY;
	struct render render = line_to(speech, table, listener, &line);
	if (speech->prefixed != NULL) {
		name_table(&render);
		render_word(&render, " ", speech->prefix,
			ARGS(arg_text("seat", speech->prefixed->name)));
	}
	add_events(&render, listener, events);
	add_suffix(&render, listener);
	if (table_state(table)->phase == PHASE_PLAY && !listener->network->alone) {
		name_table_first(&render);
		add_next(&render, " ");
	}
	tell_line(listener, &line);
}

void speech_events_to(struct speech *speech, struct table *table, struct listener listener,
	const struct events *events)
{
	tell_events(speech, table, &listener, events);
}

void speech_events(struct speech *speech, struct table *table, const struct events *events)
{
	struct events *news = &speech->news;
	if (speech->told != table || news->count + events->count > EVENTS_MAX)
		speech_flush(speech);
	speech->told = table;
	memcpy(news->event + news->count, events->event, events->count * sizeof events->event[0]);
	news->count += events->count;
	note_events(speech, table, events);
	/* What ends is told from the state as it is now. */
	if (table_state(table)->phase != PHASE_PLAY)
		speech_flush(speech);
}

void speech_flush(struct speech *speech)
{
	struct table *table = speech->told;
	struct listener listener;
	if (table == NULL)
		return;
	speech->told = NULL;
	for (size_t n = 0; next_listener(speech, table, &n, &listener);)
		tell_events(speech, table, &listener, &speech->news);
	speech->news.count = 0;
	speech->prefixed = NULL;
}

void speech_prefix(struct speech *speech, enum word word, const struct person *person)
{
	speech_flush(speech);
	speech->prefix = word;
	speech->prefixed = person;
}

/* ---- hands and tables ---- */

/* Adds what lies on the table as the listener sees it; in brief what a move depends on. */
static bool add_table(const struct render *render, const struct view *view, bool brief)
{
	struct events events = { .count = 0 };
	const char *dot = catalog_between_parts(render->locale);
	bool any = false;
	game_describe(render->table->game, view, &events);
	for (unsigned i = 0; i < events.count; i++) {
		const struct event *event = &events.event[i];
		if (brief && event_traits(event) & TRAIT_LONG)
			continue;
		if (i > 0 && event_traits(event) & TRAIT_LISTED && event[-1].kind == event->kind &&
			event->seat == event[-1].seat)
			render_word(render, ", ", WORD_EVENT_MORE,
				ARGS(arg_cards("cards", event->cards, event->count)));
		else if (brief && event_traits(event) & TRAIT_PILED && event->count > 1) {
			render_pile(render, any ? dot : " ", event);
			any = true;
		} else
			any = render_event(render, any ? dot : " ", event) || any;
	}
	return any;
}

/* What the view's seat, whose turn it is, may do: the word has the place {channel}. */
static enum word act_word(const struct game *game, const struct view *view)
{
	static const enum word catalog[ACT_COUNT] = {
#define X(name, names, cards, secret, turn) [ACT_##name] = WORD_##turn,
		VERBS(X)
#undef X
			[ACT_PLAY] = WORD_HAND_TURN_PLAY,
	};
	struct moves moves;
	unsigned first = ACT_COUNT - 1;
	game_view_legal(game, view, &moves);
	for (unsigned i = 0; i < moves.count; i++)
		if (moves.move[i].act < first)
			first = moves.move[i].act;
	return catalog[first];
}

/* What a hand's line begins with: that a card can be played everybody knows. */
static enum word turn_word(const struct table *table, const struct view *view)
{
	enum word word = act_word(table->game, view);
	return word == WORD_HAND_TURN_PLAY ? WORD_HAND_TURN : word;
}

/* Numbers mean the cards of a seat's hand in this order from now on. */
static struct seat_passing *number_hand(struct table *table, unsigned seat, const struct view *view)
{
	struct seat_passing *place = &table->passing.seat[seat];
	place->shown = (uint8_t)table->game->hand(view, place->hand);
	return place;
}

/* Adds the hand of the render's seat. */
static void add_hand(const struct render *render, const char *separator, const struct view *view)
{
	const struct seat_passing *place = number_hand(render->table, render->seat, view);
	render_word(
		render, separator, place->shown > 0 ? WORD_HAND_CARDS : WORD_HAND_EMPTY, NO_ARGS);
	render_hand(render, place->hand, place->shown);
}

/* Who sees their table all the time is told only what not everybody may know. */
static void tell_note(
	struct speech *speech, struct table *table, unsigned seat, const struct view *view)
{
	struct listener listener = listener_person(table->seat[seat].player);
	struct string line = STRING_EMPTY;
	string_add(&line, speech->note[seat].bytes);
	tell_line(&listener, &line);
	number_hand(table, seat, view);
	table->passing.due &= (uint16_t) ~(1u << seat);
}

void speech_hand(struct speech *speech, struct table *table, unsigned seat)
{
	const struct state *state = table_state(table);
	struct table_passing *passing = &table->passing;
	struct listener listener = listener_person(table->seat[seat].player);
	struct string line = STRING_EMPTY;
	struct render render = render_to(speech, table, listener.locale, seat, &line);
	char name[NETWORK_NICK];
	bool turn = state->phase == PHASE_PLAY && state->turn == seat;
	union any_view seen;
	table->game->view(state, seat, &seen.view);
	if (listener.network->alone && table->number > 0) {
		tell_note(speech, table, seat, &seen.view);
		return;
	}
	name_table(&render);
	render_word(&render, " ", turn ? turn_word(table, &seen.view) : WORD_HAND_WAIT,
		ARGS(arg_text("channel", table->channel->name),
			arg_text("seat", table_name(table, state->turn, name))));
	if (speech->note[seat].length > 0) {
		string_char(render.out, ' ');
		string_add(render.out, speech->note[seat].bytes);
	}
	bool any = add_table(&render, &seen.view, true);
	add_hand(&render, any ? catalog_between_parts(render.locale) : " ", &seen.view);
	uint64_t told = tell_line(&listener, &line);
	passing->due &= (uint16_t) ~(1u << seat);
	if (turn && told != 0 && passing->told_by == 0) {
		passing->told = told;
		passing->told_by = env_now(speech->env) +
			(int64_t)table->channel->settings.turn_seconds * 1000 * WAIT_TURNS;
	}
}

/* True if a seat's turn comes after nothing but moves that AI players are about to make. */
static bool comes_soon(struct table *table, unsigned seat)
{
	const struct state *state = table_state(table);
	for (unsigned i = state->turn; i != seat; i = (i + 1) % state->players)
		if (!table_automatic(table, i))
			return false;
	return table->channel->here;
}

void speech_hands(struct speech *speech, struct table *table)
{
	const struct state *state = table_state(table);
	for (unsigned seat = 0; seat < table->taken; seat++) {
		bool due = (table->passing.due & 1u << seat) && !comes_soon(table, seat);
		bool show = due || state->turn == seat || speech->note[seat].length > 0;
		if (state->phase == PHASE_PLAY && show && !table_automatic(table, seat)) {
			speech_flush(speech);
			speech_hand(speech, table, seat);
		}
		string_clear(&speech->note[seat]);
	}
}

void speech_hands_due(struct speech *speech, struct table *table)
{
	for (unsigned seat = 0; seat < table->taken; seat++)
		if ((table->passing.due & 1u << seat) && !table_automatic(table, seat))
			speech_hand(speech, table, seat);
	table->passing.due = 0;
}

/* What everybody may see of a table that is open still, or of one in play. */
static void add_open(const struct speech *speech, const struct render *render)
{
	struct table *table = render->table;
	struct string names = STRING_EMPTY;
	speech_names(speech, table, &names);
	render_word(render, " ", WORD_TABLE_OPEN,
		ARGS(arg_text("game", table->game->name),
			arg_text("preset", table->game->presets[table->preset]),
			arg_text("options", table->options), arg_text("names", names.bytes)));
	string_free(&names);
}

static void add_running(const struct render *render)
{
	union any_view seen;
	render->table->game->view(table_state(render->table), SEAT_NONE, &seen.view);
	add_table(render, &seen.view, false);
	add_next(render, catalog_between_parts(render->locale));
}

static void show_to(struct speech *speech, struct table *table, const struct listener *listener)
{
	struct string line = STRING_EMPTY;
	struct render render = line_to(speech, table, listener, &line);
	name_table(&render);
	if (table_state(table)->phase == PHASE_PLAY)
		add_running(&render);
	else
		add_open(speech, &render);
	add_suffix(&render, listener);
	tell_line(listener, &line);
}

void speech_show(struct speech *speech, struct table *table, struct listener listener)
{
	show_to(speech, table, &listener);
}

void speech_show_all(struct speech *speech, struct table *table)
{
	struct listener listener;
	for (size_t n = 0; next_listener(speech, table, &n, &listener);)
		show_to(speech, table, &listener);
}

void speech_names(const struct speech *speech, struct table *table, struct string *out)
{
	struct render render =
		render_to(speech, table, table->channel->settings.locale, SEAT_NONE, out);
	render_names(&render);
}

void speech_scores(const struct speech *speech, struct table *table, struct string *out)
{
	struct render render =
		render_to(speech, table, table->channel->settings.locale, SEAT_NONE, out);
	render_scores(&render, false);
}

/* Adds what the view's seat may do: "play a card", "draw, take". */
static void add_acts(const struct render *render, const struct view *view)
{
	struct moves moves;
	unsigned said = 0;
	game_view_legal(render->table->game, view, &moves);
	for (unsigned i = 0; i < moves.count; i++) {
		enum word act = render_act(moves.move[i]);
		if (said & 1u << moves.move[i].act)
			continue;
		said |= 1u << moves.move[i].act;
		render_word(render, ", ", act != WORD_OK ? act : WORD_PANEL_PLAY, NO_ARGS);
	}
}

/* Adds whose turn it is, and to the seat itself what it may do. */
static void add_turn(const struct render *render, const struct view *view)
{
	struct string acts = STRING_EMPTY;
	struct render list = *render;
	if (table_state(render->table)->turn != render->seat) {
		add_next(render, "");
		return;
	}
	list.out = &acts;
	add_acts(&list, view);
	render_word(render, "", WORD_PANEL_TURN, ARGS(arg_text("moves", acts.bytes)));
	string_free(&acts);
}

static void add_scores(const struct render *render)
{
	struct string scores = STRING_EMPTY;
	struct render list = *render;
	list.out = &scores;
	render_scores(&list, false);
	render_word(render, "", WORD_PANEL_SCORES,
		ARGS(arg_number("hand", table_state(render->table)->hand),
			arg_text("scores", scores.bytes)));
	string_free(&scores);
}

void speech_your_turn(const struct speech *speech, struct table *table, unsigned seat,
	const struct view *view, struct string *out)
{
	const struct person *player = table->seat[seat].player;
	struct render render = render_to(speech, table, person_locale(player), seat, out);
	if (player->network->alone)
		add_turn(&render, view);
	else
		render_word(&render, "", act_word(table->game, view),
			ARGS(arg_text("channel", table->channel->name)));
}

void speech_panel(struct speech *speech, struct table *table, unsigned seat, struct string *out)
{
	struct locale locale = person_locale(table->seat[seat].player);
	struct render render = render_to(speech, table, locale, seat, out);
	union any_view seen;
	if (table_state(table)->phase != PHASE_PLAY) {
		add_open(speech, &render);
		return;
	}
	table->game->view(table_state(table), seat, &seen.view);
	add_table(&render, &seen.view, false);
	string_char(out, '\n');
	add_scores(&render);
	string_char(out, '\n');
	add_hand(&render, "", &seen.view);
	string_char(out, '\n');
	add_turn(&render, &seen.view);
}

void speech_moves(
	const struct speech *speech, struct table *table, unsigned seat, struct string *out)
{
	struct locale locale = person_locale(table->seat[seat].player);
	struct moves moves = { .count = 0 };
	union any_view seen;
	locale.style = STYLE_ASCII; /* as it is typed */
	table->game->view(table_state(table), seat, &seen.view);
	if (table_state(table)->phase == PHASE_PLAY && table_state(table)->turn == seat)
		game_view_legal(table->game, &seen.view, &moves);
	for (unsigned i = 0; i < moves.count; i++) {
		render_move(out, speech->catalog, locale, moves.move[i]);
		string_char(out, '\n');
	}
}

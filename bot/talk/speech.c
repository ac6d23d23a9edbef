#include "bot/talk/speech.h"

#include <string.h>

#include "bot/talk/board.h"
#include "bot/talk/show.h"

/*
 * HAND_MS: ms after which new cards are shown, if their owner's turn has not come. ANSWER_MS: ms
 * that news wait for the answer of an AI player.
 */
enum { HAND_MS = 1500, ANSWER_MS = 3000 };

void speech_open(struct speech *speech, const struct catalog *catalog, const struct env *env)
{
	*speech = (struct speech){
		.catalog = catalog, .env = env, .page_lines = { .catalog = catalog }
	};
	for (size_t i = 0; i < SEATS_MAX; i++)
		speech->seat_news[i] = STRING_EMPTY;
}

void speech_close(struct speech *speech)
{
	recipients_close(&speech->recipients);
	page_lines_close(&speech->page_lines);
	pager_close(&speech->pager);
	for (size_t i = 0; i < SEATS_MAX; i++)
		string_free(&speech->seat_news[i]);
}

void speech_end_batch(struct speech *speech, bool kept)
{
	recipients_end_batch(&speech->recipients, kept);
	page_lines_end_batch(&speech->page_lines, kept);
}

void speech_remove_watchers(struct speech *speech, const struct table *table)
{
	recipients_remove_table(&speech->recipients, table);
	page_lines_remove(&speech->page_lines, table, 0);
}

/* ---- listeners ---- */

/*
 * Steps through the listeners of a table: the channel, which gets nothing while it bars the bot,
 * then the watchers. *n starts at 0. Returns false after the last.
 */
static bool next_listener(
	struct speech *speech, const struct table *table, size_t *n, struct listener *listener)
{
	if ((*n)++ == 0) {
		recipients_add_players(&speech->recipients, table);
		*listener = listener_table(table);
		if (table->channel->barred)
			listener->target = NULL;
		listener->recipient = recipients_get_channel(&speech->recipients, table);
		listener->thread_topic = table->channel->settings.threads && !listener->private
			? show_topic(table, TOPIC_TABLE)
			: 0;
		return true;
	}
	size_t place = *n - 2;
	struct recipient *recipient = recipients_next(&speech->recipients, table, &place);
	if (recipient == NULL)
		return false;
	*n = place + 1;
	*listener = listener_person(recipient->person);
	listener->recipient = recipient;
	return true;
}

/* ---- lines ---- */

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

/*
 * Returns the seat whose view is told at a table. At a private table and in a terminal this is the
 * seat of the only listener, elsewhere SEAT_NONE.
 */
static unsigned seat_of_view(const struct table *table)
{
	if (table->private_person != NULL)
		return table_find_seat(table, table->private_person);
	unsigned seat = 0;
	while (seat < table->seats_taken && table->seat[seat].player == NULL)
		seat++;
	return table->channel->network->single && seat < table->seats_taken ? seat : SEAT_NONE;
}

static struct render render_line(const struct speech *speech, struct table *table,
	const struct listener *listener, struct string *line)
{
	return render_to(speech, table, listener->locale, seat_of_view(table), line);
}

static bool is_requester(const struct speech *speech, const struct listener *listener)
{
	return listener->private && speech->requester != NULL &&
		listener->target == speech->requester->connection;
}

/*
 * Sends and frees a line. Notes whether it is public, and whether it answers the person whose
 * command runs.
 */
static void tell_line(struct speech *speech, const struct listener *listener, struct string *line)
{
	speech->told_in_private = speech->told_in_private || is_requester(speech, listener);
	speech->said_in_public = speech->said_in_public || !listener->private;
	listener_send(listener, line);
	string_free(line);
}

static void tell_message(struct speech *speech, struct listener listener, enum message message,
	const struct arg *args)
{
	struct string line = STRING_EMPTY;
	catalog_add(&line, speech->catalog, listener.locale, message, args);
	tell_line(speech, &listener, &line);
}

void speech_begin_command(struct speech *speech, const struct person *requester)
{
	speech->requester = requester;
	speech->told_in_private = speech->said_in_public = false;
}

bool speech_is_all_private(const struct speech *speech)
{
	return speech->told_in_private && !speech->said_in_public;
}

static void add_number_first(const struct render *render)
{
	if (render->out->length == 0)
		render_number(render);
}

void speech_tell(struct speech *speech, const struct person *person, enum message message,
	const struct arg *args)
{
	tell_message(speech, listener_person(person), message, args);
}

bool speech_tell_next_page(struct speech *speech, const struct person *person)
{
	struct string text = STRING_EMPTY;
	unsigned left = 0;
	bool any = pager_next(&speech->pager, person, &text, &left);
	if (any)
		speech_tell(speech, person, left > 0 ? MSG_PAGE_MORE : MSG_PAGE,
			ARGS(arg_text("text", text.bytes), arg_number("lines", left)));
	string_free(&text);
	return any;
}

void speech_tell_pages(struct speech *speech, struct person *person, const struct string *text)
{
	if (person->network->single) {
		speech_tell(speech, person, MSG_PAGE, ARGS(arg_text("text", text->bytes)));
		return;
	}
	pager_add(&speech->pager, person, text->bytes);
	speech_tell_next_page(speech, person);
}

void speech_send_file(struct speech *speech, const struct person *person, const char *name,
	const struct string *text)
{
	const struct listener listener = listener_person(person);
	speech->told_in_private = speech->told_in_private || is_requester(speech, &listener);
	if (listener.target != NULL)
		listener.network->driver->tell(listener.network, listener.target, listener.via,
			&(struct saying){ .text = text->bytes, .file = name });
}

void speech_say_channel(struct speech *speech, const struct channel *channel, enum message message,
	const struct arg *args)
{
	tell_message(speech, listener_channel(channel), message, args);
}

void speech_address(struct speech *speech, const struct channel *channel,
	const struct person *person, enum message message, const struct arg *args)
{
	struct listener listener = listener_channel(channel);
	listener.locale.language = person_locale(person).language;
	tell_message(speech, listener, message, args);
}

void speech_say_channel_now(
	struct speech *speech, const struct channel *channel, enum message message)
{
	const struct listener listener = listener_channel(channel);
	struct string line = STRING_EMPTY, transient = STRING_EMPTY;
	catalog_add(&transient, speech->catalog, listener.locale, message, NO_ARGS);
	listener_send_droppable(&listener, &line, &transient, 0);
	string_free(&transient);
}

/* ---- news ---- */

/* Adds the score if it has changed, and the next player, to a line of news. Then sends the line. */
static void tell_news(struct speech *speech, struct table *table, const struct listener *listener,
	struct string *line)
{
	struct string transient = STRING_EMPTY;
	struct render render = render_line(speech, table, listener, line);
	struct render next = render_line(speech, table, listener, &transient);
	struct recipient *recipient = listener->recipient;
	bool goes_on = table->running && table_state(table)->phase == PHASE_PLAY;
	/*
	 * The only person at a table needs no line about the next player: their hand is shown next.
	 */
	bool shown = show_is_for(listener, table);
	bool others = !listener->quiet && table->private_person == NULL &&
		!listener->network->single && !shown;
	if (goes_on && !shown && recipient != NULL && recipient->updates.scored) {
		struct string scores = STRING_EMPTY;
		struct render list = render_line(speech, table, listener, &scores);
		render_scores(&list);
		render_message(&render, " ", MSG_SCORE_NOW, ARGS(arg_text("scores", scores.bytes)));
		string_free(&scores);
		recipient->updates.scored = false;
	}
	if (goes_on && others) {
		string_add_char(&transient, ' ');
		board_add_turn(&next, "");
	}
	listener_send_droppable(listener, line, &transient, show_topic(table, TOPIC_NEXT));
	string_free(&transient);
	string_free(line);
}

/* Shows the table as it is now. Shows nothing between two hands. */
static void show(struct speech *speech, struct table *table, const struct listener *listener,
	enum showing_place place)
{
	struct render render = render_to(speech, table, listener->locale, SEAT_NONE, NULL);
	const struct state *state = table_state(table);
	bool between = table->running && state->phase == PHASE_DEAL;
	if (!show_is_for(listener, table) || state->hand == 0 || between)
		return;
	show_table(listener, &render, place);
	if (listener->recipient != NULL)
		listener->recipient->updates.shown = 0;
}

/*
 * Shows the table after news. If an AI player is to move, waits for that player's answer, except at
 * the start of a hand.
 */
static void show_news(struct speech *speech, struct table *table, const struct listener *listener,
	const struct events *events)
{
	enum showing_place place = SHOWING_IN_PLACE;
	for (unsigned i = 0; i < events->count; i++)
		if (event_traits(&events->event[i]) & TRAIT_BEGINS)
			place = SHOWING_IF_NEAR;
	if (listener->recipient != NULL && table_is_robot_turn(table) &&
		place == SHOWING_IN_PLACE) {
		if (listener->recipient->updates.shown == 0)
			listener->recipient->updates.shown = env_now(speech->env) + ANSWER_MS;
		return;
	}
	show(speech, table, listener, place);
}

/* Adds the listener's pending news to a line, and marks them as told. */
static void add_pending_news(struct string *line, const struct listener *listener)
{
	if (listener->recipient == NULL)
		return;
	string_add(line, recipient_news(listener->recipient));
	recipient_mark_told(listener->recipient);
}

/* Tells a listener's pending news. */
static void tell_pending_news(
	struct speech *speech, struct table *table, const struct listener *listener)
{
	struct string line = STRING_EMPTY;
	if (listener->recipient == NULL || *recipient_news(listener->recipient) == '\0')
		return;
	add_pending_news(&line, listener);
	tell_news(speech, table, listener, &line);
}

/*
 * Adds events to a line, and sends the line whenever an event begins a new one. Leaves out ordinary
 * cards in a quiet channel, and events visible on a table that is shown to the listener. Tells a
 * capture together with the card that captures.
 */
static void add_events(
	const struct render *render, const struct listener *listener, const struct events *events)
{
	bool shown = show_is_for(listener, render->table);
	for (unsigned i = 0; i < events->count; i++) {
		const struct event *event = &events->event[i];
		unsigned traits = event_traits(event);
		bool joined = i + 1 < events->count && event_traits(event + 1) & TRAIT_JOINS;
		bool minor = traits & TRAIT_PASSES && event->how == HOW_NONE && !joined;
		if ((minor && (listener->quiet || shown)) ||
			(shown && traits & TRAIT_DEALS && !(traits & TRAIT_BEGINS)))
			continue;
		if (traits & TRAIT_BEGINS || render->out->length > NETWORK_LINE)
			listener_send(listener, render->out);
		add_number_first(render);
		render_event(render, " ", event);
		if (traits & TRAIT_JOINS)
			i += render_points(render, event, events->count - i);
	}
}

/*
 * Notes which seats have new cards, and adds hidden events to the news of the seats that may see
 * them.
 */
static void note_events(struct speech *speech, struct table *table, const struct events *events)
{
	for (unsigned i = 0; i < events->count; i++) {
		const struct event *event = &events->event[i];
		unsigned traits = event_traits(event);
		if (traits & TRAIT_DEALS) {
			table->transient.hands_due = (uint16_t)-1;
			table->transient.hands_due_at = env_now(speech->env) + HAND_MS;
		}
		if (event->visible == VISIBLE_ALL)
			continue;
		for (unsigned seat = 0; seat < table->seats_taken; seat++) {
			const struct person *player = table->seat[seat].player;
			bool known = traits & TRAIT_KNOWN && event->seat == seat;
			if (known || seat == seat_of_view(table) ||
				!(event->visible & 1u << seat) || player == NULL)
				continue;
			struct render render = render_to(speech, table, person_locale(player), seat,
				&speech->seat_news[seat]);
			render_event(&render, " ", event);
		}
	}
}

/*
 * True if a listener's news are held back: in a quiet channel until the next deal, elsewhere until
 * the AI player to move has answered.
 */
static bool needs_to_wait(const struct speech *speech, struct table *table,
	const struct listener *listener, const struct events *events)
{
	struct recipient *recipient = listener->recipient;
	if (recipient == NULL || speech->prefix != MSG_OK || listener->network->shows_table)
		return false;
	if (*recipient_news(recipient) == '\0')
		recipient->due = listener->quiet ? INT64_MAX : env_now(speech->env) + ANSWER_MS;
	if (!listener->quiet && show_is_for(listener, table))
		return false;
	bool all_wait = true;
	for (unsigned i = 0; i < events->count; i++)
		all_wait =
			all_wait && event_traits(&events->event[i]) & (TRAIT_KEEPS | TRAIT_PASSES);
	return listener->quiet ? all_wait : table_is_robot_turn(table);
}

static const char *prefix_name(const struct speech *speech)
{
	return speech->prefix_of != NULL ? speech->prefix_of->name : "";
}

void speech_tell_events_to(struct speech *speech, struct table *table,
	const struct listener *listener, const struct events *events)
{
	struct string line = STRING_EMPTY;
	struct render render = render_line(speech, table, listener, &line);
	struct recipient *recipient = listener->recipient;
	bool waits = needs_to_wait(speech, table, listener, events);
	add_pending_news(&line, listener);
	if (speech->prefix != MSG_OK) {
		add_number_first(&render);
		render_message(
			&render, " ", speech->prefix, ARGS(arg_text("seat", prefix_name(speech))));
	}
	add_events(&render, listener, events);
	/* Note that the score must be told, because points have changed. */
	for (unsigned i = 0; recipient != NULL && i < events->count; i++) {
		const struct event *event = &events->event[i];
		if (event->points != 0 || event->how == HOW_AGAIN)
			recipient->updates.scored = true;
		else if (event_traits(event) & TRAIT_BEGINS)
			recipient->updates.scored = false;
	}
	if (waits)
		string_add(&recipient->news, line.bytes);
	else
		tell_news(speech, table, listener, &line);
	string_free(&line);
	show_news(speech, table, listener, events);
}

void speech_tell_events(struct speech *speech, struct table *table, const struct events *events)
{
	struct listener listener;
	note_events(speech, table, events);
	if (speech->prefix != MSG_OK)
		page_lines_say(&speech->page_lines, table, speech->prefix,
			ARGS(arg_text("seat", prefix_name(speech))));
	page_lines_tell_events(&speech->page_lines, table, events);
	for (size_t n = 0; next_listener(speech, table, &n, &listener);)
		speech_tell_events_to(speech, table, &listener, events);
	speech->prefix = MSG_OK;
}

void speech_set_prefix(struct speech *speech, enum message message, const struct person *person)
{
	speech->prefix = message;
	speech->prefix_of = person;
}

void speech_tell_pending(struct speech *speech, struct table *table)
{
	struct listener listener;
	for (size_t n = 0; next_listener(speech, table, &n, &listener);)
		tell_pending_news(speech, table, &listener);
}

void speech_tell_due(struct speech *speech, struct table *table)
{
	struct listener listener;
	int64_t now = env_now(speech->env);
	for (size_t n = 0; next_listener(speech, table, &n, &listener);) {
		if (listener.recipient == NULL)
			continue;
		if (now >= listener.recipient->due)
			tell_pending_news(speech, table, &listener);
		if (listener.recipient->updates.shown != 0 &&
			now >= listener.recipient->updates.shown)
			show(speech, table, &listener, SHOWING_IN_PLACE);
	}
}

/* ---- lines about a table ---- */

static void tell_about_table(struct speech *speech, struct table *table,
	const struct listener *listener, enum message message, const struct arg *args)
{
	struct string line = STRING_EMPTY;
	struct render render = render_line(speech, table, listener, &line);
	render_number(&render);
	render_message(&render, " ", message, args);
	tell_line(speech, listener, &line);
}

void speech_tell_listener(struct speech *speech, struct table *table, struct listener listener,
	enum message message, const struct arg *args)
{
	struct listener one;
	for (size_t n = 0; next_listener(speech, table, &n, &one);)
		if (one.network == listener.network && one.private == listener.private &&
			one.target != NULL && listener.target != NULL &&
			strcmp(one.target, listener.target) == 0)
			tell_pending_news(speech, table, &one);
	tell_about_table(speech, table, &listener, message, args);
}

void speech_tell_about(struct speech *speech, struct table *table, const struct person *person,
	enum message message, const struct arg *args)
{
	speech_tell_listener(speech, table, listener_person(person), message, args);
}

void speech_alert(struct speech *speech, struct table *table, const struct person *person,
	enum message message, const struct arg *args)
{
	struct listener listener = listener_person(person);
	listener.urgent = true;
	speech_tell_listener(speech, table, listener, message, args);
}

void speech_say(
	struct speech *speech, struct table *table, enum message message, const struct arg *args)
{
	struct listener listener;
	page_lines_say(&speech->page_lines, table, message, args);
	speech_tell_pending(speech, table);
	for (size_t n = 0; next_listener(speech, table, &n, &listener);) {
		tell_about_table(speech, table, &listener, message, args);
		/* Show the table again: the name of a player in it may have changed. */
		show(speech, table, &listener, SHOWING_IN_PLACE);
	}
}

/* ---- tables ---- */

void speech_add_place(const struct catalog *catalog, struct locale locale,
	const struct table *table, struct string *out)
{
	if (table_is_private(table))
		catalog_add(out, catalog, locale, MSG_ALONE_PLACE, NO_ARGS);
	else
		string_add(out, channel_title(table->channel));
}

void speech_show(struct speech *speech, struct table *table, struct listener listener)
{
	if (show_is_for(&listener, table) && table_state(table)->phase == PHASE_PLAY) {
		show(speech, table, &listener, SHOWING_BELOW);
		return;
	}
	struct string line = STRING_EMPTY;
	struct render render = render_line(speech, table, &listener, &line);
	render_number(&render);
	if (table_state(table)->phase == PHASE_PLAY) {
		union any_view seen;
		table->game->view(table_state(table), SEAT_NONE, &seen.view);
		board_add_cards(&render, &seen.view, false);
		board_add_turn(&render, catalog_part_separator(render.locale));
	} else
		board_add_open_table(&render);
	tell_line(speech, &listener, &line);
}

void speech_show_all(struct speech *speech, struct table *table)
{
	struct listener listener;
	for (size_t n = 0; next_listener(speech, table, &n, &listener);)
		/* Edit the message that shows the table; on other networks, say a new line. */
		if (listener_can_edit(&listener))
			show(speech, table, &listener, SHOWING_IN_PLACE);
		else
			speech_show(speech, table, listener);
}

/*
 * Replaces the last hand shown to each player by a line that the match is over, because that hand
 * may still ask them to play.
 */
static void end_hands(struct speech *speech, struct table *table)
{
	if (table_is_private(table) || table_state(table)->hand == 0)
		return;
	for (unsigned seat = 0; seat < table->seats_taken; seat++) {
		struct person *player = table->seat[seat].player;
		if (player == NULL || !person_is_reachable(player) ||
			(table->transient.hands_due & 1u << seat))
			continue;
		struct listener listener = listener_person(player);
		struct string line = STRING_EMPTY;
		struct render render = render_line(speech, table, &listener, &line);
		render_number(&render);
		render_message(&render, " ", MSG_TABLE_OVER, NO_ARGS);
		if (listener_can_edit(&listener))
			listener_show(&listener, &line,
				&(struct showing){ .topic = show_topic(table, TOPIC_HAND),
					.edition = table->moves });
		string_free(&line);
	}
}

void speech_end_match(struct speech *speech, struct table *table)
{
	struct listener listener;
	end_hands(speech, table);
	for (size_t n = 0; next_listener(speech, table, &n, &listener);)
		show_finish(&listener, table);
	for (unsigned seat = 0; seat < table->seats_taken; seat++)
		if (table->seat[seat].player != NULL) {
			listener = listener_person(table->seat[seat].player);
			show_finish(&listener, table);
		}
}

void speech_add_name(const struct speech *speech, struct table *table, struct locale locale,
	unsigned seat, struct string *out)
{
	struct render render = render_to(speech, table, locale, SEAT_NONE, out);
	render_name(&render, seat);
}

void speech_add_names(const struct speech *speech, struct table *table, struct string *out)
{
	struct render render = render_to(speech, table, table_locale(table), SEAT_NONE, out);
	render_names(&render);
}

void speech_add_scores(const struct speech *speech, struct table *table, struct string *out)
{
	struct render render = render_to(speech, table, table_locale(table), SEAT_NONE, out);
	render_scores(&render);
}

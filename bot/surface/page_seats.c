#include "bot/surface/page_seats.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "bot/base/json.h"
#include "bot/command/command_table.h"
#include "bot/command/dispatch.h"
#include "bot/match/exercises.h"
#include "bot/match/presence.h"
#include "bot/match/result.h"
#include "bot/surface/page_views.h"
#include "bot/surface/prometheus.h"
#include "bot/surface/rematch.h"
#include "bot/surface/seat_view.h"
#include "bot/surface/web_link.h"

/*
 * LOOK_MS: ms between two comparisons of all views. METRICS_EACH: comparisons after which the
 * metrics are sent again.
 */
enum { LOOK_MS = 1000, METRICS_EACH = 3 };

/* ---- answers ---- */

static void set_answer(const struct page_seats *surface, struct page_answer *answer,
	enum page_status status, enum message message)
{
	const struct lobby *lobby = surface->commands->lobby;
	struct locale locale = { .language = answer->language };
	answer->status = status;
	string_clear(&answer->say);
	catalog_add(&answer->say, lobby->catalog, locale, message, NO_ARGS);
}

/*
 * Adds the lines of all answers. After a rollback every answer says instead that the database
 * failed.
 */
static void add_answers(struct page_seats *surface, bool kept, struct string *out)
{
	for (size_t i = 0; i < surface->answers; i++) {
		struct page_answer *answer = &surface->answer[i];
		struct string line = STRING_EMPTY;
		if (!kept)
			set_answer(surface, answer, PAGE_FAILED, MSG_STORE_FAILED);
		json_begin_object(&line, NULL);
		json_number(&line, "reply", answer->request);
		json_number(&line, "status", answer->status);
		if (answer->say.length > 0)
			json_text(&line, "say", answer->say.bytes);
		if (kept && answer->key[0] != '\0')
			json_text(&line, "key", answer->key);
		json_end(&line, '}');
		string_add_bytes(out, line.bytes, line.length);
		string_add_char(out, '\n');
		string_free(&line);
		string_free(&answer->say);
	}
	surface->answers = 0;
}

/* ---- batches ---- */

/* Sends the pages, after a batch, the changed views and then the answers. */
static void end_batch(void *self, bool kept)
{
	struct page_seats *surface = self;
	struct string out = STRING_EMPTY;
	if (kept && surface->offers && line_peer_is_open(&surface->link)) {
		bool whole = page_views_add(surface, &out);
		if (surface->fresh && whole)
			string_add(&out, "{\"ready\":true}\n");
		surface->fresh = surface->fresh && !whole;
		surface->looks = false;
	}
	add_answers(surface, kept, &out);
	line_peer_send(&surface->link, &out);
	string_free(&out);
}

/* ---- acts of players ---- */

/* The sender of a tap. `origin` and `mask` hold the texts of a sender without a connection. */
struct tapper {
	struct sender sender;
	char origin[STORE_ADDRESS];
	char mask[STORE_NAME + STORE_ADDRESS];
};

/* A tap of a person on the page of their seat, while it is handled. */
struct tap {
	struct page_seats *surface;
	struct page_answer *answer;
	struct table *table;
	unsigned seat;
	struct locale locale;
	struct tapper by;
};

/*
 * Adds a sentence to the answer. The page shows one table only, so no number of the table is
 * needed.
 */
static void tell(const struct origin *origin, struct table *table, enum message message,
	const struct arg *args)
{
	struct tap *tap = origin->reply_context;
	(void)table;
	string_add(&tap->answer->say, tap->answer->say.length > 0 ? " " : "");
	catalog_add(&tap->answer->say, tap->surface->commands->lobby->catalog, tap->locale, message,
		args);
}

static const struct reply by_page = { .tell = tell, .most = 1 };

/*
 * Finds the connection by which a person chats, so that taps and lines of chat share one limit. For
 * a person without a connection, the limit belongs to the address of their browser.
 */
static void find_sender(const struct person *person, const char *address, struct tapper *tapper)
{
	struct network *network = person->network;
	struct sender *sender = &tapper->sender;
	const char *nick = person->connection != NULL
		? network->driver->nick(network, person->connection)
		: NULL;
	if (nick != NULL && network->driver->find_nick(network, nick, sender) &&
		strcmp(sender->key, person->connection) == 0)
		return;
	struct text origin = text_in(tapper->origin, sizeof tapper->origin);
	struct text mask = text_in(tapper->mask, sizeof tapper->mask);
	text_char(&origin, '@');
	text_add(&origin, address);
	text_add(&mask, person->name);
	text_char(&mask, '!');
	text_add(&mask, tapper->origin);
	*sender = (struct sender){ .key = person->key,
		.nick = person->name,
		.first = person->key,
		.mask = tapper->mask,
		.origin = tapper->origin };
}

/* Returns true if the limits of chat allow another command. */
static bool may(struct lobby *lobby, struct access *access, const struct sender *sender)
{
	enum ratelimit_verdict verdict = access_count_command(access, sender, 0, lobby_now(lobby));
	lobby->activity.refused[REFUSED_RATE] += verdict != RATELIMIT_PASS;
	return verdict == RATELIMIT_PASS;
}

/*
 * Begins a tap of a person. stale: their page shows an older state of the table. Returns false
 * after answering why the tap cannot run.
 */
static bool begin_tap(struct tap *tap, struct person *person, const char *address, bool stale)
{
	struct page_seats *surface = tap->surface;
	struct lobby *lobby = surface->commands->lobby;
	struct access *access = person->network->access;
	find_sender(person, address, &tap->by);
	tap->locale = render_page_locale(person);
	tap->answer->language = tap->locale.language;
	if (!access_is_allowed(access, &tap->by.sender))
		set_answer(surface, tap->answer, PAGE_UNKNOWN, MSG_SEAT_UNKNOWN);
	else if (!may(lobby, access, &tap->by.sender))
		set_answer(surface, tap->answer, PAGE_TOO_MUCH, MSG_TOO_MUCH);
	else if (stale)
		set_answer(surface, tap->answer, PAGE_STALE, MSG_SEAT_STALE);
	else if (lobby->batch.error != STORE_OK)
		set_answer(surface, tap->answer, PAGE_FAILED, MSG_STORE_FAILED);
	else {
		person->spoke = true;
		presence_end_stand_ins(lobby, person);
		return true;
	}
	return false;
}

/* Makes a request from a line, as if the person had typed it at the table of the page. */
static void read_line(struct tap *tap, const char *line, struct request *request)
{
	const struct origin origin = { .surface = SURFACE_SEAT,
		.sender = &tap->by.sender,
		.person = tap->table->seat[tap->seat].player,
		.reply = &by_page,
		.reply_context = tap };
	dispatch_find(request, tap->surface->commands, origin.person->network, &origin, line);
	dispatch_read(request);
	request->table = tap->table;
	request->exercise = tap->table->exercise;
}

/* Runs what a person typed or tapped, if it is a move. */
static void run(struct tap *tap, const char *say)
{
	struct person *person = tap->table->seat[tap->seat].player;
	struct request request;
	read_line(tap, say, &request);
	if (request.command == NULL || !(request.command->flags & A_MOVE)) {
		set_answer(tap->surface, tap->answer, PAGE_REFUSED, MSG_SEAT_ONLY_MOVES);
		return;
	}
	bool moved = dispatch_run(&request);
	/*
	 * An exercise may answer nothing: it answers only a move that breaks the rules, and teaches
	 * by lines at its table.
	 */
	if (moved || (tap->table->exercise != NULL && tap->answer->say.length == 0)) {
		tap->answer->status = PAGE_DONE;
		access_return_command(person->network->access, &tap->by.sender);
		return;
	}
	tap->answer->status = PAGE_REFUSED;
	/* Answers on pages lack the sentences that name commands, so nothing may be left. */
	if (tap->answer->say.length == 0)
		set_answer(tap->surface, tap->answer, PAGE_REFUSED, MSG_SEAT_ONLY_MOVES);
}

/* ---- requests ---- */

static const char *text_of(const json_t *request, const char *key)
{
	const char *text = json_string_value(json_object_get(request, key));
	return text != NULL ? text : "";
}

/* Reads the hash of the key in a request. Writes zeros, which no key has, for another text. */
static void read_hash(const json_t *request, uint8_t hash[STORE_KEY_HASH])
{
	if (!seat_key_read_hash(text_of(request, "seat"), hash))
		memset(hash, 0, STORE_KEY_HASH);
}

/* Finds the seat of a request. Returns false after answering that the seat is gone. */
static bool find_seat(struct tap *tap, const json_t *request)
{
	struct page_seats *surface = tap->surface;
	struct lobby *lobby = surface->commands->lobby;
	uint8_t hash[STORE_KEY_HASH];
	read_hash(request, hash);
	const struct seat_key *key = seat_keys_find(&lobby->seat_keys, hash);
	const struct exercise *exercise = exercise_find_key(lobby, hash);
	if (exercise != NULL) {
		key = &exercise->key;
		tap->table = exercise->table->closed ? NULL : exercise->table;
	} else if (key != NULL) {
		tap->table = tables_find_match(&lobby->tables, key->row.match);
	}
	tap->seat = tap->table != NULL ? seat_keys_seat(tap->table, key) : SEAT_NONE;
	if (key == NULL)
		set_answer(surface, tap->answer, PAGE_UNKNOWN, MSG_SEAT_UNKNOWN);
	else if (tap->seat == SEAT_NONE)
		set_answer(surface, tap->answer, PAGE_STALE, MSG_SEAT_STALE);
	return tap->seat != SEAT_NONE;
}

static void ask_move(struct page_seats *surface, const json_t *request, struct page_answer *answer)
{
	struct tap tap = { .surface = surface, .answer = answer };
	const json_t *n = json_object_get(request, "n"); /* moves that the person saw */
	const char *say = text_of(request, "say");
	if (!find_seat(&tap, request))
		return;
	if (!json_is_integer(n) || strlen(say) > PAGE_SEATS_SAY) {
		set_answer(surface, answer, PAGE_REFUSED, MSG_SEAT_ONLY_MOVES);
		return;
	}
	const struct seat *seat = &tap.table->seat[tap.seat];
	/* the person takes their seat back from a stand-in without a move */
	bool returns = seat->has_stand_in && strcmp(say, SEAT_VIEW_RETURN) == 0;
	bool stale = json_integer_value(n) != tap.table->moves && !returns;
	if (!begin_tap(&tap, seat->player, text_of(request, "address"), stale))
		return;
	if (returns)
		answer->status = PAGE_DONE;
	else
		run(&tap, say);
}

/* Makes the person give the command `leave`. */
static void ask_leave(struct page_seats *surface, const json_t *request, struct page_answer *answer)
{
	struct tap tap = { .surface = surface, .answer = answer };
	if (!find_seat(&tap, request))
		return;
	struct table *table = tap.table;
	struct person *person = table->seat[tap.seat].player;
	struct request leave;
	if (!begin_tap(&tap, person, text_of(request, "address"), false))
		return;
	read_line(&tap, "leave", &leave);
	dispatch_run(&leave);
	bool left = table->closed || table_find_seat(table, person) == SEAT_NONE;
	answer->status = left ? PAGE_DONE : PAGE_REFUSED;
}

/* Makes a person give the command `again` in a channel, or in private with channel NULL. */
static void say_again(struct tap *tap, struct person *person, struct channel *channel)
{
	struct request again;
	const struct origin origin = { .surface = SURFACE_SEAT,
		.sender = &tap->by.sender,
		.person = person,
		.channel = channel,
		.reply = &by_page,
		.reply_context = tap };
	dispatch_find(&again, tap->surface->commands, person->network, &origin, "again");
	dispatch_read(&again);
	dispatch_run(&again);
}

/*
 * Begins another match where the last one of a person was played, and answers with a key to their
 * new seat.
 */
static void ask_again(struct page_seats *surface, const json_t *request, struct page_answer *answer)
{
	struct lobby *lobby = surface->commands->lobby;
	struct tap tap = { .surface = surface, .answer = answer };
	struct store_match match;
	uint8_t hash[STORE_KEY_HASH];
	read_hash(request, hash);
	const struct seat_key *key = seat_keys_find(&lobby->seat_keys, hash);
	struct person *person =
		key != NULL && key->again != REMATCH_NONE ? rematch_find_person(lobby, key) : NULL;
	if (key == NULL)
		set_answer(surface, answer, PAGE_UNKNOWN, MSG_SEAT_UNKNOWN);
	else
		set_answer(surface, answer, PAGE_STALE, MSG_SEAT_STALE);
	if (person == NULL ||
		store_get_match(lobby->batch.store, key->row.match, &match) != STORE_OK)
		return;
	struct network *network = lobby_network(lobby, match.network);
	string_clear(&answer->say);
	if (network == NULL || !begin_tap(&tap, person, text_of(request, "address"), false))
		return;
	struct channel *channel = lobby_channel(lobby, network, match.channel);
	if (!person_is_guest(person) || channel != NULL) {
		say_again(&tap, person, channel);
	} else if (tables_find_private(&lobby->tables, person) == NULL) {
		/* Guests have no commands in private. */
		const struct guest_answer opened = guest_play_again(lobby, person, &match);
		if (opened.result != GUEST_SEATED)
			set_answer(surface, answer, PAGE_STALE, opened.why);
	}
	int64_t next = rematch_find_match(lobby, person, channel);
	answer->status = next != 0 ? PAGE_SEATED : PAGE_STALE;
	if (next != 0)
		seat_keys_make(&lobby->seat_keys, person->id, next, answer->key);
	else if (answer->say.length == 0)
		set_answer(surface, answer, PAGE_STALE, MSG_SEAT_STALE);
}

/* Answers a guest: with a key to their seat, or with the reason why they have none. */
static void answer_guest(
	struct page_seats *surface, struct page_answer *answer, const struct guest_answer *guest)
{
	static const enum page_status statuses[] = {
		[GUEST_SEATED] = PAGE_SEATED,
		[GUEST_NO_LINK] = PAGE_UNKNOWN,
		[GUEST_BAD_NAME] = PAGE_REFUSED,
		[GUEST_CONFLICT] = PAGE_STALE,
		[GUEST_TOO_MANY] = PAGE_TOO_MUCH,
		[GUEST_FAILED] = PAGE_FAILED,
	};
	answer->status = statuses[guest->result];
	if (guest->result == GUEST_SEATED)
		seat_keys_make(&surface->commands->lobby->seat_keys, guest->person->id,
			guest->table->match, answer->key);
	else
		set_answer(surface, answer, answer->status, guest->why);
}

/* Reads a guest's language and address, and sets the language of the answer. */
static struct guest_client read_client(const json_t *request, struct page_answer *answer)
{
	const char *code = text_of(request, "lang");
	int language = catalog_language(code);
	if (language >= 0)
		answer->language = (uint8_t)language;
	return (struct guest_client){ code, text_of(request, "address") };
}

static void ask_join(struct page_seats *surface, const json_t *request, struct page_answer *answer)
{
	const struct guest_client client = read_client(request, answer);
	struct guest_answer guest = guest_take_seat(surface->commands->lobby,
		text_of(request, "join"), text_of(request, "name"), &client);
	answer_guest(surface, answer, &guest);
}

static void ask_play(struct page_seats *surface, const json_t *request, struct page_answer *answer)
{
	const struct guest_client client = read_client(request, answer);
	const struct game *game = game_named(text_of(request, "game"));
	int level = level_named(text_of(request, "level"));
	struct guest_answer guest =
		guest_play(surface->commands->lobby, game != NULL ? game : games[0], level,
			json_is_true(json_object_get(request, "short")), &client);
	answer_guest(surface, answer, &guest);
}

static void refuse_exercise(
	const struct page_seats *surface, struct page_answer *answer, enum message why)
{
	enum page_status status = PAGE_TOO_MUCH;
	if (why == MSG_GUEST_NO_LINK || why == MSG_TRIAL_UNKNOWN || why == MSG_TRIAL_LOST ||
		why == MSG_CHALLENGE_UNKNOWN)
		status = PAGE_UNKNOWN;
	else if (why == MSG_STORE_FAILED)
		status = PAGE_FAILED;
	answer->key[0] = '\0';
	set_answer(surface, answer, status, why);
}

static void ask_exercise(
	struct page_seats *surface, const json_t *request, struct page_answer *answer)
{
	struct lobby *lobby = surface->commands->lobby;
	const struct guest_client client = read_client(request, answer);
	const struct exercise_visit visit = { .client = &client,
		.browser = text_of(request, "browser"),
		.about = text_of(request, "about") };
	enum message why = MSG_GUEST_NO_LINK;
	if (lobby->guests.network != NULL)
		why = exercises_visit(lobby, text_of(request, "name"), &visit, answer->key);
	answer->status = PAGE_SEATED;
	if (why != MSG_OK)
		refuse_exercise(surface, answer, why);
}

static void ask_sign(struct page_seats *surface, const json_t *request, struct page_answer *answer)
{
	struct lobby *lobby = surface->commands->lobby;
	uint8_t hash[STORE_KEY_HASH];
	read_client(request, answer);
	read_hash(request, hash);
	enum message why = result_sign(lobby, hash, text_of(request, "name"),
		json_is_true(json_object_get(request, "tells")));
	answer->status = PAGE_DONE;
	if (why == MSG_TRIAL_UNKNOWN)
		set_answer(surface, answer, PAGE_UNKNOWN, why);
	else if (why != MSG_OK)
		set_answer(surface, answer, PAGE_REFUSED, why);
	struct exercise *exercise = why == MSG_OK ? exercise_find_key(lobby, hash) : NULL;
	if (exercise == NULL)
		return;
	/*
	 * Send a new view, so that a page without scripts shows the name when it is loaded again.
	 */
	exercise_change(lobby, exercise);
	exercise->times++;
}

static void ask_delete(
	struct page_seats *surface, const json_t *request, struct page_answer *answer)
{
	struct lobby *lobby = surface->commands->lobby;
	uint8_t hash[STORE_KEY_HASH];
	read_client(request, answer);
	read_hash(request, hash);
	answer->status = PAGE_DONE;
	if (!result_delete(lobby, hash)) {
		set_answer(surface, answer, PAGE_UNKNOWN, MSG_TRIAL_UNKNOWN);
		return;
	}
	struct exercise *exercise = exercise_find_key(lobby, hash);
	if (exercise != NULL)
		exercise_end(lobby, exercise);
}

/* The requests of pages. */
static const struct {
	const char *name;
	void (*run)(struct page_seats *surface, const json_t *request, struct page_answer *answer);
} asks[] = {
	{ "move", ask_move },
	{ "leave", ask_leave },
	{ "again", ask_again },
	{ "join", ask_join },
	{ "play", ask_play },
	{ "exercise", ask_exercise },
	{ "sign", ask_sign },
	{ "delete", ask_delete },
};

/* Handles a request. Returns false if it is malformed. */
static bool take_request(struct page_seats *surface, const json_t *request)
{
	const struct lobby *lobby = surface->commands->lobby;
	int64_t id = json_integer_value(json_object_get(request, "ask"));
	const char *what = text_of(request, "do");
	size_t i = 0;
	while (i < sizeof asks / sizeof asks[0] && strcmp(asks[i].name, what) != 0)
		i++;
	if (id <= 0 || i == sizeof asks / sizeof asks[0])
		return false;
	if (surface->answers == PAGE_SEATS_REQUESTS) {
		struct string line = STRING_EMPTY;
		string_add(&line, "{\"reply\":");
		string_add_number(&line, id);
		string_add(&line, ",\"status\":429}\n");
		line_peer_send(&surface->link, &line);
		string_free(&line);
		return true;
	}
	struct page_answer *answer = &surface->answer[surface->answers++];
	*answer = (struct page_answer){ .request = id,
		.language = lobby->settings.usual.locale.language,
		.say = STRING_EMPTY };
	asks[i].run(surface, request, answer);
	return true;
}

static bool take_line(struct line_peer *link, char *line)
{
	json_t *request = json_loads(line, JSON_REJECT_DUPLICATES, NULL);
	bool good = json_is_object(request) && take_request(link->context, request);
	json_decref(request);
	return good;
}

/* ---- the surface ---- */

static void on_end(struct line_peer *link, const char *fault)
{
	struct page_seats *surface = link->context;
	if (fault != NULL && !surface->fault_logged)
		log_line(surface->commands->lobby->log, LOG_ERROR, "seats",
			"`mitaines web` %s; connecting to it again; check that it has the bot's "
			"version",
			fault);
	surface->fault_logged |= fault != NULL;
}

void page_seats_look(struct page_seats *surface)
{
	struct lobby *lobby = surface->commands->lobby;
	const struct settings *settings = &lobby->settings;
	bool offers = settings->seats || settings->usual.guests || settings->play_now;
	if (offers != surface->offers)
		line_peer_close(&surface->link);
	surface->offers = offers;
	if (!offers && surface->backup == NULL)
		return;
	if (!line_peer_is_open(&surface->link)) {
		if (!line_peer_connect(&surface->link, surface->loop, surface->path))
			return;
		/* A new connection has no seats, so the end of this batch sends all. */
		for (size_t i = 0; i < lobby->seat_keys.count; i++)
			lobby->seat_keys.key[i].sent = false;
		for (size_t i = 0; i < lobby->exercises.count; i++)
			lobby->exercises.exercise[i]->key.sent = false;
		for (size_t i = 0; i < surface->answers; i++)
			string_free(&surface->answer[i].say);
		guest_links_clear(&surface->guest_links);
		surface->answers = surface->looked = 0;
		surface->fresh = true;
	}
	surface->looks = true;
	if (surface->backup == NULL || surface->looked++ % METRICS_EACH != 0)
		return;
	struct string text = STRING_EMPTY, line = STRING_EMPTY;
	prometheus_write(surface->commands, surface->backup, &text);
	json_begin_object(&line, NULL);
	json_text(&line, "metrics", text.bytes);
	json_end(&line, '}');
	string_add_char(&line, '\n');
	line_peer_send(&surface->link, &line);
	string_free(&line);
	string_free(&text);
}

static void on_second(void *self)
{
	struct page_seats *surface = self;
	loop_timer_set(surface->timer, LOOK_MS);
	page_seats_look(surface);
}

void page_seats_open(struct page_seats *surface, struct commands *commands, struct loop *loop,
	const char *path, const char *backup)
{
	static const struct line_peer_type pages = { .longest = PAGE_SEATS_LINE,
		.unread = PAGE_SEATS_UNREAD,
		.line = take_line,
		.ended = on_end };
	*surface = (struct page_seats){ .commands = commands,
		.loop = loop,
		.path = path,
		.backup = backup,
		.most_unread = PAGE_SEATS_UNREAD / 4,
		.link = { .type = &pages, .context = surface } };
	commands->lobby->batch_listener =
		(struct batch_listener){ .end = end_batch, .self = surface };
	surface->timer = loop_timer_open(loop, on_second, surface);
	loop_timer_set(surface->timer, 0);
}

void page_seats_close(struct page_seats *surface)
{
	if (surface->commands == NULL)
		return;
	surface->commands->lobby->batch_listener = (struct batch_listener){ .end = NULL };
	line_peer_close(&surface->link);
	loop_timer_close(surface->timer);
	guest_links_clear(&surface->guest_links);
	for (size_t i = 0; i < surface->answers; i++)
		string_free(&surface->answer[i].say);
	*surface = (struct page_seats){ .commands = NULL };
}

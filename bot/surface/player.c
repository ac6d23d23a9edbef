#include "bot/surface/player.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "bot/base/json.h"
#include "bot/command/command_table.h"
#include "bot/command/dispatch.h"
#include "bot/match/exercise.h"
#include "bot/match/presence.h"
#include "bot/surface/prometheus.h"
#include "bot/surface/seat_view.h"
#include "bot/surface/web_link.h"

/* ms between two looks at all views, and looks between two texts of metrics */
enum { LOOK_MS = 1000, METRICS_EACH = 3 };

/* ---- answers ---- */

/* Begins an answer. The caller has checked that there is room for it. */
static struct player_answer *begin_answer(struct player *player, int64_t request, uint8_t language)
{
	struct player_answer *answer = &player->answer[player->answers++];
	*answer = (struct player_answer){
		.request = request, .language = language, .say = STRING_EMPTY
	};
	return answer;
}

static void set_answer(const struct player *player, struct player_answer *answer,
	enum player_status status, enum message message)
{
	const struct lobby *lobby = player->commands->lobby;
	struct locale locale = { .language = answer->language };
	answer->status = status;
	string_clear(&answer->say);
	catalog_add(&answer->say, lobby->catalog, locale, message, NO_ARGS);
}

/*
 * Adds the lines of all answers. After a rollback every answer says instead that the database
 * failed.
 */
static void add_answers(struct player *player, bool kept, struct string *out)
{
	for (size_t i = 0; i < player->answers; i++) {
		struct player_answer *answer = &player->answer[i];
		struct string line = STRING_EMPTY;
		if (!kept)
			set_answer(player, answer, PLAYER_FAILED, MSG_STORE_FAILED);
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
	player->answers = 0;
}

/* ---- views ---- */

static void add_closed(const struct seat_key *key, struct string *out)
{
	char hash[SEAT_HASH];
	seat_key_write_hash(key->row.hash, hash);
	web_link_add_closed(out, "seat", hash);
}

static void add_view(struct seat_key *key, const char *view, struct string *out)
{
	char hash[SEAT_HASH];
	seat_key_write_hash(key->row.hash, hash);
	web_link_add_view(out, "seat", hash, view);
	key->sent = true;
}

/*
 * Adds the view of a key's seat if it has changed since it was sent. Adds nothing if the key's
 * person does not play there any more.
 */
static void add_seat(
	struct lobby *lobby, struct table *table, struct seat_key *key, struct string *out)
{
	unsigned seat = seat_keys_seat(table, key);
	if (key->ended || seat == SEAT_NONE)
		return;
	int64_t deadline = seat_view_deadline(lobby, table);
	int64_t moved = deadline - key->deadline;
	uint64_t sum = seat_view_sum(lobby, table, seat);
	/* The clock and the date do not tick together, so a deadline may be off by a second. */
	if (key->sent && sum == key->shown && moved >= -1 && moved <= 1)
		return;
	struct string view = STRING_EMPTY;
	seat_view_add(lobby, table, seat, &view);
	add_view(key, view.bytes, out);
	key->shown = sum;
	key->deadline = deadline;
	if (table->closed) {
		string_set(&key->last, view.bytes);
	}
	string_free(&view);
}

/*
 * True if a seat must wait for the end of a later batch, because too many bytes that were sent on a
 * new connection are still unread.
 */
static bool must_wait(
	const struct player *player, const struct seat_key *key, const struct string *out)
{
	return player->fresh && !key->sent &&
		out->length + line_peer_count_unsent(&player->link) > player->most_unread;
}

/*
 * Adds the changed views of seats: at all tables, or at the tables that this batch has changed.
 * Returns false if a seat must wait.
 */
static bool add_tables(struct player *player, struct string *out)
{
	struct lobby *lobby = player->commands->lobby;
	bool all = player->fresh || player->looks;
	bool whole = true;
	for (size_t n = 0; n < lobby->tables.count; n++) {
		struct table *table = lobby->tables.table[n];
		size_t count;
		struct seat_key *key = seat_keys_of_match(&lobby->seat_keys, table->match, &count);
		for (size_t i = 0; i < count; i++)
			if (must_wait(player, &key[i], out))
				whole = false;
			else if (all || !key[i].sent || table->persistent_saved != NULL)
				add_seat(lobby, table, &key[i], out);
	}
	return whole;
}

/*
 * Adds the views of seats at ended matches that were not sent yet. Returns false if a seat must
 * wait.
 */
static bool add_ended(const struct player *player, struct string *out)
{
	const struct lobby *lobby = player->commands->lobby;
	bool whole = true;
	for (size_t i = 0; i < lobby->seat_keys.count; i++) {
		struct seat_key *key = &lobby->seat_keys.key[i];
		if (key->sent || key->ended || key->row.ends == 0)
			continue;
		if (must_wait(player, key, out)) {
			whole = false;
			continue;
		}
		if (key->last.length == 0)
			seat_view_add_ended(lobby, key->row.match, key->row.person, &key->last);
		if (key->last.length > 0)
			add_view(key, key->last.bytes, out);
	}
	return whole;
}

/*
 * Tells the pages which keys have ended in this batch. Drops the page lines of people without a
 * key.
 */
static void add_closings(struct lobby *lobby, struct string *out)
{
	for (size_t i = 0; i < lobby->seat_keys.count; i++) {
		struct seat_key *key = &lobby->seat_keys.key[i];
		if (!key->ended)
			continue;
		const struct table *table = tables_find_match(&lobby->tables, key->row.match);
		if (key->sent)
			add_closed(key, out);
		if (table != NULL &&
			!seat_keys_has(&lobby->seat_keys, key->row.person, key->row.match))
			page_lines_remove(&lobby->speech.page_lines, table, key->row.person);
	}
}

/* Adds the views of exercises that have changed, and the keys of those that have ended. */
static void add_exercises(struct lobby *lobby, struct string *out)
{
	for (size_t i = 0; i < lobby->exercises.count; i++) {
		struct exercise *exercise = lobby->exercises.exercise[i];
		if (!person_is_visitor(exercise->person))
			continue;
		if (exercise->key.ended && exercise->key.sent)
			add_closed(&exercise->key, out);
		add_seat(lobby, exercise->table, &exercise->key, out);
	}
}

/* Sends what the pages must know after a batch: views first, then answers. */
static void end_batch(void *self, bool kept)
{
	struct player *player = self;
	struct lobby *lobby = player->commands->lobby;
	struct string out = STRING_EMPTY;
	if (kept && player->offers && line_peer_is_open(&player->link)) {
		add_closings(lobby, &out);
		bool whole = add_tables(player, &out);
		whole = add_ended(player, &out) && whole;
		guest_links_add_changes(&player->guest_links, lobby, &out);
		add_exercises(lobby, &out);
		if (player->fresh && whole)
			string_add(&out, "{\"ready\":true}\n");
		player->fresh = player->fresh && !whole;
		player->looks = false;
	}
	add_answers(player, kept, &out);
	line_peer_send(&player->link, &out);
	string_free(&out);
}

/* Makes the end of this batch send all seats, because a new connection has none. */
static void greet(struct player *player)
{
	struct lobby *lobby = player->commands->lobby;
	for (size_t i = 0; i < lobby->seat_keys.count; i++)
		lobby->seat_keys.key[i].sent = false;
	for (size_t i = 0; i < lobby->exercises.count; i++)
		lobby->exercises.exercise[i]->key.sent = false;
	for (size_t i = 0; i < player->answers; i++)
		string_free(&player->answer[i].say);
	guest_links_clear(&player->guest_links);
	player->answers = 0;
	player->fresh = true;
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
	struct player *player;
	struct player_answer *answer;
	struct table *table;
	unsigned seat;
	struct locale locale;
	struct tapper by;
};

/* Adds a sentence to the answer. On a page it needs no number of the table. */
static void tell(const struct origin *origin, struct table *table, enum message message,
	const struct arg *args)
{
	struct tap *tap = origin->reply_context;
	(void)table;
	string_add(&tap->answer->say, tap->answer->say.length > 0 ? " " : "");
	catalog_add(&tap->answer->say, tap->player->commands->lobby->catalog, tap->locale, message,
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
 * Begins a tap at a seat whose person still plays there. stale: the page shows an older state of
 * the table. Returns false after answering why the tap cannot run.
 */
static bool begin_tap(struct tap *tap, const char *address, bool stale)
{
	struct player *player = tap->player;
	struct lobby *lobby = player->commands->lobby;
	struct person *person = tap->table->seat[tap->seat].player;
	struct access *access = person->network->access;
	find_sender(person, address, &tap->by);
	tap->locale = render_page_locale(person);
	tap->answer->language = tap->locale.language;
	if (!access_is_allowed(access, &tap->by.sender))
		set_answer(player, tap->answer, PLAYER_UNKNOWN, MSG_SEAT_UNKNOWN);
	else if (!may(lobby, access, &tap->by.sender))
		set_answer(player, tap->answer, PLAYER_TOO_MUCH, MSG_TOO_MUCH);
	else if (stale)
		set_answer(player, tap->answer, PLAYER_STALE, MSG_SEAT_STALE);
	else if (lobby->batch.error != STORE_OK)
		set_answer(player, tap->answer, PLAYER_FAILED, MSG_STORE_FAILED);
	else {
		person->spoke = true;
		presence_end_stand_ins(lobby, person);
		return true;
	}
	return false;
}

/* Makes a request of a line, as if the person had typed it at the table of the page. */
static void read_line(struct tap *tap, const char *line, struct request *request)
{
	const struct origin origin = { .surface = SURFACE_SEAT,
		.sender = &tap->by.sender,
		.person = tap->table->seat[tap->seat].player,
		.reply = &by_page,
		.reply_context = tap };
	dispatch_read(request, tap->player->commands, &origin, line);
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
		set_answer(tap->player, tap->answer, PLAYER_REFUSED, MSG_SEAT_ONLY_MOVES);
		return;
	}
	bool moved = dispatch_run(&request);
	/*
	 * An exercise stores no move. It answers only if a move breaks the rules; what it teaches
	 * are lines at its table.
	 */
	if (moved || (tap->table->exercise != NULL && tap->answer->say.length == 0)) {
		tap->answer->status = PLAYER_DONE;
		access_return_command(person->network->access, &tap->by.sender);
		return;
	}
	tap->answer->status = PLAYER_REFUSED;
	/* A page leaves out sentences that name commands, and these may be all. */
	if (tap->answer->say.length == 0)
		set_answer(tap->player, tap->answer, PLAYER_REFUSED, MSG_SEAT_ONLY_MOVES);
}

/* True if the person takes their seat back from a stand-in without a move. */
static bool is_return(const struct tap *tap, const char *say)
{
	return tap->table->seat[tap->seat].has_stand_in && strcmp(say, SEAT_VIEW_RETURN) == 0;
}

/* Handles a move. n: number of moves that the person saw. */
static void move(struct tap *tap, int64_t n, const char *say, const char *address)
{
	bool returns = is_return(tap, say);
	if (!begin_tap(tap, address, n != tap->table->moves && !returns))
		return;
	if (returns)
		tap->answer->status = PLAYER_DONE;
	else
		run(tap, say);
}

/* Makes the person give the command `leave`. */
static void leave(struct tap *tap, const char *address)
{
	struct table *table = tap->table;
	const struct person *person = table->seat[tap->seat].player;
	struct request request;
	if (!begin_tap(tap, address, false))
		return;
	read_line(tap, "leave", &request);
	dispatch_run(&request);
	bool left = table->closed || table_find_seat(table, person) == SEAT_NONE;
	tap->answer->status = left ? PLAYER_DONE : PLAYER_REFUSED;
}

/* ---- requests ---- */

static const char *text_of(const json_t *request, const char *key)
{
	const char *text = json_string_value(json_object_get(request, key));
	return text != NULL ? text : "";
}

/* Finds the seat of a request. Returns false after answering that the seat is gone. */
static bool find_seat(struct tap *tap, const json_t *request)
{
	struct player *player = tap->player;
	struct lobby *lobby = player->commands->lobby;
	uint8_t hash[STORE_KEY_HASH];
	bool read = seat_key_read_hash(text_of(request, "seat"), hash);
	const struct seat_key *key = read ? seat_keys_find(&lobby->seat_keys, hash) : NULL;
	const struct exercise *exercise = read ? exercise_find_key(lobby, hash) : NULL;
	if (exercise != NULL) {
		key = &exercise->key;
		tap->table = exercise->table->closed ? NULL : exercise->table;
	} else if (key != NULL) {
		tap->table = tables_find_match(&lobby->tables, key->row.match);
	}
	tap->seat = tap->table != NULL ? seat_keys_seat(tap->table, key) : SEAT_NONE;
	if (key == NULL)
		set_answer(player, tap->answer, PLAYER_UNKNOWN, MSG_SEAT_UNKNOWN);
	else if (tap->seat == SEAT_NONE)
		set_answer(player, tap->answer, PLAYER_STALE, MSG_SEAT_STALE);
	return tap->seat != SEAT_NONE;
}

static void ask_move(struct player *player, const json_t *request, struct player_answer *answer)
{
	struct tap tap = { .player = player, .answer = answer };
	const json_t *n = json_object_get(request, "n");
	const char *say = text_of(request, "say");
	if (!find_seat(&tap, request))
		return;
	if (json_is_integer(n) && strlen(say) <= PLAYER_SAY)
		move(&tap, json_integer_value(n), say, text_of(request, "address"));
	else
		set_answer(player, answer, PLAYER_REFUSED, MSG_SEAT_ONLY_MOVES);
}

static void ask_leave(struct player *player, const json_t *request, struct player_answer *answer)
{
	struct tap tap = { .player = player, .answer = answer };
	if (find_seat(&tap, request))
		leave(&tap, text_of(request, "address"));
}

/* Answers a guest: with a key to their seat, or with the reason why they have none. */
static void answer_guest(
	struct player *player, struct player_answer *answer, const struct visitor_answer *visitor)
{
	static const enum player_status statuses[] = {
		[VISITOR_SEATED] = PLAYER_SEATED,
		[VISITOR_NO_LINK] = PLAYER_UNKNOWN,
		[VISITOR_BAD_NAME] = PLAYER_REFUSED,
		[VISITOR_CONFLICT] = PLAYER_STALE,
		[VISITOR_TOO_MANY] = PLAYER_TOO_MUCH,
		[VISITOR_FAILED] = PLAYER_FAILED,
	};
	answer->status = statuses[visitor->result];
	if (visitor->result == VISITOR_SEATED)
		seat_keys_make(&player->commands->lobby->seat_keys, visitor->person->id,
			visitor->table->match, answer->key);
	else
		set_answer(player, answer, answer->status, visitor->why);
}

/* Reads a guest's language and address, and sets the language of the answer. */
static struct visitor_client read_client(const json_t *request, struct player_answer *answer)
{
	const char *code = text_of(request, "lang");
	int language = catalog_language(code);
	if (language >= 0)
		answer->language = (uint8_t)language;
	return (struct visitor_client){ code, text_of(request, "address") };
}

static void ask_join(struct player *player, const json_t *request, struct player_answer *answer)
{
	const struct visitor_client client = read_client(request, answer);
	struct visitor_answer visitor = visitor_join(player->commands->lobby,
		text_of(request, "join"), text_of(request, "name"), &client);
	answer_guest(player, answer, &visitor);
}

static void ask_play(struct player *player, const json_t *request, struct player_answer *answer)
{
	const struct visitor_client client = read_client(request, answer);
	const struct game *game = game_named(text_of(request, "game"));
	int level = level_named(text_of(request, "level"));
	struct visitor_answer visitor =
		visitor_play(player->commands->lobby, game != NULL ? game : games[0],
			level >= 0 ? (enum level)level : LEVEL_NORMAL, &client);
	answer_guest(player, answer, &visitor);
}

static void ask_exercise(struct player *player, const json_t *request, struct player_answer *answer)
{
	struct lobby *lobby = player->commands->lobby;
	const struct visitor_client client = read_client(request, answer);
	const struct exercise_kind *kind = exercise_kind_named(text_of(request, "name"));
	if (lobby->visitors.network == NULL || kind == NULL) {
		set_answer(player, answer, PLAYER_UNKNOWN, MSG_GUEST_NO_LINK);
		return;
	}
	enum message why = exercise_begin_on_page(lobby, kind, &client, answer->key);
	answer->status = PLAYER_SEATED;
	if (why != MSG_OK)
		set_answer(player, answer, PLAYER_TOO_MUCH, why);
}

/* The requests of pages. */
static const struct {
	const char *name;
	void (*run)(struct player *player, const json_t *request, struct player_answer *answer);
} asks[] = {
	{ "move", ask_move },
	{ "leave", ask_leave },
	{ "join", ask_join },
	{ "play", ask_play },
	{ "exercise", ask_exercise },
};

/* Handles a request. Returns false if it is malformed. */
static bool take_request(struct player *player, const json_t *request)
{
	const struct lobby *lobby = player->commands->lobby;
	int64_t id = json_integer_value(json_object_get(request, "ask"));
	const char *what = text_of(request, "do");
	size_t i = 0;
	while (i < sizeof asks / sizeof asks[0] && strcmp(asks[i].name, what) != 0)
		i++;
	if (id <= 0 || i == sizeof asks / sizeof asks[0])
		return false;
	if (player->answers == PLAYER_REQUESTS) {
		struct string line = STRING_EMPTY;
		string_add(&line, "{\"reply\":");
		string_add_number(&line, id);
		string_add(&line, ",\"status\":429}\n");
		line_peer_send(&player->link, &line);
		string_free(&line);
		return true;
	}
	asks[i].run(
		player, request, begin_answer(player, id, lobby->settings.usual.locale.language));
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
	struct player *player = link->context;
	if (fault != NULL && !player->fault_logged)
		log_line(player->commands->lobby->log, LOG_ERROR, "seats",
			"`mitaines web` %s; connecting to it again; check that it has the bot's "
			"version",
			fault);
	player->fault_logged |= fault != NULL;
}

static void send_metrics(struct player *player)
{
	struct string text = STRING_EMPTY, line = STRING_EMPTY;
	prometheus_write(player->commands, player->backup, &text);
	json_begin_object(&line, NULL);
	json_text(&line, "metrics", text.bytes);
	json_end(&line, '}');
	string_add_char(&line, '\n');
	line_peer_send(&player->link, &line);
	string_free(&line);
	string_free(&text);
}

void player_look(struct player *player)
{
	const struct settings *settings = &player->commands->lobby->settings;
	bool offers = settings->seats || settings->guests || settings->play_now;
	if (offers != player->offers)
		line_peer_close(&player->link);
	player->offers = offers;
	if (!offers && player->backup == NULL)
		return;
	if (!line_peer_is_open(&player->link)) {
		if (!line_peer_connect(&player->link, player->loop, player->path))
			return;
		player->looked = 0;
		greet(player);
	}
	player->looks = true;
	if (player->backup != NULL && player->looked++ % METRICS_EACH == 0)
		send_metrics(player);
}

static void on_second(void *self)
{
	struct player *player = self;
	loop_timer_set(player->timer, LOOK_MS);
	player_look(player);
}

void player_connect(struct player *player, struct commands *commands, struct loop *loop,
	const char *path, const char *backup)
{
	static const struct line_peer_type pages = {
		.longest = PLAYER_LINE, .unread = PLAYER_UNREAD, .line = take_line, .ended = on_end
	};
	*player = (struct player){ .commands = commands,
		.loop = loop,
		.path = path,
		.backup = backup,
		.most_unread = PLAYER_UNREAD / 4,
		.link = { .type = &pages, .context = player } };
	commands->lobby->batch_listener =
		(struct batch_listener){ .end = end_batch, .self = player };
	player->timer = loop_timer_open(loop, on_second, player);
	loop_timer_set(player->timer, 0);
}

void player_disconnect(struct player *player)
{
	if (player->commands == NULL)
		return;
	player->commands->lobby->batch_listener = (struct batch_listener){ .end = NULL };
	line_peer_close(&player->link);
	loop_timer_close(player->timer);
	guest_links_clear(&player->guest_links);
	for (size_t i = 0; i < player->answers; i++)
		string_free(&player->answer[i].say);
	*player = (struct player){ .commands = NULL };
}

/* matrix/speech.c - what the bot says on Matrix. */
#include <stdlib.h>
#include <string.h>

#include "bot/net/matrix/form.h"
#include "bot/net/matrix/name.h"
#include "bot/net/matrix/state.h"
#include "engine/text.h"

/*
 * SPEECH_TRIES: of what the server fails at; SPEECH_REACH: after so many it is tried as often as
 * before where the server is not reached. SPEECH_SCARCE: ms after a server had too much, in which
 * nothing is said that need not be.
 */
enum { SPEECH_TRIES = 8, SPEECH_REACH = 4, SPEECH_SCARCE = 60000 };

/* ---- into the queue ---- */

static void matrix_speech_text(struct string *out, const char *key, const char *text)
{
	string_add(out, key);
	string_json(out, text);
}

static void matrix_speech_number(struct string *out, const char *key, uint64_t number)
{
	string_add(out, key);
	string_number(out, (int64_t)number);
}

/* What is to be said is on disk with what it tells of. */
uint64_t matrix_speech_keep(struct matrix *matrix, const struct queue_event *event)
{
	struct string value = STRING_EMPTY;
	if (event == NULL) {
		log_network(matrix->log, LOG_ERROR, matrix->settings.name,
			"too much to say: a line is lost");
		return 0;
	}
	const struct queue_words *words = &event->words;
	matrix_speech_text(&value, "{\"to\":", event->target);
	matrix_speech_text(&value, ",\"text\":", words->text.bytes);
	if (words->passing > 0)
		matrix_speech_number(&value, ",\"passing\":", words->passing);
	matrix_speech_number(&value, ",\"about\":", words->about);
	if (words->topic != 0) {
		matrix_speech_number(&value, ",\"topic\":", words->topic);
		matrix_speech_number(&value, ",\"edition\":", words->edition);
		matrix_speech_text(&value, ",\"shown\":", words->shown.bytes);
		matrix_speech_text(&value, ",\"choices\":", words->choices.bytes);
		string_add(&value, words->loud ? ",\"loud\":true" : "");
		string_add(&value, words->anew ? ",\"anew\":true" : "");
	}
	string_char(&value, '}');
	matrix->network.speechless = matrix->network.speechless || string_lost(&value);
	matrix_kept_put_of(matrix, "out ", event->name, value.bytes);
	string_free(&value);
	return event->number;
}

static uint64_t matrix_speech_count(const json_t *kept, const char *key)
{
	return (uint64_t)json_integer_value(json_object_get(kept, key));
}

void matrix_speech_load(struct matrix *matrix, const char *name, const char *value)
{
	json_t *kept = json_loads(value, 0, NULL);
	const char *target = matrix_text(kept, "to"), *text = matrix_text(kept, "text");
	const char *shown = matrix_text(kept, "shown"), *choices = matrix_text(kept, "choices");
	size_t length = text != NULL ? strlen(text) : 0;
	/* It held as long as the bot ran. */
	uint64_t passing = matrix_speech_count(kept, "passing");
	if (passing > 0 && passing <= length) {
		length -= (size_t)passing;
		length -= length > 0 && text[length - 1] == '\n';
	}
	struct queue_event *event = target != NULL && (length > 0 || shown != NULL)
		? queue_restore(matrix->queue, name, target)
		: NULL;
	if (event != NULL) {
		struct queue_words *words = &event->words;
		if (length > 0)
			string_bytes(&words->text, text, length);
		string_add(&words->shown, shown != NULL ? shown : "");
		string_add(&words->choices, choices != NULL ? choices : "");
		words->about = matrix_speech_count(kept, "about");
		words->topic = matrix_speech_count(kept, "topic");
		words->edition = matrix_speech_count(kept, "edition");
		words->loud = json_is_true(json_object_get(kept, "loud"));
		words->anew = json_is_true(json_object_get(kept, "anew"));
	} else {
		matrix_kept_put_of(matrix, "out ", name, NULL);
	}
	json_decref(kept);
}

static uint64_t matrix_speech_stage(
	struct matrix *matrix, const char *target, const struct saying *saying)
{
	return matrix_speech_keep(matrix, queue_say(matrix->queue, target, saying));
}

static void matrix_speech_say(
	struct network *network, const char *channel, const struct saying *saying)
{
	struct matrix *matrix = (struct matrix *)network;
	const struct matrix_room *room = matrix_room_named(matrix, channel);
	if (room != NULL && room->in && !room->sealed && !room->leaving)
		matrix_speech_stage(matrix, room->id, saying);
}

static uint64_t matrix_speech_tell(
	struct network *network, const char *key, enum via via, const struct saying *saying)
{
	struct matrix *matrix = (struct matrix *)network;
	const struct matrix_person *person = matrix_person_find(matrix, key);
	(void)via;
	return person != NULL ? matrix_speech_stage(matrix, person->id, saying) : 0;
}

void matrix_speech_last(struct matrix *matrix, const struct matrix_room *room, const char *text)
{
	matrix_speech_stage(matrix, room->id, SAYING(text));
}

/* ---- out of it ---- */

/* It is said, or never will be. */
static void matrix_speech_over(struct matrix *matrix, struct queue_event *event)
{
	char target[NETWORK_CHANNEL];
	memcpy(target, event->target, sizeof target);
	matrix_kept_put_of(matrix, "out ", event->name, NULL);
	queue_drop(matrix->queue, event);
	matrix_show_sweep(matrix, target, false);
}

/* What a room has not taken is said where that goes on: some is told only once. */
static void matrix_speech_move(struct matrix *matrix, const struct queue_event *event)
{
	const struct matrix_room *room = matrix_room_find(matrix, event->target);
	if (room != NULL && room->next != NULL && event->words.text.length > 0)
		matrix_speech_stage(matrix, room->next, SAYING(event->words.text.bytes));
}

void matrix_speech_drop(struct matrix *matrix, const char *room)
{
	struct queue_event *event;
	while ((event = queue_to(matrix->queue, room)) != NULL) {
		if (!event->gone)
			matrix_speech_move(matrix, event);
		matrix_speech_over(matrix, event);
	}
	matrix_show_sweep(matrix, room, true);
}

bool matrix_speech_later(struct matrix *matrix, const struct http_answer *answer)
{
	uint64_t now = matrix_now(matrix), wait = answer->wait;
	if (answer->status != 429)
		return false;
	/* As long as the server says, and then as the same event. */
	json_t *body = matrix_json(answer);
	double told = json_number_value(json_object_get(body, "retry_after_ms"));
	if (wait == 0 && told > 0 && told < 3600000)
		wait = (uint64_t)told;
	json_decref(body);
	matrix->pause = now + (wait > 0 ? wait : matrix_patience(2));
	matrix->scarce = now + SPEECH_SCARCE;
	return true;
}

/* True if it may be tried again, later. */
static bool matrix_speech_again(
	struct matrix *matrix, struct queue_event *event, const struct http_answer *answer)
{
	if (matrix_speech_later(matrix, answer))
		return true;
	if (answer->status >= 400 && answer->status < 500)
		return false;
	/* Where the server is not even reached, by what stands before it, the event is not at
	 * fault. */
	bool reached = answer->status != 0 && (answer->status < 502 || answer->status > 504);
	unsigned tries = event->tries++;
	unsigned most = reached ? SPEECH_TRIES : SPEECH_REACH;
	matrix->pause = matrix_now(matrix) + matrix_patience(tries < most ? tries : most);
	return !reached || event->tries < SPEECH_TRIES;
}

static void matrix_speech_done(void *context, const struct http_answer *answer)
{
	struct matrix *matrix = context;
	struct queue_event *event = queue_named(matrix->queue, matrix->said);
	matrix->sending = NULL;
	matrix_arm(matrix);
	if (answer->status == 401) {
		matrix_session_expired(matrix, answer);
		return;
	}
	if (event == NULL)
		return;
	if (answer->status != 200 && matrix_speech_again(matrix, event, answer))
		return;
	if (answer->status != 200) {
		matrix_complain(matrix, "a message is not taken", answer);
		matrix_speech_move(matrix, event);
	}
	json_t *body = matrix_json(answer);
	const char *id = answer->status == 200 ? matrix_text(body, "event_id") : NULL;
	if (id != NULL)
		matrix_show_taken(matrix, event, matrix->said_in, id);
	json_decref(body);
	matrix_speech_over(matrix, event);
}

void matrix_speech_echo(struct matrix *matrix, const struct matrix_room *room, const json_t *heard)
{
	const char *name = matrix_text(json_object_get(heard, "unsigned"), "transaction_id");
	const char *id = matrix_text(heard, "event_id");
	struct queue_event *event = name != NULL ? queue_named(matrix->queue, name) : NULL;
	if (event == NULL || !event->gone || id == NULL)
		return;
	matrix_show_taken(matrix, event, room->id, id);
	matrix_speech_over(matrix, event);
}

struct matrix_room *matrix_speech_room(const struct matrix *matrix, const char *target)
{
	const struct matrix_person *person =
		*target == '@' ? matrix_person_find(matrix, target) : NULL;
	struct matrix_room *room;
	if (*target != '@')
		return matrix_room_find(matrix, target);
	room = person != NULL && person->direct != NULL ? matrix_room_find(matrix, person->direct)
							: NULL;
	return room != NULL && matrix_room_is_private(matrix, room) ? room : NULL;
}

/* True if something can be said to them now; if not, what it takes is asked for. */
static bool matrix_speech_goes(void *context, const char *target)
{
	const struct matrix *matrix = context;
	const struct matrix_room *room = matrix_speech_room(matrix, target);
	if (*target != '@')
		return room != NULL && room->in;
	struct matrix_person *person = matrix_person_find(matrix, target);
	if (person != NULL && person->direct == NULL)
		person->wanted = true;
	return room != NULL;
}

/* Adds an event's form: lines, and what is shown, or what is shown from now on. */
static void matrix_speech_form(const struct matrix *matrix, const struct queue_event *event,
	const char *room, struct string *body)
{
	const struct queue_words *words = &event->words;
	const struct shown *shown = shown_find(matrix->shown, event->target, words->topic);
	const struct shown *root =
		words->about != 0 ? shown_find(matrix->shown, event->target, words->about) : NULL;
	bool changes = words->topic != 0 && !shown_begins(shown, words, room);
	const struct string *head = changes ? &shown->head : &words->text;
	struct string text = STRING_EMPTY;
	string_add(&text, head->bytes);
	string_add(&text, head->length > 0 && words->shown.length > 0 ? "\n" : "");
	string_add(&text, words->shown.bytes);
	form_message(body,
		&(struct form){
			.text = text.bytes,
			.mention = words->loud && *event->target == '@' ? event->target : NULL,
			.changes = changes ? shown->event : NULL,
			.thread = root != NULL && root->event[0] != '\0' ? root->event : NULL,
		});
	string_free(&text);
}

static void matrix_speech_send(struct matrix *matrix, struct queue_event *event)
{
	struct string path = STRING_EMPTY, body = STRING_EMPTY;
	const struct matrix_room *room = matrix_speech_room(matrix, event->target);
	string_add(&path, "/_matrix/client/v3/rooms/");
	http_part(&path, room->id);
	string_add(&path, "/send/m.room.message/");
	http_part(&path, event->name);
	matrix_speech_form(matrix, event, room->id, &body);
	event->gone = true;
	struct text said = text_in(matrix->said, sizeof matrix->said);
	text_add(&said, event->name);
	said = text_in(matrix->said_in, sizeof matrix->said_in);
	text_add(&said, room->id);
	matrix->sending = matrix_ask(matrix,
		&(struct http_order){ .method = "PUT", .path = path.bytes, .body = body.bytes },
		matrix_speech_done);
	string_free(&path);
	string_free(&body);
}

uint64_t matrix_speech_wait(const struct matrix *matrix, unsigned events)
{
	return pace_wait(&matrix->pace, matrix_now(matrix), events - 1);
}

void matrix_speech_spend(struct matrix *matrix)
{
	pace_count(&matrix->pace, matrix_now(matrix));
}

void matrix_speech_next(struct matrix *matrix, uint64_t *then)
{
	uint64_t now = matrix_now(matrix), due = now + matrix_speech_wait(matrix, 1);
	if (matrix->sending != NULL || matrix->phase != MATRIX_ON)
		return;
	struct queue_event *event = queue_first(matrix->queue, matrix_speech_goes, matrix);
	if (event == NULL)
		return;
	due = due > matrix->pause ? due : matrix->pause;
	if (due > now) {
		*then = due < *then ? due : *then;
		return;
	}
	matrix_speech_spend(matrix);
	matrix_speech_send(matrix, event);
}

/* ---- the driver ---- */

static bool matrix_speech_waits(struct network *network, uint64_t line)
{
	return queue_holds(((struct matrix *)network)->queue, line);
}

static size_t matrix_speech_owed(struct network *network, const char *key)
{
	return queue_lines(((struct matrix *)network)->queue, key);
}

static const char *matrix_speech_nick(struct network *network, const char *key)
{
	const struct matrix_person *person = matrix_person_find((struct matrix *)network, key);
	return person != NULL && (person->rooms > 0 || person->direct != NULL) ? person->nick
									       : NULL;
}

static bool matrix_speech_in(struct network *network, const char *key, const char *channel)
{
	const struct matrix *matrix = (struct matrix *)network;
	const struct matrix_person *person = matrix_person_find(matrix, key);
	const struct matrix_room *room = matrix_room_named(matrix, channel);
	return person != NULL && room != NULL && matrix_room_holds(room, person);
}

static bool matrix_speech_who(struct network *network, const char *nick, struct sender *sender)
{
	struct matrix *matrix = (struct matrix *)network;
	const struct matrix_person *person = matrix_person_named(matrix, nick);
	if (person == NULL || person->rooms == 0)
		return false;
	*sender = *matrix_person_sender(person, &matrix->found);
	return true;
}

static const char *matrix_speech_self(struct network *network)
{
	return ((struct matrix *)network)->nick;
}

/* Ids and aliases are compared as they are, names of people in any case. */
static void matrix_speech_fold(struct network *network, const char *name, char out[NETWORK_CHANNEL])
{
	struct text text = text_in(out, NETWORK_CHANNEL);
	bool exact = strchr("@!#", *name) != NULL;
	(void)network;
	for (; *name != '\0'; name++)
		text_char(&text,
			!exact && *name >= 'A' && *name <= 'Z' ? (char)(*name - 'A' + 'a') : *name);
}

static bool matrix_speech_join(struct network *network, const char *channel)
{
	return matrix_room_want((struct matrix *)network, channel);
}

static bool matrix_speech_part(struct network *network, const char *channel, const char *reason)
{
	struct matrix *matrix = (struct matrix *)network;
	struct matrix_room *room = matrix_room_named(matrix, channel);
	bool wanted = matrix_room_unwant(matrix, channel);
	if (room == NULL || !room->in)
		return wanted;
	matrix_speech_stage(matrix, room->id, SAYING(reason));
	matrix_room_leave(matrix, room);
	if (room->told)
		matrix->network.events->left(matrix->network.above, &matrix->network, channel);
	room->told = false;
	return true;
}

static void matrix_speech_status(struct network *network, struct network_status *status)
{
	const struct matrix *matrix = (struct matrix *)network;
	*status = (struct network_status){
		.connected = matrix->phase == MATRIX_ON && !matrix->lost,
		.tried = matrix->phase == MATRIX_ON || matrix->tries > 0,
		.waiting = queue_lines(matrix->queue, NULL),
		.connects = matrix->connects,
	};
	for (size_t i = 0; i < matrix->rooms; i++)
		status->channels += matrix->room[i]->told;
	for (size_t i = 0; i < matrix->people; i++)
		status->people += matrix->person[i]->rooms > 0;
}

static void matrix_speech_release(struct network *network)
{
	struct matrix *matrix = (struct matrix *)network;
	if (queue_release(matrix->queue))
		matrix_arm(matrix);
	matrix_kept_settle(matrix, true);
	matrix_hear_settle(matrix, true);
}

static void matrix_speech_forget(struct network *network)
{
	struct matrix *matrix = (struct matrix *)network;
	queue_forget(matrix->queue);
	matrix_kept_settle(matrix, false);
	matrix_hear_settle(matrix, false);
}

const struct network_driver matrix_driver = {
	.line = 320,
	.colours = true,
	.keeps = true,
	.say = matrix_speech_say,
	.tell = matrix_speech_tell,
	.show = matrix_show,
	.expect = matrix_show_expect,
	.busy = matrix_show_busy,
	.waits = matrix_speech_waits,
	.owed = matrix_speech_owed,
	.nick = matrix_speech_nick,
	.in = matrix_speech_in,
	.who = matrix_speech_who,
	.self = matrix_speech_self,
	.fold = matrix_speech_fold,
	.join = matrix_speech_join,
	.part = matrix_speech_part,
	.status = matrix_speech_status,
	.release = matrix_speech_release,
	.forget = matrix_speech_forget,
	.change = matrix_type_change,
	.quit = matrix_type_quit,
	.gone = matrix_type_gone,
	.close = matrix_type_close,
};

/* matrix/state.h - what the files of a Matrix network share, and for them only. */
#ifndef BOT_NET_MATRIX_STATE_H
#define BOT_NET_MATRIX_STATE_H

#include <jansson.h>

#include "bot/base/log.h"
#include "bot/base/loop.h"
#include "bot/base/string.h"
#include "bot/net/http.h"
#include "bot/net/matrix/index.h"
#include "bot/net/matrix/matrix.h"
#include "bot/net/matrix/members.h"
#include "bot/net/matrix/queue.h"
#include "bot/net/matrix/shown.h"
#include "bot/net/pace.h"

/*
 * Bytes, NUL included, of an id and of what a server calls a place in what is heard; rooms to be
 * in.
 */
enum { MATRIX_ID = 256, MATRIX_TOKEN = 4096, MATRIX_ROOMS = 4096 };
/* Milliseconds. */
/* MATRIX_AGAIN: what there was no memory for is asked so much later. */
enum { MATRIX_POLL = 30000, MATRIX_GRACE = 15000, MATRIX_PATIENCE = 60000, MATRIX_AGAIN = 1000 };
/*
 * Bytes of an answer at most; and of memory that what is heard takes at a time, which is some seven
 * times as long when honest, and a hundred times when it is made for that.
 */
enum { MATRIX_SYNC = 32 * 1024 * 1024, MATRIX_ANSWER = 1024 * 1024 };
enum { MATRIX_WEIGHT = 128 * 1024 * 1024 };
/* Members of a room from which on it is a crowd. */
enum { MATRIX_CROWD = 1000 };

/* The strings belong to the configuration. */
struct matrix_settings {
	const char *name; /* of the network, for the operator */
	struct conn_settings reach;
	bool discover; /* that tells where the homeserver is */
	const char *user;
	const char *password; /* NULL: token is all there is */
	const char *token;
	const char *const *room; /* aliases and ids */
	size_t rooms;
	enum matrix_invites { MATRIX_NOBODY, MATRIX_ADMINS, MATRIX_ANYONE } invites;
	unsigned burst;
	double per_second;
};

enum matrix_phase {
	MATRIX_WAITING, /* for the time to try again */
	MATRIX_ENTERING,
	MATRIX_ON,
	MATRIX_EXPIRED, /* the server no longer knows the token: a new one is to be had */
	MATRIX_GONE
};

struct matrix_person {
	char *id;
	char *name; /* name_clean's; empty: none */
	char *nick; /* as people are shown it */
	struct index_entry by_id, by_name, by_local;
	struct matrix_room **room; /* shared with the bot, channels and direct ones */
	unsigned rooms;
	char *direct; /* the room where they are told things; NULL: none yet */
	struct matrix_person *next_wanted;
	bool listed;      /* in the list of people for whom a room is to be made */
	bool wanted;      /* there are private lines for them, and no such room */
	uint64_t due;     /* when to make it */
	unsigned refused; /* rooms they have left, or were not to be had in, since they came into
			     one */
};

struct matrix_room {
	char *id;
	char *name;     /* as people know it; NULL: a direct room */
	char *direct;   /* for whom the bot has made it, or who has; NULL: a channel */
	char *next;     /* the room where it goes on, or NULL; no chain of them is a circle */
	char *claim;    /* an alias it gives itself, which the directory is still asked for */
	unsigned steps; /* upgrades by which the bot has come there … */
	uint64_t came;  /* … at this time */
	bool ended;     /* behind these nothing is followed: the directory is asked instead */
	bool shut;      /* it has refused the bot, which was not there since */
	bool idle;      /* the sweep forgets it */
	bool mine;      /* the bot has made it */
	bool in;        /* the bot is in it, */
	bool doubted;   /* as far as it has heard, but it may not speak there */
	bool told;      /* `joined` was told, */
	enum openness openness;
	bool sealed;   /* it is encrypted, … */
	bool leaving;  /* … or was left behind: the bot is to leave, … */
	uint64_t due;  /* … then */
	uint64_t said; /* messages heard there in this run */
	uint64_t busy; /* until then people see that the bot is about to say something */
	bool restless; /* the server is still to be told that busy has begun or ended */
	bool unread;   /* the members are still to be asked for */
	bool crowd;    /* there are so many that the bot goes on hearing meanwhile */
	json_t *moved; /* ids whose membership has changed since they were asked for */
	size_t count;  /* of members, without the bot */
};

/* Room for what a sender points to. */
struct matrix_sender {
	struct sender sender;
	char mask[2 * MATRIX_ID];
	char origin[MATRIX_ID];
};

/* A room to be in. */
struct matrix_wanted {
	char name[MATRIX_ID]; /* an alias or an id */
	char via[MATRIX_ID];  /* a server that knows it; empty: what its name says */
	uint64_t due;         /* when to try */
	unsigned tries;
	bool asked;    /* by somebody there: once in, or refused, that is over */
	bool resolved; /* what room has that name, if any, was told in this run */
	bool anew;     /* the room that had it does not let the bot in: another may have it now */
};

/* What is asked of the server beside what is said and heard, one thing at a time. */
enum matrix_task { TASK_RESOLVE, TASK_JOIN, TASK_LEAVE, TASK_MAKE, TASK_CHECK, TASK_MARK, TASKS };

/* The members of a room, asked for and taken one after the other. */
struct matrix_census {
	struct http_request *request;
	char room[MATRIX_ID];
	struct members members;
	bool open;    /* members are still to be taken */
	bool failed;  /* they could not be had: they are asked for again … */
	uint64_t due; /* … then, in a crowd */
	unsigned tries;
	size_t count; /* of members so far */
};

struct matrix {
	struct network network; /* must be first */
	struct matrix_settings settings;
	struct loop *loop;
	const struct log *log;
	struct http *http;
	struct loop_timer *clock;
	enum matrix_phase phase;
	uint64_t again; /* when to try again to enter, or to hear */
	unsigned tries;
	uint64_t connects; /* how often it entered, or heard again */
	char user[MATRIX_ID];
	char *nick;  /* the bot's own */
	bool loaded; /* what is kept has been read */
	bool armed;  /* the clock is due at once */

	/* ---- kept.c ---- */
	struct matrix_change *change; /* what is not surely kept yet, … */
	uint64_t put;                 /* … and when to try again */
	bool unkept;                  /* nothing could be kept: nothing is heard until it can */
	unsigned losses;              /* answers in a row of which what came could not be kept */

	/* ---- session.c ---- */
	bool discovered;     /* where the homeserver is is known */
	struct string token; /* secret, as the next one */
	struct string renewal;
	struct string device;

	/* ---- sync.c: one at a time of entering, hearing and filling ---- */
	struct http_request *hearing;
	struct string since;     /* up to where what was heard is kept, … */
	struct string heard;     /* … and with this batch; empty: nothing new */
	bool whole;              /* all of each room has been heard in this run */
	bool fresh;              /* nothing was ever heard: what is there is old */
	bool restored;           /* the database is an older state; until a token is kept */
	bool lost;               /* `lost` was told */
	unsigned garbled;        /* answers in a row that made no sense */
	bool much;               /* the last one was too much: less is asked for */
	size_t weight;           /* of what was missing and is there, as json_weight has it */
	json_t *body;            /* what is still to be taken */
	struct matrix_gap *gap;  /* of it, what is missing in rooms */
	struct matrix_gap *asks; /* the one that is asked for */

	/* ---- census.c: of a room whose members are waited for, and of a crowd ---- */
	struct matrix_census census[2];

	/* ---- person.c ---- */
	struct matrix_person **person; /* in no order */
	size_t people, people_size;
	struct index by_id, by_name, by_local;
	struct matrix_person
		*wanting; /* people for whom a room may have to be made, in the order of asking */
	size_t present;   /* people who share a room with the bot */
	size_t idle;      /* people that came or left since the last sweep */

	/* ---- room.c ---- */
	struct matrix_room **room; /* sorted by id */
	size_t rooms;
	size_t litter; /* rooms left since the last sweep */
	struct matrix_wanted *wanted;
	size_t wanteds;

	/* ---- room_tasks.c ---- */
	struct http_request *errand;
	enum matrix_task errand_kind;
	char errand_about[MATRIX_ID]; /* a room to be in, a room, or a person */
	uint64_t errands[TASKS];      /* when the next of a kind may be: the server asks for it */
	bool named;                   /* a room may be ready, as its name is known */
	bool unmarked;                /* the server is still to be told which rooms are direct */

	/* ---- outgoing_store.c ---- */
	struct queue *queue;
	struct queue_thread heard_in; /* the thread of the message that is reported now */

	/* ---- shown_store.c ---- */
	struct shown *shown;

	/* ---- speech.c ---- */
	struct http_request *sending;
	char said[QUEUE_NAME];   /* the event that is being sent, … */
	char said_in[MATRIX_ID]; /* … and the room */
	uint64_t pause;          /* no sooner may anything be said: the server asks for it */
	struct pace pace;        /* of what is said */

	/* ---- show.c ---- */
	char offered[MATRIX_ID]; /* the event to which a choice is being added */
	uint64_t scarce;         /* until then there is no room for choices */
	struct http_request *typing;

	/* ---- type.c ---- */
	struct matrix_sender found; /* whom `who` found last */
};

/* From here on each file knows those above it, and none below. */

/* ---- request.c ---- */

uint64_t matrix_now(const struct matrix *matrix);
/*
 * A copy of a text, or what was there with another size, the caller's; NULL: there is no memory,
 * and so nothing of this batch is kept.
 */
char *matrix_copy(struct matrix *matrix, const char *text);
void *matrix_grown(struct matrix *matrix, void *before, size_t size);
/* Something is due now, or at another time than before. */
void matrix_arm(struct matrix *matrix);
/* Milliseconds until another attempt: longer each time, up to some minutes. */
uint64_t matrix_patience(unsigned tries);
/* Until another attempt to enter or to hear, which is counted: people wait, so a minute or so at
 * most. */
uint64_t matrix_impatience(struct matrix *matrix);
/* Begins a request by the token; NULL for want of memory. */
struct http_request *matrix_ask(struct matrix *matrix, const struct http_order *order,
	void (*done)(void *context, const struct http_answer *answer));
/* A text as JSON, to be freed, with what a parser refuses in it repaired; NULL: it cannot be. */
json_t *matrix_parse(const char *text, size_t length);
/* An answer as JSON, to be freed; NULL: it is none, or too much. */
json_t *matrix_json(const struct http_answer *answer);
/* True if a server refuses what it was asked; else it does it, fails, or was not reached. */
bool matrix_refuses(const struct http_answer *answer);
/* True if an answer is too long, or takes too much memory. */
bool matrix_is_much(const struct http_answer *answer);
/* What became of a request, for the log. */
void matrix_complain(
	const struct matrix *matrix, const char *what, const struct http_answer *answer);
/* The text of a key of an object, or NULL. */
const char *matrix_text(const json_t *object, const char *key);
/* By that answer the server no longer knows the token: nothing is asked until there is another. */
void matrix_expired(struct matrix *matrix, const struct http_answer *answer);

/* ---- kept.c ---- */

/*
 * Keeps a value, or NULL none any more, in this batch; should it fail, in a later one. False: there
 * is no memory for that: not to do so later, or not even now, and then nothing of this batch is.
 */
bool matrix_kept_put(struct matrix *matrix, const char *name, const char *value);
/*
 * Reads what was kept, the caller's then; NULL: it makes no sense, or there is no memory for it and
 * the batch is not kept.
 */
json_t *matrix_kept_read(struct matrix *matrix, const char *value);
/* The same as matrix_kept_put by a kind and the name behind it. */
bool matrix_kept_put_of(
	struct matrix *matrix, const char *kind, const char *name, const char *value);
/* What this batch has changed of it is on disk, or is not; then it is tried again. */
void matrix_kept_settle(struct matrix *matrix, bool kept);
/* What was heard could not be kept: something else is, before it is heard again. */
void matrix_kept_try(struct matrix *matrix);
/* Keeps what could not be, once that is due; *then is when. */
void matrix_kept_again(struct matrix *matrix, uint64_t *then);
void matrix_kept_close(struct matrix *matrix);

/* ---- shown_store.c ---- */

/* What stands somewhere has changed, and is no more. */
void matrix_shown_keep(struct matrix *matrix, const struct shown *shown);
void matrix_shown_drop(struct matrix *matrix, struct shown *shown);
/* Nothing is shown to a target any more, if all has been said there; or in any case. */
void matrix_shown_sweep(struct matrix *matrix, const char *target, bool all);
/* As it was kept. */
void matrix_shown_load(struct matrix *matrix, const char *name, const char *value);

/* ---- outgoing_store.c ---- */

/*
 * Says something in a room, or to a person, by their id, in a thread or (NULL) in none. Returns its
 * number; too much: 0.
 */
uint64_t matrix_outgoing_say(struct matrix *matrix, const char *target, const struct saying *saying,
	const struct queue_thread *thread);
/* An event of the queue has changed: it is kept. Returns its number; NULL: too much, 0. */
uint64_t matrix_outgoing_keep(struct matrix *matrix, const struct queue_event *event);
/* Somebody, by their id, is told nothing behind what waits for them; false: nothing does. */
bool matrix_outgoing_end(struct matrix *matrix, const char *target);
/* It is said, or never will be. */
void matrix_outgoing_over(struct matrix *matrix, struct queue_event *event);
/* What was to be said in a room, and cannot be there yet, is said in another: some is told only
 * once. */
void matrix_outgoing_turn(struct matrix *matrix, const char *room, const char *next);
/* What was to be said in a room never is. */
void matrix_outgoing_drop(struct matrix *matrix, const char *room);
/* A line that was not said when the bot ended. */
void matrix_outgoing_load(struct matrix *matrix, const char *name, const char *value);

/* ---- person.c ---- */

bool matrix_person_open(struct matrix *matrix);
void matrix_person_close(struct matrix *matrix);
struct matrix_person *matrix_person_find(const struct matrix *matrix, const char *id);
struct matrix_person *matrix_person_get(struct matrix *matrix, const char *id);
/* A room is to be made where a person can be told things. */
void matrix_person_want(struct matrix *matrix, struct matrix_person *person);
/* Forgets people without a room in common with the bot, unless lines wait for them. */
void matrix_person_sweep(struct matrix *matrix);
/* Whoever is shown as nick, or by that id or the part of it before the server; or NULL. */
struct matrix_person *matrix_person_named(const struct matrix *matrix, const char *nick);
/* Their display name is this now; NULL: none. Tells above of who is shown otherwise by that. */
void matrix_person_display(
	struct matrix *matrix, struct matrix_person *person, const char *display);
/* The bot's own display name is this now; NULL: none. */
void matrix_person_own_name(struct matrix *matrix, const char *display);
/* Somebody as those above know them; lives as long as `into`. */
const struct sender *matrix_person_sender(
	const struct matrix_person *person, struct matrix_sender *into);

/* ---- room.c ---- */

struct matrix_room *matrix_room_find(const struct matrix *matrix, const char *id);
/* The same by the name above, as it is written. */
struct matrix_room *matrix_room_named(const struct matrix *matrix, const char *name);
/* Finds or makes it; NULL for want of memory. */
struct matrix_room *matrix_room_get(struct matrix *matrix, const char *id);
/* Its name is this now, or whose direct room it is (false: no memory for it); both are kept. */
void matrix_room_name(struct matrix *matrix, struct matrix_room *room, const char *name);
bool matrix_room_direct(
	struct matrix *matrix, struct matrix_room *room, const char *user, bool mine);
/* The bot is in it, and out of it. */
void matrix_room_reached(struct matrix *matrix, struct matrix_room *room);
void matrix_room_left(struct matrix *matrix, struct matrix_room *room);
/* True if what is told somebody may be said there. */
bool matrix_room_is_private(const struct matrix *matrix, const struct matrix_room *room);
/* Where somebody was told things is no place for it: it is left, and what comes is said elsewhere.
 */
void matrix_room_desert(struct matrix *matrix, struct matrix_room *room);
/*
 * Drops the lines that wait for a forgotten person and can no longer be told. Returns false if the
 * person is not forgotten.
 */
bool matrix_room_give_up(struct matrix *matrix, struct matrix_person *person);
/*
 * A room goes on in another one, and with it what was to be said there; false: there is no memory.
 */
bool matrix_room_replace(struct matrix *matrix, struct matrix_room *room, struct matrix_room *next);
/* Somebody is told nothing more: the room where they were is left. */
void matrix_room_part(struct matrix *matrix, const char *user);
/* Nothing that is kept tells of them, and rooms they have made are left. */
void matrix_room_erase(struct matrix *matrix, const char *user);
/* A room is to be left behind, at the given time or when all is said there. */
void matrix_room_leave(struct matrix *matrix, struct matrix_room *room);
bool matrix_room_holds(const struct matrix_room *room, const struct matrix_person *person);
/* True if others than the person it is for are in a direct room. */
bool matrix_room_is_shared(const struct matrix *matrix, const struct matrix_room *room);
void matrix_room_enter(
	struct matrix *matrix, struct matrix_room *room, const char *user, const char *display);
void matrix_room_exit(struct matrix *matrix, struct matrix_room *room, const char *user);
/* Notes that a room is a crowd, or is not, also for the next start. */
void matrix_room_crowd(struct matrix *matrix, struct matrix_room *room, bool crowd);
/* Forgets rooms that the bot is not in and is not to be in. */
void matrix_room_sweep(struct matrix *matrix);
/* True if a room is over: it was left for another one, which has not refused the bot. */
bool matrix_room_is_over(const struct matrix *matrix, const struct matrix_room *room);
void matrix_room_close(struct matrix *matrix);
/* True if that may be the name of a room. */
bool matrix_room_sound(const char *name);
/*
 * A room to be in, for good or because somebody there asks for it; false: there are too many, or it
 * is none.
 */
bool matrix_room_want(struct matrix *matrix, const char *name);
bool matrix_room_asked(struct matrix *matrix, const char *id, const char *via);
/* None any more; false: it was none. */
bool matrix_room_unwant(struct matrix *matrix, const char *name);
/* True if it is one to be in. */
bool matrix_room_is_wanted(const struct matrix *matrix, const struct matrix_room *room);
/* A room that is to be in, if it is one, is tried in so many milliseconds. */
void matrix_room_seek(struct matrix *matrix, const struct matrix_room *room, uint64_t wait);
/* Each room that is to be in is tried now. */
void matrix_room_try(struct matrix *matrix);

/* ---- census.c ---- */

/* Asks for the members of a room, unless that is under way. False: they cannot be had now. */
bool matrix_census_await(struct matrix *matrix, struct matrix_room *room);
/* Takes some of the members that have come, and asks for the members of a crowd. */
void matrix_census_next(struct matrix *matrix, uint64_t *then);
void matrix_census_close(struct matrix *matrix);

/* ---- speech.c ---- */

/* Says what may be said now; *then is when more may be. */
void matrix_speech_next(struct matrix *matrix, uint64_t *then);
/* The room where what is told somebody, or said in a room of that id, is said now; or NULL. */
struct matrix_room *matrix_speech_room(const struct matrix *matrix, const char *target);
/* Something of its own is heard: the server has it, whether it has said so or not. */
void matrix_speech_echo(struct matrix *matrix, const struct matrix_room *room, const json_t *heard);
/* Milliseconds until the pace lets so many events through at once; and one goes. */
uint64_t matrix_speech_wait(const struct matrix *matrix, unsigned events);
void matrix_speech_spend(struct matrix *matrix);
/* The server wants to be asked later; true if that was why, and it may be. */
bool matrix_speech_later(struct matrix *matrix, const struct http_answer *answer);

/* ---- show.c ---- */

uint64_t matrix_show(
	struct network *network, const char *target, bool private, const struct showing *showing);
void matrix_show_expect(struct network *network, const char *key);
void matrix_show_busy(struct network *network, const char *target, bool private);
/* Adds a choice that can be tapped, where nothing is left to be said; *then: when it may be. */
void matrix_show_offer(struct matrix *matrix, uint64_t *then);
/* Shows that the bot is about to say something, or no longer. */
void matrix_show_typing(struct matrix *matrix);
/* Somebody has tapped something in a room. */
void matrix_show_tap(struct matrix *matrix, const struct matrix_room *room, const json_t *event);

/* ---- session.c ---- */

void matrix_session_enter(struct matrix *matrix);
/* The token is known no longer: a new one, by renewal or password, or the same one later. */
void matrix_session_again(struct matrix *matrix);
/* What was kept of it. */
void matrix_session_load(struct matrix *matrix, const char *value);
/* Says nothing any more, and forgets what is secret. */
void matrix_session_close(struct matrix *matrix);

/* ---- room_tasks.c ---- */

/* Does the next thing that is due; what comes later is in *then. */
void matrix_task_next(struct matrix *matrix, uint64_t *then);
/* A room has ended in favour of another one. */
void matrix_task_follow(
	struct matrix *matrix, struct matrix_room *room, const char *id, const char *via);

/* ---- sync_apply.c ---- */

/* Notes the size of a new room, as a sync tells it. */
void matrix_apply_size(struct matrix *matrix, struct matrix_room *room, const json_t *heard);
/* Tells those above of rooms where the bot is heard and whose name is known. */
void matrix_apply_named(struct matrix *matrix);
/* Takes what was heard: a body of /sync that has been filled. */
void matrix_apply_body(struct matrix *matrix, json_t *body);

/* ---- sync.c ---- */

void matrix_sync_begin(struct matrix *matrix);
/* Goes on with a sync that waits for members of rooms. */
void matrix_sync_go_on(struct matrix *matrix);
/* The batch of what was heard last is on disk, or nothing of it happened. */
void matrix_sync_settle(struct matrix *matrix, bool kept);
void matrix_sync_close(struct matrix *matrix);

/* ---- restore.c ---- */

/* Reads back what was kept when the bot ended; false: not all of it could be, and it is tried
 * again. */
bool matrix_restore(struct matrix *matrix);

/* ---- duty.c ---- */

/* Does what is due; context is the network. */
void matrix_due(void *context);

#endif

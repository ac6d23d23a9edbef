/*
 * table.h - a table: a game's state and who sits at it. Knows no network, no store and no words.
 */
#ifndef BOT_TABLE_TABLE_H
#define BOT_TABLE_TABLE_H

#include <stddef.h>

#include "bot/people/people.h"
#include "bot/table/channel.h"
#include "engine/player.h"
#include "storage/matches.h"

/* TABLE_OFFER: so many ms an offer stands. */
/* TABLE_LAST: of what happened in a hand so much is remembered. */
enum { TABLE_OPTIONS = 128, TABLE_OFFER = 120 * 1000, TABLE_LAST = 4 };

/*
 * The owner stays as they are from the start of the match to its end: theirs are its points, its
 * rating and the leave. Only who plays changes.
 */
struct seat {
	struct person *owner;  /* whose seat it is, and whose rating; NULL: an AI player's */
	struct person *player; /* who plays it; NULL: an AI player */
	uint8_t level;         /* enum level of the AI player who plays it when no person does */
	uint8_t robot;         /* which of the AI players' names they have, from 1; 0: none yet */
	bool away;             /* an AI player stands in until they speak */
	bool given;            /* by its player to another: only an AI player gives it back */
	uint8_t misses;        /* turns in a row that the clock took */
	int64_t left; /* unix seconds: when the owner left the running match; 0: they did not */
	struct store_counts stats; /* of the running match */
};

/* What a restart forgets of a seat. */
struct seat_passing {
	struct person *heir; /* who plays the seat would hand it to them, or NULL … */
	int64_t heir_at;     /* … since then, in ms, and until table_offered says */
	int64_t stops_at;    /* likewise … */
	bool stops;          /* … if who plays the seat would end the match */
	bool waited;         /* all were told that the player's connection is lost */
	bool inside;         /* the player was seen in the table's channel */
	bool barred;         /* the player was told that the channel is barred */
	int64_t missed;      /* ms: before the start, since when they are gone; 0: they are there */
	uint8_t shown;       /* cards of the hand last shown to the player … */
	card hand[HAND_MAX]; /* … for `play 3` */
	uint32_t waits[2];   /* ms of grace used up, see presence.h */
};

/* What a restart forgets of a table. */
struct table_passing {
	bool warned;      /* of the turn clock */
	int64_t since;    /* ms: when the turn, or before the start the last change, began … */
			  /* … and later by as long as the clock stood */
	uint16_t due;     /* seats with cards they were not shown yet, … */
	int64_t due_at;   /* … ms: and are from then on, once they are there */
	uint64_t told;    /* the turn's first line with the hand of whoever moves; 0: it went, */
	int64_t told_by;  /* ms: or is waited for no more; 0: there was none in this batch */
	int64_t barred;   /* ms of grace used up while the channel is barred, see exclusion.h */
	uint64_t awaited; /* the serial of the job that will make the next move, or 0 */
	struct seat_passing seat[SEATS_MAX];
	uint8_t lasts; /* what happened last in this hand, the latest at the end */
	struct event last[TABLE_LAST];
};

/* The source of a table's decks, see match/deck.h. */
enum deck_source { DECK_OWN, DECK_SHARED, DECK_LAID_OUT };
struct table_deck {
	enum deck_source source; /* set before the table opens */
	int64_t first;           /* shared: the first match of the chain; 0: this one */
	int64_t chain;           /* the number that the seeds are drawn for */
	const char *laid;        /* laid out: the first cards, "9D TC"; outlives the table */
};

/*
 * What the journal rebuilds comes last, as one block with the state: every byte of it is put back
 * after a batch that failed. What passes is then as the batch before had left it, whether the table
 * was touched or not, as what nobody was told did not happen.
 */
struct table {
	struct table_passing passing;
	struct table_passing settled; /* what passes as the last batch left it */
	void *saved;                  /* what lasts as before this batch, or NULL */
	bool fresh;                   /* opened in this batch */
	bool promising;  /* a commitment is said when this batch ends: no nonces until then */
	int64_t match;   /* here begins what lasts: its number in the store */
	int64_t again;   /* before the start: the match its people play once more, or 0 */
	unsigned number; /* what people call it: one of the network's live tables */
	struct channel *channel; /* where it stands; of a private table a place of its own */
	struct person *alone;    /* of a private table who sits there, and alone hears of it */
	const struct game *game;
	uint8_t preset;
	uint8_t taken; /* seats taken; before the start they are 0 … taken - 1 */
	bool running;
	bool seeking;   /* its opener looks for people: once they are enough, it starts */
	bool rated;     /* as whoever opened it wished, and until somebody gets a hint */
	bool hidden;    /* no page shows it any more */
	bool closed;    /* swept at the end of the batch */
	bool tutorial;  /* of a tutorial: nobody is seated by it */
	uint32_t moves; /* in the journal */
	struct table_deck deck;
	uint64_t thinking;           /* what AI players' seeds in this hand are made from */
	char options[TABLE_OPTIONS]; /* "target=300 ranks=standard", in the order given */
	struct seat seat[SEATS_MAX];
	_Alignas(max_align_t) unsigned char state[];
};

/* Returns an empty table with an open state, in a channel that has a name. */
struct table *table_new(struct channel *channel, const struct game *game, unsigned preset);
/*
 * The same as a private table: it stands in no channel, and what is said of it is said in private
 * to the one person who sits there.
 */
struct table *table_new_private(struct network *network, const struct channel_settings *settings,
	const struct game *game, unsigned preset);
bool table_is_private(const struct table *table);
/* True if somebody may know of a table, where they ask: in a channel, NULL: in private. */
bool table_is_known(
	const struct table *table, const struct person *person, const struct channel *channel);
/* How those who hear of the table are spoken to. */
struct locale table_locale(const struct table *table);
void table_free(struct table *table);
/* The table is no longer live, and nobody sits at it. */
void table_close(struct table *table);
/* What lasts, and its size in bytes. */
void *table_lasting(struct table *table);
size_t table_lasting_size(const struct table *table);
/* Remembers what lasts as it is, once a batch. */
void table_save(struct table *table);
/* A batch has ended: the table stays as it is, or is as before it, and people's seats count so. */
void table_settle(struct table *table, bool kept);

struct state *table_state(struct table *table);
/* Sets "name=value", one of the game's options or rated=yes|no; before the start only. */
enum refusal table_option(struct table *table, const char *name, const char *value);
/*
 * Takes the next option off "name=value name=value", which it cuts, and moves rest behind it.
 * Returns its name, and its value; value is NULL without "=". Returns NULL at the end.
 */
char *table_option_next(char **rest, char **value);
/* Sets all of "name=value name=value", as in options; false where one is refused. */
bool table_options(struct table *table, const char *options);
/* The seat somebody plays (or that is played for them while they are away), or SEAT_NONE. */
unsigned table_seat(const struct table *table, const struct person *person);
/* The seat somebody owns and an AI player has instead of them or their substitute, or SEAT_NONE. */
unsigned table_left(const struct table *table, const struct person *person);
/*
 * Takes the next free seat for a person, or for an AI player of a level (NULL); returns it. Must
 * have room. For a person who leaves, LEVEL_NORMAL plays on.
 */
unsigned table_sit(struct table *table, struct person *person, enum level level);
/* Gives up a seat before the start; those behind move up. */
void table_rise(struct table *table, unsigned seat);
/* Changes who plays a seat: a person or NULL, an AI player. */
void table_hand_over(struct table *table, unsigned seat, struct person *player);
/* Where somebody plays a seat another does from now on, and before the start where they own it. */
void table_become(struct table *table, unsigned seat, struct person *from, struct person *to);
/* Remembers what happened for whoever looks at the table. */
void table_note(struct table *table, const struct events *events);
/* The time for a move begins, now in ms. */
void table_turn(struct table *table, int64_t now);
/* Seats everybody anew: order[i] is the old seat of who sits at i now. */
void table_reseat(struct table *table, const uint8_t order[SEATS_MAX]);
/* Most players the options allow. */
unsigned table_room(struct table *table);
/* True if an AI player makes the seat's moves. */
bool table_automatic(const struct table *table, unsigned seat);
/* True if an AI player is to move: not where nobody plays or the channel does not hear. */
bool table_awaits_robot(struct table *table);
/* People who play themselves and are not away. */
unsigned table_people(const struct table *table);
/*
 * True if any seat but one, or with SEAT_NONE any, has a person as owner, and neither they nor a
 * substitute play it.
 */
bool table_any_absent(const struct table *table, unsigned but);
/*
 * What takes the consent of others: who plays a seat would hand it to somebody, or end the match.
 * now: ms on the lobby's clock. Lapses after TABLE_OFFER, and when the seat changes hands.
 */
void table_offer(struct table *table, unsigned seat, struct person *heir, int64_t now);
void table_ask_stop(struct table *table, unsigned seat, int64_t now);
/* Takes both back, as who makes a move does; true if there was anything. */
bool table_withdraw(struct table *table, unsigned seat);
/* The seat that somebody is offered, or SEAT_NONE. */
unsigned table_offered(const struct table *table, const struct person *heir, int64_t now);
/* True if who plays the seat would end the match, and whether all people who play would. */
bool table_stops(const struct table *table, unsigned seat, int64_t now);
bool table_all_stop(const struct table *table, int64_t now);
/* What a seat is called: the nick of its player, or the name of an AI player. */
const char *table_name(const struct table *table, unsigned seat);
/* The level of the AI player of that name at a table, or, NULL, as a rule at any; -1: there is
 * none. */
int table_robot_level(const struct table *table, const char *name);

#endif

/* table.h - a table: its seats and the state of its game. Knows no network, store or text. */
#ifndef BOT_TABLE_TABLE_H
#define BOT_TABLE_TABLE_H

#include <stddef.h>

#include "bot/people/people.h"
#include "bot/table/channel.h"
#include "engine/player.h"
#include "storage/matches.h"

/* TABLE_OFFER_MS: ms until an offer lapses. TABLE_LAST_EVENTS: remembered events of a hand. */
enum { TABLE_OPTIONS = 128, TABLE_OFFER_MS = 120 * 1000, TABLE_LAST_EVENTS = 4 };

/*
 * A seat. From the start of a match its owner stays: they get the points, rating and leaves. Only
 * the player changes.
 */
struct seat {
	struct person *owner;      /* NULL: an AI player */
	struct person *player;     /* plays the seat now; NULL: an AI player */
	uint8_t level;             /* enum level of the AI player that plays without a person */
	uint8_t robot;             /* name of the AI player, from 1; 0: none yet */
	bool has_stand_in;         /* an AI player stands in until the player is back */
	bool handed_over;          /* handed over by its player: not taken back from a person */
	uint8_t misses;            /* turns in a row that the clock took */
	int64_t left_at;           /* unix seconds: the owner left the running match; 0: did not */
	struct store_counts stats; /* of the running match */
};

/* The state of a seat that a restart resets. */
struct seat_transient {
	struct person *offered_to; /* the player offers them the seat; NULL: no offer */
	int64_t offered_at;        /* ms: time of the offer */
	int64_t stop_requested_at; /* ms: time of the request to stop */
	bool stop_requested;       /* the player asked to end the match */
	bool loss_told;            /* the table was told that the player is lost */
	bool inside;               /* the player was seen in the channel */
	bool told_of_ban;          /* the player was told that the channel is barred */
	int64_t absent_since;      /* ms: before the start, gone since then; 0: present */
	uint8_t shown;             /* number of cards in hand[] */
	card hand[HAND_MAX];       /* as last shown, for `play 3` */
	uint32_t grace_used_ms[2]; /* ms of grace used up, see presence.h */
};

/* The state of a table that a restart resets. */
struct table_transient {
	bool warned; /* the player to move was warned about the clock */
	/* ms: start of the turn, or last change before the start; plus all pauses of the clock. */
	int64_t clock_start;
	uint16_t hands_due;   /* bit set of seats whose new cards were not shown yet */
	int64_t hands_due_at; /* ms: new cards are shown from then on */
	uint64_t hand_line;   /* line id of the turn's first shown hand while it is queued, or 0 */
	int64_t hand_wait_until; /* ms: the clock waits for that hand until then; 0: none shown yet
				  */
	int64_t ban_grace_used_ms; /* ms of grace used up in a barred channel, see exclusion.h */
	uint64_t robot_serial;     /* serial of the awaited AI player's job, or 0 */
	struct seat_transient seat[SEATS_MAX];
	uint8_t last_count; /* number of events in last[], the latest at the end */
	struct event last[TABLE_LAST_EVENTS];
};

/* The source of a table's decks, see match/deck.h. */
enum deck_source { DECK_OWN, DECK_SHARED, DECK_LAID_OUT };
struct table_deck {
	enum deck_source source; /* set before the table opens */
	int64_t first;           /* shared: the first match of the chain; 0: this one */
	int64_t chain;           /* the number that the seeds are derived for */
	const char *laid;        /* laid out: the first cards, "9D TC"; outlives the table */
};

/*
 * A table. The block from `match` on is rebuilt from the journal after a restart; a rollback
 * restores it from `saved` byte by byte. A rollback restores `passing` from `settled` even if the
 * table was not touched, as no listener was told of the batch.
 */
struct table {
	struct table_transient transient;
	struct table_transient transient_saved; /* copy at the end of the last batch */
	void *persistent_saved;                 /* copy of the block before this batch, or NULL */
	bool opened_now;                        /* opened in this batch */
	/* The commitment is told when this batch ends: no nonces until then. */
	bool commitment_pending;
	int64_t match;           /* its number in the store; the block starts here */
	int64_t rematch_of;      /* before the start: the match of which this is a rematch, or 0 */
	unsigned number;         /* unique among the live tables of the network */
	struct channel *channel; /* a private table has one of its own, without a name */
	struct person *private_person; /* the person at a private table */
	const struct game *game;
	uint8_t preset;
	uint8_t seats_taken; /* seats taken; before the start they are 0 to taken - 1 */
	bool running;
	bool starts_when_full; /* starts as soon as there are enough players */
	bool rated;            /* chosen by the opener; a hint or rate_decide clears it */
	bool closed;           /* to be freed at the end of the batch */
	bool tutorial;         /* its seats do not count as seats of people */
	/* The channel's; once closed it stays closed. Pages show only open tables. */
	enum openness openness;
	uint32_t moves; /* number of moves in the journal */
	struct table_deck deck;
	uint64_t robot_seed;         /* the seeds of AI players in this hand derive from it */
	char options[TABLE_OPTIONS]; /* "target=300 ranks=standard", in the order given */
	struct seat seat[SEATS_MAX];
	_Alignas(max_align_t) unsigned char state[];
};

/* Creates a table with an open state. The channel must have a name. The caller owns the table. */
struct table *table_new(struct channel *channel, const struct game *game, unsigned preset);
/*
 * Creates a private table, in a nameless channel of its own. All lines about it go to the one
 * person there.
 */
struct table *table_new_private(struct network *network, const struct channel_settings *settings,
	const struct game *game, unsigned preset);
bool table_is_private(const struct table *table);
/* True if a person may know of a table in a channel, or with NULL in private. */
bool table_is_visible_to(
	const struct table *table, const struct person *person, const struct channel *channel);
/* Returns the locale of lines about a table: of its person in private, else of its channel. */
struct locale table_locale(const struct table *table);
void table_free(struct table *table);
/* Ends the table: it is not live any more and counts as a seat of no person. */
void table_close(struct table *table);
/* Returns the block that lasts (see struct table), and its size in bytes. */
void *table_persistent(struct table *table);
size_t table_persistent_size(const struct table *table);
/* Saves the block that lasts, if this batch has not yet. */
void table_snapshot(struct table *table);
/* Ends a batch. After a rollback (kept false) restores the table and the counts of seats. */
void table_end_batch(struct table *table, bool kept);

struct state *table_state(struct table *table);
/* Sets an option of the game, or rated=yes|no, from name and value; before the start only. */
enum refusal table_set_option(struct table *table, const char *name, const char *value);
/*
 * Cuts the next option off "name=value name=value" and moves *rest behind it. Returns its name, or
 * NULL at the end. *value is NULL without "=".
 */
char *table_next_option(char **rest, char **value);
/* Sets several options, "name=value name=value". Stops and returns false if one is refused. */
bool table_set_options(struct table *table, const char *options);
/* Returns the seat that a person plays, even while an AI player stands in, or SEAT_NONE. */
unsigned table_find_seat(const struct table *table, const struct person *person);
/* Returns a seat that a person owns but does not play, and an AI player plays; or SEAT_NONE. */
unsigned table_find_left_seat(const struct table *table, const struct person *person);
/*
 * Takes the next free seat, which must exist, for a person or (NULL) for an AI player of a level.
 * Returns the seat. If the person leaves, an AI player of LEVEL_NORMAL plays on.
 */
unsigned table_take_seat(struct table *table, struct person *person, enum level level);
/* Frees a seat before the start. Later seats move up. */
void table_free_seat(struct table *table, unsigned seat);
/* Changes the player of a seat. NULL: an AI player. */
void table_set_player(struct table *table, unsigned seat, struct person *player);
/* Replaces a person as player of a seat, and before the start as its owner. */
void table_replace_person(
	struct table *table, unsigned seat, struct person *from, struct person *to);
/* Remembers the last events of the hand, for the description of the table. */
void table_note_events(struct table *table, const struct events *events);
/* Starts the clock of a turn. now: ms. */
void table_start_turn_clock(struct table *table, int64_t now);
/* Reorders the seats: old seat order[i] becomes seat i. */
void table_reorder_seats(struct table *table, const uint8_t order[SEATS_MAX]);
/* Returns the most players that the options allow. */
unsigned table_most_players(struct table *table);
/* True if an AI player makes the seat's moves. */
bool table_is_robot_seat(const struct table *table, unsigned seat);
/* True if an AI player is to move. False if no person plays or the bot is not in the channel. */
bool table_is_robot_turn(struct table *table);
/* Counts the people in play: neither AI players nor away. */
unsigned table_count_people(const struct table *table);
/* True if an AI player plays the seat of a person, other than seat `but`. SEAT_NONE: any seat. */
bool table_has_absent_player(const struct table *table, unsigned but);
/*
 * Record that a player offers their seat, or asks to end the match. Both need consent of others and
 * lapse after TABLE_OFFER_MS or when the seat changes hands. now: ms.
 */
void table_offer_seat(struct table *table, unsigned seat, struct person *heir, int64_t now);
void table_request_stop(struct table *table, unsigned seat, int64_t now);
/* Cancels both, as a move does. Returns true if there was one. */
bool table_cancel_requests(struct table *table, unsigned seat);
/* Returns the seat that is offered to a person, or SEAT_NONE. */
unsigned table_find_offered_seat(const struct table *table, const struct person *heir, int64_t now);
/* True if the player of a seat, or each person in play, asks to end the match. */
bool table_has_stop_request(const struct table *table, unsigned seat, int64_t now);
bool table_all_request_stop(const struct table *table, int64_t now);
/* Returns the nick of a seat's player, or the name of its AI player. */
const char *table_name(const struct table *table, unsigned seat);
/*
 * Returns the level of an AI player by its name at a table. With NULL, the level that usually has
 * the name. -1: unknown name.
 */
int table_robot_level(const struct table *table, const char *name);

#endif

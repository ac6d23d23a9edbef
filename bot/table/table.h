/*
 * table.h - a table: its seats and the state of its game. Does not know networks, the store or
 * texts.
 */
#ifndef BOT_TABLE_TABLE_H
#define BOT_TABLE_TABLE_H

#include <stddef.h>

#include "bot/people/people.h"
#include "bot/table/channel.h"
#include "engine/player.h"
#include "storage/matches.h"

/*
 * TABLE_OFFER_MS: ms until an offer or request lapses. TABLE_LAST_EVENTS: number of events of a
 * hand that are remembered.
 */
enum { TABLE_OPTIONS = 128, TABLE_OFFER_MS = 120 * 1000, TABLE_LAST_EVENTS = 4 };

/*
 * A seat. When the match starts, the owner is fixed: the owner gets the points and the rating, and
 * a leave counts against the owner. After that only the player changes.
 */
struct seat {
	struct person *owner;  /* person responsible for the seat; NULL: an AI player */
	struct person *player; /* present player of the seat; NULL: an AI player */
	uint8_t level;         /* enum level of the AI player that plays if no person does */
	uint8_t robot;         /* index of the AI player's name, from 1; 0: no name yet */
	bool has_stand_in;     /* an AI player plays until the player is back */
	/* the player gave the seat to another person; the owner cannot take it back */
	bool handed_over;
	uint8_t misses;  /* number of turns in a row that the player missed */
	int64_t left_at; /* unix seconds: when the owner left the running match; 0: not left */
	struct store_counts stats; /* statistics of the running match */
};

/* The part of a seat's state that is lost in a restart. */
struct seat_transient {
	/* the person to whom the player offers the seat; NULL: no offer */
	struct person *offered_to;
	int64_t offered_until; /* ms: when the offer lapses */
	int64_t stop_until;    /* ms: when the request to end the match lapses; 0: no request */
	bool loss_told;        /* the table was told that the player lost the connection */
	bool inside;           /* the player was seen in the channel */
	bool nudged;           /* the player was told how to play a card in the channel */
	bool told_of_ban;      /* the player was told that the channel bars the bot */
	/* the player spoke in private or moved since the channel began to bar the bot */
	bool spoke_in_private;
	int64_t absent_since; /* before the start, ms: when the player went; 0: present */
	uint8_t shown;        /* number of cards in `hand` */
	card hand[HAND_MAX];  /* hand as last shown to the player, for commands like `play 3` */
	uint32_t grace_used_ms[2]; /* ms used up of each kind of grace, see grace.h */
};

/* The part of a table's state that is lost in a restart. */
struct table_transient {
	bool warned; /* the player to move was warned that time runs out */
	/*
	 * ms: start of the turn; before the match: time of the last change. Each pause of the clock
	 * moves this time later by the length of the pause.
	 */
	int64_t clock_start;
	/* before the start: id of an opener that lost the seat by absence; 0: none */
	int64_t opener;
	/*
	 * ms: when the opener went; 0: the opener is at the table, or another person came or left
	 * since
	 */
	int64_t opener_gone_at;
	uint16_t hands_due;   /* bit set of seats whose new cards were not shown yet */
	int64_t hands_due_at; /* ms: when the new cards of hands_due are shown */
	/* number of the line that first showed the hand in this turn, while it is queued; else 0 */
	uint64_t hand_line;
	/* ms: end of the clock's wait for the line with the hand; 0: no hand shown in this turn */
	int64_t hand_wait_until;
	/* ms of waiting used up while the channel bars the bot, see exclusion.h */
	int64_t ban_grace_used_ms;
	bool is_played_in_private; /* the channel bars the bot, and the match goes on without it */
	/* serial number of the AI player's job that the table awaits, or 0 */
	uint64_t robot_serial;
	struct seat_transient seat[SEATS_MAX];
	uint8_t last_count; /* number of events in `last`; the latest is at the end */
	struct event last[TABLE_LAST_EVENTS];
};

/* The sources of a table's decks, see match/deck.h. */
enum deck_source { DECK_OWN, DECK_SHARED };
struct table_deck {
	enum deck_source source; /* set by the caller before the table opens */
	/* with DECK_SHARED: number of the first match of the chain; 0: this match is the first */
	int64_t first;
	int64_t chain; /* number of the chain, from which the seeds are derived */
};

/*
 * A table. The members from `match` on are persistent: a restart rebuilds them from the journal,
 * and a rollback restores them from `persistent_saved`. A rollback restores `transient` from
 * `transient_saved` in every table, because no listener was told what the batch did.
 */
struct table {
	struct table_transient transient;
	/* copy of `transient` at the end of the last batch */
	struct table_transient transient_saved;
	/* copy of the persistent members before this batch; NULL: not saved */
	void *persistent_saved;
	bool opened_now; /* the table was opened in this batch */
	/* The commitment is announced when this batch ends. Until then no nonce is accepted. */
	bool commitment_pending;
	int64_t match;      /* number of the match in the store; the first persistent member */
	int64_t rematch_of; /* before the start: number of the match that is repeated, or 0 */
	/* number of the table; unique among the network's live tables */
	unsigned number;
	/* the table's channel; a private table has a nameless channel of its own */
	struct channel *channel;
	struct person *private_person; /* the person at a private table, else NULL */
	const struct game *game;
	uint8_t preset;
	/* number of seats taken; before the start these are the seats from 0 on */
	uint8_t seats_taken;
	bool running;
	bool starts_when_full; /* the match starts as soon as there are enough players */
	/* the match is rated; chosen by the opener, cleared by a hint or by rate_decide */
	bool rated;
	bool takes_guests; /* before the start, guests may sit down without a link */
	bool closed;       /* the table is freed at the end of the batch */
	/*
	 * the exercise at this table, see match/exercise.h; its seats do not count; NULL: a match
	 */
	struct exercise *exercise;
	/*
	 * Openness of the channel; once closed it stays closed. Pages show only tables of open
	 * channels.
	 */
	enum openness openness;
	uint32_t moves; /* number of moves in the journal */
	struct table_deck deck;
	uint64_t robot_seed; /* seed from which the seeds of AI players in this hand are derived */
	/* options in the order given, like "target=300 ranks=standard" */
	char options[TABLE_OPTIONS];
	struct seat seat[SEATS_MAX];
	_Alignas(max_align_t) unsigned char state[];
};

/*
 * Creates a table whose match has not started. The channel must have a name. The caller owns the
 * table.
 */
struct table *table_new(struct channel *channel, const struct game *game, unsigned preset);
/*
 * Creates a private table, in a nameless channel of its own. All lines about it go to the one
 * person at it.
 */
struct table *table_new_private(struct network *network, const struct channel_settings *settings,
	const struct game *game, unsigned preset);
bool table_is_private(const struct table *table);
/* True if a person may know of a table when they ask in this channel; channel NULL: in private. */
bool table_is_visible_to(
	const struct table *table, const struct person *person, const struct channel *channel);
/*
 * Returns the locale of lines about a table: at a private table the person's, else the channel's.
 */
struct locale table_locale(const struct table *table);
void table_free(struct table *table);
/* Ends a table. It is not live any more, and its seats do not count for people. */
void table_close(struct table *table);
/* Returns the persistent members of a table (see struct table). */
void *table_persistent(struct table *table);
/* Returns the size of the persistent members and the game's state, in bytes. */
size_t table_persistent_size(const struct table *table);
/* Saves the persistent members for a rollback, unless this batch has saved them already. */
void table_snapshot(struct table *table);
/*
 * Ends a batch. After a rollback (kept is false) restores the table, and the numbers of seats that
 * its people have.
 */
void table_end_batch(struct table *table, bool kept);

struct state *table_state(struct table *table);
/*
 * Sets an option of the game, or `rated` or `guests` (yes or no). Call it only before the start.
 * Returns REFUSE_NONE, or why the option is refused.
 */
enum refusal table_set_option(struct table *table, const char *name, const char *value);
/*
 * Sets several options from a text "name=value name=value". Stops and returns false at the first
 * refused option.
 */
bool table_set_options(struct table *table, const char *options);
/*
 * Returns the seat that a person plays, even while an AI player stands in. Returns SEAT_NONE if
 * they play none.
 */
unsigned table_find_seat(const struct table *table, const struct person *person);
/*
 * Returns a seat that a person owns but no longer plays, and that an AI player plays. Returns
 * SEAT_NONE if not found.
 */
unsigned table_find_left_seat(const struct table *table, const struct person *person);
/*
 * Gives the next free seat, which must exist, to a person; person NULL: to an AI player of that
 * level. Returns the seat. If the person leaves, an AI player of LEVEL_NORMAL plays on.
 */
unsigned table_take_seat(struct table *table, struct person *person, enum level level);
/* Frees a seat before the start, and moves the later seats up. */
void table_free_seat(struct table *table, unsigned seat);
/* Changes the player of a seat. player NULL: an AI player. */
void table_set_player(struct table *table, unsigned seat, struct person *player);
/* Replaces `from` by `to` as player of a seat; before the start also as its owner. */
void table_replace_person(
	struct table *table, unsigned seat, struct person *from, struct person *to);
/* Remembers the last events of the hand, for descriptions of the table. */
void table_note_events(struct table *table, const struct events *events);
/* Starts the clock of a turn at `now`, in ms. */
void table_start_turn_clock(struct table *table, int64_t now);
/*
 * Starts the clock again within a turn, which had no limit while only AI players waited. The clock
 * still waits for the line that shows the hand, if that is queued.
 */
void table_restart_turn_clock(struct table *table, int64_t now);
/* Reorders the seats: old seat order[i] becomes seat i. */
void table_reorder_seats(struct table *table, const uint8_t order[SEATS_MAX]);
/* True if a person is a guest, or from another network than the table. */
bool table_is_outsider(const struct table *table, const struct person *person);
/* Counts the outsiders among the players. */
unsigned table_count_outsiders(const struct table *table);
/* Returns the largest number of players that the options allow. */
unsigned table_most_players(struct table *table);
/* True if an AI player makes the seat's moves. */
bool table_is_robot_seat(const struct table *table, unsigned seat);
/* True if lines reach the table: in its channel, or in private while the channel bars the bot. */
bool table_is_attended(const struct table *table);
/*
 * True if the channel's lines do not reach a player: they are an outsider, or the channel bars the
 * bot.
 */
bool table_needs_private_lines(const struct table *table, const struct person *player);
/* True if an AI player is to move. False if no person plays, or if the table is not attended. */
bool table_is_robot_turn(struct table *table);
/* Counts the people in play: players without a stand-in. */
unsigned table_count_people(const struct table *table);
/* True if a turn has a time limit: another person waits for the player to move. */
bool table_has_clock(const struct table *table);
/* True if only one person takes part in the running match, present or absent. */
bool table_has_one_person(const struct table *table);
/* True if people in play have seats other than this one. */
bool table_has_other_people(const struct table *table, unsigned seat);
/* Returns the network of the player to move. If the seat has no player, returns the table's. */
struct network *table_network_to_move(struct table *table);
/*
 * True if an AI player plays a seat that a person owns. Ignores seat `but`; SEAT_NONE: ignores no
 * seat.
 */
bool table_has_absent_player(const struct table *table, unsigned but);
/*
 * Records that the player of a seat offers the seat to a person. The offer lapses after
 * TABLE_OFFER_MS, or when the seat gets another player. now: ms.
 */
void table_offer_seat(struct table *table, unsigned seat, struct person *heir, int64_t now);
/* Records that the player of a seat asks to end the match. Lapses like an offer. now: ms. */
void table_request_stop(struct table *table, unsigned seat, int64_t now);
/*
 * Cancels the offer and the request of a seat's player, as each move does. Returns true if there
 * was one.
 */
bool table_cancel_requests(struct table *table, unsigned seat);
/* Returns the seat that is offered to a person, or SEAT_NONE. now: ms. */
unsigned table_find_offered_seat(const struct table *table, const struct person *heir, int64_t now);
/* True if the player of a seat asks to end the match. now: ms. */
bool table_has_stop_request(const struct table *table, unsigned seat, int64_t now);
/*
 * True if the player of a seat has not asked to end the match, but must ask before it ends. AI
 * players and guests need not. now: ms.
 */
bool table_lacks_stop_request(const struct table *table, unsigned seat, int64_t now);
/*
 * Returns a person's name as lines about a table show it. A person of another network carries its
 * name, "luc (matrix)", because the table's network may have a person with the same nick.
 */
const char *table_person_name(const struct table *table, const struct person *person);
/* Returns the name of a seat's player, or the name of its AI player. */
const char *table_name(const struct table *table, unsigned seat);
/* Returns the name of a seat's AI player, or "" if it has had none. */
const char *table_robot_name(const struct table *table, unsigned seat);
/* Returns the index of an AI player's name, as in `robot` of a seat, or 0 for an unknown name. */
uint8_t table_robot_named(const char *name);
/*
 * Returns the level of the AI player with a name at a table. table NULL: the level that usually has
 * the name. Returns -1 for an unknown name.
 */
int table_robot_level(const struct table *table, const char *name);

#endif

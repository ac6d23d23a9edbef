/*
 * lobby.h - where chat becomes play: the channels, the people and the tables of all networks.
 *
 * One turn of the loop: messages change tables, each accepted move is written to the store;
 * lobby_turn commits once and only then lets the networks speak. When the store refuses, tables and
 * people are as before the turn, nothing of it is said, and whoever asked for anything in it is
 * told.
 */
#ifndef BOT_LOBBY_H
#define BOT_LOBBY_H

#include "bot/guard.h"
#include "bot/log.h"
#include "bot/mind.h"
#include "bot/network.h"
#include "bot/people.h"
#include "bot/table.h"
#include "bot/words.h"

/* Other terms in a channel, or in all channels of a network. */
struct local {
	const char *network;
	const char *channel; /* NULL: all */
	struct terms terms;
};

/* What the operator decides; strings belong to the caller and live as long as the lobby. */
struct house {
	const char *prefix;        /* of commands in channels */
	struct terms terms;        /* where no exception is made */
	const struct local *local; /* exceptions, a channel's before its network's */
	size_t locals;
	unsigned tables_per_channel; /* most live tables */
	unsigned tables_per_network;
	bool rate_robots;  /* AI players move people's ratings */
	unsigned think_ms; /* about so long AI players take for a move */
	uint8_t via;       /* enum via, of people who chose none; terms.voice is theirs too */
};

/* What differs from run to run; tests put their own in its place. */
struct world {
	void *self;
	/* ms on a clock that never goes back. */
	int64_t (*now)(void *self);
	/* Unix seconds. */
	int64_t (*date)(void *self);
	/* 32 bytes nobody can foresee, for a shuffle. */
	void (*entropy)(void *self, uint8_t bytes[32]);
};

/* What an operator can have done to the program around the lobby; NULL: not here. */
struct steward {
	void *self;
	/* Reads the configuration again; adds what to say of it to report, line by line. */
	bool (*reload)(void *self, struct string *report);
	/* Takes leave once the turn is over. */
	void (*shut_down)(void *self);
};

/*
 * Somebody who was answered in this turn: where, and how they read, whoever they become before it
 * ends.
 */
struct asker {
	struct network *network;
	char connection[NETWORK_KEY];
	struct voice voice;
	uint8_t via; /* enum via */
};

struct errand;

struct lobby {
	struct house house;
	struct world world;
	struct steward steward;
	int64_t opened; /* on the lobby's clock */
	struct store *store;
	const struct words *words;
	const struct log *log;
	struct mind *mind;

	struct people people;
	struct network **network;
	struct guard **guard; /* of each network */
	size_t networks;
	struct channel **channel; /* ever used: few, and kept */
	size_t channels;
	struct table **table; /* live, the oldest first */
	size_t tables;
	struct watch *watch; /* who watches tables, see audience.h */
	size_t watches;
	int64_t sought;         /* the last by his id who was looked for to call to a table */
	struct lesson **lesson; /* tutorials that go on, see lesson.h */
	size_t lessons;
	int64_t robot[LEVEL_COUNT]; /* the AI players' ids in the store */
	struct errand *errands;     /* what people asked AI players, see errand.h */
	uint64_t thoughts;          /* serial of the last */
	struct page *page;          /* what is left of long answers, see pager.h */
	size_t pages;

	/* Of the turn: */
	bool changed;            /* something was written or a table touched */
	enum store_error failed; /* what the store or memory refused */
	struct asker *asker;     /* whose answers are lost if it fails */
	size_t askers;
	int64_t retry;  /* after a turn that failed, clocks stand until then */
	int64_t ticked; /* when clocks were last looked at */

	/* Scratch: */
	struct view *view;              /* large enough for every game */
	struct string line;             /* the line being built, */
	struct string list;             /* names or scores in it, */
	struct string coda;             /* what the next public line about a table ends with, */
	struct string aside[SEATS_MAX]; /* what only a seat may know of the table at hand */
	struct table *told;             /* whose news wait for speech_flush, or NULL */
	struct facts news;              /* what happened there */
	enum word herald;               /* what they begin with, said of that person … */
	const struct person *heralded;  /* … or NULL: with nothing */
};

/* Opens a lobby whose house, world, store, words, log and mind are set; false: store or memory
 * refuse. */
bool lobby_open(struct lobby *lobby);
void lobby_close(struct lobby *lobby);
/* Another house from now on, on the same terms as the first. */
void lobby_furnish(struct lobby *lobby, const struct house *house);
/* Adds a network before it connects, to report to events with the lobby above it; false likewise.
 */
bool lobby_add(struct lobby *lobby, struct network *network, const struct network_events *events);
/* The end of a turn of the loop, see above. */
void lobby_turn(struct lobby *lobby);

int64_t lobby_now(const struct lobby *lobby);
int64_t lobby_date(const struct lobby *lobby);
/* The network of that id in the store, or NULL. */
struct network *lobby_network(const struct lobby *lobby, int64_t id);
/* The channel of that name, remembered from now on; NULL without memory. */
struct channel *lobby_channel(struct lobby *lobby, struct network *network, const char *name);
/* The network's live table of that number, or NULL. */
struct table *lobby_table(
	const struct lobby *lobby, const struct network *network, unsigned number);
/* The lowest number no live table of the network has. */
unsigned lobby_free_number(const struct lobby *lobby, const struct network *network);
/* The live table where that match is played, or NULL. */
struct table *lobby_match(const struct lobby *lobby, int64_t match);
/*
 * The next live table after number *n, which counts from 0, at which somebody plays, and his seat;
 * NULL: no more.
 */
struct table *lobby_next_seat(
	const struct lobby *lobby, const struct person *person, size_t *n, unsigned *seat);
/* Takes over a table; false without memory. */
bool lobby_add_table(struct lobby *lobby, struct table *table);
/* Before the first change of a table in a turn; false without memory: then the turn fails. */
bool lobby_touch(struct lobby *lobby, struct table *table);
/* Minds what a write of this turn returned; true when it was written. */
bool lobby_wrote(struct lobby *lobby, enum store_error error);
/* Makes the store know somebody, so that he has an id; false: the turn fails. */
bool lobby_enlist(struct lobby *lobby, struct person *person);
/* Minds that somebody is answered in this turn: they are told if it fails. */
void lobby_asked(struct lobby *lobby, const struct person *person);

#endif

/*
 * lobby.h - where chat becomes play: the channels, the people and the tables of all networks.
 *
 * One turn of the loop: messages change tables, each accepted move is written to the store;
 * lobby_turn commits once and only then lets the networks speak. When the store refuses, tables and
 * people are as before the turn, nothing of it is said, and whoever asked for anything in it is
 * told.
 */
#ifndef BOT_LOBBY_LOBBY_H
#define BOT_LOBBY_LOBBY_H

#include "bot/base/env.h"
#include "bot/base/log.h"
#include "bot/base/mind.h"
#include "bot/net/network.h"
#include "bot/people/guard.h"
#include "bot/people/people.h"
#include "bot/table/table.h"
#include "bot/talk/speech.h"
#include "bot/text/words.h"
#include "storage/store.h"

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

struct lobby {
	struct house house;
	struct env env;
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
	int64_t robot[LEVEL_COUNT]; /* the AI players' ids in the store */
	uint64_t thoughts;          /* serial of the last */

	/* Of the turn: */
	bool changed;            /* something was written or a table touched */
	enum store_error failed; /* what the store or memory refused */
	struct asker *asker;     /* whose answers are lost if it fails */
	size_t askers;
	int64_t retry;  /* after a turn that failed, clocks stand until then */
	int64_t ticked; /* when clocks were last looked at */

	struct speech speech;
};

/* Opens a lobby whose house, world, store, words, log and mind are set; false: store or memory
 * refuse. */
bool lobby_open(struct lobby *lobby);
void lobby_close(struct lobby *lobby);
/* Another house from now on, on the same terms as the first. */
void lobby_furnish(struct lobby *lobby, const struct house *house);
/* Adds a network before it connects; false likewise. */
bool lobby_add(struct lobby *lobby, struct network *network);
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
/* A public line to every channel the bot is in: where there are tables, or to all. */
void lobby_announce(struct lobby *lobby, bool all, enum word word, const struct arg *args);
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

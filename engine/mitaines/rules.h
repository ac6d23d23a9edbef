/* mitaines/rules.h - the rules of Mitaines as a value: three presets, and options on top of them.
 */
#ifndef ENGINE_MITAINES_RULES_H
#define ENGINE_MITAINES_RULES_H

#include "engine/game.h"

enum { MITAINES_SEATS = 4 };

/*
 * How players keep score with captured cards. KEPT_COVERED (seed 000): one for a mitten face up,
 * one for a glove and two for a sock face down; of Jacks one, one and two face up as well.
 * KEPT_OPEN (seed 001): all but one card of a contract, face up.
 */
enum mitaines_kept { KEPT_NONE, KEPT_COVERED, KEPT_OPEN };

/*
 * Where the presets differ, and what the options of a table change; points are whole points. A rule
 * that is 0 is not played. Shortcuts know the rules one by one (duel.c): a new one they refuse.
 * Sources: `classic` seed 000, `gamerules` seed 001, `quebec` seed 004.
 */
struct mitaines_rules {
	int32_t target;                     /* points that end the match */
	int16_t plain[3];                   /* a mitten, a glove, a sock */
	int16_t jacks[3];                   /* the same of Jacks */
	int16_t ten;                        /* the ten of diamonds */
	int16_t pair;                       /* a one-card pile swept by its equal */
	int16_t jack_pair;                  /* the same, a Jack by a Jack */
	int16_t jack_single;                /* a one-card pile of another rank swept by a Jack */
	uint16_t players;                   /* a bit for each number of players allowed */
	uint8_t packet[MITAINES_SEATS + 1]; /* cards in a packet, by the number of players */
	uint8_t rounds[2];     /* packets to every seat in the first deal, and in a later one */
	uint8_t face_up;       /* cards to the pile in each round of the first deal */
	uint8_t exchange;      /* cards partners pass each other after a deal: 3, or 0 for none */
	uint8_t spade_deals;   /* the highest spade drawn deals, and places are kept */
	uint8_t partners;      /* four players are two sides, 0+2 and 1+3 */
	uint8_t standard;      /* the Jack ranks below the Queen, not above the Ace */
	uint8_t below;         /* who captures scores overcalled contracts below their own too */
	uint8_t steal_at_once; /* any one card of the contract's rank steals it */
	uint8_t doubles;       /* double mitten and double glove */
	uint8_t raises;        /* the caller may raise their own contract */
	uint8_t groups;        /* a card may be added to equal cards on top of an uncalled pile */
	uint8_t kept;          /* enum mitaines_kept */
	uint8_t left_ten;      /* a ten of diamonds left over scores for the last contract */
	uint8_t zero[3];       /* instead of padding, as duel_knows compares bytes */
};

extern const char *const mitaines_presets[];

/* The rules of the preset of that index. */
const struct mitaines_rules *mitaines_preset(unsigned index);

/* What a contract of kind 2…4 is worth. */
static inline int mitaines_value(const struct mitaines_rules *rules, unsigned kind, unsigned rank)
{
	return (rank == RANK_J ? rules->jacks : rules->plain)[kind - CALL_MITTEN];
}

/* A number that grows with the order of ranks at this table. */
static inline unsigned mitaines_height(const struct mitaines_rules *rules, unsigned rank)
{
	return rank == RANK_J && !rules->standard ? RANK_COUNT : rank;
}

/* All cards of higher rank. */
static inline cards mitaines_above(const struct mitaines_rules *rules, unsigned rank)
{
	cards higher = CARDS_ALL & (CARDS_ALL << (rank * 4 + 4));
	if (rules->standard)
		return higher;
	return rank == RANK_J ? 0 : higher | CARDS_OF_RANK(RANK_J);
}

#endif

/* mitaines/rules.h - the rules of Mitaines as data: three presets, and options on top of them */
#ifndef ENGINE_MITAINES_RULES_H
#define ENGINE_MITAINES_RULES_H

#include "engine/game.h"

enum { MITAINES_SEATS = 4 };

/*
 * How players count their points with captured cards. KEPT_COVERED (rules text 000): a mitten is
 * one card face up, a glove one and a sock two cards face down. A mitten, glove or sock of Jacks
 * has one, one or two cards face up. KEPT_OPEN (rules text 001): all cards of a contract but one,
 * face up.
 */
enum mitaines_kept { KEPT_NONE, KEPT_COVERED, KEPT_OPEN };

/*
 * The rules that differ between the presets or that options of a table set. Values are in points. 0
 * turns a rule off. duel.c lists the rules that it knows and refuses any other. Sources: `classic`
 * rules text 000, `gamerules` 001, `quebec` 004.
 */
struct mitaines_rules {
	int32_t target;
	int16_t plain[3];    /* value of a mitten, a glove, a sock */
	int16_t jacks[3];    /* value of a mitten, a glove, a sock of Jacks */
	int16_t ten;         /* value of the ten of diamonds */
	int16_t pair;        /* value of sweeping a one-card pile with a card of its rank */
	int16_t jack_pair;   /* value of sweeping a single Jack with a Jack */
	int16_t jack_single; /* value of sweeping a single other card with a Jack */
	uint16_t players;    /* one bit for each allowed number of players */
	uint8_t packet[MITAINES_SEATS +
		1];            /* cards in a packet, indexed by the number of players */
	uint8_t rounds[2];     /* packets for each seat in the first deal and in later deals */
	uint8_t face_up;       /* cards to the pile in each round of the first deal */
	uint8_t exchange;      /* cards that partners exchange after a deal: 3, or 0 for none */
	uint8_t spade_deals;   /* the highest spade drawn deals, and players keep their seats */
	uint8_t partners;      /* four players form two sides, 0+2 and 1+3 */
	uint8_t standard;      /* the Jack ranks below the Queen instead of above the Ace */
	uint8_t below;         /* a capture also scores the overcalled contracts below */
	uint8_t steal_at_once; /* any card of the contract's rank steals it */
	uint8_t doubles;       /* double mitten and double glove exist */
	uint8_t raises;        /* the caller may raise their own contract */
	uint8_t groups;        /* a card can make a group with equal cards on an uncalled pile */
	uint8_t kept;          /* enum mitaines_kept */
	uint8_t left_ten; /* a ten of diamonds left over scores for the last contract's maker */
	uint8_t zero[3];  /* explicit padding: duel_knows compares bytes */
};

extern const char *const mitaines_presets[];

/* Returns the rules of a preset by its index in mitaines_presets. */
const struct mitaines_rules *mitaines_preset(unsigned index);

/* Returns the points of a contract of kind 2…4. */
static inline int mitaines_value(const struct mitaines_rules *rules, unsigned kind, unsigned rank)
{
	return (rank == RANK_J ? rules->jacks : rules->plain)[kind - CALL_MITTEN];
}

/* Returns the height of a rank at this table: the higher rank has the higher number. */
static inline unsigned mitaines_height(const struct mitaines_rules *rules, unsigned rank)
{
	return rank == RANK_J && !rules->standard ? RANK_COUNT : rank;
}

/* Returns all cards of a higher rank under these rules. */
static inline cards mitaines_above(const struct mitaines_rules *rules, unsigned rank)
{
	cards higher = CARDS_ALL & (CARDS_ALL << (rank * 4 + 4));
	if (rules->standard)
		return higher;
	return rank == RANK_J ? 0 : higher | CARDS_OF_RANK(RANK_J);
}

#endif

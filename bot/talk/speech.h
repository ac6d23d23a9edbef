/*
 * speech.h - who is told what: lines to channels and people, in each listener's own way.
 *
 * A channel is spoken to in the house's voice, a person in his own. What is said is only staged;
 * the lobby's turn lets it out. Hidden cards are read from a seat's view and told to that seat
 * alone.
 */
#ifndef BOT_TALK_SPEECH_H
#define BOT_TALK_SPEECH_H

#include "bot/lobby/lobby.h"

/* A private message to somebody; a text of several lines is as many lines. */
void speech_tell(
	struct lobby *lobby, const struct person *person, enum word word, const struct arg *args);
/* A public line to a channel. */
void speech_channel(
	struct lobby *lobby, const struct channel *channel, enum word word, const struct arg *args);
/* The same to every channel the bot is in: where there are tables, or to all. */
void speech_announce(struct lobby *lobby, bool all, enum word word, const struct arg *args);
/* A line about a table, which it names: in private to person or, when NULL, in public. */
void speech_tell_of(struct lobby *lobby, struct table *table, const struct person *person,
	enum word word, const struct arg *args);
/* A public line about a table likewise; who watches the table hears it in private. */
void speech_say(struct lobby *lobby, struct table *table, enum word word, const struct arg *args);
/* Something the next public line about the table is to end with, before who is next. */
void speech_coda(struct lobby *lobby, struct table *table, enum word word, const struct arg *args);
/*
 * What a game reported, to the channel and to who looks on. Moves that follow each other by
 * themselves are told together, by speech_flush: lines of which the last names who is next. Who is
 * to be shown his hand is remembered until speech_hands, before which they are told.
 */
void speech_facts(struct lobby *lobby, struct table *table, const struct facts *facts);
void speech_flush(struct lobby *lobby);
/* What the news told next begin with, said of a person {seat}. */
void speech_herald(struct lobby *lobby, enum word word, const struct person *person);
/* The same lines to one bystander alone. */
void speech_facts_to(struct lobby *lobby, struct table *table, const struct person *bystander,
	const struct facts *facts);
/*
 * To each seat that got cards or has the turn since the last call, one private line with its hand.
 * Whose turn comes as soon as AI players have moved is shown his new cards then, or by
 * speech_hands_due, to be called where the table's due_at is over.
 */
void speech_hands(struct lobby *lobby, struct table *table);
void speech_hands_due(struct lobby *lobby, struct table *table);
/* A seat's hand and what lies on the table, as one private line to its player. */
void speech_hand(struct lobby *lobby, struct table *table, unsigned seat);
/* What everybody may see of a table, in one line: in private to person or, when NULL, in public. */
void speech_show(struct lobby *lobby, struct table *table, const struct person *person);
/* Adds names at the table, or scores, as the channel reads them. */
void speech_names(const struct lobby *lobby, struct table *table, struct string *out);
void speech_scores(const struct lobby *lobby, struct table *table, struct string *out);
/* What the view's seat, whose turn it is, may do: the word has the place {channel}. */
enum word speech_turn(const struct game *game, const struct view *view);
/* Why a game refuses something. */
enum word speech_refusal(enum refusal refusal);

#endif

/*
 * speech.h - who is told what: lines to channels and people, in each listener's own way.
 *
 * What is said is only staged; the end of the batch lets it out. Hidden cards are read from a
 * seat's view and told to that seat alone.
 */
#ifndef BOT_TALK_SPEECH_H
#define BOT_TALK_SPEECH_H

#include "bot/base/env.h"
#include "bot/talk/listener.h"
#include "bot/talk/pager.h"
#include "bot/talk/watchers.h"

/* What is still to be said in this batch; watchers and pages outlast it. Private to talk/. */
struct speech {
	const struct catalog *catalog;
	const struct env *env;
	struct watchers watchers;
	struct pager pager;
	struct string note[SEATS_MAX];  /* what only a seat may know of the table at hand */
	const struct person *asker;     /* who gives a command, or NULL, and since they did … */
	bool aside;                     /* … they were told something in private, … */
	bool aloud;                     /* … and something was said in public */
	bool prefixed;                  /* the next news begin with … */
	enum word prefix;               /* … this, … */
	const struct person *prefix_of; /* … said of that person, or NULL: of nobody */
};

void speech_open(struct speech *speech, const struct catalog *catalog, const struct env *env);
void speech_close(struct speech *speech);
/* The end of a batch: what was not kept nobody has heard. */
void speech_settle(struct speech *speech, bool kept);
/* The table is no more: nobody watches it. */
void speech_leave(struct speech *speech, const struct table *table);

/*
 * Somebody gives a command; and behind it, true if all that came of it was said to them in private.
 */
void speech_listen(struct speech *speech, const struct person *asker);
bool speech_was_aside(const struct speech *speech);

/* A private message to somebody; a text of several lines is as many lines. */
void speech_tell(
	struct speech *speech, const struct person *person, enum word word, const struct arg *args);
/* A text a page at a time: the rest follows with speech_more; forgets an earlier rest. */
void speech_tell_pages(struct speech *speech, struct person *person, const struct string *text);
/* The next page; false: there is none. */
bool speech_more(struct speech *speech, const struct person *person);
/* A public line to a channel. */
void speech_channel(struct speech *speech, const struct channel *channel, enum word word,
	const struct arg *args);
/* The same as long as the bot runs: it is not said late, by one that runs after it. */
void speech_channel_now(struct speech *speech, const struct channel *channel, enum word word,
	const struct arg *args);
/*
 * Tells one listener, or a person in private, a line that names its table, and before it the news
 * of the table that wait for them alone.
 */
void speech_of(struct speech *speech, struct table *table, struct listener listener, enum word word,
	const struct arg *args);
void speech_tell_of(struct speech *speech, struct table *table, const struct person *person,
	enum word word, const struct arg *args);
/*
 * A public line about a table likewise; watchers hear it in private, and so do the people at the
 * table while its channel is barred.
 */
void speech_say(struct speech *speech, struct table *table, enum word word, const struct arg *args);
/*
 * What a game reported, to the channel and to who looks on: lines of which the last names who is
 * next, unless they wait for more, for the answer of an AI player, and in a quiet channel for the
 * next deal. Who is to be shown their hand is remembered until hand_show_all.
 */
void speech_events(struct speech *speech, struct table *table, const struct events *events);
/* Tells every listener of a table the news that wait for them. */
void speech_catch_up(struct speech *speech, struct table *table);
/* Tells of a table what has waited long enough; to be called once a second. */
void speech_due(struct speech *speech, struct table *table);
/* What the news told next begin with, said of a person {seat}, or with NULL of nobody. */
void speech_prefix(struct speech *speech, enum word word, const struct person *person);
/* The same lines to one listener alone. */
void speech_events_to(struct speech *speech, struct table *table, struct listener listener,
	const struct events *events);
/* Whoever hears of a table sees that an AI player thinks, where their network can show that. */
void speech_thinks(struct speech *speech, struct table *table);
/* A match has ended, all is said: nothing of it is shown any more that could change. */
void speech_end(struct speech *speech, struct table *table);
/* What everybody may see of a table, in one line: to one listener, or to all who hear of it. */
void speech_show(struct speech *speech, struct table *table, struct listener listener);
void speech_show_all(struct speech *speech, struct table *table);
/* Adds the name of a seat, as somebody of that locale reads it. */
void speech_name(const struct speech *speech, struct table *table, struct locale locale,
	unsigned seat, struct string *out);
/* Adds names at the table, or scores, as the channel reads them. */
void speech_names(const struct speech *speech, struct table *table, struct string *out);
void speech_scores(const struct speech *speech, struct table *table, struct string *out);
/* Adds where a table stands: "#cards", "in private". */
void speech_place(const struct catalog *catalog, struct locale locale, const struct table *table,
	struct string *out);
/* The same as where a turn is: "in #cards", nothing where it is private or nowhere else. */
void speech_where(const struct catalog *catalog, struct locale locale, const struct table *table,
	struct string *out);

#endif

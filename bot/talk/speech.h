/*
 * speech.h - sends lines to channels and people, in each listener's language and style.
 *
 * Lines are staged until the batch ends. Hidden cards are read from a seat's view and told to that
 * seat alone.
 */
#ifndef BOT_TALK_SPEECH_H
#define BOT_TALK_SPEECH_H

#include "bot/base/env.h"
#include "bot/talk/listener.h"
#include "bot/talk/pager.h"
#include "bot/talk/watchers.h"

/* The state of this batch; watchers and pages outlive it. Private to talk/. */
struct speech {
	const struct catalog *catalog;
	const struct env *env;
	struct watchers watchers;
	struct pager pager;
	struct string note[SEATS_MAX]; /* news for one seat alone, until hand_show_all */
	const struct person *asker;    /* the person whose command runs, or NULL */
	bool aside;                    /* the asker was told something in private */
	bool aloud;                    /* something was said in public */
	bool prefixed;                 /* the next news begin with `prefix` */
	enum word prefix;
	const struct person *prefix_of; /* the {seat} of prefix, or NULL */
};

void speech_open(struct speech *speech, const struct catalog *catalog, const struct env *env);
void speech_close(struct speech *speech);
/* Ends a batch: commits, or rolls back, the news that watchers were told. */
void speech_settle(struct speech *speech, bool kept);
/* Removes all watchers of a table that closes. */
void speech_leave(struct speech *speech, const struct table *table);

/*
 * Begins a command of asker, NULL ends it. speech_was_aside is true if all answers so far were
 * private.
 */
void speech_listen(struct speech *speech, const struct person *asker);
bool speech_was_aside(const struct speech *speech);

/* Sends a person a private message; each \n begins another line. */
void speech_tell(
	struct speech *speech, const struct person *person, enum word word, const struct arg *args);
/* Sends a text in pages; speech_more sends the next one. Drops an earlier text. */
void speech_tell_pages(struct speech *speech, struct person *person, const struct string *text);
/* Sends the next page. Returns false if nothing is left. */
bool speech_more(struct speech *speech, const struct person *person);
/* Says a line in a channel. */
void speech_channel(struct speech *speech, const struct channel *channel, enum word word,
	const struct arg *args);
/* The same, but a line not sent when the bot ends is dropped: a later run must not say it. */
void speech_channel_now(struct speech *speech, const struct channel *channel, enum word word,
	const struct arg *args);
/* Sends a line that names its table, and before it pending news, to a listener or a person. */
void speech_of(struct speech *speech, struct table *table, struct listener listener, enum word word,
	const struct arg *args);
void speech_tell_of(struct speech *speech, struct table *table, const struct person *person,
	enum word word, const struct arg *args);
/*
 * Says such a line in the table's channel and to its watchers; if the channel bars the bot, also to
 * its players in private.
 */
void speech_say(struct speech *speech, struct table *table, enum word word, const struct arg *args);
/*
 * Tells a game's events to the channel and the watchers; the last line names the next player. They
 * wait for an AI player's answer, in a quiet channel for the next deal. Notes the hands that
 * hand_show_all has to show.
 */
void speech_events(struct speech *speech, struct table *table, const struct events *events);
/* Tells all listeners of a table their pending news. */
void speech_catch_up(struct speech *speech, struct table *table);
/* Tells news, and shows changed tables, that have waited long enough. Call it once a second. */
void speech_due(struct speech *speech, struct table *table);
/* Sets a message that begins the next news; person fills its {seat}, or is NULL. */
void speech_prefix(struct speech *speech, enum word word, const struct person *person);
/* Tells events to one listener alone. */
void speech_events_to(struct speech *speech, struct table *table, struct listener listener,
	const struct events *events);
/* Shows that an AI player is thinking, if the network can. */
void speech_thinks(struct speech *speech, struct table *table);
/* Finishes the shown messages of a match that has ended. */
void speech_end(struct speech *speech, struct table *table);
/* Tells the public state of a table to one listener, or to all of its listeners. */
void speech_show(struct speech *speech, struct table *table, struct listener listener);
void speech_show_all(struct speech *speech, struct table *table);
/* Adds the name of a seat in a locale. */
void speech_name(const struct speech *speech, struct table *table, struct locale locale,
	unsigned seat, struct string *out);
/* Adds the names or the scores of a table in its locale. */
void speech_names(const struct speech *speech, struct table *table, struct string *out);
void speech_scores(const struct speech *speech, struct table *table, struct string *out);
/* Adds the place of a table: "#cards", "in private". */
void speech_place(const struct catalog *catalog, struct locale locale, const struct table *table,
	struct string *out);
/* Adds it inside a sentence: "in #cards". Adds nothing for a private table or in a terminal. */
void speech_where(const struct catalog *catalog, struct locale locale, const struct table *table,
	struct string *out);

#endif

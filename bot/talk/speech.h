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
	struct string seat_news[SEATS_MAX]; /* news for one seat alone, until hand_show_all */
	const struct person *requester;     /* the person whose command runs, or NULL */
	bool told_in_private;               /* the asker was told something in private */
	bool said_in_public;                /* something was said in public */
	bool prefixed;                      /* the next news begin with `prefix` */
	enum message prefix;
	const struct person *prefix_of; /* the {seat} of prefix, or NULL */
};

void speech_open(struct speech *speech, const struct catalog *catalog, const struct env *env);
void speech_close(struct speech *speech);
/* Ends a batch: commits, or rolls back, the news that watchers were told. */
void speech_end_batch(struct speech *speech, bool kept);
/* Removes all watchers of a table that closes. */
void speech_remove_watchers(struct speech *speech, const struct table *table);

/*
 * Begins a command of asker, NULL ends it. speech_is_all_private is true if all answers so far were
 * private.
 */
void speech_begin_command(struct speech *speech, const struct person *asker);
bool speech_is_all_private(const struct speech *speech);

/* Sends a person a private message; each \n begins another line. */
void speech_tell(struct speech *speech, const struct person *person, enum message message,
	const struct arg *args);
/* Sends a text in pages; speech_tell_next_page sends the next one. Drops an earlier text. */
void speech_tell_pages(struct speech *speech, struct person *person, const struct string *text);
/* Sends the next page. Returns false if nothing is left. */
bool speech_tell_next_page(struct speech *speech, const struct person *person);
/* Says a line in a channel. */
void speech_say_channel(struct speech *speech, const struct channel *channel, enum message message,
	const struct arg *args);
/* The same, but a line not sent when the bot ends is dropped: a later run must not say it. */
void speech_say_channel_now(struct speech *speech, const struct channel *channel,
	enum message message, const struct arg *args);
/* Sends a line that names its table, and before it pending news, to a listener or a person. */
void speech_tell_listener(struct speech *speech, struct table *table, struct listener listener,
	enum message message, const struct arg *args);
void speech_tell_about(struct speech *speech, struct table *table, const struct person *person,
	enum message message, const struct arg *args);
/*
 * Says such a line in the table's channel and to its watchers; if the channel bars the bot, also to
 * its players in private.
 */
void speech_say(
	struct speech *speech, struct table *table, enum message message, const struct arg *args);
/*
 * Tells a game's events to the channel and the watchers; the last line names the next player. They
 * wait for an AI player's answer, in a quiet channel for the next deal. Notes the hands that
 * hand_show_all has to show.
 */
void speech_tell_events(struct speech *speech, struct table *table, const struct events *events);
/* Tells all listeners of a table their pending news. */
void speech_tell_pending(struct speech *speech, struct table *table);
/* Tells news, and shows changed tables, that have waited long enough. Call it once a second. */
void speech_tell_due(struct speech *speech, struct table *table);
/* Sets a message that begins the next news; person fills its {seat}, or is NULL. */
void speech_set_prefix(struct speech *speech, enum message message, const struct person *person);
/* Tells events to one listener alone. */
void speech_tell_events_to(struct speech *speech, struct table *table, struct listener listener,
	const struct events *events);
/* Shows that an AI player is thinking, if the network can. */
void speech_show_thinking(struct speech *speech, struct table *table);
/* Finishes the shown messages of a match that has ended. */
void speech_end_match(struct speech *speech, struct table *table);
/* Tells the public state of a table to one listener, or to all of its listeners. */
void speech_show(struct speech *speech, struct table *table, struct listener listener);
void speech_show_all(struct speech *speech, struct table *table);
/* Adds the name of a seat in a locale. */
void speech_add_name(const struct speech *speech, struct table *table, struct locale locale,
	unsigned seat, struct string *out);
/* Adds the names or the scores of a table in its locale. */
void speech_add_names(const struct speech *speech, struct table *table, struct string *out);
void speech_add_scores(const struct speech *speech, struct table *table, struct string *out);
/* Adds the place of a table: "#cards", "in private". */
void speech_add_place(const struct catalog *catalog, struct locale locale,
	const struct table *table, struct string *out);
/* Adds it inside a sentence: "in #cards". Adds nothing for a private table or in a terminal. */
void speech_add_place_phrase(const struct catalog *catalog, struct locale locale,
	const struct table *table, struct string *out);

#endif

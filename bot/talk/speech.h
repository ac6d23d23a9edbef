/*
 * speech.h - sends lines to channels and people, in the language and style of each listener. The
 * lines are staged until the batch ends. Hidden cards come only from the view of a seat, and are
 * told to that seat alone.
 */
#ifndef BOT_TALK_SPEECH_H
#define BOT_TALK_SPEECH_H

#include "bot/base/env.h"
#include "bot/talk/listener.h"
#include "bot/talk/page_lines.h"
#include "bot/talk/pager.h"
#include "bot/talk/recipients.h"

/*
 * The state of speech in this batch. Only recipients, page_lines and pager outlive the batch.
 * Members are for bot/talk only.
 */
struct speech {
	const struct catalog *catalog;
	const struct env *env;
	struct recipients recipients;
	struct page_lines page_lines;
	struct pager pager;
	/* news for each seat alone, kept until hand_show_all tells them */
	struct string seat_news[SEATS_MAX];
	const struct person *requester; /* the person whose command runs, or NULL */
	bool told_in_private; /* the person whose command runs was told something in private */
	bool said_in_public;  /* something was said in a channel */
	enum message prefix;  /* message that begins the next news; MSG_OK: none */
	const struct person *prefix_of; /* person whose name fills {seat} in `prefix`, or NULL */
};

void speech_open(struct speech *speech, const struct catalog *catalog, const struct env *env);
void speech_close(struct speech *speech);
/*
 * Ends a batch. After a commit (kept is true) forgets the news that recipients were told; after a
 * rollback restores them.
 */
void speech_end_batch(struct speech *speech, bool kept);
/* Removes all watchers of a table, and its lines for pages. */
void speech_remove_watchers(struct speech *speech, const struct table *table);

/* Notes the person whose command runs from now on. requester NULL: the command has ended. */
void speech_begin_command(struct speech *speech, const struct person *requester);
/* True if all answers to the command so far were private. */
bool speech_is_all_private(const struct speech *speech);

/* Sends a message to a person in private. Each \n begins another line. */
void speech_tell(struct speech *speech, const struct person *person, enum message message,
	const struct arg *args);
/*
 * Sends a person the first page of a text, and keeps the rest for speech_tell_next_page. Drops the
 * rest of an earlier text.
 */
void speech_tell_pages(struct speech *speech, struct person *person, const struct string *text);
/* Sends a person a text as a file called `name`, on a network that takes files. */
void speech_send_file(struct speech *speech, const struct person *person, const char *name,
	const struct string *text);
/* Sends a person the next page of their text. Returns false if nothing is left. */
bool speech_tell_next_page(struct speech *speech, const struct person *person);
/* Says a line in a channel. */
void speech_say_channel(struct speech *speech, const struct channel *channel, enum message message,
	const struct arg *args);
/* Says a line in a channel to one person, in their language. */
void speech_address(struct speech *speech, const struct channel *channel,
	const struct person *person, enum message message, const struct arg *args);
/*
 * Says a line in a channel. If the bot ends before the line is sent, drops it, because a later run
 * must not say it.
 */
void speech_say_channel_now(
	struct speech *speech, const struct channel *channel, enum message message);
/* Sends a listener a line that names the table. Sends the listener's pending news first. */
void speech_tell_listener(struct speech *speech, struct table *table, struct listener listener,
	enum message message, const struct arg *args);
/* Sends a person, in private, a line that names the table. Sends their pending news first. */
void speech_tell_about(struct speech *speech, struct table *table, const struct person *person,
	enum message message, const struct arg *args);
/* Tells a person like speech_tell_about, and notifies them on networks that can. */
void speech_alert(struct speech *speech, struct table *table, const struct person *person,
	enum message message, const struct arg *args);
/* Says a line that names the table, in the table's channel and to its watchers. */
void speech_say(
	struct speech *speech, struct table *table, enum message message, const struct arg *args);
/*
 * Tells the events of a game to the channel and the watchers of a table. The last line names the
 * next player. News wait for the answer of the AI player to move; in a quiet channel they wait for
 * the next deal. Notes the hands that hand_show_all must show.
 */
void speech_tell_events(struct speech *speech, struct table *table, const struct events *events);
/* Tells all listeners of a table the news that were held back. */
void speech_tell_pending(struct speech *speech, struct table *table);
/*
 * Tells news and shows changed tables once they were held back long enough. Call it once a second.
 */
void speech_tell_due(struct speech *speech, struct table *table);
/* Sets a message that begins the next news. person: fills its {seat}, or NULL. */
void speech_set_prefix(struct speech *speech, enum message message, const struct person *person);
/* Tells events of a table to one listener only. */
void speech_tell_events_to(struct speech *speech, struct table *table,
	const struct listener *listener, const struct events *events);
/* Ends the messages that show a match, because the match has ended. */
void speech_end_match(struct speech *speech, struct table *table);
/* Tells one listener the public state of a table. */
void speech_show(struct speech *speech, struct table *table, struct listener listener);
/* Tells all listeners of a table its public state. */
void speech_show_all(struct speech *speech, struct table *table);
/* Adds the name of a seat's player, in a locale. */
void speech_add_name(const struct speech *speech, struct table *table, struct locale locale,
	unsigned seat, struct string *out);
/* Adds the names of all players of a table, in the table's locale. */
void speech_add_names(const struct speech *speech, struct table *table, struct string *out);
/* Adds the scores of a table, in the table's locale. */
void speech_add_scores(const struct speech *speech, struct table *table, struct string *out);
/* Adds the place of a table, without a preposition: "#cards" or "in private". */
void speech_add_place(const struct catalog *catalog, struct locale locale,
	const struct table *table, struct string *out);

#endif

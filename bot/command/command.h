/* command.h - what people may ask for, each entry beside the function that does it. */
#ifndef BOT_COMMAND_COMMAND_H
#define BOT_COMMAND_COMMAND_H

#include "bot/lobby/lobby.h"
#include "bot/surface/origin.h"
#include "bot/text/cardtext.h"

enum { COMMAND_ARGS = 16, COMMAND_TEXT = 1024, COMMAND_WORD = 32 };

/*
 * Where a command may be given, by whom, whether it is a move, which costs little, whether it is
 * about what one has oneself, and nothing for the second connection of somebody who has a seat,
 * whether it means, as moves do, the tutorial of somebody who takes one, whether what is for
 * channels may be said in private of one's private table, whether it is about what is between
 * people, whether it works in a channel for people who cannot be told anything in private, and
 * whether it works in private at a table whose channel keeps the bot out.
 */
enum {
	IN_CHANNEL = 1,
	IN_PRIVATE = 2,
	ANYWHERE = 3,
	FOR_ADMINS = 4,
	A_MOVE = 8,
	SEATED = 16,
	IN_TUTORIAL = 32,
	ALONE = 64,
	AMONG_PEOPLE = 128,
	ALOUD = 256,
	BARRED = 512
};

/* What an operator can have done to the program around the lobby; NULL: not here. */
struct control {
	void *self;
	/* Reads the configuration again; adds what to say of it to report, line by line. */
	bool (*reload)(void *self, struct string *report);
	/* Writes to the log what is as urgent as that, until the configuration is read again. */
	void (*log)(void *self, enum log_level level);
	/* Takes leave once the batch is over. */
	void (*shut_down)(void *self);
};

/* More than there are commands. */
enum { COMMANDS_MOST = 128 };

/* What commands keep beside the lobby; starts as zeros but for the lobby and the control. */
struct commands {
	struct lobby *lobby;
	struct control control;
	/* Of all commands, for help to tell of them: families.h. */
	const struct command *(*next)(size_t *n);
	const struct command *(*find)(const char *word, unsigned hidden);
	struct tutorial **tutorial; /* tutorials that go on, see tutorial.h */
	size_t tutorials;
	struct invitation *invitation; /* who was asked to tables, see invitation.h */
	size_t invitations;
	struct analysis_job *analyses; /* what people asked AI players, see analysis.h */
	uint64_t given[COMMANDS_MOST]; /* how often each, by its place, see families.h */
	int64_t sought; /* the last by their id who was looked for to call to a table */
};

struct command;

/* One command as it was given. */
struct request {
	struct lobby *lobby;
	struct commands *commands;
	const struct command *command; /* NULL: the words name none */
	struct origin from;            /* a copy: a command may go on for another person or place */
	unsigned hidden;               /* commands with any of these bits are unknown words */
	unsigned number;               /* the table named by #N, or 0 */
	struct table *table;           /* the table meant; NULL only with TABLE_NONE */
	struct tutorial *tutorial;     /* the tutorial meant, whose table that is, or NULL */
	const char *rest;              /* the text behind the command word, as written */
	char *arg[COMMAND_ARGS];       /* the same in words, without #N; they lie in text */
	unsigned args;
	char word[COMMAND_WORD]; /* the command word as typed, "p" for a move alone */
	char text[COMMAND_TEXT];
	char spelled[CARDTEXT_TEXT]; /* the text asked, with spelled cards as symbols */
};

/* What a command wants a table for. */
enum table_for {
	TABLE_NONE, /* for nothing, or it looks for tables itself */
	/* These only if the caller plays there: */
	TABLE_TURN,        /* a move: where it is their turn, else where they sit */
	TABLE_SEATED_OPEN, /* their seat at one that has not started, if there is one */
	TABLE_SEATED,      /* their seat: in this channel, else anywhere */
	/* These without: */
	TABLE_OFFERED, /* where somebody would hand them a seat, or asked them to */
	TABLE_STOPPED, /* their seat, else one in this channel where nobody is any more */
	TABLE_OPEN,    /* a seat at one that has not started, or one's own seat again */
	TABLE_SHOWN,   /* looking at it: where they sit, else the only one here */
	TABLE_WATCHED, /* the same, from now on */
};

/* Under which heading of `help` a command is listed, by its message list.NAME, or that it is not.
 */
enum help_list {
	UNLISTED,
	LIST_TABLES,
	LIST_PLAY,
	LIST_MOVES, /* of some games only */
	LIST_LOOK,
	LIST_PEOPLE,
	LIST_LEARN,
	LIST_RECORDS,
	LIST_YOURS,
	LIST_BOT,
	LIST_BEGIN,
	LIST_COUNT
};

struct command {
	const char *names; /* "play p jouer j": English first, folded, parted by blanks */
	unsigned where;
	enum table_for table;
	enum help_list list;
	enum word help; /* what it does and how it is given */
	void (*run)(struct request *request);
};

/* The families of commands, each beside its functions; the last of each has no names. families.h
 * goes over them. */
extern const struct command seating_commands[], invite_commands[], play_commands[],
	consent_commands[], rematch_commands[], watching_commands[], password_commands[],
	ladder_commands[], history_commands[], review_commands[], verify_commands[],
	service_commands[], tutorial_commands[], help_commands[], admin_commands[];
/* True if a folded word is one of the names, which blanks part. */
bool command_among(const char *names, const char *word);
/* The game, and the place of the preset, that a word people type names; NULL and -1: none. */
const struct game *command_game(const char *word);
int command_preset(const struct game *game, const char *word);
/* Reads a whole number from 1 to 999,999,999; false: it is not one. */
bool command_number(const char *text, unsigned *number);

/* Counts a refusal by its reason, and notes for the surface that the request is not carried out. */
void command_refused(const struct request *request, enum activity_refusal why);
/* Answers the origin of the command, in private. */
void command_tell(const struct request *request, enum word word, const struct arg *args);
/* The same in a line that names its table. */
void command_tell_of(
	const struct request *request, struct table *table, enum word word, const struct arg *args);
/* Answers with a text of several lines, page by page in chat. */
void command_tell_pages(const struct request *request, const struct string *text);
/* Answers where the command was given: in the channel, or in private once it repeats itself. */
void command_answer(const struct request *request, enum word word, const struct arg *args);
/* Who hears of a table as an answer: its channel if asked there, else the caller in private. */
struct listener command_listener(const struct request *request, const struct table *table);
/* Returns how the place of the command reads: the channel, the person, or an operator. */
struct locale command_locale(const struct request *request);

/*
 * True if the caller may set a first password for their nick, or have it forgotten; says no itself.
 * In password.c.
 */
bool password_may_decide(const struct request *request);

#endif

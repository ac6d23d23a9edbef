/* command.h - the commands that people give, each with the function that runs it. */
#ifndef BOT_COMMAND_COMMAND_H
#define BOT_COMMAND_COMMAND_H

#include "bot/lobby/lobby.h"
#include "bot/surface/origin.h"
#include "bot/text/cardtext.h"

enum { COMMAND_ARGS = 16, COMMAND_TEXT = 1024, COMMAND_WORD = 32 };

/* Flags of a command. */
enum {
	IN_CHANNEL = 1, /* allowed in a channel */
	IN_PRIVATE = 2, /* allowed in private */
	ANYWHERE = 3,
	FOR_ADMINS = 4,           /* for operators only */
	A_MOVE = 8,               /* a game move, cheap for the rate limiter */
	FIRST_CONNECTION = 16,    /* refused to a second connection of an account with a seat */
	IN_TUTORIAL = 32,         /* means the caller's tutorial, as moves do */
	AT_PRIVATE_TABLE = 64,    /* a channel command that works in private for a private table */
	NEEDS_OTHER_PEOPLE = 128, /* unknown on a network of one person */
	THROUGH_BRIDGE = 256,     /* allowed through a bridge: the channel gets the answer */
	IN_BARRED_CHANNEL = 512   /* works in private at a table whose channel bars the bot */
};

/* Actions of an operator on the program around the lobby. NULL: not supported here. */
struct control {
	void *self;
	/* Reloads the configuration; report gets the result. Returns false on errors. */
	bool (*reload)(void *self, struct string *report);
	/* Sets the log level until the next reload. */
	void (*log)(void *self, enum log_level level);
	/* Ends the program after the batch. */
	void (*shut_down)(void *self);
};

/* Must exceed the number of commands. */
enum { COMMANDS_MOST = 128 };

/* The state of commands beside the lobby. Starts as zeros, except the lobby and the control. */
struct commands {
	struct lobby *lobby;
	struct control control;
	/* Functions of command_table.h, so that help can list all commands. */
	const struct command *(*next)(size_t *n);
	const struct command *(*find)(const char *word, unsigned hidden);
	struct tutorial **tutorial; /* in progress, see tutorial.h */
	size_t tutorials;
	struct invitation *invitation; /* see invitation.h */
	size_t invitations;
	struct analysis_job *analyses;          /* in progress, see analysis.h */
	uint64_t command_counts[COMMANDS_MOST]; /* how often each command was given, by
						   command_table_index */
	int64_t last_candidate; /* store id of the last person tried by watching_announce_table */
};

struct command;

/* A command with its words and its origin. */
struct request {
	struct lobby *lobby;
	struct commands *commands;
	const struct command *command; /* NULL: an unknown word */
	struct origin from;            /* a copy: a command may change person or channel */
	unsigned hidden_flags;         /* flags of commands that the caller may not know */
	unsigned number;               /* N of a word #N, or 0 */
	struct table *table;           /* the table it applies to; NULL only with TABLE_NONE */
	struct tutorial *tutorial; /* the tutorial it applies to, or NULL; `table` is its table */
	const char *rest;          /* the text after the command word, as written */
	char *arg[COMMAND_ARGS];   /* the words of rest, without #N; they point into text */
	unsigned args;
	char word[COMMAND_WORD]; /* the word typed; "p" for a move without one */
	char text[COMMAND_TEXT];
	char spelled[CARDTEXT_TEXT]; /* the line with spelled-out cards as symbols */
};

/* The table that a command applies to. */
enum table_for {
	TABLE_NONE, /* none, or the command finds it */
	/* The caller must play at these: */
	TABLE_TURN,        /* for a move: one with the caller's turn, else their table */
	TABLE_SEATED_OPEN, /* one that has not started, else the caller's table */
	TABLE_SEATED,      /* in this channel, else anywhere */
	/* These need no seat: */
	TABLE_OFFERED, /* one that offers the caller a seat or invites them */
	TABLE_STOPPED, /* the caller's, else a deserted one in this channel */
	TABLE_OPEN,    /* not started, or a seat that the caller left */
	TABLE_SHOWN,   /* to look at: the caller's, else the only one here */
	TABLE_WATCHED, /* to watch: the same */
};

/* The heading of `help` that lists a command, by its message list.NAME. */
enum help_list {
	UNLISTED,
	LIST_TABLES,
	LIST_PLAY,
	LIST_MOVES, /* moves that only some games have */
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
	const char *names; /* folded, separated by spaces, English first: "play p jouer j" */
	unsigned flags;
	enum table_for table;
	enum help_list list;
	enum message help; /* the message that explains it */
	void (*run)(struct request *request);
};

/* The commands by family, each list in the file with its functions. A NULL name ends a list. */
extern const struct command seating_commands[], invite_commands[], play_commands[],
	consent_commands[], rematch_commands[], watching_commands[], password_commands[],
	ladder_commands[], history_commands[], review_commands[], verify_commands[],
	service_commands[], tutorial_commands[], help_commands[], admin_commands[];
/* True if a folded word is one of the names, which are separated by spaces. */
bool command_has_name(const char *names, const char *word);
/* Finds a game, or the index of its preset, by a word that people type. NULL or -1: unknown. */
const struct game *command_find_game(const char *word);
int command_find_preset(const struct game *game, const char *word);
/* Reads a whole number from 1 to 999,999,999. Returns false for other text. */
bool command_read_number(const char *text, unsigned *number);

/* Counts a refusal by its reason, and tells the surface that the request was refused. */
void command_refuse(const struct request *request, enum refusal_reason why);
/* Answers the caller in private (through a bridge: in the channel). */
void command_tell(const struct request *request, enum message message, const struct arg *args);
/* The same in a line that names its table. */
void command_tell_about(const struct request *request, struct table *table, enum message message,
	const struct arg *args);
/* Sends the caller a text of several lines, in pages if the surface has them. */
void command_tell_pages(const struct request *request, const struct string *text);
/* Answers in the channel; in private if asked there, or if the channel had it too often. */
void command_answer(const struct request *request, enum message message, const struct arg *args);
/* Returns the listener for an answer about a table: the caller, or its channel if asked there. */
struct listener command_listener(const struct request *request, const struct table *table);
/* Returns the locale of the channel, in private of the person, or of an operator. */
struct locale command_locale(const struct request *request);

/* True if the caller may claim or delete their nick; else tells them why not. In password.c. */
bool password_can_change(const struct request *request);

#endif

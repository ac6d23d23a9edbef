/* command.h - the commands that people give, and the functions that run them. */
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
	FOR_ADMINS = 4,        /* for operators only */
	A_MOVE = 8,            /* a game move; the rate limit counts it as cheap */
	FIRST_CONNECTION = 16, /* refused to a second connection of a seated account */
	IN_EXERCISE = 32,      /* during an exercise, the command applies to the exercise's table */
	/* a channel command that also works in private, for a person at a private table */
	AT_PRIVATE_TABLE = 64,
	NEEDS_OTHER_PEOPLE = 128, /* hidden on a network that has only one person */
	THROUGH_BRIDGE = 256,     /* allowed through a bridge; the answer goes to the channel */
	IN_BARRED_CHANNEL = 512,  /* allowed in private at a table whose channel bars the bot */
	/* a line with this command is never a question: any words may follow */
	TAKES_ANY_WORDS = 1024,
	WHILE_OFF = 2048,    /* works in a channel whose operators switched the bot off */
	NEEDS_PAGES = 4096,  /* hidden if people cannot play on pages */
	NEEDS_GUESTS = 8192, /* hidden if guests cannot sit down by links */
	/* also works for muted players of a match in the channel, like a move */
	WHILE_MUTED = 16384,
	/* if its name is mistyped, the bot does not run it but asks whether it was meant */
	CANNOT_BE_UNDONE = 32768,
	TAKES_NAMES = 65536, /* arguments can be people's names, which may have blanks */
	/*
	 * like TAKES_NAMES, with one name as the only argument: an unknown name extends to the
	 * line's end
	 */
	TAKES_ONE_NAME = 131072
};

/*
 * Actions of operators on the program itself, outside the lobby. A function is NULL if its action
 * is not available.
 */
struct control {
	void *self;
	/*
	 * Reloads the configuration and writes the result to `report`. Returns false if the
	 * configuration has errors.
	 */
	bool (*reload)(void *self, struct string *report);
	/* Sets the log level until the next reload. */
	void (*log)(void *self, enum log_level level);
	/* Ends the program when the batch has ended. */
	void (*shut_down)(void *self);
};

/* More than the number of commands. */
enum { COMMANDS_MOST = 128 };

/* The state of commands in addition to the lobby. Starts as zeros, except lobby and control. */
struct commands {
	struct lobby *lobby;
	struct control control;
	/* Functions of command_table.h, for `help` and for finding commands. */
	const struct command *(*next)(size_t *n);
	const struct command *(*find)(
		const struct catalog *catalog, const char *word, unsigned hidden);
	/* invitations that may still be answered, see invitation.h */
	struct invitation *invitation;
	size_t invitations;
	struct analysis *analyses; /* running analyses, see review.c */
	/* how often each command was given, by command_table_index */
	uint64_t command_counts[COMMANDS_MOST];
	/* store id of the last person that watching_announce_table looked at */
	int64_t last_candidate;
};

struct command;

/* A command with its words and its origin. */
struct request {
	struct lobby *lobby;
	struct commands *commands;
	const struct command *command; /* NULL: the word is not a command */
	const char *question; /* the intent of a question, see question.h; NULL: no question */
	bool guessed;         /* the intent is only a guess */
	int language;         /* the language of a sentence, see question.h; -1: unknown */
	/*
	 * origin of the line; a copy, because the command may change the person or the channel in
	 * it
	 */
	struct origin from;
	/* bit set of flags: commands with one of them are hidden from the caller */
	unsigned hidden_flags;
	unsigned number;     /* the N of a word #N in the line; 0: no such word */
	struct table *table; /* the table that the command applies to; NULL only with TABLE_NONE */
	/* the exercise that the command applies to, or NULL; `table` is then its table */
	struct exercise *exercise;
	const char *said;        /* the whole line after the prefix, as the person wrote it */
	const char *rest;        /* the line after the command's word, as the person wrote it */
	char *arg[COMMAND_ARGS]; /* the words of `rest` without #N; they point into `text` */
	unsigned args;
	char word[COMMAND_WORD]; /* the command's word as typed; "p" for a move without a word */
	char text[COMMAND_TEXT];
	char names[COMMAND_TEXT]; /* the arguments of a command that takes names */
	/* the whole line, with spelled-out cards replaced by symbols */
	char spelled[CARDTEXT_TEXT];
};

/* How the table that a command applies to is chosen. */
enum table_for {
	TABLE_NONE, /* the command has no table, or finds the table itself */
	/* The caller must be a player at the following tables. */
	/* for a move: a table where the caller has the turn, else a table of the caller */
	TABLE_TURN,
	TABLE_SEATED_OPEN, /* a table that has not started, else a table of the caller */
	TABLE_SEATED,      /* a table of the caller in this channel, else anywhere */
	/* The caller needs no seat at the following tables. */
	TABLE_OFFERED, /* a table with an offered seat or an invitation for the caller */
	TABLE_STOPPED, /* a table of the caller, else a deserted one in this channel */
	TABLE_OPEN,    /* a table that has not started, or where the caller can take back a seat */
	TABLE_SHOWN,   /* for looking: a table of the caller, else the only one here */
	TABLE_WATCHED, /* for watching: a table of the caller, else the only one here */
};

/* The heading under which `help` lists a command; the message list.NAME has its text. */
enum help_list {
	UNLISTED,
	LIST_TABLES,
	LIST_PLAY,
	LIST_MOVES, /* commands for moves that exist only in some games */
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
	enum message word; /* message that lists, in each language, the words for the command */
	unsigned flags;
	enum table_for table;
	enum help_list list;
	enum message help; /* the message that explains the command */
	void (*run)(struct request *request);
};

/*
 * The lists of commands, each in the file that has the functions of its commands. An entry without
 * a function ends a list.
 */
extern const struct command seating_commands[], invite_commands[], guest_commands[],
	channel_commands[], play_commands[], consent_commands[], rematch_commands[],
	watching_commands[], password_commands[], ladder_commands[], history_commands[],
	review_commands[], verify_commands[], service_commands[], seat_commands[],
	exercise_commands[], daily_commands[], challenge_commands[], help_commands[],
	admin_commands[];
/* Finds a game by a word that people type. Returns NULL for an unknown word. */
const struct game *command_find_game(const char *word);
/* Finds a level of AI players by a word that people type. Returns -1 for an unknown word. */
int command_find_level(const struct catalog *catalog, const char *word);
/* True if a word is a level or the name of an AI player, or the bot's own nick. */
bool command_names_robot(const struct request *request, const char *word);
/*
 * Finds a preset of a game by a word that people type. Returns its index, or -1 for an unknown
 * word.
 */
int command_find_preset(const struct game *game, const char *word);
/* True if a word is a command that is hidden only because people cannot play on pages. */
bool command_needs_pages(const struct request *request, const char *word);
/* Returns the English name of a command, as messages, logs and metrics know it. */
const char *command_name(const struct command *command);
/*
 * True if an argument, counted from 0, is one of the words that a message like MSG_VALUE_ALL lists.
 */
bool command_has_word(const struct request *request, unsigned arg, enum message message);
/* Reads the first argument as a switch: on or yes is 1, off or no is 0, others -1. */
int command_read_switch(const struct request *request);
/* Reads a whole number from 1 to 999,999,999. Returns false for other text. */
bool command_read_number(const char *text, unsigned *number);
/* True if a word is a card in the person's notation, or the number of a card in a hand. */
bool command_is_card(const struct lobby *lobby, const struct person *person, const char *word);

/* Counts a refused command by its reason, and tells the surface that it was refused. */
void command_refuse(const struct request *request, enum refusal_reason why);
/*
 * Refuses a command about a seat, and tells the caller why. name: fills {name} in the message, or
 * "".
 */
void command_refuse_seat(const struct request *request, enum message why, const char *name);
/* Stops the exercise of a request, and tells the caller. Returns false if the request has none. */
bool command_stop_exercise(const struct request *request);
/* Answers the caller in private; through a bridge, in the channel. */
void command_tell(const struct request *request, enum message message, const struct arg *args);
/* Answers like command_tell, in a line that names the table. */
void command_tell_about(const struct request *request, struct table *table, enum message message,
	const struct arg *args);
/* Sends the caller a text of several lines, page by page if the surface has pages. */
void command_tell_pages(const struct request *request, const struct string *text);
/*
 * Sends the caller a text as a file with this name; on surfaces without files, like
 * command_tell_pages.
 */
void command_send_file(const struct request *request, const char *name, const struct string *text);
/*
 * Answers in the channel. Answers in private if the command was given in private or answers a
 * question, or if the channel had the same answer too often.
 */
void command_answer(const struct request *request, enum message message, const struct arg *args);
/*
 * Returns the listener for an answer about a table: the channel if the command was given there,
 * else the caller. Answers to questions are for the caller alone.
 */
struct listener command_listener(const struct request *request, const struct table *table);
/*
 * Returns the locale of an answer: the channel's; in private the person's; the operator's on the
 * control socket.
 */
struct locale command_locale(const struct request *request);

/*
 * Returns true if the caller may claim or delete their nick. Otherwise tells them why not. Defined
 * in password.c.
 */
bool password_can_change(const struct request *request);
/*
 * Sets a key of the caller's channel to the value in the words after the first, if they may.
 * Otherwise tells them why not. key: enum channel_key. Defined in channel.c.
 */
void command_set_channel(struct request *request, unsigned key);

#endif

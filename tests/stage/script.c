#include "tests/stage/script.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bot/net/irc/text.h"
#include "tests/fuzz/fuzz.h"
#include "tests/stage/fault.h"

enum { PEOPLE = 8, PRIVATE = 8, ROOM = 1000, PATIENCE = 40, MOVES = 1000, SLOW_MOVE = 30000 };

static const char *const keys[PEOPLE] = { "anna", "luc", "eve", "bob", "zoe", "max", "ida",
	"boss" };

enum mishap {
	WAIT,
	THINK,
	GO,
	QUIT,
	SPLIT,
	COME,
	RENAME,
	LOG_IN,
	UNHEARD,
	KICK,
	LOSE,
	SLOW,
	EVENTS
};

static void happen(struct stage *stage, enum mishap mishap, const char *text)
{
	const char *key = keys[(unsigned char)text[0] % PEOPLE];
	char name[STAGE_NAME];
	irc_text_clean(text[0] != '\0' ? text + 1 : text, name, sizeof name);

	switch (mishap) {
	case WAIT: stage_wait(stage, (int64_t)(unsigned char)text[0] * 997); break;
	case THINK:
		for (int i = 0; i < PATIENCE && stage_think(stage); i++)
			;
		break;
	case GO: stage_went(stage, key, DEPARTED_CHANNEL); break;
	case QUIT: stage_went(stage, key, DEPARTED_NETWORK); break;
	case SPLIT: stage_went(stage, key, DEPARTED_SPLIT); break;
	case COME: stage_came(stage, key); break;
	case RENAME: stage_meet(stage, key, name[0] != '\0' ? name : key, NULL, "u@h"); break;
	case LOG_IN: stage_meet(stage, key, key, name, "u@h"); break;
	case UNHEARD: stage_refuse(stage, key); break;
	case KICK: stage_kick(stage); break;
	case LOSE:
		stage_lose(stage);
		stage_join(stage);
		break;
	case SLOW: stage->slow = !stage->slow; break;
	case EVENTS: break;
	}
}

static void speak(struct stage *stage, unsigned how, const char *text)
{
	const char *key = keys[how % PEOPLE];
	stage->account = how % PEOPLE == PEOPLE - 1 ? "boss" : NULL;
	if ((how & PRIVATE) != 0)
		stage_whisper(stage, key, text);
	else
		stage_say(stage, key, text);
	stage->account = NULL;
}

/* Fails if a line of the bot has control characters other than colour codes. Each line is `where:
 * text` or `who< text`. */
static void check_said(const char *said)
{
	while (*said != '\0') {
		char line[16384], clean[sizeof line];
		size_t length = strcspn(said, "\n");
		fuzz_must(length < sizeof line && said[length] == '\n');
		memcpy(line, said, length);
		line[length] = '\0';
		if (strpbrk(line, "\3\17") == NULL)
			fuzz_must(irc_text_clean(line, clean, sizeof clean));
		said += length + 1;
	}
}

static void check_tables(struct stage *stage)
{
	for (size_t i = 0; i < stage->lobby.tables.count; i++) {
		struct table *table = stage->lobby.tables.table[i];
		fuzz_must(!table->running || game_fault(table->game, table_state(table)) == NULL);
		fuzz_must(table->seats_taken <= SEATS_MAX && !table->closed &&
			table->persistent_saved == NULL);
	}
	fuzz_must(stage->lobby.tables.count <= stage->lobby.settings.tables_per_network + PEOPLE);
}

static void come(struct stage *stage)
{
	static char boss[] = "account:boss";
	static char *admins[] = { boss };
	stage->network.access->rules.admins = (struct masks){ admins, 1 };
	for (unsigned i = 0; i < PEOPLE; i++)
		stage_came(stage, keys[i]);
}

/* Plays a match of two people. The waits are so long that turn clocks end it if the moves do
 * not. */
static void remember_match(struct stage *stage, const char *game)
{
	char opening[ROOM];
	snprintf(opening, sizeof opening, "!new %s", game);
	stage_say(stage, keys[0], opening);
	stage_say(stage, keys[1], "!join");
	stage_say(stage, keys[0], "!start");
	for (unsigned i = 0; i < MOVES && stage_table(stage, 1) != NULL; i++) {
		stage_play(stage, 1, 1);
		stage_wait(stage, SLOW_MOVE);
	}
}

void script_open(struct stage *stage, const struct catalogue *texts)
{
	stage_open_quietly(stage, texts, NULL);
	stage->strict = true;
	come(stage);
	for (unsigned i = 0; games[i] != NULL; i++)
		remember_match(stage, games[i]->name);
	stage->pensive = true;
	stage_mark(stage);
	stage_rewind(stage);
}

void script_play(struct stage *stage, const uint8_t *data, size_t size)
{
	char *line, text[ROOM];
	come(stage);
	while ((line = fuzz_line(&data, &size)) != NULL) {
		unsigned how = (unsigned char)line[0];
		if (how > 0) {
			irc_text_clean(line + 1, text, sizeof text);
			if (how >= 0x10 && how < 0x10 + EVENTS)
				happen(stage, (enum mishap)(how - 0x10), text);
			else
				speak(stage, how, text);
			check_tables(stage);
		}
		free(line);
	}
	check_said(stage->said.bytes);
}

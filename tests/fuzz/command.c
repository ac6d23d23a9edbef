/*
 * Anybody says anything: lines of chat by eight people in a channel and in private, an operator
 * among them, and all that can happen to them in between. Tables stay sound, everything said is
 * one line of clean text, and nothing is logged as an error.
 *
 * The first byte of a line says who speaks (0…7) and whether in private (8), or with 0x10 and more
 * what happens instead. The lobby lives through a number of inputs, for speed: a finding is made
 * again by the same seed.
 */
#include <unistd.h>

#include "bot/irc_text.h"
#include "tests/fuzz/fuzz.h"
#include "tests/stage/stage.h"

enum { PEOPLE = 8, PRIVATE = 8, INPUTS = 200, ROOM = 1000, PATIENCE = 40 };

static const char *const keys[PEOPLE] = { "anna", "luc", "eve", "bob", "zoe", "max", "ida",
	"boss" };

enum event {
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

static void happen(struct stage *stage, enum event event, const char *text)
{
	const char *key = keys[(unsigned char)text[0] % PEOPLE];
	char name[STAGE_NAME];

	irc_text_clean(text[0] != '\0' ? text + 1 : text, name, sizeof name);

	switch (event) {
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

/* What the bot said, line by line: `where: text` or `who< text`. */
static void check_said(const char *said)
{
	while (*said != '\0') {
		char line[16384], clean[sizeof line];
		size_t length = strcspn(said, "\n");

		fuzz_must(length < sizeof line && said[length] == '\n');
		memcpy(line, said, length);
		line[length] = '\0';
		/* Colours are control characters. */
		if (strpbrk(line, "\3\17") == NULL)
			fuzz_must(irc_text_clean(line, clean, sizeof clean));
		said += length + 1;
	}
}

static void check_tables(struct stage *stage)
{
	for (size_t i = 0; i < stage->lobby.tables; i++) {
		struct table *table = stage->lobby.table[i];

		fuzz_must(!table->running || table->game->fault(table_state(table)) == NULL);
		fuzz_must(table->taken <= SEATS_MAX && !table->closed && table->saved == NULL);
	}
	fuzz_must(stage->lobby.tables <= stage->lobby.house.tables_per_network + PEOPLE);
}

static struct stage *stage_of(void)
{
	static char boss[] = "account:boss";
	static char *admins[] = { boss };
	static struct stage stage;
	static unsigned inputs;

	if (inputs++ % INPUTS != 0)
		return &stage;
	if (inputs > 1)
		stage_close(&stage);
	stage_open_quietly(&stage, NULL);
	stage.pensive = stage.strict = true;
	stage.network.guard->rules.admins = (struct masks){ admins, 1 };
	for (unsigned i = 0; i < PEOPLE; i++)
		stage_came(&stage, keys[i]);
	return &stage;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct stage *stage = stage_of();
	char *line, text[ROOM];

	while ((line = fuzz_line(&data, &size)) != NULL) {
		unsigned how = (unsigned char)line[0];

		if (how > 0) {
			irc_text_clean(line + 1, text, sizeof text);
			if (how >= 0x10 && how < 0x10 + EVENTS)
				happen(stage, (enum event)(how - 0x10), text);
			else
				speak(stage, how, text);
			check_tables(stage);
		}
		free(line);
	}
	check_said(stage_hear(stage));
	return 0;
}

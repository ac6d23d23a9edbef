/* player.c - an automatic player of Mitaines. */
#include "tests/irc/player.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/stage/hidden.h"

/* ---- lines ---- */

/* Ends the word at *at with a NUL and moves *at behind the blank after it. */
static char *line_part(char **at)
{
	char *begin = *at;
	*at += strcspn(*at, " ");
	if (**at == ' ')
		*(*at)++ = '\0';
	return begin;
}

bool line_read(struct line *line, const char *whole)
{
	int length = snprintf(line->bytes, sizeof line->bytes, "%s", whole);
	if (length <= 0 || (size_t)length >= sizeof line->bytes)
		return false;
	char *at = line->bytes;
	line->whole = whole;
	line->from = "";
	if (*at == ':') {
		char *from = line_part(&at) + 1;
		from[strcspn(from, "!")] = '\0';
		line->from = from;
	}
	line->verb = line_part(&at);
	char *rest = strstr(at, " :");
	line->text = rest != NULL ? rest + 2 : "";
	if (rest != NULL)
		*rest = '\0';
	at += *at == ':';
	line->to = line_part(&at);
	return true;
}

bool line_said_by(const struct line *line, const char *nick)
{
	return strcmp(line->from, nick) == 0 &&
		(strcmp(line->verb, "PRIVMSG") == 0 || strcmp(line->verb, "NOTICE") == 0);
}

/* ---- lines of the bot ---- */

void player_learn(struct player *player, const char *text)
{
	const char *hand = strstr(text, "Your hand: ");
	if (hand == NULL || text[0] != '[')
		return;
	player->table = (unsigned)strtoul(text + 1, NULL, 10);
	player->turn = strstr(text, "Your turn") != NULL;
	player->hand = reader_written(hand, &english_words);
	player->tellings++;
}

void player_choose(const struct player *player, struct chance *chance, char *move, size_t size)
{
	cards hand = player->hand;
	struct text text = text_in(move, size);
	for (unsigned skip = chance_below(chance, cards_count(hand)); skip > 0; skip--)
		hand &= hand - 1;
	card_write(&text, cards_first(hand));
}

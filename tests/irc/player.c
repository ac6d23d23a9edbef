/* player.c - an automatic player of Mitaines on IRC. */
#include "tests/irc/player.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bot/text/nametext.h"
#include "engine/move.h"

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

static const char *after(const char *text, const char *part)
{
	const char *at = strstr(text, part);
	return at != NULL ? at + strlen(part) : NULL;
}

/* Reads `[1:9D 2:9H] 3:TC`. */
static void read_hand(struct player *player, const char *at)
{
	player->held = 0;
	while (player->held < PLAYER_HAND) {
		at += strcspn(at, ":");
		if (*at++ == '\0' || !card_read(&at, NOTATION_ENGLISH, &player->hand[player->held]))
			break;
		player->held++;
	}
}

/* Reads a rank written in the plural: "nines". */
static unsigned read_rank(const char *at)
{
	static const char *const ranks[RANK_COUNT] = { "twos", "threes", "fours", "fives", "sixes",
		"sevens", "eights", "nines", "tens", "Jacks", "Queens", "Kings", "Aces" };
	unsigned rank = 0;
	while (rank < RANK_COUNT && strncmp(at, ranks[rank], strlen(ranks[rank])) != 0)
		rank++;
	return rank;
}

/* Reads a live contract, `mitten of nines by anna, 1 of 2`, or clears it if `at` is NULL. */
static void read_live(struct player *player, const char *at)
{
	player->live.kind = 0;
	player->live.mine = false;
	if (at == NULL)
		return;
	player->live.kind = *at == 'm' ? CALL_MITTEN : *at == 'g' ? CALL_GLOVE : CALL_SOCK;
	at = after(at, " of ");
	player->live.rank = at != NULL ? read_rank(at) : RANK_COUNT;
	at = at != NULL ? after(at, " by ") : NULL;
	struct string name = STRING_EMPTY;
	nametext_add(&name, player->client.nick);
	player->live.mine =
		at != NULL && strncmp(at, name.bytes, name.length) == 0 && at[name.length] == ',';
	string_free(&name);
}

void player_note(struct player *player, const char *whole)
{
	size_t length = strlen(whole);
	player->heard = realloc(player->heard, player->heard_length + length + 2);
	if (player->heard == NULL)
		abort();
	memcpy(player->heard + player->heard_length, whole, length);
	player->heard_length += length;
	memcpy(player->heard + player->heard_length++, "\n", 2);
}

void player_learn(struct player *player, const struct line *line)
{
	const char *hand = after(line->text, "Your hand: ");
	if (hand == NULL || line->text[0] != '[')
		return;
	player->table = (unsigned)strtoul(line->text + 1, NULL, 10);
	player->turn = strstr(line->text, "Your turn") != NULL;
	read_hand(player, hand);
	read_live(player, after(line->text, "live: "));
	player->told = realloc(player->told, (player->tellings + 1) * sizeof *player->told);
	if (player->told == NULL)
		abort();
	player->told[player->tellings++] = player_cards(player);
}

cards player_cards(const struct player *player)
{
	cards set = 0;
	for (unsigned i = 0; i < player->held; i++)
		set |= card_bit(player->hand[i]);
	return set;
}

void player_close(struct player *player)
{
	client_close(&player->client);
	free(player->told);
	free(player->heard);
	player->told = NULL;
	player->heard = NULL;
}

/* ---- moves ---- */

/* Returns the rank's order for contracts: the Jack is the highest. */
static unsigned height(unsigned rank)
{
	return rank == RANK_J ? RANK_COUNT : rank;
}

/* Returns true if a contract of this kind and rank may be called now. */
static bool outranks(const struct player *player, unsigned kind, unsigned rank)
{
	return kind > player->live.kind ||
		(kind == player->live.kind && height(rank) > height(player->live.rank));
}

/* Returns the index of a random legal card in the hand. */
static unsigned choose_card(const struct player *player, struct chance *chance)
{
	unsigned place = chance_below(chance, player->held);
	while (player->live.mine && card_rank(player->hand[place]) != player->live.rank)
		place = (place + 1) % player->held;
	return place;
}

/* Returns a contract to call with the card, or CALL_NONE. */
static unsigned choose_call(const struct player *player, struct chance *chance, card c)
{
	unsigned most = cards_count_of_rank(player_cards(player), card_rank(c));
	unsigned kind = CALL_MITTEN + chance_below(chance, 3);
	if (player->live.mine || kind > most || !outranks(player, kind, card_rank(c)))
		return CALL_NONE;
	return kind;
}

void player_choose(const struct player *player, struct chance *chance, char *move, size_t size)
{
	static const char *const calls[][3] = { [CALL_NONE] = { "", "", "" },
		[CALL_MITTEN] = { " mitten", " m", " mitaine" },
		[CALL_GLOVE] = { " glove", " g", " gant" },
		[CALL_SOCK] = { " sock", " s", " chausson" } };
	unsigned place = choose_card(player, chance);
	unsigned call = choose_call(player, chance, player->hand[place]);
	struct text text = text_in(move, size);
	if (chance_below(chance, 2) == 0)
		text_number(&text, place + 1);
	else
		card_write(&text, player->hand[place]);
	text_add(&text, calls[call][chance_below(chance, 3)]);
}

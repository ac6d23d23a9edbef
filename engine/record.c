/* record.c - reads and replays a record */
#include "engine/record.h"

#include <assert.h>
#include <limits.h>
#include <string.h>

enum { WORDS_MAX = SEATS_MAX + 1 };

/* The stages of a record, named after the last line read. A line out of place is an error. */
enum stage {
	STAGE_START,  /* no line was read yet */
	STAGE_HEAD,   /* the first line */
	STAGE_GAME,   /* the game line; options follow */
	STAGE_SEATS,  /* the seats line; hands follow */
	STAGE_HAND,   /* a hand line; moves follow */
	STAGE_NONCE,  /* a hand line with a commitment; nonces and reveal follow */
	STAGE_PLAY,   /* a move */
	STAGE_SCORED, /* the points of a hand; hands follow */
	STAGE_RESULT, /* the totals, the last line */
};

/* A line split into words; the first is its keyword. */
struct catalog {
	unsigned count;
	const char *word[WORDS_MAX];
};

const char *record_error_words(enum record_error error)
{
	static const char *const catalog[] = {
#define X(name, message) message,
		RECORD_ERRORS(X)
#undef X
	};
	return catalog[error];
}

void record_open(struct record *record, bool verify)
{
	memset(record, 0, sizeof *record);
	record->verify = verify;
}

/* ---- text ---- */

/* Returns the length of the UTF-8 character at *at, at most `room`, or 0 for malformed bytes. */
static size_t character(const unsigned char *at, size_t room)
{
	static const uint32_t least[] = { 0, 0, 0x80, 0x800, 0x10000 };
	size_t length = *at < 0x80 ? 1 : *at < 0xc2 ? 0 : *at < 0xe0 ? 2 : *at < 0xf0 ? 3 : 4;
	uint32_t point = *at & (0xffu >> (length + 1));
	if (length < 2)
		return length;
	if (length > room || *at > 0xf4)
		return 0;
	for (size_t i = 1; i < length; i++) {
		if ((at[i] & 0xc0) != 0x80)
			return 0;
		point = point << 6 | (at[i] & 0x3f);
	}
	if (point < least[length] || point > 0x10ffff || (point >= 0xd800 && point <= 0xdfff))
		return 0;
	return length;
}

/* Returns true for UTF-8 without control characters; tabs are allowed. */
static bool is_text(const char *line, size_t length)
{
	const unsigned char *at = (const unsigned char *)line, *end = at + length;
	while (at < end) {
		size_t step = character(at, (size_t)(end - at));
		if (step == 0 || (*at < ' ' && *at != '\t') || *at == 0x7f)
			return false;
		at += step;
	}
	return true;
}

static bool is_blank(char c)
{
	return c == ' ' || c == '\t';
}

static char *skip_blanks(char *at)
{
	while (is_blank(*at))
		at++;
	return at;
}

/* Splits a line at blanks. The count exceeds WORDS_MAX if there are more words. */
static struct catalog split(char *line)
{
	struct catalog catalog = { 0 };
	for (line = skip_blanks(line); *line != '\0' && catalog.count <= WORDS_MAX;) {
		if (catalog.count < WORDS_MAX)
			catalog.word[catalog.count] = line;
		catalog.count++;
		while (*line != '\0' && !is_blank(*line))
			line++;
		if (*line != '\0')
			*line++ = '\0';
		line = skip_blanks(line);
	}
	return catalog;
}

/* Reads a decimal number with an optional minus. */
static bool read_number(const char *word, int64_t least, int64_t most, int64_t *number)
{
	bool minus = *word == '-';
	int64_t found = 0;
	word += minus;
	if (*word == '\0')
		return false;
	for (; *word != '\0'; word++) {
		if (*word < '0' || *word > '9' || found > (INT64_MAX - (*word - '0')) / 10)
			return false;
		found = found * 10 + (*word - '0');
	}
	if (minus)
		found = -found;
	if (found < least || found > most)
		return false;
	*number = found;
	return true;
}

static int hex_digit(char c)
{
	if (c >= '0' && c <= '9')
		return c - '0';
	c = text_upper(c);
	return c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

static bool read_hex(const char *word, uint8_t *bytes, size_t count)
{
	if (strlen(word) != 2 * count)
		return false;
	for (size_t i = 0; i < count; i++) {
		int high = hex_digit(word[2 * i]), low = hex_digit(word[2 * i + 1]);
		if (high < 0 || low < 0)
			return false;
		bytes[i] = (uint8_t)(high << 4 | low);
	}
	return true;
}

/* ---- the head ---- */

static enum record_error read_start(struct record *record, const char *line)
{
	if (strcmp(line, "mitaines-record 1") != 0)
		return RECORD_ERROR_START;
	record->stage = STAGE_HEAD;
	return RECORD_ERROR_NONE;
}

static enum record_error read_game(struct record *record, const struct catalog *catalog)
{
	record->game = game_named(catalog->word[1]);
	if (record->game == NULL)
		return RECORD_ERROR_GAME;
	int preset = catalog->count == 3 ? game_preset(record->game, catalog->word[2]) : 0;
	if (preset < 0)
		return RECORD_ERROR_PRESET;
	assert(record->game->state_size <= GAME_BLOCK);
	record->preset = (unsigned)preset;
	game_open(record->game, &record->state, record->preset);
	record->stage = STAGE_GAME;
	return RECORD_ERROR_NONE;
}

static enum record_error read_option(struct record *record, const struct catalog *catalog)
{
	char name[RECORD_NAME + 1];
	size_t length = strcspn(catalog->word[1], "=");
	const char *value = catalog->word[1] + length;
	if (*value == '\0' || length >= sizeof name)
		return RECORD_ERROR_OPTION;
	memcpy(name, catalog->word[1], length);
	name[length] = '\0';
	switch (game_set(record->game, &record->state, name, value + 1)) {
	case REFUSE_NONE: return RECORD_ERROR_NONE;
	case REFUSE_OPTION_UNKNOWN: return RECORD_ERROR_OPTION;
	default: return RECORD_ERROR_VALUE;
	}
}

static enum record_error read_match(struct record *record, const struct catalog *catalog)
{
	if (record->match != 0)
		return RECORD_ERROR_PLACE;
	if (!read_number(catalog->word[1], 1, INT64_MAX, &record->match))
		return RECORD_ERROR_NUMBER;
	return RECORD_ERROR_NONE;
}

static enum record_error read_fair(struct record *record, const struct catalog *catalog)
{
	int64_t scheme;
	if (record->fair)
		return RECORD_ERROR_PLACE;
	if (!read_number(catalog->word[1], 2, 2, &scheme))
		return RECORD_ERROR_FAIR;
	record->fair = true;
	return RECORD_ERROR_NONE;
}

static enum record_error read_root(struct record *record, const struct catalog *catalog)
{
	uint8_t root[SHUFFLE_SEED], commit[SHUFFLE_COMMIT];
	if (!record->committed || record->rooted)
		return RECORD_ERROR_PLACE;
	if (!read_hex(catalog->word[1], root, sizeof root))
		return RECORD_ERROR_HEX;
	record->rooted = true;
	if (!record->verify)
		return RECORD_ERROR_NONE;
	shuffle_chain_open(&record->chain, record->match, root);
	shuffle_chain_commit(&record->chain, commit);
	return memcmp(commit, record->commit, sizeof commit) == 0 ? RECORD_ERROR_NONE
								  : RECORD_ERROR_ROOT;
}

static enum record_error read_seats(struct record *record, const struct catalog *catalog)
{
	unsigned seats = catalog->count - 1;
	if (seats > SEATS_MAX || (game_players(record->game, &record->state) >> seats & 1) == 0)
		return RECORD_ERROR_PLAYERS;
	for (unsigned seat = 0; seat < seats; seat++) {
		size_t length = strlen(catalog->word[seat + 1]);
		if (length > RECORD_NAME)
			return RECORD_ERROR_NAME;
		memcpy(record->name[seat], catalog->word[seat + 1], length + 1);
	}
	record->seats = seats;
	record->stage = STAGE_SEATS;
	return RECORD_ERROR_NONE;
}

/* ---- hands ---- */

/* Sets the dealer of the first hand. Checks the dealer of a later hand, which the game knows. */
static enum record_error set_dealer(struct record *record, const char *word)
{
	int64_t dealer;
	if (!read_number(word, 0, record->seats - 1, &dealer))
		return RECORD_ERROR_NUMBER;
	if (record->state.phase != PHASE_NEW)
		return dealer == record->state.dealer ? RECORD_ERROR_NONE : RECORD_ERROR_DEALER;
	/* read_seats has checked the number of players. */
	game_start(record->game, &record->state, record->seats, (unsigned)dealer);
	return RECORD_ERROR_NONE;
}

/* Removes c from the cards that the deck line still lacks. */
static enum record_error take_card(card *left, unsigned size, card c, const card *all)
{
	bool known = false;
	for (unsigned i = 0; i < size; i++) {
		if (left[i] == c) {
			left[i] = CARD_NONE;
			return RECORD_ERROR_NONE;
		}
		known |= all[i] == c;
	}
	return known ? RECORD_ERROR_CARD_TWICE : RECORD_ERROR_CARD_FOREIGN;
}

static enum record_error read_deck(struct record *record, const char *at)
{
	card all[DECK_MAX], left[DECK_MAX];
	unsigned size = game_deck(record->game, &record->state, all), count = 0;
	memcpy(left, all, sizeof left);
	while (*at != '\0') {
		card c;
		if (!card_read(&at, &record_words, &c))
			return RECORD_ERROR_CARD;
		enum record_error error = take_card(left, size, c, all);
		if (error != RECORD_ERROR_NONE)
			return error;
		record->hand.deck[count++] = c;
		if (*at != '\0' && (*at++ != ',' || *at == '\0'))
			return RECORD_ERROR_CARD;
	}
	record->hand.size = size;
	return count == size ? RECORD_ERROR_NONE : RECORD_ERROR_CARD_COUNT;
}

static enum record_error read_hand(struct record *record, const struct catalog *catalog)
{
	static const char dealer[] = "dealer=", deck[] = "deck=";
	if (record->state.phase != PHASE_NEW && record->state.phase != PHASE_DEAL)
		return RECORD_ERROR_PLACE;
	if (record->fair && record->state.hand + 1 >= SHUFFLE_HANDS)
		return RECORD_ERROR_HANDS;
	if (strncmp(catalog->word[1], dealer, sizeof dealer - 1) != 0 ||
		strncmp(catalog->word[2], deck, sizeof deck - 1) != 0)
		return RECORD_ERROR_ARGUMENTS;
	enum record_error error = set_dealer(record, catalog->word[1] + sizeof dealer - 1);
	if (error != RECORD_ERROR_NONE)
		return error;
	error = read_deck(record, catalog->word[2] + sizeof deck - 1);
	if (error != RECORD_ERROR_NONE)
		return error;
	memset(record->hand.nonces, 0, sizeof record->hand.nonces);
	record->hand.line = record->line;
	record->game->deal(&record->state, record->hand.deck, NULL);
	record->hands += record->state.phase != PHASE_PLAY;
	record->stage = record->committed ? STAGE_NONCE : STAGE_HAND;
	return RECORD_ERROR_NONE;
}

/* ---- fairness ---- */

static enum record_error read_commit(struct record *record, const struct catalog *catalog)
{
	if (!record->fair || record->committed)
		return RECORD_ERROR_PLACE;
	if (record->match == 0)
		return RECORD_ERROR_MATCH;
	if (!read_hex(catalog->word[1], record->commit, sizeof record->commit))
		return RECORD_ERROR_HEX;
	record->committed = true;
	return RECORD_ERROR_NONE;
}

static enum record_error read_nonce(struct record *record, const struct catalog *catalog)
{
	size_t length;
	int64_t seat;
	if (catalog->count > 3 && *catalog->word[3] != '#')
		return RECORD_ERROR_ARGUMENTS;
	if (!read_number(catalog->word[1], 0, record->seats - 1, &seat))
		return RECORD_ERROR_NUMBER;
	struct nonce *nonce = &record->hand.nonces[seat];
	if (nonce->length > 0)
		return RECORD_ERROR_PLACE;
	length = strlen(catalog->word[2]);
	if (length > SHUFFLE_NONCE)
		return RECORD_ERROR_NONCE;
	nonce->length = (uint8_t)length;
	memcpy(nonce->text, catalog->word[2], length);
	return RECORD_ERROR_NONE;
}

static struct shuffle shuffle_of(const struct record *record)
{
	return (struct shuffle){ .match = record->match, .hand = record->state.hand };
}

static enum record_error verify_deck(struct record *record, const uint8_t seed[SHUFFLE_SEED])
{
	card deck[DECK_MAX];
	unsigned size = game_deck(record->game, &record->state, deck);
	shuffle_deck(shuffle_of(record), seed, record->hand.nonces, record->seats, deck, size);
	if (memcmp(deck, record->hand.deck, size) != 0)
		return RECORD_ERROR_DECK;
	record->proved++;
	return RECORD_ERROR_NONE;
}

static enum record_error verify_seed(struct record *record, const uint8_t seed[SHUFFLE_SEED])
{
	uint8_t commit[SHUFFLE_COMMIT];
	shuffle_commit(shuffle_of(record), seed, commit);
	if (memcmp(commit, record->commit, sizeof commit) != 0)
		return RECORD_ERROR_COMMIT;
	return verify_deck(record, seed);
}

static enum record_error read_reveal(struct record *record, const struct catalog *catalog)
{
	uint8_t seed[SHUFFLE_SEED];
	if (!read_hex(catalog->word[1], seed, sizeof seed))
		return RECORD_ERROR_HEX;
	record->stage = STAGE_PLAY;
	return record->verify ? verify_seed(record, seed) : RECORD_ERROR_NONE;
}

/*
 * Verifies the deck of the last hand if the root is known. An error is reported for the line of the
 * hand.
 */
static enum record_error end_nonces(struct record *record)
{
	uint8_t seed[SHUFFLE_SEED];
	if (record->stage != STAGE_NONCE || !record->rooted)
		return RECORD_ERROR_NONE;
	record->stage = STAGE_PLAY;
	if (!record->verify)
		return RECORD_ERROR_NONE;
	shuffle_chain_seed(&record->chain, record->state.hand, seed);
	enum record_error error = verify_deck(record, seed);
	if (error != RECORD_ERROR_NONE)
		record->line = record->hand.line;
	return error;
}

/* ---- moves and points ---- */

static enum record_error read_move(struct record *record, const char *line)
{
	union any_view view;
	struct move move;
	if (!move_read(line, &record_words, &move))
		return RECORD_ERROR_WORD;
	if (record->stage < STAGE_HAND || record->state.phase != PHASE_PLAY)
		return RECORD_ERROR_PLACE;
	assert(record->game->view_size <= GAME_BLOCK);
	record->game->view(&record->state, record->state.turn, &view.view);
	move = game_canonical(record->game, &view.view, move);
	if (!game_allows(record->game, &record->state, move)) {
		record->refusal = game_check(record->game, &view.view, move);
		return RECORD_ERROR_MOVE;
	}
	record->game->apply(&record->state, move, NULL);
	record->moves++;
	record->hands += record->state.phase != PHASE_PLAY;
	record->stage = STAGE_PLAY;
	return RECORD_ERROR_NONE;
}

/* Reads the points of all seats and compares them with the state. */
static enum record_error read_points(const struct record *record, const struct catalog *catalog,
	const int32_t *points, enum record_error differ)
{
	if (catalog->count != record->seats + 1)
		return RECORD_ERROR_ARGUMENTS;
	for (unsigned seat = 0; seat < record->seats; seat++) {
		int64_t number;
		if (!read_number(catalog->word[seat + 1], INT32_MIN, INT32_MAX, &number))
			return RECORD_ERROR_NUMBER;
		if (number != points[seat])
			return differ;
	}
	return RECORD_ERROR_NONE;
}

static enum record_error read_score(struct record *record, const struct catalog *catalog)
{
	if (record->state.phase == PHASE_PLAY)
		return RECORD_ERROR_PLACE;
	record->stage = STAGE_SCORED;
	return read_points(record, catalog, record->state.points, RECORD_ERROR_SCORE);
}

static enum record_error read_result(struct record *record, const struct catalog *catalog)
{
	if (record->state.phase == PHASE_PLAY)
		return RECORD_ERROR_PLACE;
	record->stage = STAGE_RESULT;
	return read_points(record, catalog, record->state.total, RECORD_ERROR_RESULT);
}

/* ---- lines ---- */

#define AT(stage) (1u << STAGE_##stage)
enum { IN_HEAD = AT(GAME) | AT(SEATS), IN_HAND = AT(HAND) | AT(NONCE) | AT(PLAY) };

static const struct {
	const char *word;
	enum record_error (*read)(struct record *record, const struct catalog *catalog);
	unsigned stages;      /* one bit for each stage that allows the line */
	unsigned least, most; /* number of words, the keyword included */
} verbs[] = {
	{ "game", read_game, AT(HEAD), 2, 3 },
	{ "option", read_option, AT(GAME), 2, 2 },
	{ "match", read_match, IN_HEAD, 2, 2 },
	{ "fair", read_fair, IN_HEAD, 2, 2 },
	{ "root", read_root, IN_HEAD, 2, 2 },
	{ "seats", read_seats, AT(GAME), 1, UINT_MAX },
	{ "hand", read_hand, AT(SEATS) | IN_HAND | AT(SCORED), 3, 3 },
	{ "commit", read_commit, IN_HEAD, 2, 2 },
	{ "nonce", read_nonce, AT(NONCE), 3, UINT_MAX },
	{ "reveal", read_reveal, AT(NONCE), 2, 2 },
	{ "score", read_score, IN_HAND, 1, UINT_MAX },
	{ "result", read_result, IN_HAND | AT(SCORED), 1, UINT_MAX },
};

static bool is_nonce(const char *line)
{
	return strncmp(line, "nonce ", 6) == 0 || strncmp(line, "nonce\t", 6) == 0;
}

/* Removes the comment and trailing blanks of a line. Only a nonce may contain a #. */
static void strip(char *line)
{
	size_t end = is_nonce(line) ? strlen(line) : strcspn(line, "#");
	while (end > 0 && is_blank(line[end - 1]))
		end--;
	line[end] = '\0';
}

static enum record_error read_line(struct record *record, char *line)
{
	line = skip_blanks(line);
	strip(line);
	if (*line == '\0')
		return RECORD_ERROR_NONE;
	if (record->stage == STAGE_START)
		return read_start(record, line);
	if (!is_nonce(line)) {
		enum record_error error = end_nonces(record);
		if (error != RECORD_ERROR_NONE)
			return error;
	}
	for (size_t i = 0; i < sizeof verbs / sizeof verbs[0]; i++) {
		size_t length = strlen(verbs[i].word);
		if (strncmp(line, verbs[i].word, length) == 0 &&
			(line[length] == '\0' || is_blank(line[length]))) {
			struct catalog catalog = split(line);
			if ((verbs[i].stages >> record->stage & 1) == 0)
				return RECORD_ERROR_PLACE;
			if (catalog.count < verbs[i].least || catalog.count > verbs[i].most)
				return RECORD_ERROR_ARGUMENTS;
			return verbs[i].read(record, &catalog);
		}
	}
	return read_move(record, line);
}

static enum record_step step(struct record *record, enum record_error error, unsigned hands)
{
	record->error = error;
	if (error != RECORD_ERROR_NONE)
		return RECORD_FAILED;
	return record->hands > hands ? RECORD_HAND : RECORD_ON;
}

/* Returns the length of a byte order mark, which some editors write at the start of a file. */
static size_t mark_length(const struct record *record, const char *line, size_t length)
{
	static const char mark[] = "\xef\xbb\xbf";
	bool marked = record->line == 1 && length >= sizeof mark - 1 &&
		memcmp(line, mark, sizeof mark - 1) == 0;
	return marked ? sizeof mark - 1 : 0;
}

enum record_step record_line(struct record *record, const char *line, size_t length)
{
	char copy[RECORD_LINE + 1];
	unsigned hands = record->hands;
	if (record->error != RECORD_ERROR_NONE)
		return RECORD_FAILED;
	record->line++;
	size_t mark = mark_length(record, line, length);
	line += mark;
	length -= mark;
	if (length > 0 && line[length - 1] == '\r')
		length--;
	if (length > RECORD_LINE)
		return step(record, RECORD_ERROR_LONG, hands);
	if (!is_text(line, length))
		return step(record, RECORD_ERROR_BYTES, hands);
	memcpy(copy, line, length);
	copy[length] = '\0';
	return step(record, read_line(record, copy), hands);
}

enum record_step record_close(struct record *record)
{
	if (record->error == RECORD_ERROR_NONE)
		record->error = end_nonces(record);
	if (record->error == RECORD_ERROR_NONE && record->stage < STAGE_SEATS)
		record->error =
			record->stage == STAGE_START ? RECORD_ERROR_START : RECORD_ERROR_END;
	return record->error == RECORD_ERROR_NONE ? RECORD_ON : RECORD_FAILED;
}

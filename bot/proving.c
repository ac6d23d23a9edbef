/* proving.c - the commands by which anybody can make sure of a deal. */
#include <string.h>

#include "bot/command.h"
#include "bot/fair.h"
#include "bot/speech.h"
#include "bot/transcript.h"
#include "engine/record.h"

void command_nonce(struct request *request)
{
	struct lobby *lobby = request->lobby;
	struct nonce nonce;
	if (request->args != 1 || !fair_read(request->arg[0], &nonce)) {
		speech_tell(lobby, request->who, WORD_NONCE_USAGE, NO_ARGS);
		return;
	}
	struct table *table = command_table(request, TABLE_SEATED);
	if (table == NULL)
		return;
	if (table_seat(table, request->who) == SEAT_NONE) {
		speech_tell(lobby, request->who, WORD_NOT_SEATED, NO_ARGS);
		return;
	}
	if (!table->channel->here) {
		speech_tell(lobby, request->who, WORD_NONCE_ABSENT,
			ARGS(arg_text("channel", table->channel->name)));
		return;
	}
	unsigned hand = fair_give(lobby, table, request->who, &nonce);
	speech_tell_of(lobby, table, request->who,
		hand > 0 ? WORD_NONCE_TAKEN : WORD_NONCE_TAKEN_DRAW,
		ARGS(arg_text("nonce", request->arg[0]), arg_number("hand", hand)));
}

/* A stored match on its way through all that can be checked. */
struct proof {
	struct store *store;
	struct store_match match;
	struct record record;
	struct store_hand hand; /* the one looked at … */
	struct nonce nonces[SEATS_MAX];
	card deck[DECK_MAX]; /* … and its cards */
	unsigned size;
	unsigned over; /* hands nobody will play on; they are numbered from 1 */
	bool wrong;    /* something does not fit */
};

/* Reads a hand that was dealt and shuffles it again. */
static bool look_at(struct proof *proof, unsigned hand)
{
	const struct record *record = &proof->record;
	unsigned count = 0;
	if (store_hands_of(proof->store, proof->match.id, hand, &proof->hand, 1, &count) !=
			STORE_OK ||
		count != 1 || proof->hand.hand != hand || !proof->hand.dealt ||
		fair_nonces(proof->store, proof->match.id, hand, proof->nonces) != STORE_OK)
		return false;
	proof->size = record->game->deck(&record->state, proof->deck);
	fairness_shuffle(proof->match.id, hand, proof->hand.seed, proof->nonces, record->seats,
		proof->deck, proof->size);
	return true;
}

/* Whether the draw fits its commitment and gave the first dealer; records do not hold it. */
static bool check_draw(struct proof *proof)
{
	const struct record *record = &proof->record;
	struct facts facts = { .count = 0 };
	uint8_t order[SEATS_MAX];
	uint8_t commit[FAIRNESS_COMMIT];
	if (!look_at(proof, 1))
		return false;
	unsigned dealer = proof->hand.dealer;
	if (!look_at(proof, 0))
		return false;
	fairness_commit(proof->match.id, 0, proof->hand.seed, commit);
	return !fair_promised(&proof->hand) ||
		(memcmp(commit, proof->hand.commitment, sizeof commit) == 0 &&
			record->game->draw(&record->state, record->seats, proof->deck, order,
				&facts) == dealer);
}

/* Writes the match as a record and reads it as `mitaines verify` does. */
static void check(struct proof *proof)
{
	struct string text = STRING_EMPTY;
	struct record *record = &proof->record;
	record_open(record, true);
	proof->wrong = transcript_write(proof->store, &proof->match, &text) != NULL;
	for (const char *line = text.bytes; !proof->wrong && *line != '\0';) {
		size_t length = strcspn(line, "\n");
		bool head = record->seats == 0;
		proof->wrong = record_line(record, line, length) == RECORD_FAILED ||
			(head && record->seats > 0 && !check_draw(proof));
		line += length + (line[length] == '\n');
	}
	bool cut = proof->match.ended != 0 && record->state.phase == PHASE_PLAY;
	proof->over = record->hands + cut;
	string_free(&text);
}

static void tell_check(const struct request *request, const struct proof *proof)
{
	enum word word = WORD_VERIFY_DONE;
	if (proof->wrong)
		word = WORD_VERIFY_WRONG;
	else if (proof->over == 0)
		word = WORD_VERIFY_EARLY;
	else if (proof->record.proved < proof->over)
		word = WORD_VERIFY_PART;
	speech_tell(request->lobby, request->who, word,
		ARGS(arg_number("match", proof->match.id),
			arg_number("proved", proof->record.proved),
			arg_number("over", proof->over)));
}

static void write_nonces(struct text *text, const struct nonce *nonces, unsigned seats)
{
	for (unsigned i = 0; i < seats; i++) {
		text_add(text, i > 0 ? " “" : "“");
		text_bytes(text, nonces[i].text, nonces[i].length);
		text_add(text, "”");
	}
}

/* As in records. */
static void write_deck(struct text *text, const card *deck, unsigned size)
{
	for (unsigned i = 0; i < size; i++) {
		text_add(text, i > 0 ? " " : "");
		card_write(text, deck[i]);
	}
}

/* All that a hand's check needs, for who does it himself. */
static void tell_hand(const struct request *request, struct proof *proof, unsigned hand)
{
	struct lobby *lobby = request->lobby;
	char digits[2][2 * STORE_SEED + 1];
	char nonces[SEATS_MAX * (STORE_NONCE + 8)];
	char deck[3 * DECK_MAX + 1];
	struct text commitment = text_in(digits[0], sizeof digits[0]);
	struct text seed = text_in(digits[1], sizeof digits[1]);
	struct text list = text_in(nonces, sizeof nonces);
	struct text all = text_in(deck, sizeof deck);
	if (hand > proof->over || !look_at(proof, hand)) {
		speech_tell(lobby, request->who, WORD_VERIFY_NO_HAND,
			ARGS(arg_number("match", proof->match.id), arg_number("hand", hand),
				arg_number("over", proof->over)));
		return;
	}
	if (fair_promised(&proof->hand))
		text_hex(&commitment, proof->hand.commitment, STORE_SEED);
	else
		text_char(&commitment, '-');
	text_hex(&seed, proof->hand.seed, STORE_SEED);
	write_nonces(&list, proof->nonces, proof->record.seats);
	write_deck(&all, proof->deck, proof->size);
	speech_tell(lobby, request->who, WORD_VERIFY_HAND,
		ARGS(arg_number("match", proof->match.id), arg_number("hand", hand),
			arg_text("commitment", digits[0]), arg_text("list", nonces),
			arg_text("seed", digits[1]), arg_text("deck", deck)));
}

/* Reads "N" or "N HAND"; the draw is hand 0. */
static bool read_verify(const struct request *request, unsigned *match, unsigned *hand)
{
	if (request->args == 0 || request->args > 2 || !command_number(request->arg[0], match))
		return false;
	*hand = 0;
	return request->args == 1 || strcmp(request->arg[1], "0") == 0 ||
		command_number(request->arg[1], hand);
}

void command_verify(struct request *request)
{
	struct lobby *lobby = request->lobby;
	struct proof proof = { .store = lobby->store };
	unsigned match;
	unsigned hand;
	if (!read_verify(request, &match, &hand)) {
		speech_tell(lobby, request->who, WORD_VERIFY_USAGE, NO_ARGS);
		return;
	}
	enum store_error error = store_match(lobby->store, match, &proof.match);
	if (error != STORE_OK && error != STORE_NONE)
		log_line(lobby->log, LOG_ERROR, "store", "%s", store_error_text(error));
	if (error != STORE_OK || proof.match.started == 0) {
		enum word word = WORD_VERIFY_EARLY;
		if (error != STORE_OK)
			word = error == STORE_NONE ? WORD_NO_SUCH_MATCH : WORD_STORE_UNREAD;
		speech_tell(lobby, request->who, word, ARGS(arg_number("match", match)));
		return;
	}
	check(&proof);
	if (request->args == 1 || proof.wrong)
		tell_check(request, &proof);
	else
		tell_hand(request, &proof, hand);
}

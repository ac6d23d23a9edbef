/* command/verify.c - the commands by which people check that deals are fair. */
#include <string.h>

#include "bot/command/history.h"
#include "bot/command/table_argument.h"
#include "bot/history/deal.h"
#include "bot/history/record.h"
#include "bot/history/trial_walk.h"
#include "bot/match/announce.h"
#include "bot/match/deck.h"
#include "engine/record.h"
#include "storage/matches.h"

static void run_nonce(struct request *request)
{
	struct lobby *lobby = request->lobby;
	struct nonce nonce;
	if (request->args != 1 || !deal_read_nonce(request->arg[0], &nonce)) {
		command_tell(request, MSG_NONCE_USAGE, NO_ARGS);
		return;
	}
	struct table *table = table_argument_find(request, TABLE_SEATED);
	if (table == NULL)
		return;
	if (!table->channel->joined) {
		command_tell(request, MSG_NONCE_ABSENT,
			ARGS(arg_text("channel", channel_title(table->channel))));
		return;
	}
	if (table->commitment_pending) {
		command_tell_about(request, table, MSG_NONCE_EARLY, NO_ARGS);
		return;
	}
	unsigned hand = deck_store_nonce(lobby, table, request->from.person, &nonce);
	command_tell_about(request, table, hand > 0 ? MSG_NONCE_TAKEN : MSG_NONCE_TAKEN_DRAW,
		ARGS(arg_text("nonce", request->arg[0]), arg_number("hand", hand)));
}

/* A stored match, and the results of its checks. */
struct proof {
	struct store *store;
	struct store_match match;
	struct record record;
	int64_t chain;    /* number of the match's chain */
	struct deal deal; /* the hand that is being checked */
	/* number of hands that have ended, including one that the match's end cut off */
	unsigned over;
	bool wrong;             /* the check of some hand has failed */
	enum store_error error; /* the read error that leaves the result unknown; STORE_OK: none */
};

/* Returns true if a read succeeded. A missing or damaged row counts as a failed check. */
static bool check_verify_read(struct proof *proof, enum store_error error)
{
	if (error == STORE_BROKEN || error == STORE_DAMAGED || error == STORE_NONE)
		proof->wrong = true;
	else
		proof->error = error;
	return error == STORE_OK;
}

/* Shuffles a hand again, as it was dealt, into proof->deal. */
static bool look_at(struct proof *proof, unsigned hand)
{
	const struct record *record = &proof->record;
	return check_verify_read(proof,
		deal_reshuffle(proof->store, proof->match.id, proof->chain, hand, record->game,
			&record->state, record->seats, &proof->deal));
}

/*
 * Checks the draw for seats, which is not in records. Returns true if the draw matches its
 * commitment and gives the first dealer.
 */
static bool check_draw(struct proof *proof)
{
	const struct record *record = &proof->record;
	struct events events = { .count = 0 };
	uint8_t order[SEATS_MAX];
	uint8_t commit[SHUFFLE_COMMIT];
	if (!look_at(proof, 1))
		return false;
	unsigned dealer = proof->deal.hand.dealer;
	if (!look_at(proof, 0))
		return false;
	shuffle_commit((struct shuffle){ .match = proof->chain }, proof->deal.hand.seed, commit);
	return memcmp(commit, proof->deal.hand.commitment, sizeof commit) == 0 &&
		game_draw(record->game, &record->state, record->seats, proof->deal.deck, order,
			&events) == dealer;
}

/* Checks the record of the match like `mitaines verify`. */
static void check(struct proof *proof)
{
	struct string text = STRING_EMPTY;
	struct record *record = &proof->record;
	record_open(record, true);
	bool good = check_verify_read(
			    proof, history_write_record(proof->store, &proof->match, &text)) &&
		check_verify_read(
			proof, deal_find_chain(proof->store, proof->match.id, &proof->chain));
	for (const char *line = text.bytes; good && *line != '\0';) {
		size_t length = strcspn(line, "\n");
		bool head = record->seats == 0;
		good = record_line(record, line, length) != RECORD_FAILED &&
			(!head || record->seats == 0 || check_draw(proof));
		line += length + (line[length] == '\n');
	}
	if (!good || record_close(record) == RECORD_FAILED)
		proof->wrong = true;
	bool cut = proof->match.ended != 0 && record->state.phase == PHASE_PLAY;
	proof->over = record->hands + cut;
	string_free(&text);
}

static void tell_check(const struct request *request, const struct proof *proof)
{
	enum message message = MSG_VERIFY_DONE;
	if (proof->wrong)
		message = MSG_VERIFY_WRONG;
	else if (proof->over == 0)
		message = MSG_VERIFY_EARLY;
	else if (proof->record.proved < proof->over)
		message = MSG_VERIFY_PART;
	command_tell(request, message,
		ARGS(arg_number("match", proof->match.id),
			arg_number("proved", proof->record.proved),
			arg_number("over", proof->over)));
}

/*
 * Tells the commitment to the match's seeds. Also tells their root, once this match and all matches
 * with the same decks have ended.
 */
static void tell_root(const struct request *request, const struct proof *proof)
{
	char digits[2][2 * STORE_SEED + 1];
	struct text commitment = text_in(digits[0], sizeof digits[0]);
	struct text told = text_in(digits[1], sizeof digits[1]);
	struct store_root root;
	enum store_error error = store_get_root(proof->store, proof->match.id, &root);
	bool busy = false;
	if (error == STORE_OK)
		error = store_is_root_shared(proof->store, proof->match.id, &busy);
	if (!lobby_check_write(request->lobby, error))
		return;
	bool ended = proof->match.ended != 0 && !busy;
	text_hex(&commitment, root.commitment, STORE_SEED);
	if (ended)
		text_hex(&told, root.root, STORE_SEED);
	command_tell(request, ended ? MSG_VERIFY_ROOT : MSG_VERIFY_COMMITMENT,
		ARGS(arg_number("match", proof->match.id), arg_text("commitment", digits[0]),
			arg_text("root", digits[1])));
}

static void write_deck(struct text *text, const card *deck, unsigned size)
{
	for (unsigned i = 0; i < size; i++) {
		text_add(text, i > 0 ? " " : "");
		card_write(text, deck[i]);
	}
}

/* Tells all values with which a person can check a hand without the bot. */
static void tell_hand(const struct request *request, struct proof *proof, unsigned hand)
{
	struct lobby *lobby = request->lobby;
	char digits[2][2 * STORE_SEED + 1];
	char deck[3 * DECK_MAX + 1];
	struct text commitment = text_in(digits[0], sizeof digits[0]);
	struct text seed = text_in(digits[1], sizeof digits[1]);
	struct text all = text_in(deck, sizeof deck);
	bool dealt = hand <= proof->over && look_at(proof, hand);
	if (!history_check_read(request, proof->error))
		return;
	if (!dealt) {
		command_tell(request, MSG_VERIFY_NO_HAND,
			ARGS(arg_number("match", proof->match.id), arg_number("hand", hand),
				arg_number("over", proof->over)));
		return;
	}
	text_hex(&commitment, proof->deal.hand.commitment, STORE_SEED);
	text_hex(&seed, proof->deal.hand.seed, STORE_SEED);
	struct string nonces = STRING_EMPTY;
	announce_add_nonces(&nonces, lobby->catalog, person_locale(request->from.person),
		proof->deal.nonces, proof->record.seats);
	write_deck(&all, proof->deal.deck, proof->deal.size);
	command_tell(request, MSG_VERIFY_HAND,
		ARGS(arg_number("match", proof->match.id), arg_number("hand", hand),
			arg_text("commitment", digits[0]), arg_text("list", nonces.bytes),
			arg_text("seed", digits[1]), arg_text("deck", deck)));
	string_free(&nonces);
}

/* ---- deals of days and challenges ---- */

/* True if the caller names a deal by its date, or a challenge, and not a match. */
static bool names_trial(const struct request *request)
{
	const char *word = request->args > 0 ? request->arg[0] : "";
	return (strlen(word) == STORE_DAY - 1 && word[4] == '-') ||
		command_has_word(request, 0, MSG_COMMAND_CHALLENGE);
}

/* Finds the deal or the challenge that the caller names. Returns STORE_NONE if it is unknown. */
static enum store_error find_trial(const struct request *request, struct store_trial *trial)
{
	struct store *store = request->lobby->batch.store;
	unsigned number = request->number;
	if (!command_has_word(request, 0, MSG_COMMAND_CHALLENGE))
		return store_find_trial_of_day(store,
			command_has_word(request, 1, MSG_DAY_LADDER) ? STORE_LADDER_DEAL
								     : STORE_OPEN_DEAL,
			request->arg[0], trial);
	if (number == 0 && request->args > 1)
		command_read_number(request->arg[1], &number);
	enum store_error error = store_get_trial(store, number, trial);
	return error == STORE_OK && trial->kind != STORE_CHALLENGE ? STORE_NONE : error;
}

/* Tells the shuffles of a revealed trial, each in a line of its own. */
static void tell_shuffles(const struct request *request, const struct store_trial *trial)
{
	struct trial_walk walk;
	if (!trial_walk_open(&walk, trial, ""))
		return;
	for (unsigned hand = 1; hand <= trial->hands; hand++) {
		char listed[3 * DECK_MAX + 1];
		struct text all = text_in(listed, sizeof listed);
		card deck[DECK_MAX];
		unsigned count = trial_deck(trial, walk.game, &walk.state.state, hand, deck);
		write_deck(&all, deck, count);
		command_tell(request, MSG_VERIFY_DEAL_DECK,
			ARGS(arg_number("hand", hand), arg_text("deck", listed)));
	}
}

/* Tells the values with which a person can check a deal of a day or a challenge. */
static void tell_trial(const struct request *request)
{
	struct store_trial trial;
	uint8_t commit[SHUFFLE_COMMIT];
	char digits[2][2 * STORE_SEED + 1], label[TRIAL_LABEL];
	struct text commitment = text_in(digits[0], sizeof digits[0]);
	struct text seed = text_in(digits[1], sizeof digits[1]);
	enum message message = MSG_VERIFY_DEAL_EARLY;
	enum store_error error = find_trial(request, &trial);
	if (error == STORE_NONE)
		command_tell(request, MSG_VERIFY_DEAL_NONE, NO_ARGS);
	if (error == STORE_NONE || !history_check_read(request, error))
		return;
	trial_write_label(&trial, label);
	text_hex(&commitment, trial.commitment, STORE_SEED);
	if (trial.revealed != 0) {
		text_hex(&seed, trial.seed, STORE_SEED);
		shuffle_commit_trial(label, trial.seed, commit);
		message = memcmp(commit, trial.commitment, sizeof commit) == 0
			? MSG_VERIFY_DEAL
			: MSG_VERIFY_DEAL_WRONG;
	}
	command_tell(request, message,
		ARGS(arg_text("label", label), arg_text("commitment", digits[0]),
			arg_text("seed", digits[1])));
	if (message == MSG_VERIFY_DEAL)
		tell_shuffles(request, &trial);
}

static void run_verify(struct request *request)
{
	struct proof proof = { .store = request->lobby->batch.store };
	unsigned hand = 0;
	if (names_trial(request)) {
		tell_trial(request);
		return;
	}
	/* The second word is the number of a hand; 0 is the draw. */
	if (request->args > 2 ||
		(request->args == 2 && strcmp(request->arg[1], "0") != 0 &&
			!command_read_number(request->arg[1], &hand))) {
		command_tell(request, MSG_VERIFY_USAGE, NO_ARGS);
		return;
	}
	if (!history_find_match(request, MSG_VERIFY_USAGE, &proof.match))
		return;
	if (proof.match.started > 0)
		check(&proof);
	if (!history_check_read(request, proof.error))
		return;
	if (request->args == 2 && !proof.wrong && proof.match.started != 0) {
		tell_hand(request, &proof, hand);
		return;
	}
	tell_check(request, &proof);
	tell_root(request, &proof);
}

const struct command verify_commands[] = {
	{ MSG_COMMAND_NONCE, ANYWHERE | TAKES_ANY_WORDS | NEEDS_OTHER_PEOPLE, TABLE_NONE,
		LIST_RECORDS, MSG_HELP_NONCE, run_nonce },
	{ MSG_COMMAND_VERIFY, ANYWHERE | NEEDS_OTHER_PEOPLE, TABLE_NONE, LIST_RECORDS,
		MSG_HELP_VERIFY, run_verify },
	{ MSG_OK, 0, TABLE_NONE, UNLISTED, MSG_OK, NULL },
};

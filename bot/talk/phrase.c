#include "bot/talk/phrase.h"

/* The words of a fact whose cards the listener may see; WORD_OK: it goes without saying. */
static enum word seen_word(const struct fact *fact)
{
	static const enum word words[FACT_KINDS] = {
		[FACT_DRAWN] = WORD_FACT_DRAWN,
		[FACT_HAND] = WORD_FACT_HAND,
		[FACT_RAISE] = WORD_FACT_RAISE,
		[FACT_GIVE] = WORD_FACT_GIVE,
		[FACT_SCORE] = WORD_FACT_SCORE,
		[FACT_PLACE] = WORD_FACT_PLACE,
		[FACT_DISCARD] = WORD_FACT_DISCARD,
		[FACT_FOREPLACE] = WORD_FACT_FOREPLACE,
		[FACT_KEEP] = WORD_FACT_KEEP,
		[FACT_PICK_UP] = WORD_FACT_PICK_UP,
		[FACT_TAKE] = WORD_FACT_TAKE,
		[FACT_ACE] = WORD_FACT_ACE,
		[FACT_PHASE] = WORD_FACT_PHASE,
		[FACT_SUIT] = WORD_FACT_SUIT,
		[FACT_TRICK] = WORD_FACT_TRICK,
		[FACT_MATED] = WORD_FACT_MATED,
		[FACT_DRAW] = WORD_FACT_DRAW,
		[FACT_UNCOVER] = WORD_FACT_UNCOVER,
		[FACT_SWAP] = WORD_FACT_SWAP,
		[FACT_HAND_END] = WORD_FACT_HAND_END,
		[FACT_TIE] = WORD_FACT_TIE,
		[FACT_MATCH_END] = WORD_FACT_MATCH_END,
		[FACT_CONTRACT] = WORD_FACT_CONTRACT,
		[FACT_HELD] = WORD_FACT_HELD,
		[FACT_COLUMN] = WORD_FACT_COLUMN,
		[FACT_ACES] = WORD_FACT_ACES,
		[FACT_STOCK] = WORD_FACT_STOCK,
		[FACT_TOP] = WORD_FACT_TOP,
		[FACT_LED] = WORD_FACT_LED,
		[FACT_LAID] = WORD_FACT_LAID,
	};
	static const enum word how[HOW_KINDS] = {
		[HOW_SWEEP] = WORD_CAPTURE_SWEEP,
		[HOW_JACK] = WORD_CAPTURE_JACK,
		[HOW_PAIR] = WORD_CAPTURE_PAIR,
		[HOW_COMPLETE] = WORD_CAPTURE_COMPLETE,
		[HOW_STEAL] = WORD_CAPTURE_STEAL,
		[HOW_DOUBLE] = WORD_CAPTURE_DOUBLE,
		[HOW_GROUP] = WORD_CAPTURE_GROUP,
		[HOW_UNWON] = WORD_PENALTY_UNWON,
		[HOW_IDLE] = WORD_PENALTY_IDLE,
	};
	switch (fact->kind) {
	case FACT_CAPTURE:
	case FACT_PENALTY: return how[fact->how];
	case FACT_DEAL:
		if (fact->count > 0)
			return WORD_FACT_DEAL_UP;
		return fact->number > 1 ? WORD_FACT_DEAL : WORD_OK;
	case FACT_PLAY:
		if (fact->number == CALL_KING)
			return WORD_FACT_PLAY_KING;
		return fact->number != CALL_NONE ? WORD_FACT_PLAY_CALL : WORD_FACT_PLAY;
	case FACT_PILE: return fact->count > 0 ? WORD_FACT_PILE : WORD_FACT_PILE_EMPTY;
	default: return words[fact->kind];
	}
}

static enum word hidden_word(const struct fact *fact)
{
	switch (fact->kind) {
	case FACT_GIVE: return WORD_FACT_GIVE_HIDDEN;
	case FACT_DISCARD: return WORD_FACT_DISCARD_HIDDEN;
	case FACT_FOREPLACE: return WORD_FACT_FOREPLACE_HIDDEN;
	case FACT_PICK_UP: return WORD_FACT_PICK_UP_HIDDEN;
	case FACT_LAID: return WORD_FACT_LAID_HIDDEN;
	default: return WORD_OK;
	}
}

void phrase_word(
	const struct phrase *phrase, const char *separator, enum word word, const struct arg *args)
{
	if (phrase->out->length > 0)
		string_add(phrase->out, separator);
	words_add(phrase->out, phrase->words, phrase->voice, word, args);
}

/* The names of the seats of one side: "anna & rose". */
static void add_side(const struct phrase *phrase, unsigned side)
{
	struct table *table = phrase->table;
	const struct state *state = table_state(table);
	char name[NETWORK_NICK];
	const char *and = "";
	for (unsigned i = 0; i < state->players; i++)
		if (game_side(table->game, state, i) == side) {
			string_add(phrase->out, and);
			string_add(phrase->out, table_name(table, i, name));
			and = " & ";
		}
}

static void add_total(const struct phrase *phrase, unsigned side, bool hand)
{
	struct table *table = phrase->table;
	const struct state *state = table_state(table);
	int32_t total = 0;
	int32_t points = 0;
	for (unsigned i = 0; i < state->players; i++)
		if (game_side(table->game, state, i) == side) {
			total += state_score(state, i);
			points += state->points[i];
		}
	string_char(phrase->out, ' ');
	string_number(phrase->out, total);
	if (hand && points != 0) {
		string_add(phrase->out, points > 0 ? " (+" : " (");
		string_number(phrase->out, points);
		string_char(phrase->out, ')');
	}
}

/* Whether a seat is the first of its side. */
static bool leads_side(const struct table *table, const struct state *state, unsigned seat)
{
	for (unsigned i = 0; i < seat; i++)
		if (game_side(table->game, state, i) == game_side(table->game, state, seat))
			return false;
	return true;
}

void phrase_scores(const struct phrase *phrase, bool hand)
{
	struct table *table = phrase->table;
	const struct state *state = table_state(table);
	for (unsigned i = 0; i < state->players; i++) {
		if (!leads_side(table, state, i))
			continue;
		string_add(phrase->out, i > 0 ? ", " : "");
		add_side(phrase, game_side(table->game, state, i));
		add_total(phrase, game_side(table->game, state, i), hand);
	}
}

/* Who plays together, "Partners: anna & rose, luc & yves."; nothing where everybody is alone. */
static void add_partners(const struct phrase *phrase)
{
	struct table *table = phrase->table;
	const struct state *state = table_state(table);
	struct string list = STRING_EMPTY;
	struct phrase sides = *phrase;
	bool alone = true;
	sides.out = &list;
	for (unsigned i = 0; i < state->players; i++) {
		if (!leads_side(table, state, i)) {
			alone = false;
			continue;
		}
		string_add(&list, i > 0 ? ", " : "");
		add_side(&sides, game_side(table->game, state, i));
	}
	if (!alone)
		phrase_word(phrase, "", WORD_PARTNERS, ARGS(arg_text("list", list.bytes)));
	string_free(&list);
}

static bool is_drawn(const struct state *state)
{
	for (unsigned i = 0; i < state->players; i++)
		if (state_won(state, i))
			return false;
	return true;
}

static void add_winners(const struct phrase *phrase)
{
	struct table *table = phrase->table;
	const struct state *state = table_state(table);
	unsigned said = 0;
	for (unsigned i = 0; i < state->players; i++) {
		unsigned side = game_side(table->game, state, i);
		if (!(state->winners & 1u << i) || (said & 1u << side))
			continue;
		string_add(phrase->out, said != 0 ? ", " : "");
		add_side(phrase, side);
		said |= 1u << side;
	}
}

void phrase_names(const struct phrase *phrase)
{
	char name[NETWORK_NICK];
	for (unsigned i = 0; i < phrase->table->taken; i++) {
		string_add(phrase->out, i > 0 ? ", " : "");
		string_add(phrase->out, table_name(phrase->table, i, name));
	}
}

static const char *seat_name(const struct phrase *phrase, unsigned seat, char name[NETWORK_NICK])
{
	return seat < phrase->table->taken ? table_name(phrase->table, seat, name) : "";
}

static enum word contract_word(const struct fact *fact)
{
	if (fact->number < CALL_MITTEN || fact->number > CALL_SOCK)
		return WORD_OK;
	return WORD_CONTRACT_MITTEN + (unsigned)(fact->number - CALL_MITTEN);
}

static enum word part_word(const struct fact *fact)
{
	if (fact->how < HOW_CONTRACT)
		return WORD_PART_SWEEP;
	return WORD_PART_CONTRACT + (fact->how - HOW_CONTRACT);
}

/* "worth 50", of a pile that brings something to whoever captures it. */
static void add_worth(struct string *out, const struct phrase *phrase, const struct fact *pile)
{
	if (pile->points != 0)
		words_add(out, phrase->words, phrase->voice, WORD_PILE_WORTH,
			ARGS(arg_number("points", pile->points)));
}

void phrase_pile(const struct phrase *phrase, const char *separator, const struct fact *pile)
{
	struct string worth = STRING_EMPTY;
	add_worth(&worth, phrase, pile);
	phrase_word(phrase, separator, WORD_PILE_TOP,
		ARGS(arg_cards("cards", &pile->cards[pile->count - 1], 1),
			arg_number("count", pile->count), arg_text("worth", worth.bytes)));
	string_free(&worth);
}

bool phrase_fact(const struct phrase *phrase, const char *separator, const struct fact *fact)
{
	bool seen = fact->eyes == EYES_ALL ||
		(phrase->seat != SEAT_NONE && (fact->eyes & 1u << phrase->seat));
	enum word word = seen ? seen_word(fact) : hidden_word(fact);
	if (word == WORD_OK)
		return false;
	if (fact->kind == FACT_MATCH_END && is_drawn(table_state(phrase->table)))
		word = WORD_FACT_MATCH_DRAWN;
	unsigned count = seen ? fact->count : 0;
	card first = count > 0 ? fact->cards[0] : 0;
	char seat[NETWORK_NICK];
	char other[NETWORK_NICK];
	struct string extra = STRING_EMPTY;
	struct phrase list = *phrase;
	list.out = &extra;
	if (fact->kind == FACT_MATCH_END)
		add_winners(&list);
	if (fact->kind == FACT_HAND_END)
		phrase_scores(&list, true);
	if (fact->kind == FACT_HAND && fact->number == 1)
		add_partners(&list);
	if (fact->kind == FACT_PILE)
		add_worth(&extra, phrase, fact);
	phrase_word(phrase, separator, word,
		ARGS(arg_text("seat", seat_name(phrase, fact->seat, seat)),
			arg_text("other", seat_name(phrase, fact->other, other)),
			arg_cards("cards", fact->cards, count), arg_number("count", fact->count),
			arg_number("number", fact->number), arg_signed("points", fact->points),
			arg_number("down", fact->points),
			arg_word("rank", WORD_RANK_2 + card_rank(first)),
			arg_word("suit", WORD_SUIT_C + card_suit(first)),
			arg_word("contract", contract_word(fact)),
			arg_word("part", part_word(fact)), arg_text("list", extra.bytes),
			arg_text("worth", extra.bytes)));
	string_free(&extra);
	return true;
}

unsigned phrase_points(const struct phrase *phrase, const struct fact *facts, unsigned count)
{
	unsigned parts = 0;
	struct string list = STRING_EMPTY;
	while (parts + 1 < count && facts[parts + 1].kind == FACT_SCORE) {
		const struct fact *part = &facts[++parts];
		string_add(&list, parts > 1 ? ", " : "");
		words_add(&list, phrase->words, phrase->voice, part_word(part), NO_ARGS);
		if (facts->points != part->points) {
			string_char(&list, ' ');
			string_number(&list, part->points);
		}
	}
	char name[NETWORK_NICK];
	bool plain = parts == 1 && facts[1].how <= HOW_CONTRACT;
	if (parts > 0)
		phrase_word(phrase, " ", plain ? WORD_POINTS : WORD_POINTS_PARTS,
			ARGS(arg_text("seat", seat_name(phrase, facts->seat, name)),
				arg_signed("points", facts->points),
				arg_text("parts", list.bytes)));
	string_free(&list);
	return parts;
}

/* Whether the card at i makes a set with the one before it; beyond the hand's ends none does. */
static bool are_set(const struct phrase *phrase, const card *hand, unsigned count, unsigned i)
{
	return phrase->table->game->sets && i > 0 && i < count &&
		card_rank(hand[i]) == card_rank(hand[i - 1]);
}

/* Spelled out, equal ranks are joined: "1 four of clubs, 2 seven of clubs and 3 seven of hearts".
 */
static void spell_hand(const struct phrase *phrase, const card *hand, unsigned count)
{
	for (unsigned i = 0; i < count; i++) {
		if (are_set(phrase, hand, count, i))
			words_add(
				phrase->out, phrase->words, phrase->voice, WORD_HAND_AND, NO_ARGS);
		else if (i > 0)
			string_add(phrase->out, words_between_cards(phrase->voice));
		string_number(phrase->out, i + 1);
		string_char(phrase->out, ' ');
		words_card(phrase->out, phrase->words, phrase->voice, hand[i]);
	}
}

void phrase_hand(const struct phrase *phrase, const card *hand, unsigned count)
{
	if (phrase->voice.style == STYLE_PLAIN) {
		spell_hand(phrase, hand, count);
		return;
	}
	for (unsigned i = 0; i < count; i++) {
		bool first = !are_set(phrase, hand, count, i);
		bool last = !are_set(phrase, hand, count, i + 1);
		string_add(phrase->out, i > 0 ? " " : "");
		string_add(phrase->out, first && !last ? "[" : "");
		string_number(phrase->out, i + 1);
		string_char(phrase->out, ':');
		words_card(phrase->out, phrase->words, phrase->voice, hand[i]);
		string_add(phrase->out, last && !first ? "]" : "");
	}
}

/* The word that says what a move is, or WORD_OK: its card says enough. */
static enum word act_word(struct move move)
{
	switch (move.act) {
	case ACT_GIVE: return WORD_ACT_GIVE;
	case ACT_PLACE: return WORD_ACT_PLACE;
	case ACT_DISCARD: return WORD_ACT_DISCARD;
	case ACT_FOREPLACE: return WORD_ACT_FOREPLACE;
	case ACT_KEEP: return WORD_ACT_KEEP;
	case ACT_DRAW: return WORD_ACT_DRAW;
	case ACT_TAKE: return WORD_ACT_TAKE;
	default: return WORD_OK;
	}
}

/* The word for what is called with a card, or WORD_OK. */
static enum word call_word(struct move move)
{
	if (move.act != ACT_PLAY || move.call == CALL_NONE)
		return WORD_OK;
	if (move.call == CALL_KING)
		return WORD_ACT_KING;
	return WORD_CONTRACT_MITTEN + (move.call - CALL_MITTEN);
}

void phrase_move(
	struct string *out, const struct words *words, struct voice voice, struct move move)
{
	const card all[] = { move.card, move.second, move.third };
	unsigned count = move.act == ACT_GIVE ? 3 : move.card != CARD_NONE;
	if (act_word(move) != WORD_OK) {
		words_add(out, words, voice, act_word(move), NO_ARGS);
		string_add(out, count > 0 ? " " : "");
	}
	for (unsigned i = 0; i < count; i++) {
		string_add(out, i > 0 ? words_between_cards(voice) : "");
		words_card(out, words, voice, all[i]);
	}
	if (call_word(move) != WORD_OK) {
		string_char(out, ' ');
		words_add(out, words, voice, call_word(move), NO_ARGS);
	}
}

#include "bot/match/leaver.h"

#include "bot/match/presence.h"
#include "bot/talk/speech.h"

/* Whether the owner of a seat has left the match, by themselves or through a substitute. */
static bool has_left(const struct table *table, const struct seat *seat, bool played)
{
	return seat->left != 0 || (played && seat->away && table_people(table) > 0);
}

void leaver_settle(struct lobby *lobby, const struct table *table, bool played)
{
	for (unsigned i = 0; i < table->taken; i++) {
		const struct seat *seat = &table->seat[i];
		if (seat->owner == NULL)
			continue;
		if (has_left(table, seat, played))
			lobby_wrote(lobby,
				store_leave(lobby->store, seat->owner->id,
					seat->left != 0 ? seat->left : lobby_date(lobby)));
		else if (played && seat->player == seat->owner)
			lobby_wrote(
				lobby, store_stay(lobby->store, seat->owner->id, LEAVER_FORGIVEN));
	}
}

bool leaver_may_sit(const struct request *request, const struct terms *terms)
{
	struct lobby *lobby = request->lobby;
	struct store_leaver leaver = { .deserted = 0 };
	char wait[PRESENCE_WAIT];
	if (terms->leaver_wait_seconds == 0 || request->who->id == 0 ||
		store_leaver(lobby->store, request->who->id, &leaver) != STORE_OK ||
		leaver.deserted == 0)
		return true;
	/* Less than nothing when the clock was put back since: that is no reason to wait. */
	int64_t passed = lobby_date(lobby) - leaver.deserted;
	if (passed < 0 || passed >= terms->leaver_wait_seconds)
		return true;
	presence_wait((terms->leaver_wait_seconds - passed) * 1000, wait);
	speech_tell(lobby, request->who, WORD_LEAVER_WAIT, ARGS(arg_text("wait", wait)));
	return false;
}

void leaver_add(struct string *out, const struct request *request, int64_t person)
{
	struct store_leaver leaver = { .leaves = 0 };
	if (store_leaver(request->lobby->store, person, &leaver) == STORE_OK && leaver.leaves > 0)
		words_add(out, request->lobby->words, command_voice(request), WORD_RANK_LEAVES,
			ARGS(arg_number("count", leaver.leaves)));
}

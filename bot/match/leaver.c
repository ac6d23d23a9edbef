#include "bot/match/leaver.h"

#include "storage/people.h"

void leaver_count_match(struct lobby *lobby, const struct table *table, bool played)
{
	for (unsigned i = 0; i < table->seats_taken; i++) {
		const struct seat *seat = &table->seat[i];
		if (seat->owner == NULL)
			continue;
		/* An owner also answers for a substitute that left. */
		bool left = seat->left_at != 0 ||
			(played && seat->has_stand_in && table_count_people(table) > 0);
		if (left)
			lobby_check_write(lobby,
				store_count_leave(lobby->batch.store, seat->owner->id,
					seat->left_at != 0 ? seat->left_at : lobby_date(lobby)));
		else if (played && seat->player == seat->owner)
			lobby_check_write(lobby,
				store_count_finished_match(
					lobby->batch.store, seat->owner->id, LEAVER_FORGIVEN));
	}
}

int64_t leaver_remaining_wait(const struct lobby *lobby, const struct person *person,
	const struct channel_settings *settings)
{
	struct store_leaver leaver;
	if (store_get_leaves(lobby->batch.store, person->id, &leaver) != STORE_OK)
		return 0;
	/* `passed` is negative if the system clock was set back: then do not wait. */
	int64_t passed = lobby_date(lobby) - leaver.deserted;
	return passed < 0 || passed >= settings->leaver_wait_seconds
		? 0
		: settings->leaver_wait_seconds - passed;
}

#include "bot/match/seat_link.h"

#include "bot/talk/speech.h"

void seat_link_tell(struct lobby *lobby, struct table *table, const struct person *person)
{
	char key[SEAT_KEY];
	struct string url = STRING_EMPTY;
	seat_keys_make(&lobby->seat_keys, person->id, table->match, key);
	string_add(&url, lobby->settings.pages);
	string_add(&url, "/seat/");
	string_add(&url, key);
	speech_tell_about(
		&lobby->speech, table, person, MSG_SEAT_LINK, ARGS(arg_text("url", url.bytes)));
	string_free(&url);
}

void seat_link_tell_first(struct lobby *lobby, struct table *table)
{
	for (unsigned seat = 0; seat < table->seats_taken && lobby->settings.seats; seat++) {
		const struct person *player = table->seat[seat].player;
		if (player != NULL && player->seat_link && !player->network->single &&
			!seat_keys_has(&lobby->seat_keys, player->id, table->match))
			seat_link_tell(lobby, table, player);
	}
}

#include "bot/match/seat_link.h"

void seat_link_add(struct lobby *lobby, const struct table *table, const struct person *person,
	struct string *out)
{
	char key[SEAT_KEY];
	seat_keys_make(&lobby->seat_keys, person->id, table->match, key);
	string_add(out, lobby->settings.pages);
	string_add(out, "/seat/");
	string_add(out, key);
}

void seat_link_add_first(struct lobby *lobby, struct table *table)
{
	for (unsigned seat = 0; seat < table->seats_taken && lobby->settings.seats; seat++) {
		const struct person *player = table->seat[seat].player;
		if (player == NULL || player->network->single || !player->seat_link ||
			seat_keys_has(&lobby->seat_keys, player->id, table->match))
			continue;
		struct string url = STRING_EMPTY;
		struct string *news = &lobby->speech.seat_news[seat];
		seat_link_add(lobby, table, player, &url);
		string_add(news, news->length > 0 ? " " : "");
		catalog_add(news, lobby->catalog, person_locale(player), MSG_SEAT_FIRST,
			ARGS(arg_text("url", url.bytes)));
		string_free(&url);
	}
}

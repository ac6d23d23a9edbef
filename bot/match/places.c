#include "bot/match/places.h"

#include "bot/table/channel_key.h"
#include "bot/text/nametext.h"
#include "storage/ratings.h"

enum { TOLD = 3 }; /* maximum number of results told to a channel */

enum store_error places_read(
	struct lobby *lobby, int64_t trial, unsigned most, bool all, struct places *places)
{
	struct store *store = lobby->batch.store;
	enum store_error error = store_list_places(store, trial, places->row, most, &places->count);
	for (unsigned i = 0; error == STORE_OK && i < places->count; i++) {
		bool public = all;
		if (!all && places->row[i].person != 0)
			error = store_has_public_match(store, places->row[i].person, 0, &public);
		places->named[i] = public && places->row[i].name[0] != '\0';
	}
	return error;
}

void places_add(const struct places *places, const struct lobby *lobby, struct locale locale,
	struct string *out)
{
	unsigned place = 0;
	for (unsigned i = 0; i < places->count; i++) {
		const struct store_try *row = &places->row[i];
		if (i == 0 || row->own != row[-1].own || row->other != row[-1].other)
			place = i + 1;
		string_add(out, i > 0 ? ", " : "");
		string_add_number(out, place);
		string_add(out, ". ");
		if (!places->named[i])
			catalog_add(out, lobby->catalog, locale, MSG_DAILY_SOMEBODY, NO_ARGS);
		else if (row->person == 0)
			catalog_add(out, lobby->catalog, locale, MSG_GUEST_NAME,
				ARGS(arg_name("name", row->name)));
		else
			nametext_add(out, row->name);
		string_add_char(out, ' ');
		string_add_number(out, row->own);
	}
}

void places_add_page(const struct settings *settings, const char *day, struct string *out)
{
	if (settings->pages == NULL)
		return;
	string_add(out, settings->pages);
	string_add(out, "/daily/");
	string_add(out, day);
}

/* Adds the results of one deal as a sentence. Adds nothing without results. */
static void add_deal(const struct places *places, const struct lobby *lobby, struct locale locale,
	enum message message, const char *day, struct string *out)
{
	struct string list = STRING_EMPTY;
	if (places->count == 0)
		return;
	places_add(places, lobby, locale, &list);
	string_add(out, string_is_empty(out) ? "" : " ");
	catalog_add(out, lobby->catalog, locale, message,
		ARGS(arg_text("day", day), arg_text("list", list.bytes)));
	string_free(&list);
}

void places_tell_channels(struct lobby *lobby, const char *day)
{
	struct places open = { .count = 0 }, ladder = { .count = 0 };
	struct store_trial row;
	struct channel *channel;
	struct string deals = STRING_EMPTY, page = STRING_EMPTY;
	places_add_page(&lobby->settings, day, &page);
	if (store_find_trial_of_day(lobby->batch.store, STORE_OPEN_DEAL, day, &row) == STORE_OK)
		places_read(lobby, row.id, TOLD, false, &open);
	if (store_find_trial_of_day(lobby->batch.store, STORE_LADDER_DEAL, day, &row) == STORE_OK)
		places_read(lobby, row.id, TOLD, false, &ladder);
	for (size_t n = 0; (channel = channels_next(&lobby->channels, &n)) != NULL;) {
		const struct locale locale = channel->settings.locale;
		if (!channel->settings.daily || !channel->joined ||
			channel_is_off(&channel->settings, lobby_date(lobby)))
			continue;
		string_clear(&deals);
		add_deal(&open, lobby, locale, MSG_DAILY_BEST_OPEN, day, &deals);
		add_deal(&ladder, lobby, locale, MSG_DAILY_BEST_LADDER, day, &deals);
		if (string_is_empty(&deals))
			continue;
		speech_say_channel(&lobby->speech, channel, MSG_DAILY_BEST,
			ARGS(arg_text("deals", deals.bytes), arg_text("page", page.bytes)));
	}
	string_free(&page);
	string_free(&deals);
}

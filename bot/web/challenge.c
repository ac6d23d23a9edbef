/*
 * challenge.c - finds and shows the challenge of a link, which one person can take up
 * (storage/trials.h).
 */
#include <string.h>

#include "bot/web/days.h"
#include "bot/web/seat_page.h"

bool challenge_find(const struct page *page, struct store_trial *trial)
{
	uint8_t hash[STORE_KEY_HASH];
	seat_key_hash(page->route->key, hash);
	return page->route->place == PLACE_JOIN && page->web->store != NULL &&
		store_find_trial_by_link(page->web->store, hash, trial) == STORE_OK &&
		trial->ends > page->request->now;
}

unsigned challenge_page(
	const struct page *page, struct web_response *response, const struct store_trial *trial)
{
	struct store_try row = { .id = 0 };
	struct string about = STRING_EMPTY, shown = STRING_EMPTY;
	char name[STORE_NAME + 1] = "";
	if (store_next_try(page->web->store, trial->id, &row) == STORE_OK)
		days_write_name(page, &row, name);
	char commitment[2 * STORE_SEED + 1];
	struct text text = text_in(commitment, sizeof commitment);
	text_hex(&text, trial->commitment, STORE_SEED);
	page_name(&shown, page, name, NULL);
	catalog_add(&about, page->web->catalog, page->locale,
		*name != '\0' ? MSG_WEB_CHALLENGE_BY : MSG_WEB_CHALLENGE_ANY,
		ARGS(arg_text("name", shown.bytes), arg_text("game", trial->game)));
	page_head(page, page_word(page, MSG_WEB_CHALLENGE), about.bytes, PAGE_PICTURE);
	page_heading(page, 1, MSG_WEB_CHALLENGE, NO_ARGS);
	page_print(page, "<p class=\"lead\">%s</p>", about.bytes);
	page_paragraph(page, MSG_WEB_CHALLENGE_ONCE);
	page_form_begin(page, "/join/", page->route->key, "");
	page_html(page, "<input type=\"hidden\" name=\"browser\" value=\"\">");
	page_form_end(page, MSG_WEB_CHALLENGE_PLAY);
	page_form_learn(page, trial->game, "");
	days_add_commitment(page, trial->id, commitment);
	page_foot(page);
	response->forms = response->shown = response->uncacheable = true;
	string_free(&about);
	string_free(&shown);
	return 200;
}

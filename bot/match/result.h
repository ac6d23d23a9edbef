/*
 * result.h - results of tries, which are people's plays of trials (trial.h): tells them in
 * sentences and on pages, makes their addresses, signs and deletes them.
 *
 * The address of a result has a key, which is derived from the secret key of the database and the
 * number of the try. The database has the hash of the key only.
 */
#ifndef BOT_MATCH_RESULT_H
#define BOT_MATCH_RESULT_H

#include "bot/match/trial.h"
#include "bot/talk/render.h"

/* Writes the key in the address of a try's result. */
void result_write_key(struct lobby *lobby, int64_t try, char key[SEAT_KEY]);
/* Writes the key of a challenge's link. */
void result_write_link(struct lobby *lobby, int64_t trial, char key[SEAT_KEY]);
/*
 * Finds the result of a key, and its trial. Returns false for an unknown key, and if the database
 * fails.
 */
bool result_find(
	struct lobby *lobby, const char *key, struct store_try *row, struct store_trial *trial);
/*
 * Adds sentences for a person about their ended try: their points, the mean of the hands that
 * `expert` has played of the same deal, their place. A network with a single person has no places.
 */
void result_add_words(struct lobby *lobby, const struct person *person,
	const struct store_trial *trial, const struct store_try *row, struct string *out);
/*
 * Adds the line with which a person passes on their result: without cards, with the points if the
 * result tells them, and with the result's address if there are pages. Returns false if the try has
 * not ended.
 */
bool result_add_share(struct lobby *lobby, struct locale locale, const struct store_trial *trial,
	const struct store_try *row, struct string *out);
/*
 * Returns the message that tells a person a result. {words}: the sentences of result_add_words. In
 * chat the message also names the next commands.
 */
enum message result_message(const struct person *person, const struct store_trial *trial);
/* Tells the person of an exercise that is over their result. */
void result_tell(struct lobby *lobby, struct exercise *exercise);
/* Shows the result anew on the page of an exercise that is over, if it has a page. */
void result_show(struct lobby *lobby, struct exercise *exercise);
/* Adds the member "trial" with the data of a try to the view of its page. */
void result_add_view(struct lobby *lobby, const struct exercise *exercise, struct locale locale,
	struct string *out);
/*
 * Signs the result of a guest with a name; "": without a name. seat: hash of the page's key, which
 * its guest alone has. tells: the preview of the result's page tells the points. Returns MSG_OK, or
 * the reason to refuse the name.
 */
enum message result_sign(
	struct lobby *lobby, const uint8_t seat[STORE_KEY_HASH], const char *typed, bool tells);
/* Deletes the result of a guest. seat: hash of the page's key. Returns false if it is unknown. */
bool result_delete(struct lobby *lobby, const uint8_t seat[STORE_KEY_HASH]);

#endif

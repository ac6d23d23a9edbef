#include "bot/match/guest.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "bot/lobby/channel_settings.h"
#include "bot/match/fit.h"
#include "bot/match/match.h"
#include "bot/match/seating.h"
#include "bot/match/start.h"
#include "bot/people/access.h"
#include "bot/people/guest_name.h"
#include "bot/table/channel_key.h"
#include "bot/talk/listener.h"
#include "storage/expiry.h"

/*
 * GUEST_RANDOM: random bytes in a guest's key. GUEST_DAY: seconds from the end of a guest's
 * last match until they are deleted.
 */
enum { GUEST_RANDOM = 8, GUEST_DAY = 24 * 60 * 60 };

/* ---- links ---- */

static struct table *open_table(const struct lobby *lobby, const struct guest_link *link)
{
	struct table *table = tables_find_match(&lobby->tables, link->match);
	return table != NULL && !table->running ? table : NULL;
}

void guest_make_link(struct lobby *lobby, const struct table *table, const struct person *inviter,
	char key[SEAT_KEY])
{
	struct guest_link link = { .match = table->match, .inviter = inviter->id };
	seat_key_make(&lobby->env, key);
	seat_key_hash_text(key, link.hash);
	guests_add_link(&lobby->guests, &link);
}

void guest_delete_links(struct lobby *lobby, const struct table *table)
{
	struct guests *guests = &lobby->guests;
	for (size_t i = guests->count; i-- > 0;)
		if (guests->link[i].match == table->match && !guests->link[i].used)
			guests_delete_link(guests, &guests->link[i]);
}

/* Writes the hash that bars an address from a table; it is stored like a used link. */
static void write_bar(const struct table *table, const char *address, char hash[SEAT_HASH])
{
	char key[STORE_ADDRESS + SEAT_KEY];
	struct text text = text_in(key, sizeof key);
	text_number(&text, table->match);
	text_char(&text, ' ');
	text_add(&text, address);
	seat_key_hash_text(key, hash);
}

void guest_bar(struct lobby *lobby, const struct table *table, const struct person *guest)
{
	struct guest_link bar = { .match = table->match, .used = true };
	write_bar(table, guest->address + 1, bar.hash);
	if (guest->address[0] != '\0' && guests_find_link(&lobby->guests, bar.hash) == NULL)
		guests_add_link(&lobby->guests, &bar);
}

/* ---- offers ---- */

bool guest_may_open(const struct lobby *lobby, const struct channel *channel)
{
	struct network *network = channel->network;
	return lobby->guests.network != NULL && channel->settings.guests == CONFIG_GUESTS_OPEN &&
		channel->settings.opener == RANK_NONE && channel->joined && !channel->barred &&
		!channel_is_off(&channel->settings, lobby_date(lobby)) &&
		channel_openness(channel) == OPENNESS_OPEN &&
		(network->driver->is_restricted == NULL ||
			!network->driver->is_restricted(network, channel->name));
}

bool guest_is_offered(const struct lobby *lobby, struct table *table)
{
	return table->takes_guests && !table->running && !table->closed &&
		!table_is_private(table) && table->openness == OPENNESS_OPEN &&
		table->seats_taken < table_most_players(table) &&
		table_count_outsiders(table) + guests_count_links(&lobby->guests, table->match) <
		GUESTS_MOST &&
		seating_find_opener(table) != NULL && guest_may_open(lobby, table->channel);
}

/*
 * True if a channel or its network ignores people from an address. Of a mute's mask only the host
 * counts, because as a guest the muted person has another nick and user name.
 */
static bool is_ignored(const struct lobby *lobby, const struct channel *channel, const char *name,
	const char *address)
{
	char mask[STORE_NAME + STORE_ADDRESS], host[STORE_ADDRESS], muted[STORE_ADDRESS];
	struct text text = text_in(mask, sizeof mask);
	text_add(&text, name);
	text_add(&text, "!guest@");
	text_add(&text, address);
	text = text_in(host, sizeof host);
	access_add_host(&text, mask);
	const struct sender sender = { .mask = mask, .origin = strchr(mask, '!') + 1 };
	if (!access_is_allowed(channel->network->access, &sender))
		return true;
	for (size_t i = 0; i < channel->mutes; i++) {
		const char *at = strrchr(channel->mute[i].mask, '@');
		text = text_in(muted, sizeof muted);
		access_add_host(&text, at != NULL ? at : "");
		if (at != NULL && mask_matches_text(muted, host) &&
			!channel_settings_is_over(channel->mute[i].until, lobby_date(lobby)))
			return true;
	}
	return false;
}

/* ---- names and keys ---- */

bool guest_is_name_taken(const struct table *table, const char *name)
{
	for (unsigned i = 0; i < table->seats_taken; i++) {
		const char *taken = table_name(table, i);
		const struct person *owner = table->seat[i].owner;
		if (guest_name_resembles(taken, name) ||
			(owner != NULL && guest_name_resembles(owner->name, name)))
			return true;
	}
	return false;
}

/*
 * Adds a guest. "~ INVITER RANDOM" is the key of the person and of their connection; older versions
 * put the name behind the tilde. inviter: id of a person, or 0.
 */
static struct person *add_guest(
	struct lobby *lobby, const char *name, int64_t inviter, const struct guest_client *client)
{
	char key[STORE_KEY], nick[GUEST_NAME + 1], origin[STORE_ADDRESS];
	uint8_t random[32];
	struct text text = text_in(nick, sizeof nick);
	text_char(&text, '~');
	text_add(&text, name);
	env_entropy(&lobby->env, random);
	text = text_in(key, sizeof key);
	text_add(&text, "~ ");
	text_number(&text, inviter);
	text_char(&text, ' ');
	text_hex(&text, random, GUEST_RANDOM);
	struct person *person = people_load(&lobby->people, lobby->guests.network, key, nick);
	people_set_connection(&lobby->people, person, key);
	person_set_preference(person, STORE_LANG, client->lang);
	text = text_in(origin, sizeof origin);
	text_char(&text, '@');
	text_add(&text, client->address);
	person_set_address(person, origin);
	person->welcomed = true;
	return person;
}

bool guest_is_from(const struct person *person, const char *address)
{
	return *address != '\0' && person_is_guest(person) &&
		strcmp(person->address + 1, address) == 0;
}

/* Stores a guest with their language. Returns false if the database fails. */
static bool store_guest(struct lobby *lobby, struct person *person)
{
	const char *lang = catalog_language_code(person->chosen.language);
	return people_store(&lobby->people, person) &&
		lobby_check_write(lobby,
			store_set_preference(lobby->batch.store, person->id, STORE_LANG, lang));
}

/* Returns the default name of guests, in a language. */
static const char *nick_in(const struct lobby *lobby, const char *lang)
{
	int language = catalog_language(lang);
	return catalog_text(lobby->catalog, language < 0 ? 0 : (unsigned)language, MSG_GUEST_NICK);
}

struct person *guest_add(struct lobby *lobby, const struct guest_client *client)
{
	return add_guest(lobby, nick_in(lobby, client->lang), 0, client);
}

void guest_connect(struct lobby *lobby, const struct table *table, struct person *person)
{
	people_set_connection(&lobby->people, person, person->key);
	if (!table_is_private(table))
		person->channel_locale = &table->channel->settings.locale;
}

/* Returns the id of the person who invited a guest, or 0. */
static int64_t inviter_of(const struct person *guest)
{
	const char *at = strchr(guest->key, ' ');
	return at != NULL ? strtoll(at, NULL, 10) : 0;
}

bool guest_is_invited_by(const struct person *guest, const struct person *person)
{
	return person_is_guest(guest) && person->id != 0 && inviter_of(guest) == person->id;
}

/* ---- sitting down ---- */

void guest_name_inviter(const struct lobby *lobby, const struct table *table, int64_t inviter,
	char name[STORE_NAME])
{
	struct text text = text_in(name, STORE_NAME);
	for (unsigned i = 0; i < table->seats_taken; i++) {
		const struct person *owner = table->seat[i].owner;
		if (owner != NULL && owner->id == inviter) {
			text_add(&text, owner->name);
			return;
		}
	}
	if (store_get_person_name(lobby->batch.store, inviter, name) != STORE_OK)
		text_add(&text, "?");
}

static struct guest_answer refuse(enum guest_result result, enum message why)
{
	return (struct guest_answer){ .result = result, .why = why };
}

/*
 * Reads the name that a guest has typed. Returns why they cannot sit at a table under that name, or
 * GUEST_SEATED if they can.
 */
static struct guest_answer check(struct table *table, const char *typed, char name[GUEST_NAME])
{
	if (!guest_name_read(typed, name))
		return refuse(GUEST_BAD_NAME, MSG_GUEST_NAME_BAD);
	if (guest_is_name_taken(table, name))
		return refuse(GUEST_CONFLICT, MSG_GUEST_NAME_TAKEN);
	if (table->seats_taken >= table_most_players(table))
		return refuse(GUEST_CONFLICT, MSG_GUEST_FULL);
	return refuse(GUEST_SEATED, MSG_OK);
}

struct guest_answer guest_find_table(const struct lobby *lobby, const char *hash)
{
	const struct guest_link *link = guests_find_link(&lobby->guests, hash);
	struct table *table;
	if (link != NULL) {
		table = open_table(lobby, link);
	} else {
		/* here `hash` is not a hash, but the number of a match whose table offers a seat */
		char offer[SEAT_HASH] = "";
		table = tables_find_match(&lobby->tables, strtoll(hash, NULL, 10));
		if (table != NULL)
			seat_key_write_match(table->match, offer);
		if (table == NULL || strcmp(offer, hash) != 0 || !guest_is_offered(lobby, table))
			table = NULL;
	}
	if (table == NULL || table->channel->settings.guests == CONFIG_GUESTS_NO)
		return refuse(GUEST_NO_LINK, MSG_GUEST_NO_LINK);
	if (link != NULL && link->used)
		return refuse(GUEST_CONFLICT, MSG_GUEST_USED);
	return (struct guest_answer){ .why = MSG_OK, .table = table, .link = link };
}

/*
 * Counts the seats that guests from an address have, at private tables and at tables of other
 * people.
 */
static unsigned count_seats(const struct lobby *lobby, const char *address)
{
	const struct table *table;
	unsigned count = 0;
	for (size_t n = 0; (table = tables_next(&lobby->tables, &n)) != NULL;)
		for (unsigned i = 0; i < table->seats_taken; i++)
			count += table->seat[i].player != NULL &&
				guest_is_from(table->seat[i].player, address);
	return count;
}

/* Returns why guests from an address cannot sit down at a table, or MSG_OK. */
static enum message find_obstacle(const struct lobby *lobby, const struct guest_answer *found,
	const char *name, const char *address)
{
	char bar[SEAT_HASH];
	write_bar(found->table, address, bar);
	if (guests_find_link(&lobby->guests, bar) != NULL)
		return MSG_GUEST_BARRED;
	if (found->link != NULL || *address == '\0')
		return MSG_OK;
	if (is_ignored(lobby, found->table->channel, name, address))
		return MSG_GUEST_BARRED;
	return count_seats(lobby, address) >= GUEST_TABLES ? MSG_GUEST_TABLES : MSG_OK;
}

struct guest_answer guest_take_seat(
	struct lobby *lobby, const char *hash, const char *typed, const struct guest_client *client)
{
	struct guest_answer found = guest_find_table(lobby, hash);
	struct table *table = found.table;
	char name[GUEST_NAME];
	if (table == NULL)
		return found;
	struct guest_answer answer = check(table, typed, name);
	if (answer.result != GUEST_SEATED)
		return answer;
	enum message obstacle = find_obstacle(lobby, &found, name, client->address);
	if (obstacle != MSG_OK)
		return refuse(GUEST_TOO_MANY, obstacle);
	int64_t inviter_id =
		found.link != NULL ? found.link->inviter : seating_find_opener(table)->id;
	char inviter[STORE_NAME];
	guest_name_inviter(lobby, table, inviter_id, inviter);
	answer.table = table;
	answer.person = add_guest(lobby, name, inviter_id, client);
	if (!store_guest(lobby, answer.person))
		return refuse(GUEST_FAILED, MSG_GUEST_FAILED);
	guest_connect(lobby, table, answer.person);
	if (found.link != NULL)
		guests_use_link(&lobby->guests, found.link);
	seating_sit(lobby, table, answer.person, LEVEL_NORMAL, inviter);
	if (table->starts_when_full && seating_has_enough_players(table))
		start_match(lobby, table);
	/* The start frees the seats of absent people, and closes a table with guests only. */
	return table->closed ? refuse(GUEST_NO_LINK, MSG_GUEST_NO_LINK) : answer;
}

bool guest_is_short(struct table *table)
{
	return person_is_guest(table->private_person) && table->options[0] != '\0';
}

/*
 * Makes room for one more table of guests, if necessary by ending a match that was idle for long.
 * Returns false without room for it.
 */
static bool make_room(struct lobby *lobby)
{
	const struct network *network = lobby->guests.network;
	if (seating_can_add_table(lobby, network, NULL))
		return true;
	struct table *idlest = seating_find_idlest(lobby, network, NULL);
	if (idlest == NULL)
		return false;
	match_close_idle(lobby, idlest);
	return seating_can_add_table(lobby, network, NULL);
}

/*
 * Makes room for a private table of a guest from an address. Returns why they get none, or
 * GUEST_SEATED.
 */
static struct guest_answer admit(struct lobby *lobby, const char *address)
{
	if (!lobby->settings.play_now || lobby->guests.network == NULL)
		return refuse(GUEST_NO_LINK, MSG_GUEST_NO_LINK);
	if (count_seats(lobby, address) >= GUEST_TABLES)
		return refuse(GUEST_TOO_MANY, MSG_GUEST_TABLES);
	if (!make_room(lobby))
		return refuse(GUEST_TOO_MANY, MSG_GUEST_BUSY);
	return refuse(GUEST_SEATED, MSG_OK);
}

/* Creates a private table with the settings of the network of guests. */
static struct table *create(const struct lobby *lobby, const struct game *game, unsigned preset)
{
	struct network *network = lobby->guests.network;
	struct channel_settings settings = settings_of_network(&lobby->settings, network);
	return table_new_private(network, &settings, game, preset);
}

/*
 * Seats a guest at a new private table, and starts the match. level -1: the level that fits them.
 */
static struct guest_answer begin(
	struct lobby *lobby, struct table *table, struct person *person, int level)
{
	person->named_level = level >= 0;
	seating_open(lobby, table, person);
	start_solo(lobby, table, level >= 0 ? (enum level)level : fit_level(lobby, table, person));
	return (struct guest_answer){ GUEST_SEATED, MSG_OK, table, person, NULL };
}

struct guest_answer guest_play(struct lobby *lobby, const struct game *game, int level, bool brief,
	const struct guest_client *client)
{
	struct guest_answer answer = admit(lobby, client->address);
	if (answer.result != GUEST_SEATED)
		return answer;
	struct person *person = add_guest(lobby, nick_in(lobby, client->lang), 0, client);
	if (!store_guest(lobby, person))
		return refuse(GUEST_FAILED, MSG_GUEST_FAILED);
	struct table *table = create(lobby, game, 0);
	/* Limit the match to about two hands. The game has one of these options. */
	static const char *const brevity[] = { "target=200", "rounds=2", "hands=1" };
	for (size_t i = 0; brief && i < sizeof brevity / sizeof brevity[0]; i++)
		table_set_options(table, brevity[i]);
	return begin(lobby, table, person, level);
}

/* Returns the level of a match's AI players, or -1 if it has none or cannot be read. */
static int level_in(struct lobby *lobby, int64_t match)
{
	struct store_seat seats[STORE_SEATS];
	unsigned count;
	int level = -1;
	if (store_list_seats(lobby->batch.store, match, seats, &count) != STORE_OK)
		return level;
	for (unsigned i = 0; i < count && level < 0; i++)
		if (seats[i].person.network == 0)
			level = level_named(seats[i].person.key);
	return level;
}

struct guest_answer guest_play_again(
	struct lobby *lobby, struct person *guest, const struct store_match *match)
{
	const struct game *game = game_named(match->game);
	int preset = game != NULL ? game_preset(game, match->preset) : -1;
	struct guest_answer answer = admit(lobby, guest->address + 1);
	if (answer.result != GUEST_SEATED)
		return answer;
	if (preset < 0)
		return refuse(GUEST_NO_LINK, MSG_AGAIN_NONE);
	struct table *table = create(lobby, game, (unsigned)preset);
	table_set_options(table, match->options);
	return begin(lobby, table, guest, guest->named_level ? level_in(lobby, match->id) : -1);
}

/* ---- maintenance ---- */

/* Deletes a guest from the database and from memory. */
static void forget(struct lobby *lobby, int64_t id, const char *key)
{
	const struct network *network = lobby->guests.network;
	struct person *person = network != NULL ? people_find(&lobby->people, network, key) : NULL;
	if (person != NULL)
		people_mark_changed(&lobby->people, person);
	if (!lobby_check_write(lobby, store_delete_person(lobby->batch.store, id)))
		return;
	if (person != NULL)
		people_reload(&lobby->people, person);
}

static void forget_old_guests(struct lobby *lobby)
{
	enum { AT_ONCE = 20 };
	struct store_person row = { .id = 0 };
	int64_t before = lobby_date(lobby) - GUEST_DAY;
	for (unsigned i = 0; i < AT_ONCE; i++) {
		if (store_find_old_guest(lobby->batch.store, NETWORK_OF_GUESTS, before, &row) !=
			STORE_OK)
			return;
		forget(lobby, row.id, row.key);
	}
}

void guest_run_maintenance(struct lobby *lobby)
{
	struct guests *guests = &lobby->guests;
	for (size_t i = guests->count; i-- > 0;)
		if (open_table(lobby, &guests->link[i]) == NULL)
			guests_delete_link(guests, &guests->link[i]);
	forget_old_guests(lobby);
}

/* erasure.c - looks for forgotten persons in the store, the bot's memory and the web pages. */
#include "tests/simulate/erasure.h"

#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "bot/app/app.h"
#include "bot/net/matrix/room.h"
#include "bot/net/types.h"
#include "bot/web/web.h"
#include "storage/matches.h"
#include "tests/simulate/process.h"
#include "tests/simulate/world.h"
#include "tests/stage/stage.h"

/* ERASURE_MATCHES: number of a person's latest matches whose web pages are checked. */
enum { ERASURE_MATCHES = 8 };

static struct erasure *erasure(unsigned n)
{
	return &world()->erasures.one[n % ERASURES];
}

/* Returns the number of the oldest erasure that is still in a slot. */
static unsigned oldest(const struct erasures *erasures)
{
	return erasures->count > ERASURES ? erasures->count - ERASURES : 0;
}

/* ---- the bot ---- */

static const struct person *person_of(int64_t id)
{
	const struct people *people = &world()->app->lobby.people;
	for (size_t i = 0; i < people->count; i++)
		if (people->person[i]->id == id)
			return people->person[i];
	return NULL;
}

static void note(struct store *store, int64_t id)
{
	struct erasures *erasures = &world()->erasures;
	struct erasure *one = erasure(erasures->count);
	struct store_preferences preferences = { .address = "" };
	struct disk *disk = &world()->disk;
	*one = (struct erasure){ .person = person_of(id) };
	disk->looking = true;
	bool known = one->person != NULL && store_get_person(store, id, &one->was) == STORE_OK &&
		store_get_preferences(store, id, &preferences) == STORE_OK;
	disk->looking = false;
	if (!known)
		return;
	snprintf(one->address, sizeof one->address, "%s", preferences.address);
	erasures->count++;
}

/* NOLINTBEGIN(bugprone-reserved-identifier): the linker's --wrap demands these names */
__typeof__(store_delete_person) __real_store_delete_person, __wrap_store_delete_person;
enum store_error __wrap_store_delete_person(struct store *store, int64_t person)
{
	if (!world_ended() && world()->app != NULL)
		note(store, person);
	return __real_store_delete_person(store, person);
}
/* NOLINTEND(bugprone-reserved-identifier) */

void erasure_stage(const struct person *person, const char *text)
{
	const struct erasures *erasures = &world()->erasures;
	if (person == NULL || strstr(text, "(forget.done)") == NULL)
		return;
	for (unsigned n = erasures->kept; n < erasures->count; n++)
		if (erasure(n)->person == person)
			return;
	world_fault("%s is told that they are forgotten, and is not", person->name);
}

/* ---- the database ---- */

/* Returns the account or nick in a person's key, without the "account " before an account. */
static const char *known_by(const struct erasure *one)
{
	static const char mark[] = "account ";
	size_t length = strlen(mark);
	return one->was.key + (strncmp(one->was.key, mark, length) == 0 ? length : 0);
}

/* Returns true if a text is the person's name or key, or contains their user id or address. */
static bool names(const struct erasure *one, const char *text)
{
	const char *who = known_by(one);
	return strcasecmp(text, one->was.name) == 0 || strcasecmp(text, who) == 0 ||
		(strchr(who, '@') != NULL && strstr(text, who) != NULL) ||
		(strlen(one->address) > 1 && strstr(text, one->address) != NULL);
}

/* Runs a query about a person and returns the number that it gives, or `fallback` on an error. */
static int64_t ask(sqlite3 *db, const char *sql, int64_t person, int64_t fallback)
{
	sqlite3_stmt *statement;
	int64_t number = fallback;
	if (sqlite3_prepare_v2(db, sql, -1, &statement, NULL) == SQLITE_OK &&
		sqlite3_bind_int64(statement, 1, person) == SQLITE_OK &&
		sqlite3_step(statement) == SQLITE_ROW)
		number = sqlite3_column_int64(statement, 0);
	sqlite3_finalize(statement);
	return number;
}

static void look_at_person(sqlite3 *db, const struct erasure *one)
{
	static const char erased[] = "SELECT count(*) FROM people WHERE id = ?1"
				     " AND key = 'forgotten ' || id AND name = '?' || id"
				     " AND coalesce(lang, cards, via, claim, address, home,"
				     " deserted) IS NULL AND notified = 0 AND leaves = 0"
				     " AND stays = 0 AND addressed = 0";
	static const char seated[] = "SELECT count(*) FROM seats JOIN matches ON id = match"
				     " WHERE state < 2 AND (person = ?1 OR player = ?1)";
	static const char gave[] = "SELECT count(*) FROM nonces WHERE person = ?1 AND seat IS NULL";
	if (ask(db, erased, one->was.id, 1) != 1)
		world_fault("%s asked to be forgotten, and is on record", one->was.name);
	if (ask(db, seated, one->was.id, 0) != 0)
		world_fault("%s is forgotten, and has a seat", one->was.name);
	if (ask(db, gave, one->was.id, 0) != 0)
		world_fault(
			"%s is forgotten, and what they gave for a shuffle is not", one->was.name);
}

/* Returns true for stored text that may name a forgotten person for a while: a line that the bot
 * has still to send, or a room that it has still to join. */
static bool is_passing(const char *text)
{
	static const char guest[] = "guest ";
	const struct server *home = &world()->server[WORLD_SERVERS];
	const struct matrix_room *room = NULL;
	if (world()->setting.matrix && strncmp(text, guest, strlen(guest)) == 0)
		room = matrix_room_find(
			(struct matrix *)oracle_network(home), text + strlen(guest));
	return strncmp(text, "out ", 4) == 0 || (room != NULL && !room->in);
}

/* Returns true for the stored panel of a closed table, which the bot will still edit in its
 * room. */
static bool is_of_past_table(const char *text)
{
	return strncmp(text, "{\"room\":", 8) == 0 && strstr(text, ",\"over\":1}") != NULL;
}

static void look_at_row(const struct erasure *one, const char *table, sqlite3_stmt *row)
{
	for (int i = 0; i < sqlite3_column_count(row); i++) {
		const char *text = sqlite3_column_type(row, i) == SQLITE_TEXT
			? (const char *)sqlite3_column_text(row, i)
			: NULL;
		if (text != NULL && (is_passing(text) || is_of_past_table(text)))
			return;
		if (text != NULL && names(one, text))
			world_fault(
				"%s is forgotten, and %s has %.200s", one->was.name, table, text);
	}
}

static void look_at_table(sqlite3 *db, const struct erasure *one, const char *table)
{
	char sql[80];
	sqlite3_stmt *row;
	snprintf(sql, sizeof sql, "SELECT * FROM %s", table);
	if (sqlite3_prepare_v2(db, sql, -1, &row, NULL) == SQLITE_OK)
		while (sqlite3_step(row) == SQLITE_ROW)
			look_at_row(one, table, row);
	sqlite3_finalize(row);
}

static void look_at_database(sqlite3 *db, const struct erasure *one)
{
	static const char tables[] =
		"SELECT name FROM sqlite_schema WHERE type = 'table' AND name <> 'people'";
	sqlite3_stmt *table;
	look_at_person(db, one);
	if (sqlite3_prepare_v2(db, tables, -1, &table, NULL) == SQLITE_OK)
		while (sqlite3_step(table) == SQLITE_ROW)
			look_at_table(db, one, (const char *)sqlite3_column_text(table, 0));
	sqlite3_finalize(table);
}

/* Checks for a forgotten person in the database, through a connection that is not the bot's. */
static void look_from_outside(const struct erasure *one)
{
	struct world *here = world();
	sqlite3 *db;
	here->disk.looking = true;
	if (sqlite3_open_v2(PROCESS_DATABASE, &db, SQLITE_OPEN_READONLY, NULL) == SQLITE_OK)
		look_at_database(db, one);
	sqlite3_close(db);
	here->disk.looking = false;
}

/* ---- checks after a batch and at a start ---- */

/* Returns true if the store has the person. It does not have persons added by a failed batch. */
static bool is_stored(int64_t id)
{
	struct world *here = world();
	struct store_person row;
	bool stored;
	here->disk.looking = true;
	stored = store_get_person(here->app->store, id, &row) == STORE_OK;
	here->disk.looking = false;
	return stored;
}

/* Checks after a failed batch that the bot still knows the persons whom the batch was to forget,
 * unless a read from the store failed. */
static void look_at_failed(struct erasures *erasures)
{
	for (unsigned n = erasures->kept; n < erasures->count; n++) {
		const struct erasure *one = erasure(n);
		if (one->person->id != one->was.id && !one->person->unread &&
			is_stored(one->was.id))
			world_fault("%s is not forgotten, and the bot does not know them",
				one->was.name);
	}
	erasures->count = erasures->kept;
}

void erasure_settle(bool kept)
{
	struct erasures *erasures = &world()->erasures;
	if (world_ended())
		return;
	if (!kept)
		look_at_failed(erasures);
	for (; erasures->kept < erasures->count; erasures->kept++) {
		world_tell("%s is forgotten", erasure(erasures->kept)->was.name);
		look_from_outside(erasure(erasures->kept));
	}
}

void erasure_look(void)
{
	const struct erasures *erasures = &world()->erasures;
	for (unsigned n = oldest(erasures); n < erasures->kept; n++)
		if (person_of(erasure(n)->was.id) != NULL)
			world_fault(
				"%s is forgotten, and the bot knows them", erasure(n)->was.name);
}

void erasure_compare(struct store *store, bool lost)
{
	struct erasures *erasures = &world()->erasures;
	struct store_person row;
	erasures->count = lost ? 0 : erasures->kept;
	erasures->kept = erasures->count;
	for (unsigned n = oldest(erasures); n < erasures->kept; n++)
		if (store_get_person(store, erasure(n)->was.id, &row) == STORE_OK &&
			!store_is_person_deleted(&row))
			world_fault("%s is forgotten no more", erasure(n)->was.name);
}

/* ---- pages ---- */

static unsigned get(
	const struct web *web, struct web_response *answer, const char *format, int64_t id)
{
	char target[64];
	snprintf(target, sizeof target, format, (long long)id);
	string_free(&answer->body);
	web_answer(web, &(struct web_request){ .method = "GET", .target = target }, answer);
	return answer->status;
}

/* Returns true if an owner or a player of the match now has that name. */
static bool is_called(const struct store_seat *row, unsigned seats, const char *name)
{
	for (unsigned i = 0; i < seats; i++)
		if (strcasecmp(row[i].person.name, name) == 0 ||
			strcasecmp(row[i].player.name, name) == 0)
			return true;
	return false;
}

/* Checks that the page of a match does not name a forgotten person, unless another person of the
 * match has the same name. */
static void look_at_match(const struct web *web, const struct erasure *one, int64_t match)
{
	struct store_seat row[STORE_SEATS];
	struct web_response answer = { .body = STRING_EMPTY };
	unsigned seats;
	char name[STORE_NAME + 2];
	snprintf(name, sizeof name, "\"%s\"", one->was.name);
	if (store_list_seats(web->store, match, row, &seats) == STORE_OK &&
		!is_called(row, seats, one->was.name) &&
		get(web, &answer, "/match/%lld.json", match) == 200 &&
		strstr(answer.body.bytes, name) != NULL)
		world_fault("%s is forgotten, and named by the page of match %lld", one->was.name,
			(long long)match);
	string_free(&answer.body);
}

static void look_at_matches(const struct web *web, const struct erasure *one)
{
	static const char sql[] =
		"SELECT match FROM seats WHERE person = ?1 ORDER BY match DESC LIMIT ?2";
	sqlite3 *db;
	sqlite3_stmt *match = NULL;
	if (sqlite3_open_v2(PROCESS_DATABASE, &db, SQLITE_OPEN_READONLY, NULL) == SQLITE_OK &&
		sqlite3_prepare_v2(db, sql, -1, &match, NULL) == SQLITE_OK &&
		sqlite3_bind_int64(match, 1, one->was.id) == SQLITE_OK &&
		sqlite3_bind_int(match, 2, ERASURE_MATCHES) == SQLITE_OK)
		while (sqlite3_step(match) == SQLITE_ROW)
			look_at_match(web, one, sqlite3_column_int64(match, 0));
	sqlite3_finalize(match);
	sqlite3_close(db);
}

static void look_at_player(const struct web *web, const struct erasure *one)
{
	struct web_response answer = { .body = STRING_EMPTY };
	/* 410: the person is forgotten. 404: the person had no match, and so never had a page. */
	for (unsigned i = 0; i < 2; i++) {
		unsigned status = get(
			web, &answer, i == 0 ? "/player/%lld" : "/player/%lld.json", one->was.id);
		if (status != 410 && status != 404)
			world_fault("%s is forgotten, and their page is there: %u", one->was.name,
				status);
	}
	string_free(&answer.body);
}

void erasure_end(struct store *store)
{
	const struct erasures *erasures = &world()->erasures;
	struct catalog *catalog = erasures->kept > 0 ? catalog_open(stage_keys, "!") : NULL;
	struct web web;
	if (catalog == NULL)
		return;
	web_open(&web, catalog, network_types, NULL, 0);
	web.store = store;
	for (unsigned n = oldest(erasures); n < erasures->kept; n++) {
		look_at_player(&web, erasure(n));
		look_at_matches(&web, erasure(n));
	}
	catalog_free(catalog);
}

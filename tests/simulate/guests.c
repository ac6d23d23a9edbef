/* guests.c - guests join by a link, play and leave. Checks the links and the stored guests. */
#include "tests/simulate/guests.h"

#include <sqlite3.h>
#include <stdio.h>
#include <string.h>

#include "bot/app/app.h"
#include "tests/simulate/process.h"
#include "tests/simulate/world.h"

/*
 * Milliseconds: GUESTS_SOON and GUESTS_START are the longest delays before a guest sends the form
 * and before a second form comes; GUESTS_JUMP is the time from the jump of the date to the end of a
 * run. Seconds: the bot deletes guests GUESTS_DAY after their last match, GUESTS_LATE later at
 * most.
 */
enum {
	GUESTS_SOON = 3000,
	GUESTS_START = 25000,
	GUESTS_JUMP = 5 * 60 * WORLD_SECOND,
	GUESTS_DAY = 24 * 60 * 60,
	GUESTS_LATE = 4 * 60
};

static unsigned below(unsigned limit)
{
	return chance_below(&world()->pages.chance, limit);
}

/* ---- links ---- */

/* Sends the form by which a guest joins a table, with a valid new name in three of four cases. */
static void join(struct incident *incident)
{
	static const char *const wrong[] = { "", "g/h", "~g", "g\xd0\xb3",
		"g23456789012345678901" };
	struct page_link *link = incident->subject;
	struct page_ask *ask = pages_ask();
	char members[256];
	if (ask == NULL)
		return;
	ask->link = link;
	ask->legal = below(4) > 0;
	if (ask->legal)
		snprintf(ask->say, sizeof ask->say, "g%lld", (long long)ask->id);
	else
		snprintf(ask->say, sizeof ask->say, "%s", wrong[below(5)]);
	world_mutter("%s would join by the link of %s", ask->say, link->inviter->name);
	snprintf(members, sizeof members,
		"\"do\":\"join\",\"join\":\"%s\",\"name\":\"%s\",\"lang\":\"en\","
		"\"address\":\"192.0.2.%u\"",
		link->hash, ask->say, 1 + below(200));
	pages_send_ask(members, ask);
}

void guests_hear(struct human *human, const char *text)
{
	static const char mark[] = PAGES_URL "/join/";
	struct pages *pages = &world()->pages;
	const char *key = strstr(text, mark);
	if (key == NULL)
		return;
	struct page_link *link = &pages->link[pages->links++ % PAGES_LINKS];
	*link = (struct page_link){ .inviter = human };
	pages_hash(key + strlen(mark), link->hash);
	/* Several people may have got the link, and one may send the form twice. */
	for (unsigned i = 1 + below(3); i > 0; i--)
		world_later(below(GUESTS_SOON), join, link, 0, NULL, 0);
	world_later(GUESTS_SOON + below(GUESTS_START), join, link, 0, NULL, 0);
}

void guests_answer(const struct page_ask *ask, int64_t status, const char *key)
{
	struct page_link *link = ask->link;
	char hash[SEAT_HASH];
	if ((status == 303) != (key != NULL))
		world_fault("%s is answered %lld, %s a key", ask->say, (long long)status,
			key == NULL ? "without" : "with");
	if (key == NULL)
		return;
	if (link->used || !ask->legal)
		world_fault("%s has a seat by a link that was used, or by a bad name", ask->say);
	link->used = true;
	pages_hash(key, hash);
	struct page_seat *seat = pages_seat(hash);
	if (seat == NULL)
		return;
	if (!seat->shown && world()->pages.ready)
		world_fault("%s has a seat, and its page is not shown", ask->say);
	snprintf(seat->guest, sizeof seat->guest, "%s", ask->say);
	seat->inviter = link->inviter;
	world()->pages.guests++;
	world_tell("%s sits at a table, invited by %s", seat->guest, link->inviter->name);
	pages_play(seat);
}

/* ---- stored guests ---- */

static void jump(struct incident *incident)
{
	(void)incident;
	world_tell("the date jumps by a day");
	world()->jump += GUESTS_DAY;
}

void guests_plan(void)
{
	const struct world *here = world();
	if (here->setting.pages)
		world_later(here->setting.rhythm->run - GUESTS_JUMP, jump, NULL, 0, NULL, 0);
}

/* Checks that a query finds no guest. Its ?1 is the guests' network, and ?2 a Unix time: the bot
 * must have deleted all guests without a match since then. */
static void check_none(sqlite3 *db, const char *sql, const char *what)
{
	const struct network *network = world()->app->lobby.guests.network;
	sqlite3_stmt *row;
	if (sqlite3_prepare_v2(db, sql, -1, &row, NULL) == SQLITE_OK &&
		sqlite3_bind_int64(row, 1, network->id) == SQLITE_OK &&
		sqlite3_bind_int64(row, 2, world_date() - GUESTS_DAY - GUESTS_LATE) == SQLITE_OK &&
		sqlite3_step(row) == SQLITE_ROW)
		world_fault("guest %s %s", (const char *)sqlite3_column_text(row, 0), what);
	sqlite3_finalize(row);
}

void guests_end(void)
{
	static const char rated[] = "SELECT key FROM people JOIN ratings ON person = id"
				    " WHERE network = ?1";
	static const char counted[] =
		"SELECT key FROM people p JOIN seats s ON p.id = s.person"
		" JOIN rating_history h ON h.match = s.match WHERE network = ?1";
	static const char old[] =
		"SELECT key FROM people p WHERE network = ?1 AND key >= '~' AND created < ?2"
		" AND NOT EXISTS (SELECT 1 FROM seats s JOIN matches m ON m.id = s.match"
		" WHERE p.id IN (s.person, s.player) AND (m.state < 2 OR m.ended >= ?2))";
	sqlite3 *db;
	if (!world()->setting.pages)
		return;
	if (sqlite3_open_v2(PROCESS_DATABASE, &db, SQLITE_OPEN_READONLY, NULL) == SQLITE_OK) {
		check_none(db, rated, "has a rating");
		check_none(db, counted, "was in a match that changed ratings");
		check_none(db, old, "is not deleted a day after the last match");
	}
	sqlite3_close(db);
}

/* ---- steps ---- */

static void ask_link(struct incident *incident)
{
	human_say(incident->subject, incident->number > 0, "!guest");
}

void guests_invite(struct chance *chance)
{
	static const char *const kinds[] = { "target=50", "mitaines target=30", "quebec", "mitch",
		"mate" };
	struct human *human = human_any(chance);
	const char *game = kinds[chance_below(chance, 5)];
	world_tell("%s opens a table of %s for guests", human->name, game);
	human_say(human, true, "!new %s", game);
	for (unsigned i = 1 + chance_below(chance, 3); i > 0; i--)
		world_later(GUESTS_SOON, ask_link, human, chance_below(chance, 4) == 0, NULL, 0);
	world_later(GUESTS_START, human_starts_table, human, false, NULL, 0);
	world_later(2 * GUESTS_START, human_starts_table, human, true, NULL, 0);
}

/* Returns the seat of a random guest, or NULL if no guest has a seat. */
static struct page_seat *any_guest(struct chance *chance)
{
	struct pages *pages = &world()->pages;
	unsigned first = chance_below(chance, PAGES_SEATS);
	for (unsigned i = 0; i < pages->seats; i++) {
		struct page_seat *seat = &pages->seat[(first + i) % pages->seats];
		if (seat->guest[0] != '\0' && !seat->ended)
			return seat;
	}
	return NULL;
}

void guests_kick(struct chance *chance)
{
	const struct page_seat *seat = any_guest(chance);
	if (seat == NULL)
		return;
	world_tell("%s sends the guest %s away", seat->inviter->name, seat->guest);
	human_say(seat->inviter, chance_below(chance, 2) == 0, "!kick #%u ~%s", seat->table,
		seat->guest);
}

void guests_go(struct chance *chance)
{
	struct page_seat *seat = any_guest(chance);
	if (seat == NULL)
		return;
	if (chance_below(chance, 3) == 0) {
		world_tell("the guest %s leaves the table", seat->guest);
		pages_leave(seat);
		return;
	}
	seat->gone = !seat->gone;
	world_tell("the guest %s %s the page", seat->guest, seat->gone ? "closes" : "opens");
	pages_play(seat);
}

/* matrix.c - measures the time from !ping to the bot's answer on a Synapse, in turns with a bare
 * client on libcurl, and the bot's memory for a thousand rooms. With MATRIX_THINK it measures only
 * how long players wait under the rate limits of a stock Synapse. */
#include <curl/curl.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "bot/net/http.h"
#include "tests/lab/measure.h"
#include "tests/matrix/homeserver.h"
#include "tests/matrix/scene.h"

enum { PINGS = 100, WARM = 10, ROOMS = 1000, BODY = 8192, MOVES = 1000 };

/* A client with two lasting connections, one for /sync and one for sending. */
struct talker {
	const struct guest *guest;
	CURL *hears, *speaks;
	struct curl_slist *headers;
	struct string since;
	struct string answer;
	unsigned long sent;
};

static size_t talker_write(char *bytes, size_t size, size_t count, void *context)
{
	string_add_bytes(context, bytes, size * count);
	return size * count;
}

static CURL *talker_line(struct talker *talker)
{
	CURL *easy = curl_easy_init();
	curl_easy_setopt(easy, CURLOPT_HTTPHEADER, talker->headers);
	curl_easy_setopt(easy, CURLOPT_NOPROXY, "*");
	curl_easy_setopt(easy, CURLOPT_WRITEFUNCTION, talker_write);
	curl_easy_setopt(easy, CURLOPT_WRITEDATA, &talker->answer);
	return easy;
}

static void talker_open(struct talker *talker, const struct guest *guest)
{
	char header[600];
	*talker = (struct talker){ .guest = guest, .since = STRING_EMPTY, .answer = STRING_EMPTY };
	snprintf(header, sizeof header, "Authorization: Bearer %s", guest->token);
	talker->headers = curl_slist_append(NULL, header);
	talker->headers = curl_slist_append(talker->headers, "Content-Type: application/json");
	talker->hears = talker_line(talker);
	talker->speaks = talker_line(talker);
}

static void talker_close(struct talker *talker)
{
	curl_easy_cleanup(talker->hears);
	curl_easy_cleanup(talker->speaks);
	curl_slist_free_all(talker->headers);
	string_free(&talker->since);
	string_free(&talker->answer);
}

/* Makes one request, and keeps the answer in talker->answer. */
static void talker_ask(struct talker *talker, CURL *easy, const char *path)
{
	char url[2048];
	snprintf(url, sizeof url, "http://127.0.0.1:%d/_matrix/client/v3%s", talker->guest->port,
		path);
	curl_easy_setopt(easy, CURLOPT_URL, url);
	string_clear(&talker->answer);
	if (curl_easy_perform(easy) != CURLE_OK)
		bench_fail("matrix", "the server does not answer");
}

static void talker_say(struct talker *talker, const char *room, const char *text)
{
	char body[BODY];
	struct string path = STRING_EMPTY;
	string_add(&path, "/rooms/");
	http_append_path(&path, room);
	string_add(&path, "/send/m.room.message/b");
	string_add_number(&path, (int64_t)++talker->sent);
	snprintf(body, sizeof body, "{\"msgtype\":\"m.text\",\"body\":\"%s\"}", text);
	curl_easy_setopt(talker->speaks, CURLOPT_CUSTOMREQUEST, "PUT");
	curl_easy_setopt(talker->speaks, CURLOPT_POSTFIELDS, body);
	talker_ask(talker, talker->speaks, path.bytes);
	string_free(&path);
}

/* Makes one /sync request, which returns as soon as an event comes. */
static void talker_hear(struct talker *talker)
{
	struct string path = STRING_EMPTY;
	string_add(&path, "/sync?timeout=");
	string_add(&path, talker->since.length > 0 ? "30000&since=" : "0");
	http_append_path(&path, talker->since.bytes);
	talker_ask(talker, talker->hears, path.bytes);
	string_free(&path);
	json_t *body = json_loadb(talker->answer.bytes, talker->answer.length, 0, NULL);
	const char *next = json_string_value(json_object_get(body, "next_batch"));
	if (next == NULL)
		bench_fail("matrix", "the server makes no sense");
	string_clear(&talker->since);
	string_add(&talker->since, next);
	json_decref(body);
}

/* Runs the bare client, which answers "?ping N" in a room with "pang N". It never returns. */
static void answer_pings(const struct guest *guest, const char *room)
{
	struct talker talker;
	char text[64];
	talker_open(&talker, guest);
	talker_hear(&talker);
	for (;;) {
		talker_hear(&talker);
		const char *asked = strstr(talker.answer.bytes, "?ping ");
		if (asked == NULL)
			continue;
		snprintf(text, sizeof text, "pang %lu", strtoul(asked + 6, NULL, 10));
		talker_say(&talker, room, text);
	}
}

/* Sends a ping to the bot, or to the bare client. Returns the milliseconds until the answer. */
static double ping(struct talker *talker, const char *room, bool bare, unsigned number)
{
	char asks[64], answers[64];
	snprintf(asks, sizeof asks, "%cping %u.", bare ? '?' : '!', number);
	snprintf(answers, sizeof answers, "%s %u", bare ? "pang" : "pong", number);
	double began = timing_now();
	talker_say(talker, room, asks);
	do
		talker_hear(talker);
	while (strstr(talker->answer.bytes, answers) == NULL);
	return (timing_now() - began) * 1e3;
}

static void latency(struct scene *scene)
{
	static double delay[2][PINGS];
	struct talker talker;
	struct guest *anna = scene_come(scene, "anna", NULL);
	struct guest *bare = scene_come(scene, "bare", NULL);
	scene_run(scene, anna);
	pid_t pid = bench_begin();
	if (pid == 0)
		answer_pings(bare, scene->room);
	talker_open(&talker, anna);
	talker_hear(&talker);
	for (unsigned i = 0; i < WARM + PINGS; i++)
		for (unsigned k = 0; k < 2; k++) {
			double took = ping(&talker, scene->room, k == 1, i);
			if (i >= WARM)
				delay[k][i - WARM] = took;
		}
	double bot_median = timing_percentile(delay[0], PINGS, 50);
	double bare_median = timing_percentile(delay[1], PINGS, 50);
	printf("matrix.ping %.2f times\n", bot_median / bare_median);
	printf("matrix.ping.median %.1f ms\n", bot_median);
	printf("matrix.bare.median %.1f ms\n", bare_median);
	talker_close(&talker);
	bench_kill(pid);
}

/* ---- a thousand rooms ---- */

static void rooms(void)
{
	struct homeserver homeserver;
	struct bot bot;
	struct string heard = STRING_EMPTY;
	char entry[BOT_ENTRY];
	homeserver_open(&homeserver);
	bot_open(&bot);
	snprintf(entry, sizeof entry,
		"{ type = \"matrix\"; name = \"hs\"; homeserver = \"http://127.0.0.1:%d\";"
		" user = \"@m:test\"; password = \"pw\"; channels = ( \"#t:test\" ); }",
		homeserver.port);
	bot_configure_networks(&bot, entry);
	bot_start(&bot);
	homeserver_rooms(&homeserver, "");
	homeserver_events(&homeserver, "");
	homeserver_says(&homeserver, "!ping one");
	homeserver_wait(&homeserver, "pong one");
	double before = bench_resident(bot.pid);
	string_add(&heard, "\"join\":{");
	for (unsigned i = 0; i < ROOMS; i++) {
		string_add(&heard, i > 0 ? ",\"!r" : "\"!r");
		string_add_number(&heard, i);
		string_add(&heard,
			":test\":{\"timeline\":{\"events\":[]},\"state\":{\"events\":["
			"{\"type\":\"m.room.create\",\"state_key\":\"\",\"sender\":"
			"\"@a:test\",\"content\":{\"room_version\":\"11\"}}]}}");
	}
	string_add_char(&heard, '}');
	homeserver_rooms(&homeserver, heard.bytes);
	/* First the bot asks for the members of each room. */
	while (!homeserver_is_asked(&homeserver))
		homeserver_work(&homeserver, 100);
	homeserver_says(&homeserver, "!ping two");
	homeserver_wait(&homeserver, "pong two");
	double after = bench_resident(bot.pid);
	printf("matrix.rooms1000 %.1f MB\n", after / 1e6);
	printf("matrix.room %.0f bytes\n", (after - before) / ROOMS);
	fflush(stdout);
	string_free(&heard);
	bot_close(&bot);
	homeserver_close(&homeserver);
}

/* ---- the pace of a Synapse with stock limits ---- */

/* Returns the number in an environment variable, or `otherwise` if it is not set. */
static unsigned asked(const char *name, unsigned otherwise)
{
	const char *value = getenv(name);
	return value != NULL ? (unsigned)strtoul(value, NULL, 10) : otherwise;
}

/* Prints for each person how many events of the bot they got in the room and in direct rooms, and
 * how many of its messages pinged them. */
static void print_events(const struct scene *scene, unsigned moves)
{
	for (unsigned i = 0; i < scene->count; i++) {
		const struct guest *guest = &scene->people[i];
		unsigned pings = 0, room = 0, events = 0;
		for (const char *at = guest->heard.bytes; *at != '\0'; at = strchr(at, '\n') + 1) {
			char from[GUEST_ID], by[GUEST_ID], kind[32];
			sscanf(at, "%255s %255s %31s", from, by, kind);
			if (strcmp(by, scene->mitaines.id) == 0 && strcmp(kind, "m.typing") != 0)
				*(strcmp(from, scene->room) == 0 ? &room : &events) += 1;
		}
		for (size_t k = 0; k < guest->messages; k++)
			pings += guest->message[k].calls > 0;
		printf("matrix.pace.events %u in the room, %u direct, %u pings, %u moves\n", room,
			events, pings, moves);
	}
}

/* Lets two people play under the rate limits of a stock Synapse: both at one table with
 * MATRIX_TABLE, otherwise each alone. They think `think` milliseconds before a move. Prints how
 * long they wait between their move and their next turn. */
static void pace(struct scene *scene, unsigned think)
{
	static double delay[MOVES];
	unsigned most = asked("MATRIX_MOVES", 40), moves = 0, waits = 0;
	double due[2] = { 0, 0 }, moved[2] = { 0, 0 };
	char room[GUEST_ID], move[64], line[96];
	bool together = getenv("MATRIX_TABLE") != NULL;
	for (unsigned i = 0; i < 2; i++)
		scene_come(scene, i == 0 ? "anna" : "luc", NULL);
	scene->pace = "";
	scene_configure(scene, "");
	scene_run(scene, &scene->people[0]);
	for (unsigned i = 0; i < 2; i++)
		guest_say(&scene->people[i], scene->room,
			!together        ? "!solo easy"
				: i == 0 ? "!new"
					 : "!join");
	if (together) {
		guest_wait(&scene->people[0], "sits down");
		guest_say(&scene->people[0], scene->room, "!start");
	}
	double start = timing_now(), deadline = start + 120;
	while (moves < most)
		for (unsigned i = 0; i < 2 && moves < most; i++) {
			struct guest *guest = &scene->people[i];
			guest_hear(guest, 50);
			if (timing_now() > deadline)
				fail_msg("the match stands:\n%s", guest->heard.bytes);
			if (!guest->player.turn)
				continue;
			if (due[i] <= 0) {
				due[i] = timing_now() + think / 1e3;
				if (moved[i] > 0 && moves > 10)
					delay[waits++] = timing_now() - moved[i];
			}
			if (timing_now() < due[i])
				continue;
			if (moves == 10)
				start = timing_now();
			player_choose(&guest->player, &scene->chance, move, sizeof move);
			snprintf(line, sizeof line, "play %s", move);
			guest->player.turn = false;
			guest_say(guest, guest_direct(guest, room), line);
			moved[i] = timing_now();
			due[i] = 0;
			deadline = moved[i] + 120;
			moves++;
		}
	printf("matrix.pace think %u ms: median %.1f p90 %.1f s, a move each %.2f s\n", think,
		timing_percentile(delay, waits, 50), timing_percentile(delay, waits, 90),
		(timing_now() - start) / (moves - 10));
	print_events(scene, moves);
}

/* Measures in a cmocka test, because the helpers report errors as failures of a test. */
static void the_number_of_rooms_and_the_delay_of_answers_are_measured(void **state)
{
	if (getenv("MATRIX_THINK") != NULL) {
		pace(*state, asked("MATRIX_THINK", 0));
		return;
	}
	rooms();
	latency(*state);
}

int main(void)
{
	const struct CMUnitTest figures[] = {
		cmocka_unit_test_setup_teardown(
			the_number_of_rooms_and_the_delay_of_answers_are_measured, scene_enter,
			scene_leave),
	};
	return cmocka_run_group_tests(figures, scene_start, scene_end);
}

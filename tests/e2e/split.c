/* split.c - a netsplit and rejoin of two inspircds during a match: the table waits, no other person
 * gets the seat, and the match goes on. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "tests/irc/audit.h"
#include "tests/irc/inspircd.h"
#include "tests/irc/room.h"

struct scene {
	struct inspircd here; /* the bot's and owl's server */
	struct inspircd there;
	struct client root; /* an IRC operator on `here`, in no channel */
	struct client far;  /* an IRC operator on `there`, in no channel */
	struct room *room;
	struct player *owl;
	struct player *anna;
	struct player *luc;
};

static void oper(struct client *client, const struct inspircd *inspircd, const char *nick)
{
	assert_true(client_open(client, inspircd->port, nick));
	inspircd_oper(client);
}

static int start(void **state)
{
	struct scene *scene = calloc(1, sizeof *scene);
	assert_non_null(scene);
	*state = scene;
	inspircd_start_two(&scene->here, &scene->there);
	oper(&scene->root, &scene->here, "root");
	oper(&scene->far, &scene->there, "far");
	return 0;
}

static int end(void **state)
{
	struct scene *scene = *state;
	client_close(&scene->root);
	client_close(&scene->far);
	inspircd_end(&scene->there);
	inspircd_end(&scene->here);
	free(scene);
	return 0;
}

/* Links the servers and starts the bot. */
static int enter(void **state)
{
	struct scene *scene = *state;
	struct room *room = scene->room = room_new();
	char entry[BOT_ENTRY];
	inspircd_link(&scene->far);
	bot_network(entry, sizeof entry, "test", scene->here.port, "\"#t\", \"#u\"", "");
	room_fill(room, scene->here.port, entry);
	scene->owl = &room->people[ROOM_OWL];
	return 0;
}

static int leave(void **state)
{
	struct scene *scene = *state;
	void *room = scene->room;
	room_empty(room);
	return room_close(&room);
}

static struct player *enter_at(struct scene *scene, const struct inspircd *at, const char *nick)
{
	scene->room->port = at->port;
	struct player *player = room_enter(scene->room, nick);
	scene->room->port = scene->here.port;
	return player;
}

/* Starts a match of anna, on the other server, and luc; it is anna's turn. */
static void begin(struct scene *scene, const struct inspircd *luc_is)
{
	scene->anna = enter_at(scene, &scene->there, "anna");
	scene->luc = enter_at(scene, luc_is, "luc");
	room_begin(scene->room, scene->anna, scene->luc, "target=100", 5);
}

static void split(struct scene *scene)
{
	inspircd_split(&scene->root);
	room_expect(scene->room, scene->owl, ":anna!anna@127.0.0.1 QUIT :irc.test other.test");
}

static void join(struct scene *scene)
{
	inspircd_link(&scene->far);
	room_expect(scene->room, scene->owl, ":anna!anna@127.0.0.1 JOIN :#t");
}

/* Fails unless the match finishes and no player was shown another's hand. */
static void finish(struct scene *scene)
{
	room_play(scene->room, scene->owl, "Match 1 is over:");
	audit_room(scene->room, 1);
	assert_int_equal(bot_stop(&scene->room->bot), 0);
}

/* One line tells of both absent players, and one of their return. */
static void two_players_return_to_their_seats_after_a_netsplit(void **state)
{
	struct scene *scene = *state;
	struct room *room = scene->room;
	begin(scene, &scene->there);
	cards hand = player_cards(scene->anna);
	scene->anna->turn = false;
	split(scene);
	room_expect(
		room, scene->owl, "[1] The network has split: the table waits up to 10 min for ");
	assert_int_equal(room_count(scene->owl, 0, "The network has split"), 1);
	join(scene);
	room_expect(room, scene->owl, "[1] Back at the table: ");
	assert_ptr_equal(room_mover(room, scene->anna, scene->luc), scene->anna);
	assert_true(player_cards(scene->anna) == hand);
	finish(scene);
	assert_int_equal(room_count(scene->owl, 0, "Back at the table: "), 1);
}

/* Eve takes anna's nick on the bot's server; on rejoin anna keeps it, because she is older. */
static void a_nick_taken_during_a_netsplit_gives_no_seat(void **state)
{
	struct scene *scene = *state;
	struct room *room = scene->room;
	struct player *eve = room_enter(room, "eve");
	begin(scene, &scene->here);
	cards hand = player_cards(scene->anna);
	scene->anna->turn = false;
	split(scene);
	room_rename(room, eve, "anna");
	room_ask_alone(room, eve, "hand", ":You hold no cards.");
	room_ask_alone(room, eve, "p 1", ":You’re not at that table.");
	room_ask_alone(room, eve, "swap", " anna :");
	inspircd_link(&scene->far);
	room_expect(room, eve, ":anna!eve@127.0.0.1 NICK ");
	assert_ptr_equal(room_mover(room, scene->anna, scene->luc), scene->anna);
	assert_true(player_cards(scene->anna) == hand);
	room_ask_alone(room, eve, "hand", ":You hold no cards.");
	room_move(room, scene->anna);
	room_expect(room, scene->owl, "[1] anna plays ");
	finish(scene);
}

/* With the same user@host the server takes the bot, which is older, for a ghost: it loses the
 * nick. */
static void the_bot_goes_on_after_losing_its_nick_when_a_netsplit_ends(void **state)
{
	struct scene *scene = *state;
	struct room *room = scene->room;
	struct client ghost;
	begin(scene, &scene->here);
	scene->anna->turn = false;
	split(scene);
	assert_true(client_open(&ghost, scene->there.port, "mitaines"));
	inspircd_link(&scene->far);
	room_expect(room, scene->owl, ":mitaines!mitaines@127.0.0.1 NICK ");
	/* People on anna's server see no NICK of the bot: it joins with another nick. */
	room_call_bot(room, room->self);
	room_expect(room, scene->anna, " JOIN :#t");
	room_ask(room, scene->anna, "!hand", "[1] Your turn in #t.");
	room_play_moves(room, 5);
	assert_string_not_equal(room->self, "mitaines");
	/* Anna's private lines to the old nick reach the ghost; hands do not. */
	assert_false(client_saw(&ghost, "Your hand"));
	client_send(&ghost, "QUIT");
	client_close(&ghost);
	finish(scene);
}

int main(void)
{
#define CASE(name) cmocka_unit_test_setup_teardown(name, enter, leave)
	const struct CMUnitTest tests[] = {
		CASE(two_players_return_to_their_seats_after_a_netsplit),
		CASE(a_nick_taken_during_a_netsplit_gives_no_seat),
		CASE(the_bot_goes_on_after_losing_its_nick_when_a_netsplit_ends),
	};
	return cmocka_run_group_tests(tests, start, end);
}

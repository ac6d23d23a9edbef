/* irc_sight.c - tests of channels that do not show all their people, and of nicks that another
 * person takes without the bot seeing it. */
#include "bot/net/irc/irc.h"
#include "bot/net/irc/roster.h"
#include "bot/net/irc/state.h"
#include "tests/irc/duo.h"

/* Tells the bot the channel's modes by numeric 324. */
static void with_modes(struct duo *duo, const char *modes)
{
	assert_true(fake_count(&duo->fake, "MODE #mitaines\r\n") > 0);
	fake_says(&duo->fake, ":irc.test 324 mitaines #mitaines %s", modes);
	duo_ping(duo);
}

/* Fails if the diary, the list of events that the network reported, has this part. */
static void not_noted(const struct duo *duo, const char *part)
{
	if (strstr(duo->pong.diary, part) != NULL)
		fail_msg("in the diary: %s\n%s", part, duo->pong.diary);
}

/* Makes the bot send a person a private line, although they have not asked it anything. */
static void tell(struct duo *duo, const char *nick, const char *text)
{
	struct network *network = duo->pong.network;
	struct sender sender;
	assert_true(network->driver->find_nick(network, nick, &sender));
	network->driver->tell(network, sender.key, VIA_MESSAGE, SAYING(text));
	network->driver->send_staged(network);
}

#define FIFTEEN(x) x x x x x x x x x x x x x x x

/* Two different nicks belong to two people even if they look alike, and the bot shows them
 * differently. */
DUO_CONNECTED(two_nicks_that_look_alike_belong_to_two_people)
{
	static const struct {
		const char *one, *other, *shown; /* shown: form in which the bot shows `other` */
	} pairs[] = {
		{ "ann", "an\xe2\x80\x8bn", "an%e2%80%8bn" },          /* zero-width space */
		{ "lucy", "lucy\xe3\x85\xa4", "lucy%e3%85%a4" },       /* Hangul filler */
		{ "eve", "eve\xe2\xa0\x80", "eve%e2%a0%80" },          /* blank braille */
		{ "zoe", "zoe\xc2\xa0", "zoe%c2%a0" },                 /* no-break space */
		{ "\xc3\xa9mile", "\xe9mile", "%e9mile" },             /* UTF-8 and Latin-1 */
		{ "am\xc3\xa9lie", "ame\xcc\x81lie", "ame%cc%81lie" }, /* composed or not */
		{ "jo\xef\xbf\xbd", "jo\xff", "jo%ff" },               /* invalid UTF-8 */
		{ "max%e9", "max\xe9", "max%e9" },                     /* literal %e9 */
		{ FIFTEEN("\xe9") FIFTEEN("\xe9") FIFTEEN("\xe9") "\xe9\xe9",
			FIFTEEN("\xe9") FIFTEEN("\xe9") FIFTEEN("\xe9") "\xe9\xe8",
			FIFTEEN("%e9") FIFTEEN("%e9") FIFTEEN("%e9") "%e9%e8" }, /* longest nick */
	};
	for (size_t i = 0; i < sizeof pairs / sizeof pairs[0]; i++) {
		char part[600];
		fake_says(&duo->fake, ":%s!u@h JOIN #mitaines", pairs[i].one);
		fake_says(&duo->fake, ":%s!u@h JOIN #mitaines", pairs[i].other);
		fake_says(&duo->fake, ":%s!u@h PRIVMSG mitaines :!ping %zu", pairs[i].other, i);
		snprintf(part, sizeof part, "PRIVMSG %s :pong %zu", pairs[i].other, i);
		duo_hear(duo, part);
		snprintf(part, sizeof part, "message %s %s - !ping %zu\n", pairs[i].shown,
			pairs[i].shown, i);
		duo_noted(duo, part);
		snprintf(part, sizeof part, "message %s ", pairs[i].one);
		if (strcmp(pairs[i].one, pairs[i].shown) != 0)
			not_noted(duo, part);
	}
}

/* ---- nicks ---- */

DUO_CONNECTED(a_known_nick_on_another_host_is_another_person)
{
	fake_says(&duo->fake, ":anna!eve@elsewhere PRIVMSG mitaines :!ping me");
	/* The bot asks the server for the channel's members, because the anna on the other host may
	 * be one of them. */
	duo_hear(duo, "NAMES #mitaines");
	duo_hear(duo, "PRIVMSG anna :pong me");
	duo_noted(duo, "quit anna anna\ncame anna anna\nmessage anna anna - !ping me\n");
	fake_says(&duo->fake, ":irc.test 353 mitaines = #mitaines :mitaines luc");
	fake_says(&duo->fake, ":irc.test 366 mitaines #mitaines :End of NAMES list");
	fake_says(&duo->fake, ":luc!l@host PRIVMSG mitaines :!ping luc");
	duo_hear(duo, "PRIVMSG luc :pong luc");
	duo_noted(duo, "- !ping me\nquit anna anna\n");
	not_noted(duo, "quit luc");
}

DUO_CONNECTED(a_member_is_not_renamed_by_another_person)
{
	fake_says(&duo->fake, ":anna!eve@elsewhere NICK :eve");
	fake_says(&duo->fake, ":eve!eve@elsewhere PRIVMSG mitaines :!ping");
	duo_hear(duo, "PRIVMSG eve :pong");
	duo_noted(duo, "quit anna anna\ncame anna anna\nrenamed anna eve\n");
}

/* Connects with all capabilities to a server where anna is logged in to her account. */
static void with_account(struct duo *duo)
{
	duo->settings.sasl.mechanism = NULL;
	duo_open(duo);
	duo_negotiate(duo, DUO_ALL);
	duo_hear(duo, "CAP END");
	duo_enter(duo);
	fake_says(&duo->fake, "@account=Anna :anna!a@host PRIVMSG mitaines :!ping first");
	duo_hear(duo, "PRIVMSG anna :pong first");
}

DUO_CASE(a_known_nick_with_another_account_is_another_person)
{
	with_account(duo);
	fake_says(&duo->fake, "@account=Eve :anna!a@host PRIVMSG mitaines :!ping me");
	duo_hear(duo, "PRIVMSG anna :pong me");
	duo_noted(duo, "quit anna anna\ncame anna anna\nmessage anna anna - !ping me\n");
	fake_says(&duo->fake, ":anna!a@host PRIVMSG mitaines :!ping again");
	duo_hear(duo, "PRIVMSG anna :pong again");
	duo_noted(duo, "quit anna anna\ncame anna anna\nmessage anna anna - !ping again\n");
}

DUO_CASE(a_person_stays_the_same_after_an_announced_change_of_host)
{
	with_account(duo);
	fake_says(&duo->fake, ":anna!a@host ACCOUNT Eve");
	fake_says(&duo->fake, "@account=Eve :anna!a@host CHGHOST ann cloak");
	fake_says(&duo->fake, "@account=Eve :anna!ann@cloak PRIVMSG mitaines :!ping me");
	duo_hear(duo, "PRIVMSG anna :pong me");
	not_noted(duo, "quit anna");
}

/* Some servers announce a new host by QUIT and JOIN instead of CHGHOST. */
DUO_CONNECTED(a_person_whose_host_change_is_shown_as_quit_and_join_is_the_same)
{
	static const char *const reasons[] = { "Changing host", "Changing hostname", "Registered" };
	fake_says(&duo->fake, ":anna!a@host NICK :annie");
	for (unsigned i = 0; i < 3; i++) {
		fake_says(
			&duo->fake, ":annie!a@%s QUIT :%s", i == 0 ? "host" : "cloak", reasons[i]);
		fake_says(&duo->fake, ":annie!a@cloak JOIN #mitaines");
		fake_says(&duo->fake, ":irc.test MODE #mitaines +o annie");
	}
	fake_says(&duo->fake, ":annie!a@cloak PRIVMSG mitaines :!ping me");
	duo_hear(duo, "PRIVMSG annie :pong me");
	duo_noted(duo, "came anna annie\nmessage anna annie - !ping me\n");
	not_noted(duo, "quit anna");
}

DUO_CONNECTED(a_person_who_quits_to_change_the_host_and_does_not_join_has_quit)
{
	fake_says(&duo->fake, ":anna!a@host QUIT :Changing host");
	fake_says(&duo->fake, ":luc!l@host PRIVMSG #mitaines :hello");
	fake_says(&duo->fake, ":anna!a@host JOIN #mitaines");
	duo_ping(duo);
	duo_noted(duo,
		"quit anna anna\nknown luc luc!l@host -\nmessage luc luc #mitaines hello\n"
		"came anna anna\n");
}

/* ---- channels ---- */

/* In these channels only members can speak (+n), or the bot does not see all members (+u, +D). */
DUO_CONNECTED(a_person_who_speaks_in_a_channel_closed_to_outsiders_is_a_member)
{
	static const char *const modes[] = { "+nt", "+tu", "+lkD 9 key" };
	for (size_t i = 0; i < sizeof modes / sizeof modes[0]; i++) {
		struct network *network = duo->pong.network;
		struct sender sender;
		with_modes(duo, modes[i]);
		fake_says(&duo->fake, ":zoe!z@h PRIVMSG #mitaines :hello");
		duo_ping(duo);
		duo_noted(duo, "came zoe zoe\nmessage zoe zoe #mitaines hello\n");
		assert_true(network->driver->find_nick(network, "zoe", &sender));
		assert_true(network->driver->in(network, sender.key, "#mitaines"));
		fake_says(&duo->fake, ":anna!a@host KICK #mitaines mitaines :out");
		duo_join(duo, "mitaines");
	}
}

/* An auditorium hides members without a rank, so the bot may see nothing of them but private
 * lines. */
DUO_CONNECTED(a_person_who_speaks_in_private_may_be_hidden_in_an_auditorium)
{
	struct network *network = duo->pong.network;
	struct sender sender;
	with_modes(duo, "+ntu");
	fake_says(&duo->fake, ":zoe!z@h PRIVMSG mitaines :!ping me");
	duo_hear(duo, "PRIVMSG zoe :pong me");
	assert_true(network->driver->find_nick(network, "zoe", &sender));
	assert_false(sender.is_passing);
	/* Without the auditorium mode, a person whom the bot does not see is a stranger. */
	fake_says(&duo->fake, ":anna!a@host MODE #mitaines -u");
	duo_ping(duo);
	duo_noted(duo, "went zoe zoe\n");
}

/* The person's match goes on in private while the bot is banned from the channel. */
DUO_CONNECTED(a_person_who_speaks_in_private_is_kept_while_the_bot_is_banned)
{
	struct network *network = duo->pong.network;
	struct sender sender;
	fake_says(&duo->fake, ":anna!a@host KICK #mitaines mitaines :out");
	fake_says(&duo->fake, ":anna!a@host PRIVMSG mitaines :!ping me");
	duo_hear(duo, "PRIVMSG anna :pong me");
	assert_true(network->driver->find_nick(network, "anna", &sender));
	assert_false(sender.is_passing);
	/* Another person may have taken the nick, so the bot asks by WHO before it sends a hand. */
	tell(duo, "anna", "your hand");
	duo_hear(duo, "WHO anna");
	fake_says(&duo->fake, ":irc.test 354 mitaines 152 * x other anna H 0");
	fake_says(&duo->fake, ":irc.test 315 mitaines anna :End of WHO list");
	fake_says(&duo->fake, ":luc!l@host PRIVMSG mitaines :!ping me");
	duo_hear(duo, "PRIVMSG luc :pong me");
	assert_int_equal(fake_count(&duo->fake, "your hand"), 0);
	duo_join(duo, "mitaines");
	fake_says(&duo->fake, ":zoe!z@h PRIVMSG mitaines :!ping me");
	duo_hear(duo, "PRIVMSG zoe :pong me");
	assert_false(network->driver->find_nick(network, "zoe", &sender));
}

/* In an auditorium the bot does not see people leave. When its list of people is full, it forgets
 * silent people to make room. */
DUO_CONNECTED(people_silent_for_ten_minutes_make_room_for_others_in_an_auditorium)
{
	struct network *network = duo->pong.network;
	struct sender sender;
	with_modes(duo, "+ntu");
	for (int i = 0; i < ROSTER_MEMBERS_MAX / 2; i++) {
		fake_says(&duo->fake, ":n%d!u@h PRIVMSG #mitaines :hello", i);
		if (i % 500 == 0)
			fake_waits(&duo->fake, 0);
	}
	fake_says(&duo->fake, ":zoe!z@h PRIVMSG #mitaines :!ping too soon");
	duo_hear(duo, "PRIVMSG #mitaines :pong too soon");
	assert_false(network->driver->find_nick(network, "zoe", &sender));
	fake_waits(&duo->fake, 601000);
	fake_says(&duo->fake, ":zoe!z@h PRIVMSG #mitaines :!ping now");
	duo_hear(duo, "PRIVMSG #mitaines :pong now");
	assert_true(network->driver->find_nick(network, "zoe", &sender));
}

/* The bot forgets silent people to make room while it handles a line of zoe, a silent person. */
DUO_CONNECTED(a_silent_hidden_person_who_speaks_in_a_full_auditorium_stays_known)
{
	struct network *network = duo->pong.network;
	struct sender sender;
	with_modes(duo, "+ntu");
	fake_says(&duo->fake, ":zoe!z@h PRIVMSG mitaines :!ping me");
	duo_hear(duo, "PRIVMSG zoe :pong me");
	fake_waits(&duo->fake, 601000);
	for (int i = 0; i < ROSTER_MEMBERS_MAX / 2; i++) {
		fake_says(&duo->fake, ":n%d!u@h JOIN #mitaines", i);
		if (i % 500 == 0)
			fake_waits(&duo->fake, 0);
	}
	fake_says(&duo->fake, ":zoe!z@h PRIVMSG #mitaines :!ping all");
	duo_hear(duo, "PRIVMSG #mitaines :pong all");
	assert_true(network->driver->find_nick(network, "zoe", &sender));
}

DUO_CONNECTED(the_bot_sends_names_when_a_mode_that_hides_members_changes)
{
	duo->times.ask = 1;
	duo_change(duo);
	with_modes(duo, "+nt");
	fake_says(&duo->fake, ":anna!a@host MODE #mitaines +su-l");
	duo_hear(duo, "NAMES #mitaines");
	duo_hear(duo, "WHO #mitaines");
	fake_says(&duo->fake, ":irc.test 353 mitaines = #mitaines :mitaines @anna");
	fake_says(&duo->fake, ":irc.test 366 mitaines #mitaines :End of NAMES list");
	duo_ping(duo);
	not_noted(duo, "quit luc");
	fake_says(&duo->fake, ":anna!a@host MODE #mitaines -u");
	duo_hear(duo, "NAMES #mitaines");
	duo_hear(duo, "WHO #mitaines");
	fake_says(&duo->fake, ":irc.test 353 mitaines = #mitaines :mitaines @anna");
	fake_says(&duo->fake, ":irc.test 366 mitaines #mitaines :End of NAMES list");
	duo_ping(duo);
	duo_noted(duo, "quit luc luc\n");
	assert_int_equal(fake_count(&duo->fake, "NAMES"), 2);
}

DUO_CONNECTED(the_bot_sends_names_at_most_once_in_a_flood_of_modes)
{
	duo->times.ask = 4 * DUO_PATIENCE;
	duo_change(duo);
	with_modes(duo, "+nt");
	for (unsigned i = 0; i < 100; i++)
		fake_says(&duo->fake, ":anna!a@host MODE #mitaines %cu", i % 2 ? '-' : '+');
	duo_ping(duo);
	assert_true(fake_count(&duo->fake, "NAMES") <= 1);
}

static void assert_openness(struct duo *duo, enum openness expected)
{
	struct network *network = duo->pong.network;
	duo_ping(duo);
	assert_int_equal(network->driver->openness(network, "#mitaines"), expected);
}

DUO_CONNECTED(secret_private_and_keyed_channels_are_closed_to_pages)
{
	static const char *const modes[] = { "s", "p", "k key" };
	assert_openness(duo, OPENNESS_UNKNOWN);
	with_modes(duo, "+nt");
	assert_openness(duo, OPENNESS_OPEN);
	for (size_t i = 0; i < sizeof modes / sizeof modes[0]; i++) {
		fake_says(&duo->fake, ":anna!a@host MODE #mitaines +%s", modes[i]);
		assert_openness(duo, OPENNESS_CLOSED);
		fake_says(&duo->fake, ":anna!a@host MODE #mitaines -%s", modes[i]);
		assert_openness(duo, OPENNESS_OPEN);
		fake_says(&duo->fake, ":irc.test 324 mitaines #mitaines +nt%s", modes[i]);
		assert_openness(duo, OPENNESS_CLOSED);
		fake_says(&duo->fake, ":irc.test 324 mitaines #mitaines +nt");
		assert_openness(duo, OPENNESS_OPEN);
	}
}

DUO_CONNECTED(the_names_reply_tells_if_a_channel_is_secret)
{
	static const char marks[] = "@*";
	for (size_t i = 0; i < sizeof marks - 1; i++) {
		fake_says(&duo->fake, ":anna!a@host KICK #mitaines mitaines :out");
		duo_hear(duo, "JOIN #mitaines");
		fake_says(&duo->fake, ":mitaines!m@host JOIN #mitaines");
		assert_openness(duo, OPENNESS_UNKNOWN);
		fake_says(&duo->fake, ":irc.test 353 mitaines %c #mitaines :mitaines", marks[i]);
		fake_says(&duo->fake, ":irc.test 366 mitaines #mitaines :End of NAMES list");
		assert_openness(duo, OPENNESS_CLOSED);
	}
}

DUO_CONNECTED(a_channel_with_a_key_in_the_settings_is_closed_to_pages)
{
	duo->settings.common.channels.key = (char *[]){ "key" };
	duo_change(duo);
	assert_openness(duo, OPENNESS_CLOSED);
}

/* ---- private lines ---- */

DUO_CONNECTED(a_private_line_waits_until_who_confirms_its_reader)
{
	with_modes(duo, "+ntu");
	tell(duo, "anna", "hand 1");
	duo_hear(duo, "WHO anna");
	tell(duo, "anna", "hand 2");
	assert_int_equal(fake_count(&duo->fake, "hand"), 0);
	fake_says(&duo->fake, ":irc.test 352 mitaines * a host irc.test anna H :0 Anna");
	fake_says(&duo->fake, ":irc.test 315 mitaines anna :End of WHO list.");
	duo_hear(duo, "PRIVMSG anna :hand 1");
	duo_hear(duo, "WHO anna");
	assert_int_equal(fake_count(&duo->fake, "hand 2"), 0);
	fake_says(&duo->fake, ":anna!a@host PRIVMSG mitaines :!ping me");
	duo_hear(duo, "PRIVMSG anna :hand 2");
	duo_hear(duo, "PRIVMSG anna :pong me");
}

DUO_CONNECTED(a_person_with_a_taken_nick_gets_no_private_line)
{
	with_modes(duo, "+ntu");
	tell(duo, "anna", "hand");
	duo_hear(duo, "WHO anna");
	fake_says(&duo->fake, ":irc.test 352 mitaines * eve elsewhere irc.test anna H :0 Eve");
	fake_says(&duo->fake, ":irc.test 315 mitaines anna :End of WHO list.");
	fake_says(&duo->fake, ":anna!eve@elsewhere PRIVMSG mitaines :!ping me");
	duo_hear(duo, "PRIVMSG anna :pong me");
	duo_noted(duo, "quit anna anna\ncame anna anna\nmessage anna anna - !ping me\n");
	assert_int_equal(fake_count(&duo->fake, "hand"), 0);
}

DUO_CONNECTED(the_bot_finds_an_unseen_quit_by_who)
{
	with_modes(duo, "+ntu");
	tell(duo, "anna", "hand");
	duo_hear(duo, "WHO anna");
	fake_says(&duo->fake, ":irc.test 315 mitaines anna :End of WHO list.");
	fake_says(&duo->fake, ":luc!l@host PRIVMSG mitaines :!ping me");
	duo_hear(duo, "PRIVMSG luc :pong me");
	duo_noted(duo, "quit anna anna\n");
	assert_int_equal(fake_count(&duo->fake, "hand"), 0);
}

CASES_AROUND(duo_start, duo_stop)

/* duo.c - a bot and a fake server on one loop. */
#include "tests/irc/duo.h"

#include <stdlib.h>
#include <unistd.h>

#include "bot/net/conn.h"
#include "bot/net/irc/state.h"

enum { DUO_LOG = 256 * 1024 };

static const char *const channels[] = { "#mitaines" };

static const struct irc_times times = {
	.ping = 45000,
	.dead = 90000,
	.registration = 60000,
	.retry_least = 10,
	.retry_most = 50,
	.stable = 60000,
	.rejoin = 10,
	.regain = 60000,
	.leave = 60000,
	.login = 60000,
};

/* ---- exchanges ---- */

void duo_hear(struct duo *duo, const char *line)
{
	const char *heard = fake_hears(&duo->fake, line, DUO_PATIENCE);
	if (heard == NULL)
		fail_msg("never heard: %s", line);
	assert_string_equal(heard, line);
}

void duo_never_hears(struct duo *duo, const char *part)
{
	const char *heard = fake_hears(&duo->fake, part, 50);
	if (heard != NULL)
		fail_msg("heard: %s", heard);
}

void duo_offer(struct duo *duo, const char *caps)
{
	assert_true(fake_meets(&duo->fake, DUO_PATIENCE));
	duo_hear(duo, "CAP LS 302");
	duo_hear(duo, "NICK mitaines");
	duo_hear(duo, "USER mitaines 0 * :mitaines");
	fake_says(&duo->fake, ":irc.test CAP * LS :%s", caps);
}

void duo_grant(struct duo *duo, const char *caps)
{
	char line[300];
	snprintf(line, sizeof line, "CAP REQ :%s", caps);
	duo_hear(duo, line);
	fake_says(&duo->fake, ":irc.test CAP * ACK :%s", caps);
}

void duo_negotiate(struct duo *duo, const char *caps)
{
	duo_offer(duo, caps);
	duo_grant(duo, caps);
}

void duo_join(struct duo *duo, const char *nick)
{
	duo_hear(duo, "JOIN #mitaines");
	fake_says(&duo->fake, ":%s!~bot@host.test JOIN :#mitaines", nick);
	fake_says(&duo->fake, ":irc.test 353 %s = #mitaines :%s @anna +luc", nick, nick);
	fake_says(&duo->fake, ":irc.test 366 %s #mitaines :End of NAMES list", nick);
}

void duo_welcome(struct duo *duo, const char *nick)
{
	fake_says(&duo->fake, ":irc.test 001 %s :Welcome", nick);
	fake_says(&duo->fake,
		":irc.test 005 %s A B=2 C=3 D=4 E=5 F=6 G=7 H=8 I=9 J=10 NICKLEN=30 K= "
		"CASEMAPPING=ascii :are supported",
		nick);
	fake_says(&duo->fake, ":irc.test 422 %s :no MOTD", nick);
}

void duo_register(struct duo *duo)
{
	assert_true(fake_meets(&duo->fake, DUO_PATIENCE));
	duo_hear(duo, "NICK mitaines");
	duo_hear(duo, "USER mitaines 0 * :mitaines");
	duo_welcome(duo, "mitaines");
}

void duo_enter(struct duo *duo)
{
	duo_welcome(duo, "mitaines");
	duo_join(duo, "mitaines");
}

void duo_connect(struct duo *duo)
{
	duo_register(duo);
	duo_join(duo, "mitaines");
}

void duo_ping_as(struct duo *duo, const char *nick)
{
	char answer[100];
	int number = ++duo->pings;
	fake_says(&duo->fake, ":anna!a@host PRIVMSG #mitaines :!ping %d", number);
	snprintf(answer, sizeof answer, "PRIVMSG #mitaines :pong %d", number);
	duo_hear(duo, answer);
	fake_says(&duo->fake, ":anna!a@host PRIVMSG %s :!ping private %d", nick, number);
	snprintf(answer, sizeof answer, "PRIVMSG anna :pong private %d", number);
	duo_hear(duo, answer);
}

void duo_ping(struct duo *duo)
{
	duo_ping_as(duo, "mitaines");
}

void duo_noted(const struct duo *duo, const char *part)
{
	if (strstr(duo->pong.diary, part) == NULL)
		fail_msg("not in the diary: %s\n%s", part, duo->pong.diary);
}

void duo_logs(struct duo *duo, const char *part)
{
	char text[DUO_LOG];
	for (int waited = 0; waited < DUO_PATIENCE; waited += 5) {
		ssize_t length = pread(duo->log, text, sizeof text - 1, 0);
		assert_true(length >= 0);
		text[length] = '\0';
		if (strstr(text, part) != NULL)
			return;
		fake_waits(&duo->fake, 5);
	}
	fail_msg("never logged: %s", part);
}

/* ---- making and ending ---- */

void duo_use_nickserv(struct duo *duo)
{
	duo->settings.nickserv.service = "NickServ";
	duo->settings.nickserv.account = "jilles";
	duo->settings.nickserv.password = "sesame";
	duo->settings.nickserv.identify = "IDENTIFY {account} {password}";
	duo->settings.nickserv.regain = "";
	duo->settings.nickserv.ghost = "GHOST {nick} {password}";
	duo->settings.nickserv.modes = "r";
	duo->settings.nickserv.answer = "";
}

void duo_open(struct duo *duo)
{
	assert_true(pong_open(&duo->pong, duo->loop, &duo->settings, duo->log));
	duo->pong.irc->times = duo->times;
}

void duo_reach(struct duo *duo)
{
	duo_open(duo);
	assert_true(fake_meets(&duo->fake, DUO_PATIENCE));
}

void duo_arrive(struct duo *duo)
{
	duo_open(duo);
	duo_connect(duo);
}

void duo_change(struct duo *duo)
{
	duo->pong.irc->times = duo->times;
	pong_change(&duo->pong, &duo->settings);
}

int duo_make(void **state)
{
	struct duo *duo = calloc(1, sizeof *duo);
	*state = duo;
	fake_open(&duo->fake);
	duo->loop = duo->fake.loop;
	char path[] = "/tmp/mitaines.log.XXXXXX";
	duo->log = mkstemp(path);
	unlink(path);
	duo->times = times;
	duo->settings = (struct irc_settings){
		.common = { .name = "fake",
			.channels = { .item = (char **)channels, .count = 1 },
			.pace = { .burst = 8 } },
		.server = { .host = FAKE_HOST, .port = FAKE_PORT },
		.nick = "mitaines",
		.user = "mitaines",
		.realname = "mitaines",
		.rejoin_after_kick = true
	};
	return 0;
}

int duo_make_connected(void **state)
{
	if (duo_make(state) != 0)
		return -1;
	duo_arrive(*state);
	duo_ping(*state);
	return 0;
}

int duo_end(void **state)
{
	struct duo *duo = *state;
	pong_close(&duo->pong);
	fake_close(&duo->fake);
	close(duo->log);
	free(duo);
	return 0;
}

int duo_start(void **state)
{
	(void)state;
	return conn_start_library() ? 0 : -1;
}

int duo_stop(void **state)
{
	(void)state;
	conn_stop_library();
	return 0;
}

/* inspircd.c - the bot on an inspircd: TLS, proxies, certificates that it must not trust, servers
 * that it cannot reach, and channels that hide people. */
#include <netinet/in.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <unistd.h>

#include "tests/cases.h"
#include "tests/irc/room.h"
#include "tests/irc/socks.h"

struct scene {
	struct ircd inspircd;
	struct room *room;
	struct player *owl;
	char log[PATH_MAX]; /* the proxy's log */
	struct socks socks;
};

static int start(void **state)
{
	struct scene *scene = calloc(1, sizeof *scene);
	assert_non_null(scene);
	*state = scene;
	ircd_start(&scene->inspircd, IRCD_SECURE, IRCD_HASTE);
	return 0;
}

static int end(void **state)
{
	struct scene *scene = *state;
	ircd_end(&scene->inspircd);
	free(scene);
	return 0;
}

static int enter(void **state)
{
	struct scene *scene = *state;
	scene->room = room_new();
	scene->room->port = scene->inspircd.port;
	scene->owl = room_enter(scene->room, "owl");
	folder_file(scene->room->bot.folder, "socks.log", scene->log);
	socks_start(&scene->socks, scene->log);
	return 0;
}

static int leave(void **state)
{
	struct scene *scene = *state;
	void *room = scene->room;
	socks_end(&scene->socks);
	room_empty(room);
	return room_close(&room);
}

#define ENTER_CASE(name) CASE_WITH(name, struct scene *scene, enter, leave)

/* ---- TLS ---- */

/* One way to reach the server. Members may be NULL. */
struct way {
	const char *ca;    /* name of the CA's file */
	const char *pin;   /* name of the file with the fingerprint */
	const char *proxy; /* scheme of the proxy's address */
	/* The log has `reason` and `advice` if the bot must not connect. */
	const char *reason, *advice;
	const char *host; /* 127.0.0.1 if NULL */
};

/* Configures the bot to connect with TLS in this way. port: 0 for the TLS port of the server. */
static void configure(const struct scene *scene, const struct way *way, int port)
{
	char entry[BOT_ENTRY], ca[BOT_ENTRY / 4] = "", pin[256] = "", proxy[64] = "", line[128];
	const struct ircd *inspircd = &scene->inspircd;
	if (way->ca != NULL)
		snprintf(ca, sizeof ca, "ca_file = \"%.200s/%s\";", inspircd->folder, way->ca);
	if (way->pin != NULL)
		snprintf(pin, sizeof pin, "tls_fingerprint = \"%s\";",
			certificates_line(inspircd->folder, way->pin, line));
	if (way->proxy != NULL)
		snprintf(proxy, sizeof proxy, "proxy = \"%s://127.0.0.1:%d\";", way->proxy,
			scene->socks.port);
	int length = snprintf(entry, sizeof entry,
		"{ name = \"test\"; host = \"%s\"; port = %d; tls = true; %s %s %s"
		" channels = ( \"#t\", \"#u\" ); pace = { burst = 0; per_second = 0.0; }; }",
		way->host != NULL ? way->host : "127.0.0.1", port > 0 ? port : inspircd->tls_port,
		ca, pin, proxy);
	assert_in_range(length, 1, sizeof entry - 1);
	bot_configure_networks(&scene->room->bot, entry);
}

ENTER_CASE(the_bot_connects_with_a_tls_fingerprint_and_over_a_proxy)
{
	static const struct way ways[] = {
		{ .ca = "ca.pem" },
		{ .pin = "server.pin" }, /* a known key needs no CA */
		{ .pin = "server.fingerprint" },
		{ .ca = "ca.pem", .proxy = "socks5h" },
		{ .ca = "ca.pem", .proxy = "http" },
	};
	char asked[96];
	for (size_t i = 0; i < sizeof ways / sizeof ways[0]; i++) {
		configure(scene, &ways[i], 0);
		room_start_bot(scene->room);
		room_ask(scene->room, scene->owl, "!ping", "pong");
		room_kill_bot(scene->room);
	}
	snprintf(asked, sizeof asked, "127.0.0.1:%d\nHTTP 127.0.0.1:%d\n", scene->inspircd.tls_port,
		scene->inspircd.tls_port);
	char *log = folder_read(scene->log, NULL);
	assert_string_equal(log, asked);
	free(log);
}

/* Returns the number of times that the server has seen the bot. */
static unsigned visits(struct scene *scene)
{
	struct player *owl = scene->owl;
	size_t since = owl->client.length;
	client_send(&owl->client, "WHOIS mitaines");
	room_expect(scene->room, owl, " 401 owl mitaines :");
	client_send(&owl->client, "WHOWAS mitaines");
	room_expect(scene->room, owl, " 369 owl mitaines :");
	return room_count(owl, since, " 314 owl mitaines ");
}

/* Starts the bot. Fails unless it logs why it does not connect in this way, and does not connect
 * without TLS either. */
static void refuse(struct scene *scene, const struct way *way, int port)
{
	struct room *room = scene->room;
	unsigned before = visits(scene);
	configure(scene, way, port);
	bot_start(&room->bot);
	room_expect_log(room, way->reason);
	if (!bot_logged(&room->bot, way->advice, 0))
		room_fail(room, "the log does not advise", way->advice);
	assert_int_equal(visits(scene), before);
	assert_int_equal(bot_stop(&room->bot), 0);
	assert_false(bot_logged(&room->bot, "connected as", 0));
}

#define OTHER_KEY "; the server's key is not the one of tls_fingerprint"

ENTER_CASE(the_bot_refuses_a_server_with_another_certificate_key_or_host)
{
	static const struct way ways[] = {
		{ .ca = "other.pem",
			.reason = "test: not connected: SSL certificate problem",
			.advice = "; if this is the right server, name its authority in ca_file, "
				  "or on IRC its key in tls_fingerprint; trying again in " },
		{ .pin = "other.pin",
			.reason = "test: not connected: SSL: public key does not match pinned",
			.advice = OTHER_KEY },
		{ .pin = "other.fingerprint",
			.reason = "test: not connected: ",
			.advice = OTHER_KEY },
		/* The bot requires the right CA and the right fingerprint; here the CA is wrong. */
		{ .ca = "other.pem",
			.pin = "server.pin",
			.reason = "test: not connected: SSL certificate problem",
			.advice = "; trying again in " },
		{ .ca = "ca.pem",
			.host = "localhost",
			.reason = "not connected: SSL: no alternative certificate subject name",
			.advice = "; the configuration has to name the server as its certificate "
				  "does; "
				  "trying again in " },
		{ .host = "nowhere.invalid",
			.reason = "not connected: Could not resolve host: nowhere.invalid",
			.advice = "; trying again in " },
	};
	for (size_t i = 0; i < sizeof ways / sizeof ways[0]; i++)
		refuse(scene, &ways[i], 0);
	refuse(scene,
		&(struct way){ .reason = "not connected: Failed to connect to 127.0.0.1 port",
			.advice = "; trying again in " },
		server_free_port());
}

/* The server greets in plain text, although the bot wants TLS. */
ENTER_CASE(a_server_without_tls_is_refused)
{
	int port, listener = server_listener(&port);
	configure(scene, &(struct way){ .ca = NULL }, port);
	bot_start(&scene->room->bot);
	int fd = accept(listener, NULL, NULL);
	assert_int_equal(send(fd, "NOTICE * :Welcome\r\n", 19, MSG_NOSIGNAL), 19);
	room_expect_log(scene->room,
		"; does the server speak TLS on this port? 6697 is usual; trying again in ");
	close(fd);
	close(listener);
}

/* ---- people ---- */

/* Starts the bot without TLS, with these settings. */
static void run(struct scene *scene, const char *settings)
{
	char entry[BOT_ENTRY];
	bot_network(entry, sizeof entry, "test", scene->inspircd.port, "\"#t\", \"#u\"", settings);
	bot_configure_networks(&scene->room->bot, entry);
	room_start_bot(scene->room);
}

ENTER_CASE(the_bot_connects_from_the_configured_address)
{
	run(scene, "source_address = \"127.0.0.77\";");
	client_send(&scene->owl->client, "WHOIS mitaines");
	room_expect(scene->room, scene->owl, " 311 owl mitaines mitaines 127.0.0.77 ");
}

CASES_AROUND(start, end)

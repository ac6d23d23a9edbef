/* irc_tls.c - IRC over real TLS: SASL with channel binding, and the STS policy of a real server. */
#include <openssl/pem.h>
#include <openssl/ssl.h>
#include <signal.h>
#include <sodium.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

#include "bot/net/irc/sasl.h"
#include "tests/cases.h"
#include "tests/irc/bot.h"
#include "tests/irc/ircd.h"
#include "tests/irc/judge.h"
#include "tests/irc/server.h"

static char folder[FOLDER_PATH]; /* folder of the certificates */

/* A blocking TLS server, and a bot that logs in there. */
struct scene {
	struct bot bot;
	int port;
	int listener;
	SSL_CTX *tls;
	SSL *ssl; /* the bot's connection, or NULL */
};

/* Restarts the bot, which logs in by SCRAM with this hash. */
static void begin(struct scene *scene, const char *hash)
{
	char entry[BOT_ENTRY], rest[BOT_ENTRY / 2];
	snprintf(rest, sizeof rest,
		"tls = true; ca_file = \"%.300s/ca.pem\"; require_sasl = true; sasl = { mechanism "
		"= "
		"\"scram-sha-%s\"; account = \"jilles\"; password = \"sesame\"; };",
		folder, hash);
	bot_network(entry, sizeof entry, "tls", scene->port, "\"#mitaines\"", rest);
	bot_configure_networks(&scene->bot, entry);
	bot_kill(&scene->bot);
	bot_start(&scene->bot);
}

/* ---- the server ---- */

static void hang_up(struct scene *scene)
{
	if (scene->ssl == NULL)
		return;
	close(SSL_get_fd(scene->ssl));
	SSL_free(scene->ssl);
	scene->ssl = NULL;
}

/* Reads lines up to the first one that contains `part`. */
static void hear(struct scene *scene, const char *part, char *line, size_t room)
{
	size_t length = 0;
	for (;;) {
		assert_true(length + 1 < room);
		if (SSL_read(scene->ssl, line + length, 1) != 1)
			fail_msg("never heard: %s", part);
		if (line[length++] != '\n')
			continue;
		line[length - 2] = '\0';
		if (strstr(line, part) != NULL)
			return;
		length = 0;
	}
}

static void expect(struct scene *scene, const char *line)
{
	char heard[1000];
	hear(scene, line, heard, sizeof heard);
	assert_string_equal(heard, line);
}

static void say(struct scene *scene, const char *format, ...) __attribute__((format(printf, 2, 3)));

static void say(struct scene *scene, const char *format, ...)
{
	char line[3 * IRC_SASL_BASE64];
	va_list rest;
	va_start(rest, format);
	vsnprintf(line, sizeof line - 2, format, rest);
	va_end(rest);
	strncat(line, "\r\n", 3);
	assert_int_equal(SSL_write(scene->ssl, line, (int)strlen(line)), strlen(line));
}

/* Accepts the bot's connection and its request for a login; offers these mechanisms. */
static void meet(struct scene *scene, const char *mechanisms)
{
	struct timeval patience = { .tv_sec = BOT_PATIENCE / 1000 };
	bool open = false;
	/* The first connection may come from a killed bot and break. */
	for (int i = 0; i < 3 && !open; i++) {
		int fd = accept(scene->listener, NULL, NULL);
		assert_true(fd >= 0);
		setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
		hang_up(scene);
		scene->ssl = SSL_new(scene->tls);
		SSL_set_fd(scene->ssl, fd);
		open = SSL_accept(scene->ssl) == 1;
	}
	assert_true(open);
	say(scene, ":irc.test CAP * LS :sasl=%s", mechanisms);
	expect(scene, "CAP REQ :sasl");
	say(scene, ":irc.test CAP * ACK :sasl");
}

static size_t hear_message(struct scene *scene, char message[IRC_SASL_BASE64])
{
	char line[IRC_SASL_PIECE + 100];
	size_t length = 0, skip = strlen("AUTHENTICATE ");
	hear(scene, "AUTHENTICATE ", line, sizeof line);
	assert_int_equal(
		sodium_base642bin((unsigned char *)message, IRC_SASL_BASE64, line + skip,
			strlen(line) - skip, NULL, &length, NULL, sodium_base64_VARIANT_ORIGINAL),
		0);
	return length;
}

static void say_message(struct scene *scene, const char *message, size_t length)
{
	char coded[2 * IRC_SASL_BASE64];
	sodium_bin2base64(coded, sizeof coded, (const unsigned char *)message, length,
		sodium_base64_VARIANT_ORIGINAL);
	say(scene, "AUTHENTICATE %s", length > 0 ? coded : "+");
}

/* The channel binding that the services expect. */
struct bound {
	const char *kind; /* NULL if the server has no TLS */
	unsigned char bytes[BINDING_BYTES];
	size_t length;
};

static const struct bound nothing = { .kind = NULL };

/* Computes the binding as the server sees it: tls-exporter (RFC 9266), or tls-server-end-point (RFC
 * 5929) if a digest is given. */
static struct bound bound_of(const struct scene *scene, const EVP_MD *digest)
{
	static const char label[] = "EXPORTER-Channel-Binding";
	struct bound bound = { .kind = "tls-exporter", .length = 32 };
	unsigned length = 0;
	if (digest == NULL) {
		assert_int_equal(SSL_export_keying_material(scene->ssl, bound.bytes, 32, label,
					 strlen(label), (const unsigned char *)"", 0, 1),
			1);
		return bound;
	}
	assert_int_equal(
		X509_digest(SSL_get_certificate(scene->ssl), digest, bound.bytes, &length), 1);
	bound.kind = "tls-server-end-point";
	bound.length = length;
	return bound;
}

/* Fails unless the services' check of the login gives `expected`. Closes the connection. */
static void must_be_judged(
	struct scene *scene, const struct bound *bound, const char *mechanism, int expected)
{
	char message[IRC_SASL_BASE64], line[60];
	struct judge services;
	int verdict;
	snprintf(line, sizeof line, "AUTHENTICATE %s", mechanism);
	expect(scene, line);
	say(scene, "AUTHENTICATE +");
	judge_open(&services, bound->kind, bound->bytes, bound->length);
	do {
		const char *answer;
		unsigned answered;
		size_t length = hear_message(scene, message);
		verdict = judge_hear(&services, mechanism, message, length, &answer, &answered);
		if (verdict == SASL_CONTINUE || answered > 0)
			say_message(scene, answer, answered);
	} while (verdict == SASL_CONTINUE);
	assert_int_equal(verdict, expected);
	if (verdict == SASL_OK)
		expect(scene, "AUTHENTICATE +");
	judge_close(&services);
	hang_up(scene);
}

/* ---- logins ---- */

/* Sets the server's TLS version and certificate. */
static void speak_tls(struct scene *scene, int version, const char *name)
{
	char certificate[PATH_MAX], key[PATH_MAX];
	folder_file(folder, name, certificate);
	folder_file(folder, "server.key", key);
	SSL_CTX_free(scene->tls);
	scene->tls = SSL_CTX_new(TLS_server_method());
	assert_int_equal(SSL_CTX_set_min_proto_version(scene->tls, version), 1);
	assert_int_equal(SSL_CTX_set_max_proto_version(scene->tls, version), 1);
	assert_int_equal(
		SSL_CTX_use_certificate_file(scene->tls, certificate, SSL_FILETYPE_PEM), 1);
	assert_int_equal(SSL_CTX_use_PrivateKey_file(scene->tls, key, SSL_FILETYPE_PEM), 1);
}

static int make(void **state)
{
	struct scene *scene = calloc(1, sizeof *scene);
	*state = scene;
	bot_open(&scene->bot);
	scene->listener = server_listener(&scene->port);
	return 0;
}

static int end(void **state)
{
	struct scene *scene = *state;
	bot_close(&scene->bot);
	hang_up(scene);
	SSL_CTX_free(scene->tls);
	close(scene->listener);
	free(scene);
	return 0;
}

#define TLS_CASE(name) CASE_WITH(name, struct scene *scene, make, end)

TLS_CASE(a_login_is_bound_to_its_tls_connection)
{
	static const struct {
		int version;
		const char *certificate;
		const EVP_MD *(*digest)(void);
	} servers[] = {
		{ TLS1_3_VERSION, "server.pem", NULL },
		{ TLS1_2_VERSION, "server.pem", EVP_sha256 },
		{ TLS1_2_VERSION, "server384.pem", EVP_sha384 },
	};
	for (size_t i = 0; i < 2 * sizeof servers / sizeof servers[0]; i++) {
		bool large = i % 2 == 1;
		struct bound bound;
		speak_tls(scene, servers[i / 2].version, servers[i / 2].certificate);
		begin(scene, large ? "512" : "256");
		meet(scene,
			"SCRAM-SHA-256-PLUS,SCRAM-SHA-256,SCRAM-SHA-512-PLUS,SCRAM-SHA-512,PLAIN");
		bound = bound_of(
			scene, servers[i / 2].digest != NULL ? servers[i / 2].digest() : NULL);
		must_be_judged(scene, &bound, large ? "SCRAM-SHA-512-PLUS" : "SCRAM-SHA-256-PLUS",
			SASL_OK);
	}
}

/* A man in the middle has another connection to the real server. */
TLS_CASE(a_man_in_the_middle_is_detected)
{
	struct bound bound;
	speak_tls(scene, TLS1_3_VERSION, "server.pem");
	begin(scene, "256");
	meet(scene, "SCRAM-SHA-256,SCRAM-SHA-256-PLUS");
	bound = bound_of(scene, NULL);
	bound.bytes[0] ^= 1;
	must_be_judged(scene, &bound, "SCRAM-SHA-256-PLUS", SASL_BADPROT);
	/* A downgrade attack that hides binding is detected too. */
	begin(scene, "256");
	meet(scene, "SCRAM-SHA-256");
	must_be_judged(scene, &bound, "SCRAM-SHA-256", SASL_BADAUTH);
	/* Services without binding are accepted. */
	begin(scene, "256");
	meet(scene, "SCRAM-SHA-256");
	must_be_judged(scene, &nothing, "SCRAM-SHA-256", SASL_OK);
}

TLS_CASE(a_refused_channel_binding_is_logged)
{
	char message[IRC_SASL_BASE64], answer[2 * IRC_SASL_BASE64];
	speak_tls(scene, TLS1_3_VERSION, "server.pem");
	begin(scene, "256");
	meet(scene, "SCRAM-SHA-256-PLUS,SCRAM-SHA-256");
	expect(scene, "AUTHENTICATE SCRAM-SHA-256-PLUS");
	say(scene, "AUTHENTICATE +");
	message[hear_message(scene, message)] = '\0';
	assert_non_null(strstr(message, ",r="));
	snprintf(answer, sizeof answer, "r=%sx,s=c2FsdA==,i=4096", strstr(message, ",r=") + 3);
	say_message(scene, answer, strlen(answer));
	hear_message(scene, message);
	say_message(scene, "e=channel-bindings-dont-match", 29);
	assert_true(bot_logged(&scene->bot, "rejects the channel binding", BOT_PATIENCE));
}

/* ---- dates ---- */

/* Gives the server a certificate that is valid between these times, in seconds from now. */
static void date_certificate(struct scene *scene, long from, long until)
{
	char path[PATH_MAX];
	X509 *certificate = X509_dup(SSL_CTX_get0_certificate(scene->tls));
	folder_file(folder, "ca.key", path);
	FILE *file = fopen(path, "r");
	assert_non_null(file);
	EVP_PKEY *authority = PEM_read_PrivateKey(file, NULL, NULL, NULL);
	fclose(file);
	assert_non_null(X509_gmtime_adj(X509_getm_notBefore(certificate), from));
	assert_non_null(X509_gmtime_adj(X509_getm_notAfter(certificate), until));
	assert_true(X509_sign(certificate, authority, EVP_sha256()) > 0);
	assert_int_equal(SSL_CTX_use_certificate(scene->tls, certificate), 1);
	EVP_PKEY_free(authority);
	X509_free(certificate);
}

/* Lets the bot see the certificate. Fails unless its log has the advice. */
static void refuse_date(struct scene *scene, long from, long until, const char *advice)
{
	speak_tls(scene, TLS1_3_VERSION, "server.pem");
	date_certificate(scene, from, until);
	begin(scene, "256");
	int fd = accept(scene->listener, NULL, NULL);
	assert_true(fd >= 0);
	hang_up(scene);
	scene->ssl = SSL_new(scene->tls);
	SSL_set_fd(scene->ssl, fd);
	SSL_accept(scene->ssl);
	assert_true(bot_logged(&scene->bot, advice, BOT_PATIENCE));
}

TLS_CASE(advice_about_an_expired_certificate_does_not_say_to_trust_its_key)
{
	refuse_date(scene, -7200, -3600,
		"certificate has expired; the server's operator has to renew it, if this clock is "
		"right: 2");
	refuse_date(scene, 3600, 7200,
		"certificate is not yet valid; set the clock of this machine, which seems to be "
		"slow: 2");
	assert_false(bot_logged(&scene->bot, "tls_fingerprint", 0));
}

/* ---- STS policy ---- */

/* Makes the server announce an STS policy. */
static void want_tls(const struct ircd *inspircd)
{
	char path[PATH_MAX];
	struct client oper;
	folder_file(inspircd->folder, "conf", path);
	FILE *file = fopen(path, "a");
	assert_non_null(file);
	fprintf(file,
		"<module name=\"ircv3_sts\">\n"
		"<sts host=\"localhost\" duration=\"5m\" port=\"%d\">\n",
		inspircd->tls_port);
	assert_int_equal(fclose(file), 0);
	assert_true(client_open(&oper, inspircd->port, "oper"));
	ircd_oper(&oper);
	client_send(&oper, "REHASH");
	assert_non_null(client_wait(&oper, "uccessfully rehashed", BOT_PATIENCE));
	client_close(&oper);
}

TLS_CASE(the_bot_follows_the_sts_policy_of_a_real_server)
{
	struct ircd inspircd;
	char entry[BOT_ENTRY], pin[128];
	ircd_start(&inspircd, IRCD_SECURE, IRCD_HASTE);
	want_tls(&inspircd);
	snprintf(entry, sizeof entry,
		"{ name = \"test\"; host = \"localhost\"; port = %d; channels = ( \"#mitaines\" ); "
		"tls_fingerprint = \"%s\"; }",
		inspircd.port, certificates_line(inspircd.folder, "server.pin", pin));
	bot_configure_networks(&scene->bot, entry);
	bot_start(&scene->bot);
	assert_true(
		bot_logged(&scene->bot, "with TLS, as the server requires (STS)", BOT_PATIENCE));
	assert_true(bot_logged(&scene->bot, "joined #mitaines", BOT_PATIENCE));
	ircd_end(&inspircd);
}

/* ---- setup ---- */

static int start(void **state)
{
	(void)state;
	judge_start();
	judge_password("sesame");
	folder_make(folder);
	certificates_make(folder);
	return signal(SIGPIPE, SIG_IGN) == SIG_ERR ? -1 : 0;
}

static int stop(void **state)
{
	(void)state;
	judge_stop();
	folder_remove(folder);
	return 0;
}

CASES_AROUND(start, stop)

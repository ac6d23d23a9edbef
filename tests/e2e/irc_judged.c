/* irc_judged.c - SCRAM with services by somebody else, in the clear and bound to TLS. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <sodium.h>

#include "bot/net/conn.h"
#include "bot/net/irc/state.h"
#include "tests/folder.h"
#include "tests/irc/entry.h"
#include "tests/irc/judge.h"

#define CERTIFICATES "tests/irc/certificates.sh"

static char folder[FOLDER_PATH];

/* ---- what the server does ---- */

/* What services and their server take a connection for. */
struct bound {
	const char *kind; /* NULL: as the server has no TLS */
	unsigned char bytes[BINDING_BYTES];
	size_t length;
};

/* As the standards say, from the server's side. */
static struct bound bound_of(const struct fake *fake, const char *kind, const EVP_MD *digest)
{
	static const char label[] = "EXPORTER-Channel-Binding";
	struct bound bound = { .kind = kind, .length = 32 };
	unsigned length = 0;
	assert_non_null(fake->ssl);
	if (digest == NULL) {
		assert_int_equal(SSL_export_keying_material(fake->ssl, bound.bytes, 32, label,
					 strlen(label), (const unsigned char *)"", 0, 1),
			1);
		return bound;
	}
	assert_int_equal(
		X509_digest(SSL_get_certificate(fake->ssl), digest, bound.bytes, &length), 1);
	bound.length = length;
	return bound;
}

/* The next AUTHENTICATE, pieces put together and decoded. */
static size_t hear_message(struct duo *duo, char message[IRC_SASL_ANSWER])
{
	char coded[2 * IRC_SASL_ANSWER] = "";
	const char *line;
	size_t length = 0;
	do {
		line = fake_hears(&duo->fake, "AUTHENTICATE ", DUO_PATIENCE);
		assert_non_null(line);
		line += strlen("AUTHENTICATE ");
		if (strcmp(line, "+") != 0)
			snprintf(coded + strlen(coded), sizeof coded - strlen(coded), "%s", line);
	} while (strlen(line) == IRC_SASL_PIECE);
	assert_int_equal(
		sodium_base642bin((unsigned char *)message, IRC_SASL_ANSWER, coded, strlen(coded),
			NULL, &length, NULL, sodium_base64_VARIANT_ORIGINAL),
		0);
	return length;
}

static void say_message(struct duo *duo, const char *message, size_t length)
{
	char coded[2 * IRC_SASL_ANSWER];
	sodium_bin2base64(coded, sizeof coded, (const unsigned char *)message, length,
		sodium_base64_VARIANT_ORIGINAL);
	fake_says(&duo->fake, "AUTHENTICATE %s", length > 0 ? coded : "+");
}

/* Services judge what the bot says: SASL_OK, when it is believed, or why not. */
static int judge(struct duo *duo, struct judge *services, const char *mechanism)
{
	char message[IRC_SASL_ANSWER], line[60];
	const char *answer;
	unsigned answered;
	int verdict;
	snprintf(line, sizeof line, "AUTHENTICATE %s", mechanism);
	duo_hear(duo, line);
	fake_says(&duo->fake, "AUTHENTICATE +");
	do {
		size_t length = hear_message(duo, message);
		verdict = judge_hear(services, mechanism, message, length, &answer, &answered);
		if (verdict == SASL_CONTINUE || answered > 0)
			say_message(duo, answer, answered);
	} while (verdict == SASL_CONTINUE);
	if (verdict == SASL_OK)
		duo_hear(duo, "AUTHENTICATE +");
	return verdict;
}

/* The server offers mechanisms, and the bot means to log in. */
static void offer(struct duo *duo, const char *mechanisms)
{
	char caps[200];
	snprintf(caps, sizeof caps, "sasl=%s", mechanisms);
	duo_offer(duo, caps);
	duo_grant(duo, "sasl");
}

/* The bot comes in as that account, or why not; then the server hangs up. */
static void must_be_judged(
	struct duo *duo, const struct bound *bound, const char *mechanism, int expected)
{
	struct judge services;
	int verdict;
	judge_open(&services, bound->kind, bound->bytes, bound->length);
	verdict = judge(duo, &services, mechanism);
	if (verdict != expected)
		fail_msg("%s: %d, %s", mechanism, verdict, sasl_errdetail(services.login));
	if (verdict == SASL_OK) {
		assert_string_equal(judge_account(&services), duo->settings.sasl_account);
		entry_succeed(duo);
		duo_hear(duo, "CAP END");
		entry_arrive(duo);
	}
	judge_close(&services);
	fake_hang_up(&duo->fake);
}

static const struct bound nothing = { .kind = NULL };

/* ---- in the clear ---- */

static void the_password_is_the_right_one(void **state)
{
	struct duo *duo = *state;
	duo->settings.require_sasl = true;
	duo->settings.sasl = IRC_SASL_SCRAM_SHA_256;
	duo_open(duo);
	offer(duo, "SCRAM-SHA-256,SCRAM-SHA-512");
	must_be_judged(duo, &nothing, "SCRAM-SHA-256", SASL_OK);
	duo->settings.sasl = IRC_SASL_SCRAM_SHA_512;
	duo_change(duo);
	offer(duo, "SCRAM-SHA-256,SCRAM-SHA-512,SCRAM-SHA-512-PLUS");
	must_be_judged(duo, &nothing, "SCRAM-SHA-512", SASL_OK);
}

static void names_and_passwords_of_all_kinds(void **state)
{
	static const char *const accounts[] = { "a=b", "b,c,=", "jilles" };
	/* The last one is longer than a block of either hash. */
	static char lengthy[200];
	const char *const passwords[] = { "n,a=x,r=", "open sesame , =2C", lengthy };
	struct duo *duo = *state;
	memset(lengthy, 'x', sizeof lengthy - 1);
	duo->settings.sasl = IRC_SASL_SCRAM_SHA_512;
	for (size_t i = 0; i < sizeof accounts / sizeof accounts[0]; i++) {
		duo->settings.sasl_account = accounts[i];
		duo->settings.sasl_password = passwords[i];
		judge_password(passwords[i]);
		if (i == 0)
			duo_open(duo);
		else
			duo_change(duo);
		offer(duo, "SCRAM-SHA-512");
		must_be_judged(duo, &nothing, "SCRAM-SHA-512", SASL_OK);
	}
}

static void a_wrong_password_is_found_out(void **state)
{
	struct duo *duo = *state;
	judge_password("other");
	duo->settings.sasl = IRC_SASL_SCRAM_SHA_256;
	duo_open(duo);
	offer(duo, "SCRAM-SHA-256");
	must_be_judged(duo, &nothing, "SCRAM-SHA-256", SASL_BADAUTH);
}

/* ---- over TLS ---- */

/* The server speaks TLS of that version, with that certificate. */
static void speak_tls(struct duo *duo, int version, const char *name)
{
	static char ca[PATH_MAX];
	char certificate[PATH_MAX], key[PATH_MAX];
	folder_file(folder, "ca.pem", ca);
	folder_file(folder, name, certificate);
	folder_file(folder, "server.key", key);
	assert_true(fake_secure(&duo->fake, version, certificate, key));
	duo->settings.tls = true;
	duo->settings.ca_file = ca;
	duo->settings.require_sasl = true;
}

static void a_login_is_bound_to_its_connection(void **state)
{
	static const struct {
		int version;
		const char *certificate, *kind;
		const EVP_MD *(*digest)(void);
	} servers[] = {
		{ TLS1_3_VERSION, "server.pem", "tls-exporter", NULL },
		{ TLS1_2_VERSION, "server.pem", "tls-server-end-point", EVP_sha256 },
		{ TLS1_2_VERSION, "server384.pem", "tls-server-end-point", EVP_sha384 },
	};
	struct duo *duo = *state;
	for (size_t i = 0; i < 2 * sizeof servers / sizeof servers[0]; i++) {
		bool large = i % 2 == 1;
		struct bound bound;
		speak_tls(duo, servers[i / 2].version, servers[i / 2].certificate);
		duo->settings.sasl = large ? IRC_SASL_SCRAM_SHA_512 : IRC_SASL_SCRAM_SHA_256;
		if (i == 0)
			duo_open(duo);
		else
			duo_change(duo);
		offer(duo,
			"SCRAM-SHA-256-PLUS,SCRAM-SHA-256,SCRAM-SHA-512-PLUS,SCRAM-SHA-512,PLAIN");
		bound = bound_of(&duo->fake, servers[i / 2].kind,
			servers[i / 2].digest != NULL ? servers[i / 2].digest() : NULL);
		must_be_judged(
			duo, &bound, large ? "SCRAM-SHA-512-PLUS" : "SCRAM-SHA-256-PLUS", SASL_OK);
	}
}

/* Whoever is in between has another connection to the services' server. */
static void whoever_is_in_between_is_found_out(void **state)
{
	struct duo *duo = *state;
	struct bound bound;
	speak_tls(duo, TLS1_3_VERSION, "server.pem");
	duo->settings.sasl = IRC_SASL_SCRAM_SHA_256;
	duo_open(duo);
	offer(duo, "SCRAM-SHA-256,SCRAM-SHA-256-PLUS");
	bound = bound_of(&duo->fake, "tls-exporter", NULL);
	bound.bytes[0] ^= 1;
	must_be_judged(duo, &bound, "SCRAM-SHA-256-PLUS", SASL_BADPROT);
	/* Nor may they hide that the services can bind a login. */
	offer(duo, "SCRAM-SHA-256");
	must_be_judged(duo, &bound, "SCRAM-SHA-256", SASL_BADAUTH);
	/* Services that cannot are believed. */
	offer(duo, "SCRAM-SHA-256");
	must_be_judged(duo, &nothing, "SCRAM-SHA-256", SASL_OK);
}

static void a_refused_binding_is_told(void **state)
{
	static const char *const errors[] = { "e=channel-bindings-dont-match",
		"e=unsupported-channel-binding-type", "e=server-does-support-channel-binding" };
	char message[IRC_SASL_ANSWER];
	struct duo *duo = *state;
	speak_tls(duo, TLS1_3_VERSION, "server.pem");
	duo->settings.sasl = IRC_SASL_SCRAM_SHA_256;
	duo_open(duo);
	for (size_t i = 0; i < sizeof errors / sizeof errors[0]; i++) {
		char answer[IRC_SASL_ANSWER];
		const char *nonce;
		offer(duo, "SCRAM-SHA-256-PLUS,SCRAM-SHA-256");
		duo_hear(duo, "AUTHENTICATE SCRAM-SHA-256-PLUS");
		fake_says(&duo->fake, "AUTHENTICATE +");
		message[hear_message(duo, message)] = '\0';
		assert_non_null(nonce = strstr(message, ",r="));
		snprintf(answer, sizeof answer, "r=%sx,s=c2FsdA==,i=4096", nonce + 3);
		say_message(duo, answer, strlen(answer));
		hear_message(duo, message);
		say_message(duo, errors[i], strlen(errors[i]));
		assert_true(fake_left(&duo->fake, DUO_PATIENCE));
		entry_must_log(duo, "bound to another connection than its own");
	}
}

/* ---- around them ---- */

static int make(void **state)
{
	judge_password("sesame");
	return entry_make(state);
}

static int start(void **state)
{
	char line[FOLDER_PATH + 40];
	(void)state;
	folder_make(folder);
	snprintf(line, sizeof line, CERTIFICATES " %s", folder);
	judge_start();
	/* NOLINTNEXTLINE(cert-env33-c): the command is ours */
	return system(line) == 0 && conn_start(true) ? 0 : -1;
}

static int stop(void **state)
{
	judge_stop();
	folder_remove(folder);
	return duo_stop(state);
}

#define CASE(test) cmocka_unit_test_setup_teardown(test, make, duo_end)

int main(void)
{
	const struct CMUnitTest tests[] = {
		CASE(the_password_is_the_right_one),
		CASE(names_and_passwords_of_all_kinds),
		CASE(a_wrong_password_is_found_out),
		CASE(a_login_is_bound_to_its_connection),
		CASE(whoever_is_in_between_is_found_out),
		CASE(a_refused_binding_is_told),
	};
	return cmocka_run_group_tests(tests, start, stop);
}

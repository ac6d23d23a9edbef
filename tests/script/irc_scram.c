/* irc_scram.c - tests of a login by SCRAM, in which the bot and the server prove to each other that
 * they know the password. */
#include <sodium.h>

#include "bot/net/irc/irc.h"
#include "bot/net/irc/sasl.h"
#include "tests/cases.h"
#include "tests/irc/entry.h"
#include "tests/irc/judge.h"

/* Reads the bot's next AUTHENTICATE and decodes its message from Base64. */
static void hear_message(struct duo *duo, char message[IRC_SCRAM_MESSAGE])
{
	const char *line = fake_hears(&duo->fake, "AUTHENTICATE ", DUO_PATIENCE);
	size_t length = 0;
	assert_non_null(line);
	line += strlen("AUTHENTICATE ");
	assert_int_equal(sodium_base642bin((unsigned char *)message, IRC_SCRAM_MESSAGE - 1, line,
				 strlen(line), NULL, &length, NULL, sodium_base64_VARIANT_ORIGINAL),
		0);
	message[length] = '\0';
}

static void say_bytes(struct duo *duo, const char *message, size_t length)
{
	char coded[2 * IRC_SASL_BASE64];
	sodium_bin2base64(coded, sizeof coded, (const unsigned char *)message, length,
		sodium_base64_VARIANT_ORIGINAL);
	fake_says(&duo->fake, "AUTHENTICATE %s", length > 0 ? coded : "+");
}

static void say_message(struct duo *duo, const char *message)
{
	say_bytes(duo, message, strlen(message));
}

/* Accepts the bot's first SCRAM message, and sends a challenge with `rounds` hash iterations. */
static void begin_scram(struct duo *duo, const char *rounds, struct irc_scram *scram)
{
	bool short_hash = strcmp(duo->settings.sasl.mechanism, "scram-sha-256") == 0;
	char message[IRC_SCRAM_MESSAGE], first[IRC_SCRAM_MESSAGE], answer[2 * IRC_SCRAM_MESSAGE];
	duo_negotiate(duo, "sasl");
	duo_hear(duo, short_hash ? "AUTHENTICATE SCRAM-SHA-256" : "AUTHENTICATE SCRAM-SHA-512");
	fake_says(&duo->fake, "AUTHENTICATE +");
	hear_message(duo, message);
	assert_non_null(strstr(message, "n,,n=jilles,r="));
	*scram = (struct irc_scram){ 0 };
	irc_scram_set_binding(scram, &(struct binding){ .kind = NULL }, false);
	assert_true(irc_scram_begin(scram, short_hash ? IRC_SCRAM_SHA_256 : IRC_SCRAM_SHA_512,
		"jilles", "sesame", message + strlen("n,,n=jilles,r="), first));
	snprintf(answer, sizeof answer, "r=%sserver,s=c2FsdA==,i=%s", scram->nonce, rounds);
	say_message(duo, answer);
	irc_scram_read_first(scram, answer);
}

/* Checks the bot's proof, and writes the server's proof into `message`. */
static void prove(struct duo *duo, struct irc_scram *scram, char message[IRC_SCRAM_MESSAGE])
{
	char heard[IRC_SCRAM_MESSAGE], coded[IRC_SCRAM_MESSAGE / 2];
	while (!irc_scram_compute(scram))
		continue;
	irc_scram_write_proof(scram, message);
	hear_message(duo, heard);
	assert_string_equal(heard, message);
	sodium_bin2base64(coded, sizeof coded, scram->expected,
		scram->hash == IRC_SCRAM_SHA_256 ? 32 : 64, sodium_base64_VARIANT_ORIGINAL);
	snprintf(message, IRC_SCRAM_MESSAGE, "v=%s", coded);
}

static int make(void **state)
{
	judge_password("sesame");
	return entry_make(state);
}

#define SCRAM_CASE(name) CASE_WITH(name, struct duo *duo, make, duo_end)

SCRAM_CASE(the_bot_refuses_a_server_that_does_not_know_the_password)
{
	char message[IRC_SCRAM_MESSAGE];
	struct irc_scram scram;
	duo->settings.require_sasl = true;
	duo->settings.sasl.mechanism = "scram-sha-256";
	duo_open(duo);
	begin_scram(duo, "4096", &scram);
	prove(duo, &scram, message);
	message[5] = message[5] == 'A' ? 'B' : 'A';
	say_message(duo, message);
	assert_true(fake_left(&duo->fake, DUO_PATIENCE));
	entry_must_log(
		duo, "the login failed: the server does not prove that it knows the password");
	/* The server claims success without its own proof. */
	begin_scram(duo, "4096", &scram);
	prove(duo, &scram, message);
	entry_succeed(duo);
	assert_true(fake_left(&duo->fake, DUO_PATIENCE));
	assert_int_equal(fake_count(&duo->fake, "CAP END"), 0);
	begin_scram(duo, "4096", &scram);
	prove(duo, &scram, message);
	say_message(duo, "e=invalid-proof");
	assert_true(fake_left(&duo->fake, DUO_PATIENCE));
	entry_must_log(duo, "the server rejects the proof; check account and password in sasl");
}

/* Although the login is optional, the bot does not send the password to NickServ instead. */
SCRAM_CASE(a_server_that_does_not_know_the_password_does_not_get_it)
{
	char message[IRC_SCRAM_MESSAGE];
	struct irc_scram scram;
	duo->settings.sasl.mechanism = "scram-sha-256";
	duo_use_nickserv(duo);
	duo_open(duo);
	for (int i = 0; i < 2; i++) {
		begin_scram(duo, "4096", &scram);
		prove(duo, &scram, message);
		message[5] = message[5] == 'A' ? 'B' : 'A';
		if (i == 0)
			say_message(duo, message);
		else
			entry_succeed(duo);
		duo_hear(duo, "CAP END");
		entry_arrive(duo);
		assert_int_equal(fake_count(&duo->fake, "sesame"), 0);
		fake_hang_up(&duo->fake);
	}
}

/* The bot handles other lines while it hashes. A message of the server during that time aborts
 * the login. */
SCRAM_CASE(a_message_during_the_hashing_aborts_the_login)
{
	struct irc_scram scram;
	duo->settings.sasl.mechanism = "scram-sha-512";
	duo_open(duo);
	begin_scram(duo, "100000", &scram);
	fake_says(&duo->fake, "PING :there");
	duo_hear(duo, "PONG :there");
	assert_int_equal(fake_count(&duo->fake, "AUTHENTICATE"), 2);
	fake_says(&duo->fake, "AUTHENTICATE +");
	duo_hear(duo, "AUTHENTICATE *");
	duo_hear(duo, "CAP END");
	entry_arrive(duo);
	entry_must_log(duo, "the server's challenge does not fit the mechanism");
}

/* ---- logins checked by Cyrus SASL ---- */

/* Reads the bot's next message, which may come in several AUTHENTICATE lines, and decodes it from
 * Base64. Returns its length. */
static size_t hear_pieces(struct duo *duo, char message[IRC_SASL_BASE64])
{
	char coded[2 * IRC_SASL_BASE64] = "";
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
		sodium_base642bin((unsigned char *)message, IRC_SASL_BASE64, coded, strlen(coded),
			NULL, &length, NULL, sodium_base64_VARIANT_ORIGINAL),
		0);
	return length;
}

/* Lets Cyrus SASL, in the place of services, check a login. Returns SASL_OK or its error. */
static int judge(struct duo *duo, struct judge *services, const char *mechanism)
{
	char message[IRC_SASL_BASE64], line[60];
	const char *answer;
	unsigned answered;
	int verdict;
	snprintf(line, sizeof line, "AUTHENTICATE %s", mechanism);
	duo_hear(duo, line);
	fake_says(&duo->fake, "AUTHENTICATE +");
	do {
		size_t length = hear_pieces(duo, message);
		verdict = judge_hear(services, mechanism, message, length, &answer, &answered);
		if (verdict == SASL_CONTINUE || answered > 0)
			say_bytes(duo, answer, answered);
	} while (verdict == SASL_CONTINUE);
	if (verdict == SASL_OK)
		duo_hear(duo, "AUTHENTICATE +");
	return verdict;
}

/* Offers the bot these SASL mechanisms, and accepts its request for the capability. */
static void offer(struct duo *duo, const char *mechanisms)
{
	char caps[200];
	snprintf(caps, sizeof caps, "sasl=%s", mechanisms);
	duo_offer(duo, caps);
	duo_grant(duo, "sasl");
}

/* Makes a login, fails unless it has the expected result, and closes the connection. */
static void must_be_judged(struct duo *duo, const char *mechanism, int expected)
{
	struct judge services;
	int verdict;
	judge_open(&services, NULL, NULL, 0);
	verdict = judge(duo, &services, mechanism);
	if (verdict != expected)
		fail_msg("%s: %d, %s", mechanism, verdict, sasl_errdetail(services.login));
	if (verdict == SASL_OK) {
		assert_string_equal(judge_account(&services), duo->settings.sasl.account);
		entry_succeed(duo);
		duo_hear(duo, "CAP END");
		entry_arrive(duo);
	}
	judge_close(&services);
	fake_hang_up(&duo->fake);
}

SCRAM_CASE(the_library_cyrus_sasl_accepts_both_scram_mechanisms)
{
	duo->settings.require_sasl = true;
	duo->settings.sasl.mechanism = "scram-sha-256";
	duo_open(duo);
	offer(duo, "SCRAM-SHA-256,SCRAM-SHA-512");
	must_be_judged(duo, "SCRAM-SHA-256", SASL_OK);
	duo->settings.sasl.mechanism = "scram-sha-512";
	duo_change(duo);
	offer(duo, "SCRAM-SHA-256,SCRAM-SHA-512,SCRAM-SHA-512-PLUS");
	must_be_judged(duo, "SCRAM-SHA-512", SASL_OK);
}

SCRAM_CASE(special_characters_in_names_and_passwords_work)
{
	static const char *const accounts[] = { "a=b", "b,c,=", "jilles" };
	/* The last password is longer than a block of SHA-256 and of SHA-512, so HMAC first hashes
	 * it. */
	static char lengthy[200];
	const char *const passwords[] = { "n,a=x,r=", "open sesame , =2C", lengthy };
	memset(lengthy, 'x', sizeof lengthy - 1);
	duo->settings.sasl.mechanism = "scram-sha-512";
	for (size_t i = 0; i < sizeof accounts / sizeof accounts[0]; i++) {
		duo->settings.sasl.account = (char *)accounts[i];
		duo->settings.sasl.password = (char *)passwords[i];
		judge_password(passwords[i]);
		if (i == 0)
			duo_open(duo);
		else
			duo_change(duo);
		offer(duo, "SCRAM-SHA-512");
		must_be_judged(duo, "SCRAM-SHA-512", SASL_OK);
	}
}

SCRAM_CASE(a_wrong_password_is_refused)
{
	judge_password("other");
	duo->settings.sasl.mechanism = "scram-sha-256";
	duo_open(duo);
	offer(duo, "SCRAM-SHA-256");
	must_be_judged(duo, "SCRAM-SHA-256", SASL_BADAUTH);
}

static int start(void **state)
{
	judge_start();
	return duo_start(state);
}

static int stop(void **state)
{
	judge_stop();
	return duo_stop(state);
}

CASES_AROUND(start, stop)

/* irc_login.c - message tags, capabilities, SASL and ISUPPORT */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bot/net/irc/caps.h"
#include "bot/net/irc/sasl.h"
#include "bot/net/irc/support.h"
#include "engine/text.h"
#include "tests/cases.h"

static char bytes[20000];

/* ---- tags ---- */

static struct irc_tags tags(const char *text)
{
	snprintf(bytes, sizeof bytes, "%s", text);
	return irc_tags_read(bytes);
}

static void account_is(const char *text, const char *account)
{
	struct irc_tags read = tags(text);
	if (account == NULL)
		assert_null(read.account);
	else if (read.account == NULL)
		fail_msg("no account: %s", text);
	else
		assert_string_equal(read.account, account);
}

CASE(tags_of_a_line_are_read)
{
	account_is("account=anna", "anna");
	account_is("msgid=1;account=anna;time=x;+draft/reply=2", "anna");
	account_is("account=a\\:b\\sc\\\\d\\qe\\", "a;b c\\dqe");
	account_is("account=x\\r\\n", "x\r\n");
	account_is("account=anna;account=luc", "luc");
	account_is("account=anna;account=", NULL);
	account_is("account", NULL);
	account_is("example.org/account=eve", NULL);
	account_is("+account=eve", NULL);
	account_is("accounts=eve;=eve;;=;", NULL);
	account_is("", NULL);
	account_is("account=a=b", "a=b");
}

CASE(times_in_server_time_tags_are_read)
{
	static const char *const none[] = { "time=", "time=2011-10-19",
		"time=2011-13-19T16:40:51.620Z", "time=2011-10-19T16:40:51.620",
		"time=2011-10-19T16:40:51.620Zx", "time=1969-12-31T23:59:59.999Z",
		"time=2011-10-19T16:40:5 .620Z", "time=-011-10-19T16:40:51.620Z",
		"time=99999999999999999999", "time" };
	assert_int_equal(tags("time=1970-01-01T00:00:00.000Z").time, 0);
	assert_int_equal(tags("time=1970-01-01T00:00:00.001Z").time, 1);
	assert_int_equal(tags("time=2011-10-19T16:40:51.620Z").time, 1319042451620);
	assert_int_equal(tags("account=a;time=2024-02-29T23:59:60.000Z").time, 1709251200000);
	assert_int_equal(tags("time=2100-03-01T00:00:00.000Z").time, 4107542400000);
	for (size_t i = 0; i < sizeof none / sizeof none[0]; i++)
		if (tags(none[i]).time != 0)
			fail_msg("taken as a time: %s", none[i]);
}

CASE(a_parsed_line_contains_its_tags)
{
	struct irc_line line;
	snprintf(bytes, sizeof bytes, "@account=anna;time=1970-01-01T00:00:01.000Z :a!b@c JOIN #c");
	assert_true(irc_line_read(bytes, &line));
	assert_string_equal(line.tags.account, "anna");
	assert_int_equal(line.tags.time, 1000);
	assert_string_equal(line.command, "JOIN");
}

/* ---- capabilities ---- */

static void caps_take(struct irc_caps *caps, const char *text)
{
	struct irc_line line;
	snprintf(bytes, sizeof bytes, "%s", text);
	assert_true(irc_line_read(bytes, &line));
	irc_caps_read(caps, &line);
}

static void caps_ask(struct irc_caps *caps, const char *names)
{
	char asked[IRC_CAPS_NAMES];
	assert_true(irc_caps_next_request(caps, asked));
	assert_string_equal(asked, names);
	assert_false(irc_caps_next_request(caps, asked));
}

CASE(a_list_of_capabilities_may_come_in_several_lines)
{
	struct irc_caps caps = { 0 };
	char names[IRC_CAPS_NAMES];
	caps_take(
		&caps, ":irc.test CAP * LS * :multi-prefix tls sts=port=6697 sasl=PLAIN,EXTERNAL");
	assert_false(irc_caps_next_request(&caps, names));
	caps_take(&caps, ":irc.test CAP * LS :account-tag saslx  chghost ");
	caps_ask(&caps, "account-tag chghost multi-prefix sasl");
	assert_int_equal(caps.on, 0);
	caps_take(&caps, ":irc.test CAP bot ACK :account-tag chghost =multi-prefix ~sasl");
	assert_int_equal(caps.on,
		IRC_CAP_ACCOUNT_TAG | IRC_CAP_CHGHOST | IRC_CAP_MULTI_PREFIX | IRC_CAP_SASL);
	assert_false(irc_caps_next_request(&caps, names));
	assert_true(irc_caps_can_use_mechanism(&caps, "PLAIN") &&
		irc_caps_can_use_mechanism(&caps, "EXTERNAL"));
	assert_false(irc_caps_can_use_mechanism(&caps, "PLAI") ||
		irc_caps_can_use_mechanism(&caps, "PLAINER"));
	caps_take(&caps, ":irc.test CAP bot ACK :-chghost");
	assert_int_equal(caps.on & IRC_CAP_CHGHOST, 0);
}

CASE(capabilities_are_added_and_removed)
{
	struct irc_caps caps = { 0 };
	char names[IRC_CAPS_NAMES];
	caps_take(&caps, "CAP * LS :account-tag");
	caps_ask(&caps, "account-tag");
	caps_take(&caps, "CAP * ACK account-tag");
	caps_take(&caps, "CAP bot NEW :sasl=PLAIN tls setname");
	caps_ask(&caps, "sasl setname");
	caps_take(&caps, "CAP bot ACK :sasl setname");
	assert_true(irc_caps_can_use_mechanism(&caps, "PLAIN"));
	assert_false(irc_caps_can_use_mechanism(&caps, "EXTERNAL"));
	caps_take(&caps, "CAP bot DEL :sasl");
	assert_false(irc_caps_can_use_mechanism(&caps, "PLAIN"));
	assert_false(irc_caps_next_request(&caps, names));
	caps_take(&caps, "CAP bot NEW :sasl");
	caps_ask(&caps, "sasl");
	caps_take(&caps, "CAP bot DEL :sasl");
	assert_int_equal(caps.asked, 0);
}

/* Services offer a dozen mechanisms; the one that the bot uses may be the last. */
CASE(a_long_list_of_sasl_mechanisms_is_read_to_its_end)
{
	struct irc_caps caps = { 0 };
	struct text text = text_in(bytes, sizeof bytes);
	char names[IRC_CAPS_NAMES];
	struct irc_line line;
	text_add(&text, "CAP * LS :sasl=");
	while (text_length(&text) < 900)
		text_add(&text, "SCRAM-SHA-256-PLUS,");
	text_add(&text, "PLAIN");
	assert_true(irc_line_read(bytes, &line));
	irc_caps_read(&caps, &line);
	assert_true(irc_caps_next_request(&caps, names));
	caps_take(&caps, "CAP * ACK :sasl");
	assert_true(irc_caps_can_use_mechanism(&caps, "PLAIN"));
	assert_false(irc_caps_can_use_mechanism(&caps, "EXTERNAL"));
}

/* A server refuses all names in a request if it refuses one of them. */
CASE(the_other_capabilities_are_requested_again_after_one_is_refused)
{
	struct irc_caps caps = { 0 };
	char names[IRC_CAPS_NAMES];
	caps_take(&caps, "CAP * LS :account-tag chghost setname");
	caps_ask(&caps, "account-tag chghost setname");
	caps_take(&caps, "CAP * NAK :account-tag chgho");
	caps_ask(&caps, "account-tag");
	caps_take(&caps, "CAP * ACK :account-tag");
	caps_ask(&caps, "chghost");
	caps_take(&caps, "CAP * NAK :chghost");
	caps_ask(&caps, "setname");
	caps_take(&caps, "CAP * ACK :setname");
	assert_int_equal(caps.on, IRC_CAP_ACCOUNT_TAG | IRC_CAP_SETNAME);
	assert_false(irc_caps_next_request(&caps, names));
	caps_take(&caps, "CAP * NAK :nothing");
	caps_take(&caps, "CAP bot NEW :chghost");
	caps_ask(&caps, "chghost");
}

CASE(malformed_capabilities_are_ignored)
{
	static const char *const lines[] = { "CAP", "CAP *", "CAP * LS", "CAP * LIST :sasl",
		"CAP LS :sasl", "CAP * XX :sasl", "CAP * LS *" };
	struct irc_caps caps = { 0 };
	for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++)
		caps_take(&caps, lines[i]);
	assert_int_equal(caps.offered | caps.on, 0);
}

/* ---- SASL ---- */

static void piece_is(struct irc_sasl *sasl, const char *expected)
{
	char piece[IRC_SASL_PIECE + 1];
	assert_true(irc_sasl_next_piece(sasl, piece));
	assert_string_equal(piece, expected);
}

/* Passes a message of the server to the login, and fails unless the login has a response to it. */
static void asks(struct irc_sasl *sasl, const char *question)
{
	assert_int_equal(irc_sasl_handle_challenge(sasl, question), IRC_SASL_RESPOND);
}

static void must_have_said_all(struct irc_sasl *sasl)
{
	char piece[IRC_SASL_PIECE + 1];
	assert_false(irc_sasl_next_piece(sasl, piece));
}

static void begin_plain(struct irc_sasl *sasl, const char *account, const char *password)
{
	irc_sasl_begin(sasl, IRC_SASL_PLAIN, account, password, NULL);
	must_have_said_all(sasl);
	asks(sasl, "+");
}

CASE(a_login_by_sasl_plain_succeeds_or_fails)
{
	struct irc_sasl sasl;
	begin_plain(&sasl, "jilles", "sesame");
	piece_is(&sasl, "amlsbGVzAGppbGxlcwBzZXNhbWU=");
	must_have_said_all(&sasl);
	assert_int_equal(irc_sasl_handle_challenge(&sasl, "+"), IRC_SASL_BAD_CHALLENGE);
	irc_sasl_begin(&sasl, IRC_SASL_EXTERNAL, NULL, NULL, NULL);
	asks(&sasl, "+");
	piece_is(&sasl, "+");
	must_have_said_all(&sasl);
	irc_sasl_begin(&sasl, IRC_SASL_EXTERNAL, "bot", NULL, NULL);
	asks(&sasl, "+");
	piece_is(&sasl, "Ym90");
	irc_sasl_wipe(&sasl);
	for (size_t i = 0; i < sizeof sasl; i++)
		assert_int_equal(((const char *)&sasl)[i], 0);
}

CASE(sasl_mechanisms_are_known_by_their_names)
{
	assert_int_equal(irc_sasl_find_mechanism("external"), IRC_SASL_EXTERNAL);
	assert_int_equal(irc_sasl_find_mechanism("scram-sha-512"), IRC_SASL_SCRAM_SHA_512);
	assert_int_equal(irc_sasl_find_mechanism("scram-sha-1"), IRC_SASL_NONE);
	assert_string_equal(irc_sasl_name(IRC_SASL_SCRAM_SHA_256), "SCRAM-SHA-256");
}

/* A password of 298 bytes, two names and two NULs: 400 bytes in base64. */
CASE(long_sasl_answers_are_sent_in_pieces)
{
	char password[1200], piece[IRC_SASL_PIECE + 1];
	struct irc_sasl sasl;
	memset(password, 'p', sizeof password);
	password[296] = '\0';
	begin_plain(&sasl, "b", password);
	assert_true(irc_sasl_next_piece(&sasl, piece));
	assert_int_equal(strlen(piece), 400);
	piece_is(&sasl, "+");
	must_have_said_all(&sasl);
	password[296] = 'p';
	password[297] = '\0';
	begin_plain(&sasl, "b", password);
	assert_true(irc_sasl_next_piece(&sasl, piece));
	assert_int_equal(strlen(piece), 400);
	piece_is(&sasl, "cA==");
	must_have_said_all(&sasl);
}

/* ---- SCRAM ---- */

/* One login: the messages of both sides in order. */
struct scram_story {
	enum irc_scram_hash hash;
	const char *account, *password, *nonce;
	const char *said[4];
};

static const struct scram_story scram_stories[] = {
	/* RFC 7677, section 3. */
	{ IRC_SCRAM_SHA_256, "user", "pencil", "rOprNGfwEbeRWgbNEkqO",
		{ "n,,n=user,r=rOprNGfwEbeRWgbNEkqO",
			"r=rOprNGfwEbeRWgbNEkqO%hvYDpWUa2RaTCAfuxFIlj)hNlF$k0,"
			"s=W22ZaJ0SNY7soEsUEjb6gQ==,i=4096",
			"c=biws,r=rOprNGfwEbeRWgbNEkqO%hvYDpWUa2RaTCAfuxFIlj)hNlF$k0,"
			"p=dHzbZapWIk4jUhN+Ute9ytag9zjfMHgsqmmiz7AndVQ=",
			"v=6rriTRBi23WpRR/wtup+mMhUZUn/dB5nLTJRsjl95G4=" } },
	/* Computed with Python's hashlib. */
	{ IRC_SCRAM_SHA_512, "a=b,c", "open sesame", "fyko+d2lbbFgONRv9qkxdawL",
		{ "n,,n=a=3Db=2Cc,r=fyko+d2lbbFgONRv9qkxdawL",
			"r=fyko+d2lbbFgONRv9qkxdawL3rfcNHYJY1ZVvWVs7j,s=QSXCR+Q6sek8bf92,i=5001",
			"c=biws,r=fyko+d2lbbFgONRv9qkxdawL3rfcNHYJY1ZVvWVs7j,"
			"p=a7Ztq2oRmvOVD2Ho92DWZT1A8JoSuX4qYEMZjsJhsYkyBl+Cv4TuF62/"
			"kS6fMPlGFHUlxRdt0w3qQjpalZbgeQ==",
			"v=hpkEc6bPuoQo6PblCYboM3A9Um+R9eH/"
			"AipOr7CzUXwEnZd8DLPAXltXX2UR5doMnTbM9Jno1k8YDFPuCAE7lQ==" } },
};

CASE(scram_follows_the_examples_of_the_standard)
{
	for (size_t i = 0; i < sizeof scram_stories / sizeof scram_stories[0]; i++) {
		const struct scram_story *story = &scram_stories[i];
		char message[IRC_SCRAM_MESSAGE];
		struct irc_scram scram = { 0 };
		unsigned slices = 1;
		irc_scram_set_binding(&scram, &(struct binding){ .kind = NULL }, false);
		assert_true(irc_scram_begin(&scram, story->hash, story->account, story->password,
			story->nonce, message));
		assert_string_equal(message, story->said[0]);
		assert_int_equal(irc_scram_read_first(&scram, story->said[1]), IRC_SCRAM_OK);
		while (!irc_scram_compute(&scram))
			slices++;
		assert_int_equal(slices, 5);
		irc_scram_write_proof(&scram, message);
		assert_string_equal(message, story->said[2]);
		assert_true(irc_scram_verify_server(&scram, story->said[3]));
		snprintf(message, sizeof message, "%s", story->said[3]);
		message[3] ^= 1;
		assert_false(irc_scram_verify_server(&scram, message));
		assert_false(irc_scram_verify_server(&scram, "v="));
		assert_false(irc_scram_verify_server(&scram, "v=AAAA"));
		assert_false(irc_scram_verify_server(&scram, "e=other-error"));
		assert_false(irc_scram_verify_server(&scram, ""));
	}
}

static enum irc_scram_result salted(const char *message)
{
	char first[IRC_SCRAM_MESSAGE];
	struct irc_scram scram = { 0 };
	irc_scram_set_binding(&scram, &(struct binding){ .kind = NULL }, true);
	assert_true(irc_scram_begin(&scram, IRC_SCRAM_SHA_256, "user", "pencil", "abc", first));
	return irc_scram_read_first(&scram, message);
}

/* In `last`, c= is the channel binding in base64, computed with Python. */
CASE(a_scram_login_names_its_channel_binding)
{
	static const struct binding none = { .kind = NULL, .bytes = "ab", .length = 2 };
	static const struct binding some = {
		.kind = "tls-exporter", .bytes = { 0, 255, ',' }, .length = 3
	};
	static const struct {
		const struct binding *binding;
		bool offered;
		const char *first, *last;
	} logins[] = {
		{ &none, false, "n,,n=user,", "c=biws,r=" },
		{ &none, true, "n,,n=user,", "c=biws,r=" },
		{ &some, false, "y,,n=user,", "c=eSws,r=" },
		{ &some, true, "p=tls-exporter,,n=user,", "c=cD10bHMtZXhwb3J0ZXIsLAD/LA==,r=" },
	};
	for (size_t i = 0; i < sizeof logins / sizeof logins[0]; i++) {
		char message[IRC_SCRAM_MESSAGE];
		struct irc_scram scram = { 0 };
		irc_scram_set_binding(&scram, logins[i].binding, logins[i].offered);
		assert_true(irc_scram_begin(
			&scram, IRC_SCRAM_SHA_256, "user", "pencil", "abc", message));
		assert_memory_equal(message, logins[i].first, strlen(logins[i].first));
		assert_int_equal(
			irc_scram_read_first(&scram, "r=abc1,s=AAAA,i=4096"), IRC_SCRAM_OK);
		while (!irc_scram_compute(&scram))
			continue;
		irc_scram_write_proof(&scram, message);
		assert_memory_equal(message, logins[i].last, strlen(logins[i].last));
	}
}

CASE(hostile_scram_challenges_are_refused)
{
	static const char *const nonsense[] = { "", "r", "r=", "r=abc,s=AAAA,i=4096",
		"r=abd1,s=AAAA,i=4096", "m=x,r=abc1,s=AAAA,i=4096", "r=abc1,s=,i=4096",
		"r=abc1,s=A,i=4096", "r=abc1,i=4096,s=AAAA", "r=abc1,s=AAAA", "e=unknown-user" };
	static const char *const efforts[] = { "", "0", "1", "4095", "100001", "-4096", "4096x",
		" 4096", "99999999999999999999", "1e5", "0x1000" };
	char message[2 * IRC_SCRAM_MESSAGE] = "";
	for (size_t i = 0; i < sizeof nonsense / sizeof nonsense[0]; i++)
		assert_int_equal(salted(nonsense[i]), IRC_SCRAM_BAD_SYNTAX);
	for (size_t i = 0; i < sizeof efforts / sizeof efforts[0]; i++) {
		snprintf(message, sizeof message, "r=abc1,s=AAAA,i=%s", efforts[i]);
		assert_int_equal(salted(message), IRC_SCRAM_BAD_ROUNDS);
	}
	assert_int_equal(salted("r=abc1,s=AAAA,i=100000,x=y"), IRC_SCRAM_OK);
	memset(message, 'x', sizeof message - 1);
	memcpy(message, "r=abc", 5);
	assert_int_equal(salted(message), IRC_SCRAM_BAD_SYNTAX);
	memcpy(message, "r=abc1,s=AAAA,i=4096,x=", 23);
	assert_int_equal(salted(message), IRC_SCRAM_BAD_SYNTAX);
}

CASE(challenges_must_be_base64_of_limited_length)
{
	char piece[IRC_SASL_PIECE + 2];
	struct irc_sasl sasl;
	irc_sasl_begin(&sasl, IRC_SASL_SCRAM_SHA_256, "user", "pencil", NULL);
	assert_int_equal(irc_sasl_handle_challenge(&sasl, "####"), IRC_SASL_BAD_CHALLENGE);
	irc_sasl_begin(&sasl, IRC_SASL_SCRAM_SHA_256, "user", "pencil", NULL);
	asks(&sasl, "+");
	assert_int_equal(irc_sasl_handle_challenge(&sasl, "AAAA"), IRC_SASL_BAD_CHALLENGE);
	irc_sasl_begin(&sasl, IRC_SASL_SCRAM_SHA_256, "user", "pencil", NULL);
	memset(piece, 'A', sizeof piece);
	piece[IRC_SASL_PIECE + 1] = '\0';
	assert_int_equal(irc_sasl_handle_challenge(&sasl, piece), IRC_SASL_BAD_CHALLENGE);
	irc_sasl_begin(&sasl, IRC_SASL_SCRAM_SHA_256, "user", "pencil", NULL);
	piece[IRC_SASL_PIECE] = '\0';
	for (int i = 0; i < 3; i++)
		assert_int_equal(irc_sasl_handle_challenge(&sasl, piece), IRC_SASL_CONTINUE);
	assert_int_equal(irc_sasl_handle_challenge(&sasl, piece), IRC_SASL_BAD_CHALLENGE);
}

/* ---- ISUPPORT ---- */

CASE(isupport_tokens_are_read)
{
	struct irc_support support = irc_support_default();
	irc_support_read_token(&support, "BOT=B");
	irc_support_read_token(&support, "WHOX");
	irc_support_read_token(&support, "STATUSMSG=@+");
	irc_support_read_token(&support, "MODES=20");
	irc_support_read_token(&support, "TARGMAX=PRIVMSG:4,JOIN:7,KICK:1,NAMES:");
	assert_int_equal(support.bot_mode, 'B');
	assert_true(support.whox);
	assert_true(
		irc_support_is_channel(&support, "@#c") && irc_support_is_channel(&support, "#c"));
	assert_false(
		irc_support_is_channel(&support, "@") || irc_support_is_channel(&support, "@c"));
	assert_true(irc_support_has_parameter(&support, 'k', false) &&
		irc_support_has_parameter(&support, 'l', true));
	assert_false(irc_support_has_parameter(&support, 'l', false) ||
		irc_support_has_parameter(&support, 'm', true));
	irc_support_read_token(&support, "CHANMODES=beI,kH,fl,imz");
	assert_true(irc_support_has_parameter(&support, 'H', false) &&
		irc_support_has_parameter(&support, 'f', true));
	assert_false(irc_support_has_parameter(&support, 'f', false) ||
		irc_support_has_parameter(&support, 'z', true));
	irc_support_read_token(&support, "PREFIX=(ov)@+");
	assert_int_equal(
		irc_support_mode_bit(&support, 'v'), irc_support_bit(support.prefixes, '+'));
	assert_int_equal(
		irc_support_mode_bit(&support, 'h') | irc_support_bit(support.prefixes, '\0'), 0);
	assert_int_equal(support.joins, 7);
	irc_support_read_token(&support, "TARGMAX=JOIN:");
	assert_int_equal(support.joins, 7);
	irc_support_read_token(&support, "BOT=BB");
	irc_support_read_token(&support, "BOT=1");
	assert_int_equal(support.bot_mode, 'B');
}

/* A server may withdraw a token. */
CASE(isupport_tokens_can_be_withdrawn)
{
	static const char *const said[] = { "CPRIVMSG", "CNOTICE", "CHANMODES=,,,", "BOT=B", "WHOX",
		"STATUSMSG=@", "NICKLEN=9", "TARGMAX=JOIN:1", "LINELEN=2048", "PREFIX=(o)@",
		"CHANTYPES=!", "CASEMAPPING=ascii" };
	struct irc_support support = irc_support_default(), usual = support;
	char token[32];
	for (size_t i = 0; i < sizeof said / sizeof said[0]; i++)
		irc_support_read_token(&support, said[i]);
	irc_support_read_token(&support, "-");
	irc_support_read_token(&support, "-WHO");
	irc_support_read_token(&support, "--WHOX");
	assert_true(support.whox);
	for (size_t i = 0; i < sizeof said / sizeof said[0]; i++) {
		snprintf(token, sizeof token, "-%.*s", (int)strcspn(said[i], "="), said[i]);
		irc_support_read_token(&support, token);
	}
	assert_memory_equal(&support, &usual, sizeof support);
}

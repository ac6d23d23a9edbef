/* login.c - signs a login's challenge and computes channel bindings; in each run one call of
 * OpenSSL fails. Each result must then be right or absent, and right at the second try. */

#include <openssl/evp.h>
#include <openssl/pem.h>
#include <openssl/ssl.h>

#include "bot/net/binding.h"
#include "bot/net/irc/ecdsa.h"
#include "tests/at.h"
#include "tests/folder.h"
#include "tests/torture/torture.h"

enum { SECONDS = 60 };

/* The two ends of a TLS connection in memory. */
struct pair {
	SSL_CTX *context;
	SSL *server, *client;
};

struct login {
	char folder[FOLDER_PATH], path[PATH_MAX];
	EVP_PKEY *key;
	struct pair older, newer; /* TLS 1.2 and TLS 1.3 */
};

static const uint8_t challenge[IRC_ECDSA_CHALLENGE] = "what nobody has signed before.";

/* ---- set up ---- */

static X509 *certify(EVP_PKEY *key)
{
	X509 *certificate = X509_new();
	assert_non_null(certificate);
	X509_gmtime_adj(X509_getm_notBefore(certificate), 0);
	X509_gmtime_adj(X509_getm_notAfter(certificate), 24L * 60 * 60);
	assert_int_equal(X509_set_pubkey(certificate, key), 1);
	assert_true(X509_sign(certificate, key, EVP_sha256()) > 0);
	return certificate;
}

static void connect_pair(struct pair *pair, EVP_PKEY *key, int version)
{
	X509 *certificate = certify(key);
	BIO *there, *here;
	pair->context = SSL_CTX_new(TLS_method());
	assert_int_equal(SSL_CTX_set_max_proto_version(pair->context, version), 1);
	assert_int_equal(SSL_CTX_use_certificate(pair->context, certificate), 1);
	assert_int_equal(SSL_CTX_use_PrivateKey(pair->context, key), 1);
	X509_free(certificate);
	pair->server = SSL_new(pair->context);
	pair->client = SSL_new(pair->context);
	assert_int_equal(BIO_new_bio_pair(&there, 0, &here, 0), 1);
	SSL_set_bio(pair->server, there, there);
	SSL_set_bio(pair->client, here, here);
	SSL_set_accept_state(pair->server);
	SSL_set_connect_state(pair->client);
	for (unsigned i = 0; i < 8; i++) {
		SSL_do_handshake(pair->client);
		SSL_do_handshake(pair->server);
	}
	assert_true(SSL_is_init_finished(pair->client));
	assert_int_equal(SSL_version(pair->client), version);
}

static void disconnect_pair(struct pair *pair)
{
	SSL_free(pair->client);
	SSL_free(pair->server);
	SSL_CTX_free(pair->context);
}

static void begin(struct login *login)
{
	folder_make(login->folder);
	folder_file(login->folder, "key.pem", login->path);
	login->key = EVP_EC_gen("P-256");
	FILE *file = fopen(login->path, "w");
	assert_true(login->key != NULL && file != NULL);
	assert_int_equal(PEM_write_PrivateKey(file, login->key, NULL, NULL, 0, NULL, NULL), 1);
	fclose(file);
	connect_pair(&login->older, login->key, TLS1_2_VERSION);
	connect_pair(&login->newer, login->key, TLS1_3_VERSION);
}

static void end(struct login *login)
{
	disconnect_pair(&login->older);
	disconnect_pair(&login->newer);
	EVP_PKEY_free(login->key);
	folder_remove(login->folder);
}

/* ---- steps: each returns true on success, and aborts if the result is wrong ---- */

static bool sign(struct login *login)
{
	uint8_t signature[IRC_ECDSA_SIGNATURE];
	size_t length;
	if (!irc_ecdsa_sign(login->path, challenge, signature, &length))
		return false;
	EVP_PKEY_CTX *context = EVP_PKEY_CTX_new(login->key, NULL);
	if (EVP_PKEY_verify_init(context) != 1 ||
		EVP_PKEY_verify(context, signature, length, challenge, sizeof challenge) != 1)
		abort();
	EVP_PKEY_CTX_free(context);
	return true;
}

static bool bind_older(struct login *login)
{
	unsigned char bytes[EVP_MAX_MD_SIZE];
	unsigned length;
	struct binding binding = binding_get(login->older.client);
	if (binding.kind == NULL)
		return false;
	if (strcmp(binding.kind, "tls-server-end-point") != 0 ||
		X509_digest(SSL_get0_peer_certificate(login->older.client), EVP_sha256(), bytes,
			&length) != 1 ||
		binding.length != length || memcmp(binding.bytes, bytes, length) != 0)
		abort();
	return true;
}

/* Checks that both ends of a TLS 1.3 connection compute the same channel binding. */
static bool bind_newer(struct login *login)
{
	struct binding binding = binding_get(login->newer.client);
	struct binding other = binding_get(login->newer.server);
	if (binding.kind == NULL || other.kind == NULL)
		return false;
	if (strcmp(binding.kind, "tls-exporter") != 0 || binding.length != other.length ||
		memcmp(binding.bytes, other.bytes, other.length) != 0)
		abort();
	return true;
}

/* Runs a step, and once more if it fails: a run has one failing call. Returns true on success. */
static bool try_twice(struct login *login, bool (*step)(struct login *login))
{
	for (unsigned i = 0; i < 2; i++)
		if (step(login))
			return true;
	return false;
}

static int play(void *context)
{
	static bool (*const steps[])(struct login * login) = { sign, bind_older, bind_newer };
	for (unsigned i = 0; i < sizeof steps / sizeof *steps; i++)
		if (!try_twice(context, steps[i]))
			return 1;
	return 0;
}

static void a_login_succeeds_at_the_second_try_after_any_failed_call(void **state)
{
	struct torture_run *map = torture_open(), *run = torture_open();
	struct login login;
	(void)state;
	if (map == NULL || run == NULL)
		abort();
	begin(&login);
	map->maps = true;
	assert_true(torture_run(map, play, &login, SECONDS));
	assert_int_equal(map->status, 0);
	assert_true(map->ways > 10);
	for (size_t i = 0; i < map->ways; i++) {
		run->fails = map->way[i];
		assert_true(torture_run(run, play, &login, SECONDS));
		if (run->status != 0 || run->failed[0] == '\0')
			fail_msg("call %d, %s, fails: status %x", (int)run->fails, run->failed,
				(unsigned)run->status);
	}
	end(&login);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_login_succeeds_at_the_second_try_after_any_failed_call),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}

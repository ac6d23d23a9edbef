/* config_login.c - the keys by which the bot knows a server and proves who it is. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/stat.h>

#include <cmocka.h>

#include "config/config.h"
#include "tests/folder.h"

enum { BIG = 2000000 };

#define PIN "47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU="

struct world {
	char folder[FOLDER_PATH];
	struct config config;
	struct config_errors errors;
};

static int world_make(void **state)
{
	struct world *world = calloc(1, sizeof(*world));

	assert_non_null(world);
	folder_make(world->folder);
	*state = world;
	return 0;
}

static int world_end(void **state)
{
	struct world *world = *state;

	config_free(&world->config);
	config_errors_free(&world->errors);
	folder_remove(world->folder);
	free(world);
	return 0;
}

static void write_file(const struct world *world, const char *name, const char *text, mode_t mode)
{
	char path[PATH_MAX];
	FILE *file;

	folder_file(world->folder, name, path);
	file = fopen(path, "w");
	assert_non_null(file);
	fputs(text, file);
	assert_int_equal(fclose(file), 0);
	assert_int_equal(chmod(path, mode), 0);
}

/* Reads a file whose one network has these keys. */
static bool load(struct world *world, const char *keys)
{
	char text[2048], path[PATH_MAX];

	snprintf(text, sizeof(text), "networks = ( {\n%s } );", keys);
	write_file(world, "test.conf", text, 0600);
	folder_file(world->folder, "test.conf", path);
	config_free(&world->config);
	config_errors_free(&world->errors);
	return config_load(path, &world->config, &world->errors);
}

static const struct config_network *accept(struct world *world, const char *keys)
{
	if (!load(world, keys))
		fail_msg("refused: %s\n%s", keys, world->errors.text);
	return &world->config.networks[0];
}

/* There must be just this one error, and the secret not in it. */
static void refuse(struct world *world, const char *keys, const char *error)
{
	if (load(world, keys))
		fail_msg("accepted: %s", keys);
	assert_int_equal(world->errors.count, 1);
	if (strstr(world->errors.text, error) == NULL)
		fail_msg("%s", world->errors.text);
	assert_null(strstr(world->errors.text, "sesame"));
}

static void test_without_any(void **state)
{
	const struct config_network *network = accept(*state, "");

	assert_null(network->tls_fingerprint);
	assert_null(network->client_certificate);
	assert_null(network->client_key);
	assert_null(network->proxy);
	assert_null(network->sasl.mechanism);
	assert_null(network->nickserv.service);
	assert_false(network->require_sasl);
}

static void test_all_of_them(void **state)
{
	struct world *world = *state;
	const struct config_network *network;
	char path[PATH_MAX];

	write_file(world, "bot.pem", "x", 0644);
	write_file(world, "bot.key", "x", 0600);
	write_file(world, "secret", "open sesame\n", 0600);
	network = accept(world,
		"tls = true; tls_fingerprint = \"" PIN "\"; client_certificate = \"bot.pem\";"
		"client_key = \"bot.key\"; proxy = \"socks5h://me:pw@127.0.0.1:9050\";"
		"sasl = { account = \"bot\"; password_file = \"secret\"; }; require_sasl = true;"
		"nickserv = { account = \"bot\"; password = \"sesame\"; };");
	assert_string_equal(network->tls_fingerprint, PIN);
	folder_file(world->folder, "bot.pem", path);
	assert_string_equal(network->client_certificate, path);
	folder_file(world->folder, "bot.key", path);
	assert_string_equal(network->client_key, path);
	assert_string_equal(network->proxy, "socks5h://me:pw@127.0.0.1:9050");
	assert_string_equal(network->sasl.mechanism, "plain");
	assert_string_equal(network->sasl.account, "bot");
	assert_string_equal(network->sasl.password, "open sesame");
	assert_true(network->require_sasl);
	assert_string_equal(network->nickserv.service, "NickServ");
	assert_string_equal(network->nickserv.account, "bot");
	assert_string_equal(network->nickserv.password, "sesame");
	network = accept(world,
		"tls = true; client_certificate = \"bot.key\"; sasl = { mechanism = \"external\"; "
		"};");
	assert_string_equal(network->sasl.mechanism, "external");
	assert_null(network->sasl.account);
	write_file(world, "pw", "x\r\n", 0600);
	network = accept(world,
		"nickserv = { service = \"NickServ@services.test\"; account = \"a\";"
		" password_file = \"pw\"; };");
	assert_string_equal(network->nickserv.service, "NickServ@services.test");
	assert_string_equal(network->nickserv.password, "x");
}

static void test_what_needs_something_else(void **state)
{
	struct world *world = *state;

	write_file(world, "bot.pem", "x", 0600);
	refuse(world, "tls_fingerprint = \"" PIN "\";", ":2: tls_fingerprint: needs tls = true");
	refuse(world, "\nca_file = \"bot.pem\";", ":3: ca_file: needs tls = true");
	refuse(world, "client_certificate = \"bot.pem\";", "client_certificate: needs tls = true");
	refuse(world, "tls = true; client_key = \"bot.pem\";",
		"client_key: needs client_certificate");
	refuse(world, "require_sasl = true;", "require_sasl: needs sasl");
	refuse(world, "sasl = { account = \"a\"; };", "sasl: plain needs account and a password");
	refuse(world, "sasl = { password = \"sesame\"; };",
		"sasl: plain needs account and a password");
	refuse(world, "sasl = { mechanism = \"external\"; };",
		"sasl: external needs client_certificate");
	refuse(world,
		"tls = true; client_certificate = \"bot.pem\";"
		"sasl = { mechanism = \"external\"; password = \"sesame\"; };",
		"sasl: external has no password, but a certificate");
	refuse(world, "nickserv = { account = \"a\"; };", "nickserv: needs account and a password");
}

static void test_impossible_values(void **state)
{
	static const char *const pins[] = { "", "x", "sha256//" PIN, "47DEQpj8HBSa", PIN "=",
		"47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFUx" };
	static const char *const proxies[] = { "", "127.0.0.1:9050", "ftp://x", "socks5h://",
		"socks5h://a b" };
	struct world *world = *state;
	char keys[256];

	for (size_t i = 0; i < sizeof(pins) / sizeof(*pins); i++) {
		snprintf(keys, sizeof(keys), "tls = true; tls_fingerprint = \"%s\";", pins[i]);
		refuse(world, keys, "tls_fingerprint: has to be the SHA-256");
	}
	for (size_t i = 0; i < sizeof(proxies) / sizeof(*proxies); i++) {
		snprintf(keys, sizeof(keys), "proxy = \"%s\";", proxies[i]);
		refuse(world, keys, ":2: proxy: ");
	}
	refuse(world, "sasl = \"plain\";", "sasl: has to be a group, as in { ... }");
	refuse(world, "sasl = { mechanism = \"PLAIN\"; };",
		"mechanism: has to be one of: plain external");
	refuse(world, "sasl = { account = \"a b\"; };", "account: may not hold blanks");
	refuse(world, "sasl = { service = \"x\"; };", "service: no such key here");
	refuse(world, "nickserv = { account = \"a\"; password = \"open sesame\"; };",
		"password: the password may not hold blanks");
	refuse(world, "nickserv = { account = \"a\"; password = \"sesame\\n\"; };",
		"password: the password holds a control character");
	refuse(world, "require_sasl = 1;", "require_sasl: has to be true or false");
}

static void test_secrets_are_for_few_eyes(void **state)
{
	struct world *world = *state;
	char path[PATH_MAX];

	write_file(world, "bot.pem", "x", 0644);
	write_file(world, "bot.key", "x", 0644);
	refuse(world, "tls = true; client_certificate = \"bot.pem\"; client_key = \"bot.key\";",
		"bot.key: everybody on this machine may read it: chmod o-r it");
	refuse(world, "tls = true; client_certificate = \"bot.key\";",
		"client_certificate: everybody on this machine may read it, and the key is in it");
	folder_file(world->folder, "test.conf", path);
	config_errors_free(&world->errors);
	write_file(world, "test.conf",
		"networks = ( { sasl = { account = \"a\"; password = \"sesame\"; }; } );", 0644);
	assert_false(config_load(path, &world->config, &world->errors));
	assert_non_null(strstr(world->errors.text, ":1: password: everybody on this machine may"));
	config_errors_free(&world->errors);
	write_file(
		world, "test.conf", "networks = ( { proxy = \"http://me:sesame@host\"; } );", 0644);
	assert_false(config_load(path, &world->config, &world->errors));
	assert_non_null(strstr(world->errors.text, ":1: proxy: everybody on this machine may"));
	assert_null(strstr(world->errors.text, "sesame"));
}

static void write_password(const struct world *world, const void *bytes, size_t size)
{
	char path[PATH_MAX];
	FILE *file;

	folder_file(world->folder, "secret", path);
	file = fopen(path, "wb");
	assert_non_null(file);
	assert_int_equal(fwrite(bytes, 1, size, file), size);
	assert_int_equal(fclose(file), 0);
	assert_int_equal(chmod(path, 0600), 0);
}

static void test_passwords_are_for_few_eyes(void **state)
{
	struct world *world = *state;
	const char *text = "networks = ( { password = \"sesame\"; } );";
	char path[PATH_MAX];

	folder_file(world->folder, "test.conf", path);
	write_file(world, "test.conf", text, 0644);
	assert_false(config_load(path, &world->config, &world->errors));
	assert_non_null(strstr(world->errors.text, ":1: password: everybody on this machine may"));
	assert_null(strstr(world->errors.text, "sesame"));
	config_errors_free(&world->errors);
	assert_int_equal(chmod(path, 0640), 0);
	assert_true(config_load(path, &world->config, &world->errors));
	write_file(world, "secret", "sesame\n", 0644);
	refuse(world, "password_file = \"secret\";",
		"/secret: everybody on this machine may read it: chmod o-r it\n");
}

static void test_password_files(void **state)
{
	struct world *world = *state;
	char path[PATH_MAX];
	const char *text = "password_file = \"secret\";";
	const char *empty = "2: password_file: the password may not be empty\n";
	const char *unclean = "2: password_file: the password holds a control character or is not"
			      " valid UTF-8\n";
	char *big = malloc(BIG);

	assert_non_null(big);
	folder_file(world->folder, "secret", path);
	refuse(world, text, "/secret: No such file or directory\n");
	write_password(world, "", 0);
	refuse(world, text, empty);
	write_password(world, "\n", 1);
	refuse(world, text, empty);
	write_password(world, "one\ntwo\n", 8);
	refuse(world, text, unclean);
	write_password(world, "a\0b", 3);
	refuse(world, text, "2: password_file: the password holds NUL\n");
	write_password(world, "a\0", 2);
	refuse(world, text, "2: password_file: the password holds NUL\n");
	memset(big, 'x', BIG);
	write_password(world, big, BIG);
	refuse(world, text, "/secret: is too large\n");
	write_password(world, big, 301);
	refuse(world, text, "2: password_file: the password is too long\n");
	write_password(world, big, 300);
	accept(world, text);
	refuse(world, "password_file = \"secret\";\npassword = \"sesame\";",
		"3: password: password and password_file exclude each other\n");
	unlink(path);
	assert_int_equal(mkfifo(path, 0600), 0);
	refuse(world, text, "/secret: is not a plain file\n");
	free(big);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, world_make, world_end)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(test_without_any),
		TEST(test_all_of_them),
		TEST(test_what_needs_something_else),
		TEST(test_impossible_values),
		TEST(test_secrets_are_for_few_eyes),
		TEST(test_passwords_are_for_few_eyes),
		TEST(test_password_files),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

/* config_login.c - the keys for server verification and login */
#include <sys/wait.h>

#include "tests/conf.h"

enum { BIG = 2000000 };

/* A certificate's fingerprint without its last byte. */
#define PRINT \
	"01:23:45:67:89:AB:CD:EF:01:23:45:67:89:AB:CD:EF:01:23:45:67:89:AB:CD:EF:01:23:45:67:89:" \
	"AB:CD"
#define PIN "47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU="

/* Reads a file with one network that has these keys. */
static bool load(struct conf *conf, const char *keys)
{
	char text[2048];
	snprintf(text, sizeof(text), "networks = ( {\n%s } );", keys);
	return conf_load(conf, text);
}

static const struct irc_settings *accept(struct conf *conf, const char *keys)
{
	if (!load(conf, keys))
		fail_msg("refused: %s\n%s", keys, conf->errors.text);
	return conf_irc(conf, 0);
}

/* Fails unless these keys get exactly this error, which must not contain the secret. */
static void refuse(struct conf *conf, const char *keys, const char *error)
{
	if (load(conf, keys))
		fail_msg("accepted: %s", keys);
	assert_int_equal(conf->errors.count, 1);
	if (strstr(conf->errors.text, error) == NULL)
		fail_msg("%s", conf->errors.text);
	assert_null(strstr(conf->errors.text, "sesame"));
}

CONF_CASE(a_network_may_be_configured_without_a_login)
{
	const struct irc_settings *network = accept(conf, "");
	assert_null(network->server.fingerprint);
	assert_null(network->server.certificate);
	assert_null(network->server.key);
	assert_null(network->server.proxy);
	assert_null(network->sasl.mechanism);
	assert_null(network->nickserv.service);
	assert_false(network->require_sasl);
}

CONF_CASE(every_configuration_key_for_logins_is_read)
{
	const struct irc_settings *network;
	char path[PATH_MAX];
	conf_put(conf, "bot.pem", "x", 0644);
	conf_put(conf, "bot.key", "x", 0600);
	conf_put(conf, "secret", "open sesame\n", 0600);
	network = accept(conf,
		"tls = true; tls_fingerprint = \"" PIN "\"; client_certificate = \"bot.pem\";"
		"client_key = \"bot.key\"; proxy = \"socks5h://me:pw@127.0.0.1:9050\";"
		"sasl = { account = \"bot\"; password_file = \"secret\"; }; require_sasl = true;"
		"nickserv = { account = \"bot\"; password = \"sesame\"; };");
	assert_string_equal(network->server.fingerprint, PIN);
	folder_file(conf->folder, "bot.pem", path);
	assert_string_equal(network->server.certificate, path);
	folder_file(conf->folder, "bot.key", path);
	assert_string_equal(network->server.key, path);
	assert_string_equal(network->server.proxy, "socks5h://me:pw@127.0.0.1:9050");
	assert_string_equal(network->sasl.mechanism, "plain");
	assert_string_equal(network->sasl.account, "bot");
	assert_string_equal(network->sasl.password, "open sesame");
	assert_true(network->require_sasl);
	assert_string_equal(network->nickserv.service, "NickServ");
	assert_string_equal(network->nickserv.account, "bot");
	assert_string_equal(network->nickserv.password, "sesame");
	network = accept(conf,
		"tls = true; client_certificate = \"bot.key\"; sasl = { mechanism = \"external\"; "
		"};");
	assert_string_equal(network->sasl.mechanism, "external");
	assert_null(network->sasl.account);
	conf_put(conf, "pw", "x\r\n", 0600);
	network = accept(conf,
		"nickserv = { service = \"NickServ@services.test\"; account = \"a\";"
		" password_file = \"pw\"; };");
	assert_string_equal(network->nickserv.service, "NickServ@services.test");
	assert_string_equal(network->nickserv.password, "x");
}

CONF_CASE(presets_of_nickserv_give_the_commands_of_each_service)
{
	const struct irc_settings_nickserv *nickserv;
	const struct irc_settings *network =
		accept(conf, "nickserv = { account = \"a\"; password = \"sesame\"; };");
	assert_string_equal(network->nickserv.identify, "IDENTIFY {account} {password}");
	assert_string_equal(network->nickserv.modes, "r");
	network = accept(
		conf, "nickserv = { preset = \"oftc\"; account = \"a\"; password = \"sesame\"; };");
	nickserv = &network->nickserv;
	assert_string_equal(nickserv->service, "NickServ");
	assert_string_equal(nickserv->identify, "IDENTIFY {password} {account}");
	assert_string_equal(nickserv->regain, "REGAIN {nick} {password}");
	assert_string_equal(nickserv->ghost, "");
	assert_string_equal(nickserv->modes, "R");
	assert_string_equal(nickserv->answer, "");
	network = accept(conf,
		"nickserv = { preset = \"undernet\"; account = \"a\"; password = \"sesame\";"
		"modes = \"x\"; };");
	nickserv = &network->nickserv;
	assert_string_equal(nickserv->service, "X@channels.undernet.org");
	assert_string_equal(nickserv->identify, "LOGIN {account} {password}");
	assert_string_equal(nickserv->ghost, "");
	assert_string_equal(nickserv->modes, "x");
	assert_string_equal(nickserv->answer, "AUTHENTICATION SUCCESSFUL");
	network = accept(conf,
		"nickserv = { preset = \"anope\"; account = \"a\"; password = \"sesame\"; };");
	assert_string_equal(network->nickserv.regain, "RECOVER {nick} {password}");
	refuse(conf, "nickserv = { preset = \"x\"; };", "preset: has to be one of: atheme anope");
	refuse(conf, "nickserv = { identify = \"LOGIN\"; };", "identify: has to hold {password}");
	refuse(conf, "nickserv = { modes = \"+R\"; };", "modes: may hold only letters of modes");
}

static const struct irc_settings_sasl *accept_scram(
	struct conf *conf, const char *account, const char *password)
{
	char keys[400];
	snprintf(keys, sizeof(keys),
		"sasl = { mechanism = \"scram-sha-256\"; account = \"%s\"; password = \"%s\"; };",
		account, password);
	return &accept(conf, keys)->sasl;
}

/* The examples of RFC 4013, section 3, and other likely names. */
CONF_CASE(accounts_and_passwords_for_scram_are_normalized)
{
	static const struct {
		const char *written, *prepared;
	} passwords[] = { { "I\u00adX", "IX" }, { "user", "user" }, { "USER", "USER" },
		{ "\u00aa", "a" }, { "\u2168", "IX" }, { "e\u0301\u200d", "\u00e9" },
		{ "\u06271\u0628", "\u06271\u0628" } };
	const struct irc_settings_sasl *sasl;
	for (size_t i = 0; i < sizeof(passwords) / sizeof(*passwords); i++) {
		sasl = accept_scram(conf, passwords[i].written, passwords[i].written);
		assert_string_equal(sasl->password, passwords[i].prepared);
		assert_string_equal(sasl->account, passwords[i].prepared);
	}
	sasl = accept_scram(conf, "bot", "open\u00a0sesame");
	assert_string_equal(sasl->password, "open sesame");
	refuse(conf,
		"sasl = { mechanism = \"scram-sha-256\"; account = \"a\u00a0b\"; password = \"p\"; "
		"};",
		":2: account: has blanks or commas, or is too long");
	/* A name may have characters that are newer than the standard. */
	sasl = accept_scram(conf, "\U0001f642", "\u2168");
	assert_string_equal(sasl->account, "\U0001f642");
	sasl = &accept(conf, "sasl = { account = \"\u2168\"; password = \"\u2168\"; };")->sasl;
	assert_string_equal(sasl->password, "\u2168");
	assert_string_equal(sasl->account, "\u2168");
}

CONF_CASE(accounts_for_scram_are_refused_if_they_cannot_be_normalized)
{
	static const char *const passwords[] = { "\u06271", "sesame\U0001f642", "\u00ad",
		"sesame\ue000", "sesame\u200e" };
	char keys[400];
	for (size_t i = 0; i < sizeof(passwords) / sizeof(*passwords); i++) {
		snprintf(keys, sizeof(keys),
			"sasl = { mechanism = \"scram-sha-512\"; account = \"a\";\n password = "
			"\"%s\"; };",
			passwords[i]);
		refuse(conf, keys, ":3: password: scram cannot prove it");
		conf_put(conf, "secret", passwords[i], 0600);
		refuse(conf,
			"sasl = { mechanism = \"scram-sha-512\"; account = \"a\";\n\n "
			"password_file = \"secret\"; };",
			":4: password_file: scram cannot prove it");
	}
	refuse(conf,
		"sasl = { mechanism = \"scram-sha-256\";\naccount = \"\u06271\"; password = "
		"\"sesame\"; };",
		":3: account: scram cannot prove it");
}

CONF_CASE(a_configuration_key_is_refused_without_the_keys_that_it_needs)
{
	conf_put(conf, "bot.pem", "x", 0600);
	accept(conf, "tls_fingerprint = \"" PIN "\"; ca_file = \"bot.pem\";");
	refuse(conf, "client_certificate = \"bot.pem\";", "client_certificate: needs tls = true");
	refuse(conf, "tls = true; client_key = \"bot.pem\";",
		"client_key: needs client_certificate");
	refuse(conf, "require_sasl = true;", "require_sasl: needs sasl");
	refuse(conf, "sasl = { account = \"a\"; };",
		"sasl: plain and scram need account and a password");
	refuse(conf, "sasl = { password = \"sesame\"; };",
		"sasl: plain and scram need account and a password");
	refuse(conf, "sasl = { mechanism = \"scram-sha-512\"; account = \"a\"; };",
		"sasl: plain and scram need account and a password");
	refuse(conf, "sasl = { mechanism = \"ecdsa-nist256p-challenge\"; account = \"a\"; };",
		"sasl: ecdsa-nist256p-challenge needs account and key, and no password");
	refuse(conf, "sasl = { account = \"a\"; password = \"sesame\"; key = \"bot.pem\"; };",
		"sasl: only ecdsa-nist256p-challenge has a key");
	accept(conf,
		"sasl = { mechanism = \"ecdsa-nist256p-challenge\"; account = \"a\"; key = "
		"\"bot.pem\"; };");
	refuse(conf, "sasl = { mechanism = \"external\"; };",
		"sasl: external needs client_certificate");
	refuse(conf,
		"tls = true; client_certificate = \"bot.pem\";"
		"sasl = { mechanism = \"external\"; password = \"sesame\"; };",
		"sasl: external has no password, but a certificate");
	refuse(conf, "nickserv = { account = \"a\"; };", "nickserv: needs account and a password");
}

/* openssl writes colons, other bots do not. */
CONF_CASE(a_fingerprint_is_hexadecimal_with_or_without_colons)
{
	accept(conf, "tls = true; tls_fingerprint = \"" PRINT ":A1\";");
	accept(conf,
		"tls = true; tls_fingerprint = "
		"\"0123456789abcdef0123456789ABCDEF0123456789abcdef0123456789ABCDEF\";");
	refuse(conf, "tls = true; tls_fingerprint = \"" PRINT "\";", "has to be the SHA-256");
	refuse(conf, "tls = true; tls_fingerprint = \"" PRINT ":\";", "has to be the SHA-256");
	refuse(conf, "tls = true; tls_fingerprint = \"" PRINT ":A1:B2\";", "has to be the SHA-256");
	refuse(conf, "tls = true; tls_fingerprint = \"" PRINT ":A\";", "has to be the SHA-256");
}

CONF_CASE(impossible_values_of_login_keys_are_refused)
{
	static const char *const pins[] = { "", "x", "sha256//" PIN, "47DEQpj8HBSa", PIN "=",
		"47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFUx" };
	static const char *const proxies[] = { "", "127.0.0.1:9050", "ftp://x", "socks5h://",
		"socks5h://a b" };
	char keys[256];
	for (size_t i = 0; i < sizeof(pins) / sizeof(*pins); i++) {
		snprintf(keys, sizeof(keys), "tls = true; tls_fingerprint = \"%s\";", pins[i]);
		refuse(conf, keys, "tls_fingerprint: has to be the SHA-256");
	}
	for (size_t i = 0; i < sizeof(proxies) / sizeof(*proxies); i++) {
		snprintf(keys, sizeof(keys), "proxy = \"%s\";", proxies[i]);
		refuse(conf, keys, ":2: proxy: ");
	}
	refuse(conf, "sasl = \"plain\";", "sasl: has to be a group, as in { ... }");
	refuse(conf, "sasl = { mechanism = \"PLAIN\"; };",
		"mechanism: has to be one of: plain external");
	refuse(conf, "sasl = { account = \"a b\"; };", "account: may not hold blanks");
	refuse(conf, "sasl = { service = \"x\"; };", "service: no such key here");
	refuse(conf, "nickserv = { account = \"a\"; password = \"open sesame\"; };",
		"password: the password may not hold blanks");
	refuse(conf, "nickserv = { account = \"a\"; password = \"sesame\\n\"; };",
		"password: the password holds a control character");
	refuse(conf, "require_sasl = 1;", "require_sasl: has to be true or false");
}

CONF_CASE(secret_files_must_be_private)
{
	conf_put(conf, "bot.pem", "x", 0644);
	conf_put(conf, "bot.key", "x", 0644);
	refuse(conf, "tls = true; client_certificate = \"bot.pem\"; client_key = \"bot.key\";",
		"bot.key: everybody on this machine may read it: chmod o-r it");
	refuse(conf, "tls = true; client_certificate = \"bot.key\";",
		"client_certificate: everybody on this machine may read it, and the key is in it");
	conf_put(conf, "test.conf",
		"networks = ( { sasl = { account = \"a\"; password = \"sesame\"; }; } );", 0644);
	assert_false(conf_read(conf));
	assert_non_null(strstr(conf->errors.text, ":1: password: everybody on this machine may"));
	conf_put(conf, "test.conf", "networks = ( { proxy = \"http://me:sesame@host\"; } );", 0644);
	assert_false(conf_read(conf));
	assert_non_null(strstr(conf->errors.text, ":1: proxy: everybody on this machine may"));
	assert_null(strstr(conf->errors.text, "sesame"));
}

CONF_CASE(a_configuration_with_a_password_must_be_private)
{
	const char *text = "networks = ( { password = \"sesame\"; } );";
	conf_put(conf, "test.conf", text, 0644);
	assert_false(conf_read(conf));
	assert_non_null(strstr(conf->errors.text, ":1: password: everybody on this machine may"));
	assert_null(strstr(conf->errors.text, "sesame"));
	assert_int_equal(chmod(conf->path, 0640), 0);
	assert_true(conf_read(conf));
	conf_put(conf, "secret", "sesame\n", 0644);
	refuse(conf, "password_file = \"secret\";",
		"/secret: everybody on this machine may read it: chmod o-r it\n");
}

/* Credentials of the service manager come before files beside the configuration. */
CONF_CASE(credentials_of_the_service_manager_are_preferred_to_files)
{
	const char *text = "networks = ({ name = \"a\"; password_file = \"passwords/a\"; },"
			   " { name = \"b\"; password_file = \"b\"; });";
	setenv("CREDENTIALS_DIRECTORY", conf->folder, 1);
	conf_put(conf, "passwords_a", "from the manager\n", 0400);
	conf_put(conf, "b", "from beside", 0600);
	assert_true(conf_load(conf, text));
	assert_string_equal(conf_irc(conf, 0)->password, "from the manager");
	assert_string_equal(conf_irc(conf, 1)->password, "from beside");
	assert_true(conf->config.handed_over);
	conf_put(conf, "passwords_a", "open to all", 0404);
	assert_false(conf_load(conf, text));
	assert_non_null(strstr(conf->errors.text, "passwords_a: everybody on this machine"));
	unsetenv("CREDENTIALS_DIRECTORY");
	assert_false(conf_load(conf, text));
	assert_non_null(strstr(conf->errors.text, "passwords/a: No such file"));
}

/* Reads the configuration without the right to read the password. Returns true if an error has the
 * advice. */
static bool is_advised(struct conf *conf, const char *advice)
{
	int status = 0;
	pid_t child = fork();
	if (child == 0) {
		bool nobody = geteuid() != 0 || (setgid(65534) == 0 && setuid(65534) == 0);
		bool read = conf_read(conf);
		_exit(nobody && !read && strstr(conf->errors.text, advice) != NULL ? 0 : 1);
	}
	assert_int_equal(waitpid(child, &status, 0), child);
	return status == 0;
}

CONF_CASE(a_service_that_may_not_read_a_password_is_told_where_to_put_it)
{
	conf_put(conf, "secret", "sesame", 0);
	assert_int_equal(chmod(conf->folder, 0755), 0);
	conf_put(conf, "test.conf", "networks = ( { password_file = \"secret\"; } );", 0644);
	assert_true(is_advised(conf, "/secret: Permission denied\n"));
	setenv("CREDENTIALS_DIRECTORY", "/nowhere", 1);
	assert_true(is_advised(conf,
		"Permission denied; the service gets the files in the folder "
		"passwords beside the configuration: move it there"));
	unsetenv("CREDENTIALS_DIRECTORY");
}

CONF_CASE(a_service_without_credentials_is_told_how_to_get_its_password)
{
	char path[PATH_MAX];
	folder_file(conf->folder, "passwords", path);
	assert_int_equal(mkdir(path, 0755), 0);
	conf_put(conf, "passwords/secret", "sesame", 0);
	assert_int_equal(chmod(conf->folder, 0755), 0);
	conf_put(conf, "test.conf", "networks = ( { password_file = \"passwords/secret\"; } );",
		0644);
	setenv("CREDENTIALS_DIRECTORY", conf->folder, 1);
	assert_true(is_advised(conf, "Permission denied; systemd hands it over when"));
	setenv("CREDENTIALS_DIRECTORY", "/nowhere", 1);
	assert_true(is_advised(conf, "Permission denied; systemd could not hand it over: see"));
	unsetenv("CREDENTIALS_DIRECTORY");
}

CONF_CASE(the_configuration_on_the_operators_page_is_accepted)
{
	char path[PATH_MAX], *page = folder_read("config/evening.md", NULL);
	char *begin = strstr(page, "<<'END'\n"), *end = strstr(page, "\n    END\n");
	assert_true(begin != NULL && end > begin);
	*end = '\0';
	folder_file(conf->folder, "passwords", path);
	assert_int_equal(mkdir(path, 0700), 0);
	conf_put(conf, "passwords/example", "sesame\n", 0600);
	assert_true(conf_load(conf, begin + strlen("<<'END'\n")));
	assert_string_equal(conf_irc(conf, 0)->sasl.password, "sesame");
	free(page);
}

CONF_CASE(passwords_are_read_from_files)
{
	char path[PATH_MAX];
	const char *text = "password_file = \"secret\";";
	const char *empty = "2: password_file: the password may not be empty\n";
	const char *unclean = "2: password_file: the password holds a control character or is not"
			      " valid UTF-8\n";
	char *big = malloc(BIG);
	assert_non_null(big);
	folder_file(conf->folder, "secret", path);
	refuse(conf, text, "/secret: No such file or directory\n");
	conf_write(conf, "secret", "", 0, 0600);
	refuse(conf, text, empty);
	conf_write(conf, "secret", "\n", 1, 0600);
	refuse(conf, text, empty);
	conf_write(conf, "secret", "one\ntwo\n", 8, 0600);
	refuse(conf, text, unclean);
	conf_write(conf, "secret", "a\0b", 3, 0600);
	refuse(conf, text, "2: password_file: the password holds NUL\n");
	conf_write(conf, "secret", "a\0", 2, 0600);
	refuse(conf, text, "2: password_file: the password holds NUL\n");
	memset(big, 'x', BIG);
	conf_write(conf, "secret", big, BIG, 0600);
	refuse(conf, text, "/secret: is too large\n");
	conf_write(conf, "secret", big, 301, 0600);
	refuse(conf, text, "2: password_file: the password is too long\n");
	conf_write(conf, "secret", big, 300, 0600);
	accept(conf, text);
	refuse(conf, "password_file = \"secret\";\npassword = \"sesame\";",
		"3: password: password and password_file exclude each other\n");
	unlink(path);
	assert_int_equal(mkfifo(path, 0600), 0);
	refuse(conf, text, "/secret: is not a plain file\n");
	text = "sasl = { account = \"a\"; password_file = \"secret\"; };";
	unlink(path);
	conf_write(conf, "secret", big, 1001, 0600);
	refuse(conf, text, "password_file: the password is too long\n");
	conf_write(conf, "secret", big, 1000, 0600);
	accept(conf, text);
	free(big);
}

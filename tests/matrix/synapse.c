/* synapse.c - a private Synapse for tests. */
#include "tests/matrix/synapse.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "tests/irc/server.h"

/* A signing key for tests: the server does not federate. */
static const char key[] = "ed25519 a_1 /X72cy7v34snGBVaM9xBH9pxkyW3VwN20fumT5bJYqk\n";

#define FREE "{per_second: 10000, burst_count: 10000}"

/* Without rate limits, because tests do everything faster than people. */
static const char configuration[] =
	"server_name: " SYNAPSE_NAME "\n"
	"listeners:\n"
	"  - {port: %d, bind_addresses: [127.0.0.1], type: http,"
	" resources: [{names: [%s]}]}\n"
	"database: {name: sqlite3, args: {database: '%s/hs.db'}}\n"
	"log_config: '%s/log.yaml'\n"
	"signing_key_path: '%s/hs.key'\n"
	"enable_media_repo: %s\n"
	"media_store_path: '%s/media'\n"
	"enable_registration: true\n"
	"enable_registration_without_verification: true\n"
	"report_stats: false\n"
	"trusted_key_servers: []\n"
	"bcrypt_rounds: 4\n"
	"presence: {enabled: false}\n"
	"push: {enabled: false}\n"
	"stats: {enabled: false}\n"
	"update_user_directory: false\n"
	"refreshable_access_token_lifetime: %s\n"
	"rc_registration: " FREE "\n"
	"rc_login: {address: " FREE ", account: " FREE ", failed_attempts: " FREE "}\n"
	"rc_room_creation: " FREE "\n"
	"rc_joins: {local: " FREE ", remote: " FREE "}\n"
	"rc_invites: {per_room: " FREE ", per_user: " FREE ", per_issuer: " FREE "}\n"
	"rc_message: " FREE "\n";

static const char logging[] = "version: 1\n"
			      "handlers: {file: {class: logging.StreamHandler}}\n"
			      "root: {level: WARNING, handlers: [file]}\n"
			      "disable_existing_loggers: false\n";

static void synapse_configure(const struct synapse *synapse)
{
	char path[PATH_MAX], text[4096];
	const char *folder = synapse->folder;
	const char *life = getenv("SYNAPSE_TOKEN_LIFE");
	bool media = getenv("SYNAPSE_MEDIA") != NULL;
	int length = snprintf(text, sizeof text, configuration, synapse->port,
		media ? "client, media" : "client", folder, folder, folder,
		media ? "true" : "false", folder, life != NULL ? life : "8s");
	assert_in_range(length, 1, sizeof text - 1);
	folder_file(folder, "hs.yaml", path);
	folder_write(path, text, (size_t)length);
	folder_file(folder, "log.yaml", path);
	folder_write(path, logging, sizeof logging - 1);
	folder_file(folder, "hs.key", path);
	folder_write(path, key, sizeof key - 1);
}

/* Writes the path where `make deps` unpacked Synapse. */
static void synapse_root(char root[PATH_MAX])
{
	char path[PATH_MAX];
	snprintf(path, sizeof path, "%s/matrix-synapse", server_unpacked());
	if (realpath(path, root) == NULL)
		fail_msg("no Synapse in %s: make deps unpacks it", path);
}

/* Executes the server with its own C library; its log goes to its folder. */
static void synapse_become(const struct synapse *synapse, const char *root)
{
	char path[PATH_MAX], loader[PATH_MAX], libraries[PATH_MAX], python[PATH_MAX];
	folder_file(root, "usr/lib64/ld-linux-x86-64.so.2", loader);
	folder_file(root, "usr/lib/x86_64-linux-gnu", libraries);
	folder_file(root, "usr/bin/python3", python);
	folder_file(root, "usr", path);
	setenv("PYTHONHOME", path, 1);
	/* The package is unpacked without compiled modules. The first start stores them, which
	 * saves later ones two thirds of the time. */
	folder_file(root, "pycache", path);
	setenv("PYTHONPYCACHEPREFIX", path, 1);
	unsetenv("PYTHONDONTWRITEBYTECODE");
	unsetenv("LD_PRELOAD");
	folder_file(synapse->folder, "hs.yaml", path);
	if (chdir(synapse->folder) == 0)
		execl(loader, loader, "--library-path", libraries, python, "-m",
			"synapse.app.homeserver", "-c", path, (char *)NULL);
	_exit(127);
}

void synapse_start(struct synapse *synapse)
{
	char root[PATH_MAX];
	synapse_root(root);
	*synapse = (struct synapse){ .port = server_free_port() };
	folder_make(synapse->folder);
	synapse_configure(synapse);
	synapse->pid = server_fork(synapse->folder, "log");
	if (synapse->pid == 0)
		synapse_become(synapse, root);
	if (server_await(&synapse->pid, synapse->port))
		return;
	server_explain(synapse->folder, "log");
	synapse_end(synapse);
	fail_msg("Synapse does not listen");
}

void synapse_end(struct synapse *synapse)
{
	server_kill(&synapse->pid);
	folder_remove(synapse->folder);
}

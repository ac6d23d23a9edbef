/* synapse.c - a private Synapse for tests. */
#include "tests/matrix/synapse.h"

#include <fcntl.h>
#include <poll.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/prctl.h>
#include <sys/wait.h>

#include <cmocka.h>

#include "tests/irc/bot.h"
#include "tests/irc/server.h"

/* Milliseconds: SYNAPSE_LOOK between polls of its port, SYNAPSE_PATIENCE until timeout. */
enum { SYNAPSE_LOOK = 20, SYNAPSE_PATIENCE = 240000 };

/* A signing key for tests: the server does not federate. */
static const char key[] = "ed25519 a_1 /X72cy7v34snGBVaM9xBH9pxkyW3VwN20fumT5bJYqk\n";

static const char configuration[] = "server_name: " SYNAPSE_NAME "\n"
				    "listeners:\n"
				    "  - {port: %d, bind_addresses: [127.0.0.1], type: http,"
				    " resources: [{names: [client]}]}\n"
				    "database: {name: sqlite3, args: {database: '%s/hs.db'}}\n"
				    "log_config: '%s/log.yaml'\n"
				    "signing_key_path: '%s/hs.key'\n"
				    "enable_media_repo: false\n"
				    "enable_registration: true\n"
				    "enable_registration_without_verification: true\n"
				    "report_stats: false\n"
				    "trusted_key_servers: []\n"
				    "bcrypt_rounds: 4\n"
				    "refreshable_access_token_lifetime: 15s\n"
				    "%s";

#define FREE "{per_second: 10000, burst_count: 10000}"
/* Tests register and create rooms fast, so these limits are off in both modes. */
static const char made[] =
	"rc_registration: " FREE "\n"
	"rc_login: {address: " FREE ", account: " FREE ", failed_attempts: " FREE "}\n"
	"rc_room_creation: " FREE "\n"
	"rc_joins: {local: " FREE ", remote: " FREE "}\n"
	"rc_invites: {per_room: " FREE ", per_user: " FREE ", per_issuer: " FREE "}\n";
static const char said[] = "rc_message: " FREE "\n";

static const char logging[] = "version: 1\n"
			      "handlers: {file: {class: logging.StreamHandler}}\n"
			      "root: {level: WARNING, handlers: [file]}\n"
			      "disable_existing_loggers: false\n";

static void synapse_configure(const struct synapse *synapse, bool stock)
{
	char path[PATH_MAX], text[4096], limits[1024];
	const char *folder = synapse->folder;
	snprintf(limits, sizeof limits, "%s%s", made, stock ? "" : said);
	int length = snprintf(
		text, sizeof text, configuration, synapse->port, folder, folder, folder, limits);
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
	const char *servers = getenv("SERVERS");
	char path[PATH_MAX];
	snprintf(path, sizeof path, "%s/matrix-synapse",
		servers != NULL ? servers : "build/servers");
	if (realpath(path, root) == NULL)
		fail_msg("no Synapse in %s: make deps unpacks it", path);
}

/* Executes the server with its own C library; its log goes to its folder. */
static void synapse_become(const struct synapse *synapse, const char *root)
{
	char path[PATH_MAX], loader[PATH_MAX], libraries[PATH_MAX], python[PATH_MAX],
		home[PATH_MAX];
	folder_file(synapse->folder, "log", path);
	int log = open(path, O_WRONLY | O_CREAT | O_APPEND, 0600);
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	dup2(log, STDOUT_FILENO);
	dup2(log, STDERR_FILENO);
	folder_file(root, "usr/lib64/ld-linux-x86-64.so.2", loader);
	folder_file(root, "usr/lib/x86_64-linux-gnu", libraries);
	folder_file(root, "usr/bin/python3", python);
	folder_file(root, "usr", home);
	folder_file(synapse->folder, "hs.yaml", path);
	setenv("PYTHONHOME", home, 1);
	setenv("PYTHONDONTWRITEBYTECODE", "1", 1);
	unsetenv("LD_PRELOAD");
	if (chdir(synapse->folder) == 0)
		execl(loader, loader, "--library-path", libraries, python, "-m",
			"synapse.app.homeserver", "-c", path, (char *)NULL);
	_exit(127);
}

static void synapse_explain(const struct synapse *synapse)
{
	char path[PATH_MAX], line[512];
	folder_file(synapse->folder, "log", path);
	FILE *log = fopen(path, "r");
	while (log != NULL && fgets(line, sizeof line, log) != NULL)
		fputs(line, stderr);
	if (log != NULL)
		fclose(log);
}

void synapse_again(struct synapse *synapse)
{
	char root[PATH_MAX];
	long deadline = bot_clock() + SYNAPSE_PATIENCE;
	synapse_root(root);
	fflush(NULL);
	synapse->pid = fork();
	assert_true(synapse->pid >= 0);
	if (synapse->pid == 0)
		synapse_become(synapse, root);
	while (!server_listens(synapse->port)) {
		bool ended = waitpid(synapse->pid, NULL, WNOHANG) == synapse->pid;
		if (ended || bot_clock() > deadline) {
			synapse->pid = ended ? 0 : synapse->pid;
			synapse_explain(synapse);
			synapse_end(synapse);
			fail_msg("Synapse does not listen");
		}
		poll(NULL, 0, SYNAPSE_LOOK);
	}
}

void synapse_start(struct synapse *synapse, bool stock)
{
	*synapse = (struct synapse){ .port = server_free_port() };
	folder_make(synapse->folder);
	synapse_configure(synapse, stock);
	synapse_again(synapse);
}

void synapse_stop(struct synapse *synapse)
{
	if (synapse->pid == 0)
		return;
	kill(synapse->pid, SIGKILL);
	waitpid(synapse->pid, NULL, 0);
	synapse->pid = 0;
}

void synapse_end(struct synapse *synapse)
{
	synapse_stop(synapse);
	folder_remove(synapse->folder);
}

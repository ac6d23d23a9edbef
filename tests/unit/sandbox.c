/* A sandboxed program tries system calls and files: only the allowed ones work. */
#define _GNU_SOURCE /* accept4 */
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <pthread.h>
#include <signal.h>
#include <sys/ioctl.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>

#include "bot/base/sandbox.h"
#include "bot/web/web_main.h"
#include "storage/home.h"
#include "tests/cases.h"
#include "tests/folder.h"

/* Three folders, each with a file. The sandbox allows the program to write in the first and to read
 * in the second. */
struct places {
	char writable[FOLDER_PATH];
	char readable[FOLDER_PATH];
	char other[FOLDER_PATH];
};

static int make_places(void **state)
{
	struct places *places = calloc(1, sizeof *places);
	char path[PATH_MAX];
	char *const folders[] = { places->writable, places->readable, places->other };
	for (size_t i = 0; i < 3; i++) {
		folder_make(folders[i]);
		folder_file(folders[i], "file", path);
		folder_write(path, "x", 1);
	}
	*state = places;
	return 0;
}

static int remove_places(void **state)
{
	struct places *places = *state;
	folder_remove(places->writable);
	folder_remove(places->readable);
	folder_remove(places->other);
	free(places);
	return 0;
}

#define PLACES_CASE(name) CASE_WITH(name, const struct places *places, make_places, remove_places)

/* Opens folder/name. Returns 0 or the error. */
static int opens(const char *folder, const char *name, int flags)
{
	char path[PATH_MAX];
	folder_file(folder, name, path);
	int fd = open(path, flags | O_CLOEXEC, 0600);
	if (fd < 0)
		return errno;
	close(fd);
	return 0;
}

static int result(long returned)
{
	return returned < 0 ? errno : 0;
}

static void *nothing(void *context)
{
	return context;
}

static int starts_a_thread(void)
{
	pthread_t thread;
	int error = pthread_create(&thread, NULL, nothing, NULL);
	return error != 0 ? error : pthread_join(thread, NULL);
}

static int connects(void)
{
	int ends[2];
	int error = result(socketpair(AF_UNIX, SOCK_STREAM, 0, ends));
	if (error != 0)
		return error;
	close(ends[0]);
	close(ends[1]);
	return result(close(socket(AF_INET, SOCK_STREAM, 0)));
}

/* Returns a socket that listens on 127.0.0.1, with a client's connection to accept. */
static int waited_for(void)
{
	struct sockaddr_in address = { .sin_family = AF_INET,
		.sin_addr.s_addr = htonl(INADDR_LOOPBACK) };
	socklen_t size = sizeof address;
	int listener = socket(AF_INET, SOCK_STREAM, 0);
	int guest = socket(AF_INET, SOCK_STREAM, 0);
	assert_int_equal(bind(listener, (struct sockaddr *)&address, size), 0);
	assert_int_equal(listen(listener, 1), 0);
	assert_int_equal(getsockname(listener, (struct sockaddr *)&address, &size), 0);
	assert_int_equal(connect(guest, (struct sockaddr *)&address, size), 0);
	assert_int_equal(send(guest, "x", 1, 0), 1);
	return listener;
}

static int accepts(int listener)
{
	char byte;
	int fd = accept4(listener, NULL, NULL, SOCK_CLOEXEC);
	return result(fd < 0 || recv(fd, &byte, 1, 0) < 0 ? -1 : send(fd, "x", 1, 0));
}

/* Reports each attempt as a line "name error". */
static void attempt(const struct places *places, int listener, FILE *out)
{
	char *const program[] = { (char *)"true", NULL };
	char path[PATH_MAX], moved[PATH_MAX];
	folder_file(places->writable, "new", path);
	folder_file(places->writable, "newer", moved);
	fprintf(out, "read writable %d\n", opens(places->writable, "file", O_RDONLY));
	fprintf(out, "make %d\n", opens(places->writable, "new", O_RDWR | O_CREAT | O_TRUNC));
	fprintf(out, "rename %d\n", result(rename(path, moved)));
	fprintf(out, "remove %d\n", result(unlink(moved)));
	fprintf(out, "read readable %d\n", opens(places->readable, "file", O_RDONLY));
	fprintf(out, "thread %d\n", starts_a_thread());
	fprintf(out, "connect %d\n", connects());
	fprintf(out, "accept %d\n", accepts(listener));
	fprintf(out, "signal itself %d\n", result(raise(SIGCONT)));
	fprintf(out, "write readable %d\n", opens(places->readable, "file", O_WRONLY));
	fprintf(out, "make in readable %d\n", opens(places->readable, "new", O_WRONLY | O_CREAT));
	fprintf(out, "read other %d\n", opens(places->other, "file", O_RDONLY));
	fprintf(out, "read root %d\n", opens("/", ".", O_RDONLY | O_DIRECTORY));
	fprintf(out, "exec %d\n", result(execv("/bin/true", program)));
	fprintf(out, "ptrace %d\n", result(ptrace(PTRACE_TRACEME, 0, NULL, NULL)));
	fprintf(out, "look into %d\n",
		result(syscall(SYS_process_vm_readv, getppid(), NULL, 0, NULL, 0, 0)));
	fprintf(out, "kill %d\n", result(kill(getppid(), 0)));
	fprintf(out, "signal another %d\n", result(syscall(SYS_tgkill, getppid(), getppid(), 0)));
	fprintf(out, "type %d\n", result(ioctl(0, TIOCSTI, "x")));
	fprintf(out, "unknown %d\n", result(syscall(9999)));
}

/*
 * Runs the attempts in the sandbox. Exits with 1 if the sandbox is complete, with 0 if the kernel
 * lacks it.
 */
static _Noreturn void confined(const struct places *places, const char *path, bool reads)
{
	struct sandbox confine = { .read_only = reads };
	char report[SANDBOX_REPORT], file[PATH_MAX];
	FILE *out = fopen(path, "w");
	int listener = waited_for();
	folder_file(places->readable, "file", file);
	sandbox_allow_folder(&confine, places->writable, !reads);
	sandbox_allow_folder_of(&confine, file, false);
	sandbox_allow_folder(&confine, "/nowhere/at/all", true);
	sandbox_allow_folder(&confine, NULL, true);
	bool all = sandbox_apply(&confine, report) == SANDBOX_COMPLETE;
	fprintf(out, "%s\n", report);
	attempt(places, listener, out);
	fclose(out);
	_exit(all ? 1 : 0);
}

/* Returns the report of a sandboxed child; skips the test if the kernel lacks the sandbox. */
static char *report_of(const struct places *places, bool reads)
{
	char path[PATH_MAX];
	size_t length;
	int status;
	folder_file(places->other, "report", path);
	pid_t child = fork();
	assert_true(child >= 0);
	if (child == 0)
		confined(places, path, reads);
	assert_int_equal(waitpid(child, &status, 0), child);
	char *report = folder_read(path, &length);
	if (!WIFEXITED(status) || WEXITSTATUS(status) != 1) {
		print_message("this kernel cannot: %s", report);
		free(report);
		skip();
		return NULL; /* checkers do not know that skip() does not return */
	}
	return report;
}

PLACES_CASE(a_sandboxed_program_keeps_its_allowed_files)
{
	char wanted[1024];
	char *report = report_of(places, false);
	snprintf(wanted, sizeof wanted,
		"no new privileges, Landlock, seccomp\n"
		"read writable 0\nmake 0\nrename 0\nremove 0\nread readable 0\nthread 0\n"
		"connect 0\naccept 0\nsignal itself 0\nwrite readable %d\nmake in readable %d\n"
		"read other %d\nread root %d\nexec %d\nptrace %d\nlook into %d\nkill %d\n"
		"signal another %d\ntype %d\nunknown %d\n",
		EACCES, EACCES, EACCES, EACCES, EPERM, EPERM, EPERM, EPERM, ENOSYS, ENOSYS, ENOSYS);
	assert_string_equal(report, wanted);
	free(report);
}

/* A reader can write no file, even with file permissions. */
PLACES_CASE(a_sandboxed_reader_writes_no_file)
{
	char wanted[1024];
	char *report = report_of(places, true);
	snprintf(wanted, sizeof wanted,
		"no new privileges, Landlock, seccomp (read-only)\n"
		"read writable 0\nmake %d\nrename %d\nremove %d\nread readable 0\nthread 0\n"
		"connect %d\naccept 0\nsignal itself 0\nwrite readable %d\nmake in readable %d\n"
		"read other %d\nread root %d\nexec %d\nptrace %d\nlook into %d\nkill %d\n"
		"signal another %d\ntype %d\nunknown %d\n",
		EACCES, EPERM, EPERM, EPERM, EACCES, EACCES, EACCES, EACCES, EPERM, EPERM, EPERM,
		EPERM, ENOSYS, ENOSYS, ENOSYS);
	assert_string_equal(report, wanted);
	free(report);
}

/* Applies the sandbox where only one more file can be opened. Exits with the sandbox's state. */
static _Noreturn void crowded(const struct places *places, bool folders_first)
{
	struct sandbox confine = { .count = 0 };
	char report[SANDBOX_REPORT];
	int fd = open("/", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	const struct rlimit limit = { (rlim_t)fd + 1, (rlim_t)fd + 1 };
	if (!folders_first)
		setrlimit(RLIMIT_NOFILE, &limit);
	sandbox_allow_folder(&confine, places->readable, false);
	setrlimit(RLIMIT_NOFILE, &limit);
	enum sandbox_state state = sandbox_apply(&confine, report);
	if (strstr(report, "Landlock: Too many open files; raise LimitNOFILE (ulimit -n)") == NULL)
		_exit(SANDBOX_COMPLETE);
	_exit((int)state);
}

PLACES_CASE(a_sandbox_without_room_for_its_files_fails_and_does_not_blame_the_kernel)
{
	for (int folders_first = 0; folders_first < 2; folders_first++) {
		int status;
		free(report_of(places, false)); /* skips on a kernel without Landlock */
		pid_t child = fork();
		assert_true(child >= 0);
		if (child == 0)
			crowded(places, folders_first != 0);
		assert_int_equal(waitpid(child, &status, 0), child);
		assert_true(WIFEXITED(status));
		assert_int_equal(WEXITSTATUS(status), SANDBOX_FAILED);
	}
}

/* Opens files of a bot in the sandbox of the pages. Exits with the number of wrong results. */
static _Noreturn void look_as_pages(const char *folder)
{
	static const struct {
		const char *folder, *name;
		int error;
	} files[] = { { NULL, "test.db", 0 }, { NULL, "test.db-data/test.db", 0 },
		{ NULL, "test.db-data/test.db-generation", 0 }, { NULL, "test.db-key", EACCES },
		{ NULL, "password", EACCES }, { NULL, "test.conf", EACCES },
		{ "/etc", "passwd", EACCES }, { "/etc", "hostname", EACCES },
		{ "/proc", "self/environ", EACCES }, { "/usr", "bin/env", 0 } };
	struct sandbox confine = { .read_only = true };
	char database[PATH_MAX], file[PATH_MAX], report[SANDBOX_REPORT];
	int wrong = 0;
	folder_file(folder, "test.db", database);
	home_file(database, file);
	web_allow_files(&confine, file);
	if (sandbox_apply(&confine, report) != SANDBOX_COMPLETE)
		_exit(100);
	for (size_t i = 0; i < sizeof files / sizeof files[0]; i++)
		wrong += opens(files[i].folder ? files[i].folder : folder, files[i].name,
				 O_RDONLY) != files[i].error;
	_exit(wrong);
}

PLACES_CASE(the_sandbox_of_the_pages_opens_neither_the_key_nor_a_password)
{
	struct store *store;
	char path[PATH_MAX];
	int status;
	folder_file(places->writable, "test.db", path);
	assert_int_equal(home_open(path, &store), STORE_OK);
	folder_file(places->writable, "password", path);
	folder_write(path, "x", 1);
	folder_file(places->writable, "test.conf", path);
	folder_write(path, "x", 1);
	pid_t child = fork();
	assert_true(child >= 0);
	if (child == 0)
		look_as_pages(places->writable);
	assert_int_equal(waitpid(child, &status, 0), child);
	store_close(store);
	assert_true(WIFEXITED(status));
	if (WEXITSTATUS(status) == 100)
		skip();
	assert_int_equal(WEXITSTATUS(status), 0);
}

/* Returns the standard error of a child that dies by SIGSYS. */
static char *last_words(const struct places *places, void (*die)(void), int signal)
{
	char path[PATH_MAX];
	int status;
	folder_file(places->other, "words", path);
	pid_t child = fork();
	assert_true(child >= 0);
	if (child == 0) {
		char report[SANDBOX_REPORT];
		struct sandbox confine = { .count = 0 };
		if (freopen(path, "w", stderr) == NULL)
			_exit(1);
		sandbox_apply(&confine, report);
		die();
		_exit(0);
	}
	assert_int_equal(waitpid(child, &status, 0), child);
	assert_true(WIFSIGNALED(status));
	assert_int_equal(WTERMSIG(status), signal);
	return folder_read(path, NULL);
}

static void die_by_a_trapped_call(void)
{
	raise(SIGSYS);
}

PLACES_CASE(a_program_killed_by_the_sandbox_explains_it_in_one_line)
{
	static const char line[] =
		"sandbox: the program ended itself. If a line above names a system call, a library "
		"needs one that the sandbox refuses: please report both lines\n";
	char *words = last_words(places, abort, SIGABRT);
	assert_string_equal(words, line);
	free(words);
	words = last_words(places, die_by_a_trapped_call, SIGSYS);
	assert_string_equal(words, line);
	free(words);
}

/* libuv aborts if the filter refuses a ring that exists already. */
CASE(io_uring_is_refused_before_the_loop_is_made)
{
	int status;
	pid_t child = fork();
	assert_true(child >= 0);
	if (child == 0) {
		sandbox_refuse_io_uring();
		_exit(result(syscall(SYS_io_uring_setup, 1, NULL)));
	}
	assert_int_equal(waitpid(child, &status, 0), child);
	assert_true(WIFEXITED(status));
	assert_int_equal(WEXITSTATUS(status), ENOSYS);
}

/* A unit whose own filter refuses the sandbox would leave all files open. */
CASE(the_shipped_units_allow_the_sandbox)
{
	static const char *const units[] = { "config/mitaines.service",
		"config/mitaines-web.service" };
	for (unsigned i = 0; i < 2; i++) {
		char *unit = folder_read(units[i], NULL);
		assert_non_null(strstr(unit,
			"\nSystemCallFilter=landlock_create_ruleset landlock_add_rule "
			"landlock_restrict_self\n"));
		free(unit);
	}
}

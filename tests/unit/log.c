/* log.c - log lines: levels, length limits, and no forged lines */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

#include "bot/base/log.h"
#include "tests/cases.h"

/* Reads new text from the pipe. */
static const char *written(const int pipe[2], char text[2048])
{
	ssize_t length = read(pipe[0], text, 2047);
	text[length > 0 ? length : 0] = '\0';
	return text;
}

/* Reads a log line and checks its time. Returns the text after the time. */
static const char *behind_time(const int pipe[2], time_t before, char text[2048])
{
	enum { TIME = 20 };
	char wanted[2][TIME + 1];
	time_t now = time(NULL);
	written(pipe, text);
	strftime(wanted[0], sizeof wanted[0], "%Y-%m-%d %H:%M:%S ", localtime(&before));
	strftime(wanted[1], sizeof wanted[1], "%Y-%m-%d %H:%M:%S ", localtime(&now));
	/* Times compare as text. */
	assert_true(strncmp(text, wanted[0], TIME) >= 0);
	assert_true(strncmp(text, wanted[1], TIME) <= 0);
	return text + TIME;
}

CASE(log_lines_below_the_level_are_dropped)
{
	struct log log;
	char text[2048];
	int ends[2];
	time_t before = time(NULL);
	assert_int_equal(pipe(ends), 0);
	log = log_open(ends[1], LOG_NOTE);
	assert_false(log.journal);
	log_line(&log, LOG_INFO, "net", "not this");
	log_line(&log, LOG_NOTE, "net", "number %d", 7);
	assert_string_equal(behind_time(ends, before, text), "net: number 7\n");
	close(ends[0]);
	close(ends[1]);
}

/* Sets the environment so that fd is the journal. */
static void be_journal(int fd)
{
	struct stat is;
	char stream[64];
	assert_int_equal(fstat(fd, &is), 0);
	snprintf(stream, sizeof stream, "%lu:%lu", (unsigned long)is.st_dev,
		(unsigned long)is.st_ino);
	setenv("JOURNAL_STREAM", stream, 1);
}

CASE(the_system_journal_gets_levels_and_no_times)
{
	struct log log;
	char text[2048];
	int ends[2];
	assert_int_equal(pipe(ends), 0);
	be_journal(ends[1]);
	log = log_open(ends[1], LOG_DEBUG);
	log_line(&log, LOG_ERROR, "net", "x");
	assert_string_equal(written(ends, text), "<3>net: x\n");
	setenv("JOURNAL_STREAM", "1:2", 1);
	assert_false(log_open(ends[1], LOG_DEBUG).journal);
	setenv("JOURNAL_STREAM", "junk", 1);
	assert_false(log_open(ends[1], LOG_DEBUG).journal);
	unsetenv("JOURNAL_STREAM");
	close(ends[0]);
	close(ends[1]);
}

/* Opens a socket that stands for the system journal, and writes its name. Returns the socket. */
static int listen_as_journal(char name[64])
{
	struct sockaddr_un address = { .sun_family = AF_UNIX };
	snprintf(name, 64, "@mitaines-test-log-%d", (int)getpid());
	int fd = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
	assert_true(fd >= 0);
	memcpy(address.sun_path + 1, name + 1, strlen(name) - 1);
	assert_int_equal(
		bind(fd, (struct sockaddr *)&address,
			(socklen_t)(offsetof(struct sockaddr_un, sun_path) + strlen(name))),
		0);
	return fd;
}

static void assert_heard(int fd, const char *wanted)
{
	char heard[4096];
	ssize_t length = recv(fd, heard, sizeof heard - 1, MSG_DONTWAIT);
	heard[length > 0 ? length : 0] = '\0';
	assert_string_equal(heard, wanted);
}

CASE(the_system_journal_gets_fields)
{
	struct log log;
	char text[2048], name[64];
	int ends[2];
	assert_int_equal(pipe(ends), 0);
	int journal = listen_as_journal(name);
	be_journal(ends[1]);
	log = log_open(ends[1], LOG_NOTE);
	log_connect_journal(&log, name);
	log_line(&log, LOG_INFO, "net", "not this");
	log_line(&log, LOG_ERROR, "store", "%s", "a\nMATCH=7");
	assert_heard(journal,
		"PRIORITY=3\nSYSLOG_IDENTIFIER=mitaines\nPART=store\nMESSAGE=store: "
		"a%0aMATCH=7\n");
	log_network(&log, LOG_NOTE, "local", "connected");
	assert_heard(journal,
		"PRIORITY=5\nSYSLOG_IDENTIFIER=mitaines\nNETWORK=local\nMESSAGE=local: "
		"connected\n");
	log_about(&log, LOG_WARN,
		(struct log_about){ .part = "resume",
			.network = "local",
			.channel = "#a\nb",
			.table = 2,
			.match = 9000000000 },
		"set aside");
	assert_heard(journal,
		"PRIORITY=4\nSYSLOG_IDENTIFIER=mitaines\nPART=resume\nNETWORK=local\nCHANNEL=#a%0a"
		"b\nTABLE=2\nMATCH=9000000000\nMESSAGE=resume: set aside\n");
	/* Lines that the journal refuses go to standard error. */
	close(journal);
	log_network(&log, LOG_WARN, "local", "x");
	assert_string_equal(written(ends, text), "<4>local: x\n");
	close(log.fields);
	log_connect_journal(&log, name);
	assert_int_equal(log.fields, -1);
	unsetenv("JOURNAL_STREAM");
	close(ends[0]);
	close(ends[1]);
}

/* Standard error does not lead to the journal here, so the log does not connect to the journal. */
CASE(fields_are_written_only_to_the_system_journal)
{
	char name[64];
	int journal = listen_as_journal(name);
	struct log log = log_open(STDERR_FILENO, LOG_NOTE);
	log_connect_journal(&log, name);
	assert_int_equal(log.fields, -1);
	close(journal);
}

CASE(a_message_stays_on_one_line)
{
	struct log log;
	char text[2048], huge[5000];
	int ends[2];
	time_t before = time(NULL);
	assert_int_equal(pipe(ends), 0);
	log = log_open(ends[1], LOG_DEBUG);
	log_line(&log, LOG_INFO, "net", "%s", "a\nb\r\033[2J\x7f \xc3\xa9\u202e\x9b");
	assert_string_equal(
		behind_time(ends, before, text), "net: a%0ab%0d%1b[2J%7f \xc3\xa9%e2%80%ae%9b\n");
	memset(huge, 'x', sizeof huge - 1);
	huge[sizeof huge - 1] = '\0';
	log_line(&log, LOG_INFO, huge, "%s", huge);
	written(ends, text);
	assert_int_equal(strlen(text), 1024);
	assert_int_equal(text[1023], '\n');
	close(ends[0]);
	close(ends[1]);
}

#include "tests/lab/measure.h"

#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "tests/folder.h"

static double seconds(clockid_t clock)
{
	struct timespec now;
	clock_gettime(clock, &now);
	return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

double timing_now(void)
{
	return seconds(CLOCK_MONOTONIC);
}

double timing_work(void)
{
	return seconds(CLOCK_THREAD_CPUTIME_ID);
}

static int by_size(const void *a, const void *b)
{
	double x = *(const double *)a;
	double y = *(const double *)b;
	return (x > y) - (x < y);
}

double timing_percentile(double *values, size_t count, unsigned percent)
{
	qsort(values, count, sizeof *values, by_size);
	return values[count * percent / 100];
}

void bench_fail(const char *name, const char *why)
{
	fprintf(stderr, "%s: %s\n", name, why);
	exit(1);
}

pid_t bench_begin(void)
{
	fflush(NULL);
	pid_t pid = fork();
	if (pid == 0)
		prctl(PR_SET_PDEATHSIG, SIGKILL);
	return pid;
}

pid_t bench_bot(const char *folder, const char *command, const char *configuration, ...)
{
	const char *program = getenv("MITAINES");
	char path[PATH_MAX], log[PATH_MAX];
	va_list values;
	folder_file(folder, "bot.conf", path);
	folder_file(folder, "bot.log", log);
	FILE *file = fopen(path, "w");
	if (file == NULL)
		bench_fail(path, "no configuration can be written");
	va_start(values, configuration);
	vfprintf(file, configuration, values);
	va_end(values);
	fclose(file);
	pid_t pid = bench_begin();
	if (pid != 0)
		return pid;
	dup2(open(log, O_WRONLY | O_CREAT | O_APPEND, 0600), STDERR_FILENO);
	execl(program != NULL ? program : "build/mitaines", "mitaines", command, "-c", path,
		strcmp(command, "run") == 0 ? "-r" : NULL, (char *)NULL);
	_exit(127);
}

void bench_kill(pid_t pid)
{
	kill(pid, SIGKILL);
	waitpid(pid, NULL, 0);
}

/* The second number in the file statm is the resident size in pages. */
double bench_resident(pid_t pid)
{
	char path[64], line[128] = "";
	snprintf(path, sizeof path, "/proc/%d/statm", (int)pid);
	FILE *file = fopen(path, "r");
	if (file == NULL || fgets(line, sizeof line, file) == NULL)
		bench_fail(path, "the process has gone");
	fclose(file);
	return strtod(strchr(line, ' '), NULL) * (double)sysconf(_SC_PAGESIZE);
}

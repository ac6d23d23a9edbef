/* confine.c - on Linux: Landlock for files, a filter for system calls. */
#define _GNU_SOURCE /* NOLINT(bugprone-reserved-identifier): O_PATH */
#include "bot/base/confine.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <linux/landlock.h>
#include <seccomp.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "engine/text.h"

void confine_allow(struct confine *confine, const char *folder, bool writable)
{
	if (folder == NULL || confine->count == CONFINE_FOLDERS)
		return;
	int fd = open(folder, O_PATH | O_DIRECTORY | O_CLOEXEC);
	if (fd < 0)
		return;
	confine->folder[confine->count] = fd;
	confine->writable[confine->count++] = writable;
}

/* "." where there is no slash. */
static void allow_folder_of(struct confine *confine, const char *file, bool writable)
{
	char folder[PATH_MAX];
	const char *slash = strrchr(file, '/');
	struct text text = text_in(folder, sizeof folder);
	text_bytes(
		&text, slash != NULL ? file : ".", slash != NULL ? (size_t)(slash - file) + 1 : 1);
	if (!text.cut)
		confine_allow(confine, folder, writable);
}

void confine_beside(struct confine *confine, const char *file, bool writable)
{
	char real[PATH_MAX];
	if (file == NULL)
		return;
	allow_folder_of(confine, file, writable);
	if (realpath(file, real) != NULL)
		allow_folder_of(confine, real, writable);
}

/* ---- files ---- */

/* Newer than the headers of Debian 12. */
#define FILES_TRUNCATE (1ULL << 14)
#define FILES_DEVICE   (1ULL << 15)
#define FILES_READ     (LANDLOCK_ACCESS_FS_READ_FILE | LANDLOCK_ACCESS_FS_READ_DIR)
#define FILES_WRITE \
	(FILES_READ | LANDLOCK_ACCESS_FS_WRITE_FILE | LANDLOCK_ACCESS_FS_REMOVE_FILE | \
		LANDLOCK_ACCESS_FS_MAKE_REG | LANDLOCK_ACCESS_FS_MAKE_SOCK | FILES_TRUNCATE)

/* All that a kernel of that version knows to forbid. */
static uint64_t files_known(long version)
{
	uint64_t known = (LANDLOCK_ACCESS_FS_MAKE_SYM << 1) - 1;
	if (version >= 2)
		known |= LANDLOCK_ACCESS_FS_REFER;
	if (version >= 3)
		known |= FILES_TRUNCATE;
	if (version >= 5)
		known |= FILES_DEVICE;
	return known;
}

static bool files_allow(long rules, int folder, uint64_t rights)
{
	struct landlock_path_beneath_attr beneath = {
		.allowed_access = rights,
		.parent_fd = folder,
	};
	return syscall(SYS_landlock_add_rule, rules, LANDLOCK_RULE_PATH_BENEATH, &beneath, 0) == 0;
}

/* Returns the version of what is in force, 0: nothing. */
static long files_confine(const struct confine *confine)
{
	long version =
		syscall(SYS_landlock_create_ruleset, NULL, 0, LANDLOCK_CREATE_RULESET_VERSION);
	if (version <= 0)
		return 0;
	struct landlock_ruleset_attr all = { .handled_access_fs = files_known(version) };
	long rules = syscall(SYS_landlock_create_ruleset, &all, sizeof all, 0);
	if (rules < 0)
		return 0;
	bool allowed = true;
	for (unsigned i = 0; i < confine->count; i++)
		allowed = files_allow(rules, confine->folder[i],
				  (confine->writable[i] ? FILES_WRITE : FILES_READ) &
					  all.handled_access_fs) &&
			allowed;
	allowed = allowed && syscall(SYS_landlock_restrict_self, rules, 0) == 0;
	close((int)rules);
	return allowed ? version : 0;
}

/* ---- system calls ---- */

#define CALL(name) SCMP_SYS(name)

/* What the program and its libraries may ask of the kernel. */
static const int calls_allowed[] = {
	/* files */
	CALL(access),
	CALL(chdir),
	CALL(chmod),
	CALL(chown),
	CALL(close),
	CALL(close_range),
	CALL(copy_file_range),
	CALL(dup),
	CALL(dup2),
	CALL(dup3),
	CALL(faccessat),
	CALL(faccessat2),
	CALL(fadvise64),
	CALL(fallocate),
	CALL(fchmod),
	CALL(fchmodat),
	CALL(fchown),
	CALL(fchownat),
	CALL(fcntl),
	CALL(fcntl64),
	CALL(fdatasync),
	CALL(flock),
	CALL(fstat),
	CALL(fstat64),
	CALL(fstatat64),
	CALL(fstatfs),
	CALL(fstatfs64),
	CALL(fsync),
	CALL(ftruncate),
	CALL(ftruncate64),
	CALL(getcwd),
	CALL(getdents),
	CALL(getdents64),
	CALL(lseek),
	CALL(_llseek),
	CALL(link),
	CALL(linkat),
	CALL(lstat),
	CALL(lstat64),
	CALL(mkdir),
	CALL(mkdirat),
	CALL(newfstatat),
	CALL(open),
	CALL(openat),
	CALL(openat2),
	CALL(pipe),
	CALL(pipe2),
	CALL(pread64),
	CALL(preadv),
	CALL(preadv2),
	CALL(pwrite64),
	CALL(pwritev),
	CALL(pwritev2),
	CALL(read),
	CALL(readahead),
	CALL(readlink),
	CALL(readlinkat),
	CALL(readv),
	CALL(rename),
	CALL(renameat),
	CALL(renameat2),
	CALL(rmdir),
	CALL(sendfile),
	CALL(sendfile64),
	CALL(splice),
	CALL(stat),
	CALL(stat64),
	CALL(statfs),
	CALL(statfs64),
	CALL(statx),
	CALL(sync_file_range),
	CALL(truncate),
	CALL(truncate64),
	CALL(umask),
	CALL(unlink),
	CALL(unlinkat),
	CALL(utimensat),
	CALL(utimensat_time64),
	CALL(write),
	CALL(writev),
	/* memory */
	CALL(brk),
	CALL(madvise),
	CALL(membarrier),
	CALL(memfd_create),
	CALL(mincore),
	CALL(mlock),
	CALL(mlock2),
	CALL(mmap),
	CALL(mmap2),
	CALL(mprotect),
	CALL(mremap),
	CALL(msync),
	CALL(munlock),
	CALL(munmap),
	CALL(pkey_alloc),
	CALL(pkey_free),
	CALL(pkey_mprotect),
	/* threads and the process itself; a child cannot become another program */
	CALL(clone),
	CALL(clone3),
	CALL(exit),
	CALL(exit_group),
	CALL(futex),
	CALL(futex_time64),
	CALL(futex_waitv),
	CALL(getcpu),
	CALL(getegid),
	CALL(getegid32),
	CALL(geteuid),
	CALL(geteuid32),
	CALL(getgid),
	CALL(getgid32),
	CALL(getgroups),
	CALL(getgroups32),
	CALL(getpgid),
	CALL(getpgrp),
	CALL(getpid),
	CALL(getppid),
	CALL(getpriority),
	CALL(getrandom),
	CALL(getresgid),
	CALL(getresuid),
	CALL(getrlimit),
	CALL(getrusage),
	CALL(getsid),
	CALL(gettid),
	CALL(getuid),
	CALL(getuid32),
	CALL(get_robust_list),
	CALL(prctl),
	CALL(prlimit64),
	CALL(restart_syscall),
	CALL(rseq),
	CALL(arch_prctl),
	CALL(sched_getaffinity),
	CALL(sched_getparam),
	CALL(sched_getscheduler),
	CALL(sched_get_priority_max),
	CALL(sched_get_priority_min),
	CALL(sched_setaffinity),
	CALL(sched_setscheduler),
	CALL(sched_yield),
	CALL(setpriority),
	CALL(setrlimit),
	CALL(set_robust_list),
	CALL(set_tid_address),
	CALL(sysinfo),
	CALL(ugetrlimit),
	CALL(uname),
	CALL(wait4),
	CALL(waitid),
	/* signals, to itself */
	CALL(rt_sigaction),
	CALL(rt_sigpending),
	CALL(rt_sigprocmask),
	CALL(rt_sigreturn),
	CALL(rt_sigsuspend),
	CALL(rt_sigtimedwait),
	CALL(sigaltstack),
	CALL(sigreturn),
	CALL(signalfd4),
	/* time */
	CALL(alarm),
	CALL(clock_getres),
	CALL(clock_getres_time64),
	CALL(clock_gettime),
	CALL(clock_gettime64),
	CALL(clock_nanosleep),
	CALL(clock_nanosleep_time64),
	CALL(getitimer),
	CALL(gettimeofday),
	CALL(nanosleep),
	CALL(setitimer),
	CALL(time),
	CALL(timerfd_create),
	CALL(timerfd_gettime),
	CALL(timerfd_settime),
	CALL(timer_create),
	CALL(timer_delete),
	CALL(timer_settime),
	CALL(times),
	/* what to wait for */
	CALL(epoll_create),
	CALL(epoll_create1),
	CALL(epoll_ctl),
	CALL(epoll_pwait),
	CALL(epoll_pwait2),
	CALL(epoll_wait),
	CALL(eventfd),
	CALL(eventfd2),
	CALL(inotify_add_watch),
	CALL(inotify_init1),
	CALL(inotify_rm_watch),
	CALL(poll),
	CALL(ppoll),
	CALL(ppoll_time64),
	CALL(pselect6),
	CALL(pselect6_time64),
	CALL(select),
	CALL(_newselect),
	/* connections */
	CALL(accept),
	CALL(accept4),
	CALL(bind),
	CALL(connect),
	CALL(getpeername),
	CALL(getsockname),
	CALL(getsockopt),
	CALL(listen),
	CALL(recv),
	CALL(recvfrom),
	CALL(recvmmsg),
	CALL(recvmmsg_time64),
	CALL(recvmsg),
	CALL(send),
	CALL(sendmmsg),
	CALL(sendmsg),
	CALL(sendto),
	CALL(setsockopt),
	CALL(shutdown),
	CALL(socket),
	CALL(socketcall),
	CALL(socketpair),
};

/* What the program never asks for: whoever does is told that it may not, and it is noted. */
static const int calls_refused[] = {
	CALL(execve),
	CALL(execveat),
	CALL(ptrace),
	CALL(process_vm_readv),
	CALL(process_vm_writev),
	CALL(kill),
	CALL(tkill),
	CALL(bpf),
	CALL(perf_event_open),
	CALL(userfaultfd),
	CALL(mount),
	CALL(umount2),
	CALL(unshare),
	CALL(setns),
	CALL(chroot),
	CALL(pivot_root),
	CALL(keyctl),
	CALL(add_key),
	CALL(request_key),
	CALL(init_module),
	CALL(finit_module),
	CALL(kexec_load),
	CALL(reboot),
	CALL(pidfd_getfd),
};

/* A call that this kind of processor lacks is no fault. */
static bool calls_add(scmp_filter_ctx filter, uint32_t action, const int *call, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		int error = seccomp_rule_add(filter, action, call[i], 0);
		if (error != 0 && error != -EDOM && error != -EINVAL)
			return false;
	}
	return true;
}

/* Of these calls some: a terminal takes no input from here, and no other process a signal. */
static bool calls_add_some(scmp_filter_ctx filter)
{
	static const unsigned requests[] = { FIONBIO, FIONREAD, FIOCLEX, TCGETS, TIOCGWINSZ };
	bool done = true;
	for (size_t i = 0; i < sizeof requests / sizeof requests[0]; i++)
		done = seccomp_rule_add(filter, SCMP_ACT_ALLOW, CALL(ioctl), 1,
			       SCMP_A1(SCMP_CMP_EQ, requests[i])) == 0 &&
			done;
	return seccomp_rule_add(filter, SCMP_ACT_ALLOW, CALL(tgkill), 1,
		       SCMP_A0(SCMP_CMP_EQ, (scmp_datum_t)getpid())) == 0 &&
		done;
}

/*
 * What is neither allowed nor refused is as on a kernel that lacks it: libraries that try something
 * new go on with what they did before, and no such call ends a bot that has run for years.
 */
static bool calls_confine(void)
{
	scmp_filter_ctx filter = seccomp_init(SCMP_ACT_ERRNO(ENOSYS));
	if (filter == NULL)
		return false;
	seccomp_attr_set(filter, SCMP_FLTATR_ACT_BADARCH, SCMP_ACT_ERRNO(EPERM));
	seccomp_attr_set(filter, SCMP_FLTATR_CTL_LOG, 1);
	bool done = calls_add_some(filter) &&
		calls_add(filter, SCMP_ACT_ALLOW, calls_allowed,
			sizeof calls_allowed / sizeof calls_allowed[0]) &&
		calls_add(filter, SCMP_ACT_ERRNO(EPERM), calls_refused,
			sizeof calls_refused / sizeof calls_refused[0]) &&
		seccomp_load(filter) == 0;
	seccomp_release(filter);
	return done;
}

/* ---- both ---- */

/* Puts a part in a list, or the other one. */
static void tell(struct text *yes, struct text *no, bool done, const char *what)
{
	struct text *text = done ? yes : no;
	text_add(text, text_length(text) > 0 ? ", " : "");
	text_add(text, what);
}

bool confine_self(struct confine *confine, char report[CONFINE_REPORT])
{
	char lacking[CONFINE_REPORT];
	struct text yes = text_in(report, CONFINE_REPORT);
	struct text no = text_in(lacking, sizeof lacking);
	tell(&yes, &no, prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0, "new privileges");
	tell(&yes, &no, files_confine(confine) > 0, "other files (Landlock)");
	tell(&yes, &no, calls_confine(), "other programs and processes (seccomp)");
	while (confine->count > 0)
		close(confine->folder[--confine->count]);
	bool all = text_length(&no) == 0;
	if (text_length(&yes) == 0)
		text_add(&yes, "nothing");
	text_add(&yes, all ? "" : "; this kernel cannot keep it from: ");
	text_add(&yes, lacking);
	return all;
}

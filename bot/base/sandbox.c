/* sandbox.c - the sandbox on Linux: no new privileges, Landlock (files), seccomp (system calls). */
#define _GNU_SOURCE /* NOLINT(bugprone-reserved-identifier): O_PATH */
#include "bot/base/sandbox.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <linux/landlock.h>
#include <seccomp.h>
#include <signal.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "engine/text.h"

static void allow(struct sandbox *sandbox, const char *path, int flags, bool writable)
{
	if (sandbox->count == SANDBOX_FOLDERS)
		return;
	int fd = open(path, O_PATH | O_CLOEXEC | flags);
	if (fd < 0) {
		if (errno == EMFILE || errno == ENFILE || errno == ENOMEM)
			sandbox->fault = errno;
		return;
	}
	sandbox->folder[sandbox->count] = fd;
	sandbox->is_file[sandbox->count] = flags == 0;
	sandbox->writable[sandbox->count++] = writable;
}

void sandbox_allow_folder(struct sandbox *sandbox, const char *folder, bool writable)
{
	if (folder != NULL)
		allow(sandbox, folder, O_DIRECTORY, writable);
}

void sandbox_allow_file(struct sandbox *sandbox, const char *file)
{
	allow(sandbox, file, 0, false);
}

/* Allows the folder that a path is in; "." if the path has no slash. */
static void allow_folder_of(struct sandbox *sandbox, const char *file, bool writable)
{
	char folder[PATH_MAX];
	const char *slash = strrchr(file, '/');
	struct text text = text_in(folder, sizeof folder);
	text_bytes(
		&text, slash != NULL ? file : ".", slash != NULL ? (size_t)(slash - file) + 1 : 1);
	if (!text.cut)
		sandbox_allow_folder(sandbox, folder, writable);
}

void sandbox_allow_folder_of(struct sandbox *sandbox, const char *file, bool writable)
{
	char real[PATH_MAX];
	if (file == NULL)
		return;
	allow_folder_of(sandbox, file, writable);
	if (realpath(file, real) != NULL)
		allow_folder_of(sandbox, real, writable);
}

/* Two access rights of Landlock that the kernel headers of Debian 12 lack. */
#define FILES_TRUNCATE (1ULL << 14)
#define FILES_DEVICE   (1ULL << 15)
#define FILES_READ     (LANDLOCK_ACCESS_FS_READ_FILE | LANDLOCK_ACCESS_FS_READ_DIR)
#define FILES_WRITE \
	(FILES_READ | LANDLOCK_ACCESS_FS_WRITE_FILE | LANDLOCK_ACCESS_FS_REMOVE_FILE | \
		LANDLOCK_ACCESS_FS_MAKE_REG | LANDLOCK_ACCESS_FS_MAKE_SOCK | FILES_TRUNCATE)

/* Restricts the files by Landlock. Returns 0, or an error number: ENOSYS if the kernel lacks it. */
static int files_restrict(const struct sandbox *sandbox)
{
	long version =
		syscall(SYS_landlock_create_ruleset, NULL, 0, LANDLOCK_CREATE_RULESET_VERSION);
	if (version < 0)
		return errno == EOPNOTSUPP ? ENOSYS : errno;
	if (sandbox->fault != 0)
		return sandbox->fault;
	/* All rights that this version of Landlock can restrict. */
	uint64_t known = (LANDLOCK_ACCESS_FS_MAKE_SYM << 1) - 1;
	known |= version >= 2 ? LANDLOCK_ACCESS_FS_REFER : 0;
	known |= version >= 3 ? FILES_TRUNCATE : 0;
	known |= version >= 5 ? FILES_DEVICE : 0;
	struct landlock_ruleset_attr all = { .handled_access_fs = known };
	long rules = syscall(SYS_landlock_create_ruleset, &all, sizeof all, 0);
	if (rules < 0)
		return errno;
	bool allowed = true;
	for (unsigned i = 0; i < sandbox->count; i++) {
		uint64_t rights = sandbox->is_file[i] ? LANDLOCK_ACCESS_FS_READ_FILE
			: sandbox->writable[i]        ? FILES_WRITE
						      : FILES_READ;
		struct landlock_path_beneath_attr beneath = {
			.allowed_access = rights & known,
			.parent_fd = sandbox->folder[i],
		};
		allowed = syscall(SYS_landlock_add_rule, rules, LANDLOCK_RULE_PATH_BENEATH,
				  &beneath, 0) == 0 &&
			allowed;
	}
	allowed = allowed && syscall(SYS_landlock_restrict_self, rules, 0) == 0;
	int error = allowed ? 0 : errno;
	close((int)rules);
	return error;
}

/* The system calls that the program and its libraries need, separated by blanks. */
static const char calls_allowed[] =
	/* files */
	"access chdir close close_range dup dup2 dup3 faccessat faccessat2 fadvise64 fcntl "
	"fcntl64 flock fstat fstat64 fstatat64 fstatfs fstatfs64 getcwd getdents "
	"getdents64 lseek _llseek lstat lstat64 newfstatat pipe pipe2 "
	"pread64 preadv preadv2 read readahead readlink readlinkat readv sendfile "
	"sendfile64 stat stat64 statfs statfs64 statx umask write writev "
	/* memory */
	"brk madvise membarrier memfd_create mincore mlock mlock2 mmap mmap2 mprotect "
	"mremap msync munlock munmap pkey_alloc pkey_free pkey_mprotect "
	/* threads and the process; without execve no other program can be started */
	"clone clone3 exit exit_group futex futex_time64 futex_waitv getcpu getegid "
	"getegid32 geteuid geteuid32 getgid getgid32 getgroups getgroups32 getpgid "
	"getpgrp getpid getppid getpriority getrandom getresgid getresuid getrlimit "
	"getrusage getsid gettid getuid getuid32 get_robust_list prctl prlimit64 "
	"restart_syscall rseq arch_prctl sched_getaffinity sched_getparam "
	"sched_getscheduler sched_get_priority_max sched_get_priority_min "
	"sched_setaffinity sched_setscheduler sched_yield setpriority setrlimit "
	"set_robust_list set_tid_address sysinfo ugetrlimit uname wait4 waitid "
	/* signals to the process itself */
	"rt_sigaction rt_sigpending rt_sigprocmask rt_sigreturn rt_sigsuspend "
	"rt_sigtimedwait sigaltstack sigreturn signalfd4 "
	/* time */
	"alarm clock_getres clock_getres_time64 clock_gettime clock_gettime64 "
	"clock_nanosleep clock_nanosleep_time64 getitimer gettimeofday nanosleep "
	"setitimer time timerfd_create timerfd_gettime timerfd_settime timer_create "
	"timer_delete timer_settime times "
	/* waiting for events */
	"epoll_create epoll_create1 epoll_ctl epoll_pwait epoll_pwait2 epoll_wait "
	"eventfd eventfd2 inotify_add_watch inotify_init1 inotify_rm_watch poll ppoll "
	"ppoll_time64 pselect6 pselect6_time64 select _newselect "
	/* open and incoming connections */
	"accept accept4 getpeername getsockname getsockopt recv recvfrom recvmmsg "
	"recvmmsg_time64 recvmsg send sendmmsg sendmsg sendto setsockopt shutdown";

/*
 * System calls of calls_allowed that a program which only reads must not use. On i386 all socket
 * calls are one system call, socketcall. It is not listed, because a rule for it would also refuse
 * accept: libseccomp makes a rule for each of the socket calls below instead.
 */
static const char calls_of_writers[] =
	"chmod chown copy_file_range fallocate fchmod fchmodat fchown fchownat fdatasync fsync "
	"ftruncate ftruncate64 link linkat mkdir mkdirat pwrite64 pwritev pwritev2 rename "
	"renameat renameat2 rmdir splice sync_file_range truncate truncate64 unlink unlinkat "
	"utimensat utimensat_time64 openat2 "
	"bind connect listen socket socketpair";

/* System calls that only an attacker would use. They fail with EPERM, and the kernel logs them. */
static const char calls_refused[] =
	"execve execveat ptrace process_vm_readv process_vm_writev kill tkill bpf "
	"perf_event_open userfaultfd mount umount2 unshare setns chroot pivot_root "
	"keyctl add_key request_key init_module finit_module kexec_load reboot "
	"pidfd_getfd";

/* Adds an action for system calls. Skips calls that the processor or libseccomp does not have. */
static bool syscalls_add(scmp_filter_ctx filter, uint32_t action, const char *calls)
{
	char name[32];
	for (size_t length; *calls != '\0'; calls += length + strspn(calls + length, " ")) {
		struct text text = text_in(name, sizeof name);
		length = strcspn(calls, " ");
		text_bytes(&text, calls, length);
		int call = seccomp_syscall_resolve_name(name);
		int error = call == __NR_SCMP_ERROR ? 0 : seccomp_rule_add(filter, action, call, 0);
		if (error != 0 && error != -EDOM && error != -EINVAL)
			return false;
	}
	return true;
}

/* Allows ioctls that cannot type into a terminal, and signals to this process only. */
static bool syscalls_add_harmless(scmp_filter_ctx filter)
{
	static const unsigned requests[] = { FIONBIO, FIONREAD, FIOCLEX, TCGETS, TIOCGWINSZ };
	bool done = true;
	for (size_t i = 0; i < sizeof requests / sizeof requests[0]; i++)
		done = seccomp_rule_add(filter, SCMP_ACT_ALLOW, SCMP_SYS(ioctl), 1,
			       SCMP_A1(SCMP_CMP_EQ, requests[i], 0)) == 0 &&
			done;
	return seccomp_rule_add(filter, SCMP_ACT_ALLOW, SCMP_SYS(tgkill), 1,
		       SCMP_A0(SCMP_CMP_EQ, (scmp_datum_t)getpid(), 0)) == 0 &&
		done;
}

static bool syscalls_add_if(
	scmp_filter_ctx filter, uint32_t action, int call, struct scmp_arg_cmp condition)
{
	int error = seccomp_rule_add(filter, action, call, 1, condition);
	return error == 0 || error == -EDOM || error == -EINVAL;
}

/*
 * Allows open. A program that only reads may open files only with O_RDONLY: then SQLite falls back
 * to read-only mode. SQLite would not cope with a file that opens for writing if later writes fail.
 */
static bool syscalls_add_open(scmp_filter_ctx filter, bool reads)
{
	static const struct {
		int call;
		unsigned flags;
	} opens[] = { { SCMP_SYS(open), 1 }, { SCMP_SYS(openat), 2 } };
	static const scmp_datum_t writes[] = { O_WRONLY, O_RDWR, O_CREAT, O_TRUNC };
	const scmp_datum_t all = reads ? O_WRONLY | O_RDWR | O_CREAT | O_TRUNC : 0;
	bool done = true;
	for (size_t i = 0; i < sizeof opens / sizeof opens[0]; i++) {
		done = syscalls_add_if(filter, SCMP_ACT_ALLOW, opens[i].call,
			       SCMP_CMP(opens[i].flags, SCMP_CMP_MASKED_EQ, all, 0)) &&
			done;
		for (size_t n = 0; reads && n < sizeof writes / sizeof writes[0]; n++)
			done = syscalls_add_if(filter, SCMP_ACT_ERRNO(EACCES), opens[i].call,
				       SCMP_CMP(opens[i].flags, SCMP_CMP_MASKED_EQ, writes[n],
					       writes[n])) &&
				done;
	}
	return done;
}

/*
 * Opens a seccomp filter. otherwise: the action for calls without a rule. Returns NULL on failure.
 */
static scmp_filter_ctx syscalls_open_filter(uint32_t otherwise)
{
	scmp_filter_ctx filter = seccomp_init(otherwise);
	if (filter == NULL)
		return NULL;
	seccomp_attr_set(filter, SCMP_FLTATR_ACT_BADARCH, SCMP_ACT_ERRNO(EPERM));
	seccomp_attr_set(filter, SCMP_FLTATR_CTL_LOG, 1);
	return filter;
}

void sandbox_refuse_io_uring(void)
{
	scmp_filter_ctx filter = syscalls_open_filter(SCMP_ACT_ALLOW);
	if (filter == NULL)
		return;
	if (syscalls_add(filter, SCMP_ACT_ERRNO(ENOSYS), "io_uring_setup"))
		seccomp_load(filter);
	seccomp_release(filter);
}

/*
 * Restricts the system calls by seccomp. Calls that are not listed fail with ENOSYS, as on an older
 * kernel: most libraries then do without them. Returns 0, or an error number: ENOSYS if the kernel
 * lacks seccomp.
 */
static int syscalls_restrict(bool reads)
{
	/* Test the kernel by a call without a filter: a kernel with seccomp sets EFAULT. */
	if (prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, NULL, 0, 0) != 0 && errno != EFAULT)
		return ENOSYS;
	scmp_filter_ctx filter = syscalls_open_filter(SCMP_ACT_ERRNO(ENOSYS));
	if (filter == NULL)
		return ENOMEM;
	bool done = syscalls_add_harmless(filter) && syscalls_add_open(filter, reads) &&
		syscalls_add(filter, SCMP_ACT_ALLOW, calls_allowed) &&
		syscalls_add(
			filter, reads ? SCMP_ACT_ERRNO(EPERM) : SCMP_ACT_ALLOW, calls_of_writers) &&
		syscalls_add(filter, SCMP_ACT_ERRNO(EPERM), calls_refused) &&
		seccomp_load(filter) == 0;
	seccomp_release(filter);
	return done ? 0 : EINVAL;
}

/*
 * Writes to standard error that the sandbox is the likely reason for a signal. The signal then ends
 * the process.
 */
static void on_fatal_signal(int signal)
{
	static const char line[] =
		"sandbox: the program ended itself. If a line above names a system call, a library "
		"needs one that the sandbox refuses: please report both lines\n";
	if (write(STDERR_FILENO, line, sizeof line - 1) < 0)
		_exit(1);
	raise(signal);
}

/* The names of the sandbox's parts, by the result of applying each. */
struct parts {
	struct text in_force, lacking, failed;
};

/* Adds the name of a part to one of the lists, by its error number: 0, ENOSYS or another one. */
static void tell(struct parts *parts, int error, const char *what)
{
	struct text *text = error == 0 ? &parts->in_force
		: error == ENOSYS      ? &parts->lacking
				       : &parts->failed;
	text_add(text, text_length(text) > 0 ? ", " : "");
	text_add(text, what);
	if (error != 0 && error != ENOSYS) {
		text_add(text, ": ");
		text_add(text, strerror(error));
		if (error == EMFILE)
			text_add(text, "; raise LimitNOFILE (ulimit -n)");
		if (error == EPERM || error == EACCES)
			text_add(text,
				"; the unit or container around the program forbids it: allow it "
				"there");
	}
}

enum sandbox_state sandbox_apply(struct sandbox *sandbox, char report[SANDBOX_REPORT])
{
	char lacking[SANDBOX_REPORT], failed[SANDBOX_REPORT];
	struct parts parts = {
		.in_force = text_in(report, SANDBOX_REPORT),
		.lacking = text_in(lacking, sizeof lacking),
		.failed = text_in(failed, sizeof failed),
	};
	tell(&parts, prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 ? 0 : ENOSYS, "no new privileges");
	tell(&parts, files_restrict(sandbox), "Landlock");
	tell(&parts, syscalls_restrict(sandbox->read_only),
		sandbox->read_only ? "seccomp (read-only)" : "seccomp");
	struct sigaction action = { .sa_handler = on_fatal_signal,
		.sa_flags = (int)(SA_RESETHAND | SA_NODEFER) };
	sigaction(SIGABRT, &action, NULL);
	sigaction(SIGSYS, &action, NULL);
	while (sandbox->count > 0)
		close(sandbox->folder[--sandbox->count]);
	if (text_length(&parts.failed) > 0) {
		parts.in_force = text_in(report, SANDBOX_REPORT);
		text_add(&parts.in_force, failed);
		return SANDBOX_FAILED;
	}
	if (text_length(&parts.in_force) == 0)
		text_add(&parts.in_force, "nothing");
	if (text_length(&parts.lacking) == 0)
		return SANDBOX_COMPLETE;
	text_add(&parts.in_force, "; this kernel lacks: ");
	text_add(&parts.in_force, lacking);
	return SANDBOX_PARTIAL;
}

#ifdef __SANITIZE_ADDRESS__
enum { SANDBOXED = false };
#else
enum { SANDBOXED = true };
#endif

bool sandbox_enter(struct sandbox *sandbox, const struct log *log)
{
	char report[SANDBOX_REPORT];
	if (!SANDBOXED)
		return true;
	enum sandbox_state state = sandbox_apply(sandbox, report);
	if (state == SANDBOX_FAILED)
		log_line(log, LOG_ERROR, "sandbox", "cannot be applied, so the program ends: %s",
			report);
	else
		log_line(log, state == SANDBOX_COMPLETE ? LOG_NOTE : LOG_WARN, "sandbox", "%s",
			report);
	return state != SANDBOX_FAILED;
}

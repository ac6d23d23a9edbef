/* protocol.c - lets Atheme 7.2 link to InspIRCd 4, which refuses protocols older than 1205. It
 * announces version 1205 for Atheme and strips message tags. Atheme preloads it (LD_PRELOAD); it
 * replaces functions of the C library. */
#define _GNU_SOURCE /* NOLINT(bugprone-reserved-identifier): memmem */
#include <stdbool.h>
#include <stddef.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

/* The C library declares these functions with reserved parameter names, which we cannot repeat. */
/* NOLINTBEGIN(readability-inconsistent-declaration-parameter-name) */

/* The part of a server's line that the next byte belongs to. Atheme has only this connection. */
static enum { PROTOCOL_START, PROTOCOL_TAGS, PROTOCOL_TEXT } protocol_at;

/* Returns true if Atheme gets this byte, which then belongs to no message tag. */
static bool protocol_passes(char byte)
{
	bool tags = protocol_at == PROTOCOL_TAGS || (protocol_at == PROTOCOL_START && byte == '@');
	if (byte == '\n')
		protocol_at = PROTOCOL_START;
	else if (tags)
		protocol_at = byte == ' ' ? PROTOCOL_TEXT : PROTOCOL_TAGS;
	else
		protocol_at = PROTOCOL_TEXT;
	return !tags;
}

/* Reads again if only tags came, because a result of 0 would mean the end of the connection. */
ssize_t recv(int fd, void *bytes, size_t length, int flags)
{
	char *text = bytes;
	ssize_t count, kept = 0;
	do {
		count = syscall(SYS_recvfrom, fd, bytes, length, flags, NULL, NULL);
		for (ssize_t i = 0; i < count; i++)
			if (protocol_passes(text[i]))
				text[kept++] = text[i];
	} while (count > 0 && kept == 0);
	return count > 0 ? kept : count;
}

ssize_t send(int fd, const void *bytes, size_t length, int flags)
{
	static const char old[] = "CAPAB START 1202";
	char *start = memmem(bytes, length, old, sizeof old - 1);
	if (start != NULL)
		start[sizeof old - 2] = '5'; /* in Atheme's buffer, which is sent only once */
	return syscall(SYS_sendto, fd, bytes, length, flags, NULL, 0);
}
/* NOLINTEND(readability-inconsistent-declaration-parameter-name) */

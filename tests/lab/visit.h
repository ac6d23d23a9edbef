/* visit.h - requests pages over HTTP and reads whole answers, for the measuring programs. A failure
 * ends the measurement. */
#ifndef TESTS_LAB_VISIT_H
#define TESTS_LAB_VISIT_H

#include <stddef.h>
#include <stdint.h>

enum { VISIT_REPLY = 1 << 20 };

struct visit {
	int port;
	char reply[VISIT_REPLY]; /* the whole answer */
	size_t length;           /* bytes of the answer */
	size_t head;             /* bytes of its head */
};

/* Requests a page that may be compressed. */
void visit_ask(int fd, const char *target);
/* Reads a whole answer. Returns its HTTP status. */
unsigned visit_read(struct visit *visit, int fd);
/* Requests a page and reads the whole answer, with status 200. Returns milliseconds. */
double visit_get(struct visit *visit, int fd, const char *target);

#endif

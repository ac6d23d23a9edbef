/* visit.h - requests pages over HTTP and reads whole answers, for measuring programs. A failure
 * ends the program. */
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

/* Sends a request for a page, which may come compressed. The answer is read by visit_read. */
void visit_ask(int fd, const char *target);
/* Reads a whole answer into visit. Returns its HTTP status. */
unsigned visit_read(struct visit *visit, int fd);
/* Requests a page and reads the whole answer. Returns the milliseconds that both took. Any status
 * but 200 is a failure. */
double visit_get(struct visit *visit, int fd, const char *target);

#endif

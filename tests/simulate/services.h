/* services.h - NickServ of a server that has services, and what it does: steps (step.h). */
#ifndef TESTS_SIMULATE_SERVICES_H
#define TESTS_SIMULATE_SERVICES_H

struct chance;
struct server;

/* Services are there again, and everybody logs in who had not. */
void services_return(struct server *server);

void services_log_out(struct chance *chance);
void services_split(struct chance *chance);
void services_enforce(struct chance *chance);

#endif

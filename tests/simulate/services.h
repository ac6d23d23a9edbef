/* services.h - NickServ and accounts on a server that has services: steps (step.h). */
#ifndef TESTS_SIMULATE_SERVICES_H
#define TESTS_SIMULATE_SERVICES_H

struct chance;
struct server;

/* Brings services back; people without a login then log in again. */
void services_return(struct server *server);

void services_log_out(struct chance *chance);
void services_split(struct chance *chance);
void services_enforce(struct chance *chance);

#endif

/* services.h - steps (step.h) on a server with services: NickServ and accounts. */
#ifndef TESTS_SIMULATE_SERVICES_H
#define TESTS_SIMULATE_SERVICES_H

struct chance;
struct server;

/* Brings the services of a server back. Its people then log in again. */
void services_return(struct server *server);

void services_log_out(struct chance *chance);
void services_split(struct chance *chance);
void services_enforce(struct chance *chance);

#endif

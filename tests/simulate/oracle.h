/* oracle.h - what must hold, looked at all the time; what does not is a fault of the world. */
#ifndef TESTS_SIMULATE_ORACLE_H
#define TESTS_SIMULATE_ORACLE_H

struct human;
struct server;
struct store;

/* Plans the looks that need time: what must be so once faults have stopped. */
void oracle_plan(void);
/* The program has opened its database. */
void oracle_start(struct store *store);
/* A batch of the bot's has ended. */
void oracle_look(void);
/* The bot's words reach a channel (human NULL) or somebody. */
void oracle_hear(struct server *server, const struct human *human, const char *text);
/* A server throws the bot out as it had too much waiting. */
void oracle_flooded(struct server *server);

#endif

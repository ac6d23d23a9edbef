/*
 * matrix/state.h - the state of a Matrix network. Each part has its own header, and a file of the
 * driver includes only the parts that it uses. Other folders include only matrix.h.
 */
#ifndef BOT_NET_MATRIX_STATE_H
#define BOT_NET_MATRIX_STATE_H

#include "bot/base/log.h"
#include "bot/net/conn.h"
#include "bot/net/matrix/matrix.h"

/* The settings of a network. The strings belong to the configuration. */
struct matrix_settings {
	const char *name; /* the network's name in the configuration */
	struct conn_settings reach;
	bool discover; /* look up the homeserver by /.well-known/matrix/client */
	const char *user;
	const char *password; /* NULL if a token is configured */
	const char *token;
	const char *const *room; /* aliases and ids of the rooms to join */
	size_t rooms;
	enum matrix_invites { MATRIX_NOBODY, MATRIX_ADMINS, MATRIX_ANYONE } invites;
	unsigned burst;
	double per_second;
};

struct matrix {
	struct network network; /* must be first */
	struct matrix_settings settings;
	struct loop *loop;
	const struct log *log;
	struct matrix_link *link;
	struct matrix_session *session;
	struct matrix_store *store;
	struct matrix_sync *sync;
	struct matrix_member_list *member_lists; /* array of two, see member_list.h */
	struct matrix_people *people;
	struct matrix_rooms *rooms;
	struct matrix_tasks *tasks;
	struct matrix_outgoing *outgoing;
	struct matrix_shows *shows;
};

#endif

/*
 * matrix/state.h - the state of a Matrix network. Each part has its own header, and a file of the
 * driver includes only the parts that it uses. Other folders include only matrix.h.
 */
#ifndef BOT_NET_MATRIX_STATE_H
#define BOT_NET_MATRIX_STATE_H

#include "bot/base/log.h"
#include "bot/net/conn.h"
#include "bot/net/matrix/matrix.h"
#include "bot/net/matrix/settings.h"

struct matrix {
	struct network network;                 /* must be first */
	const struct matrix_settings *settings; /* owned by the configuration */
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

/* Writes a log line about a network, or about one of its channels. */
#define matrix_log(matrix, level, ...) \
	log_network((matrix)->log, level, (matrix)->settings->common.name, __VA_ARGS__)
#define matrix_log_channel(matrix, level, where, ...) \
	log_about((matrix)->log, level, \
		(struct log_about){ \
			.network = (matrix)->settings->common.name, .channel = (where) }, \
		__VA_ARGS__)

#endif

/* matrix/type.c - Matrix as a type of network: what its configuration makes of it. */
#include <sodium.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "bot/net/matrix/name.h"
#include "bot/net/matrix/state.h"
#include "config/config.h"
#include "engine/text.h"

static enum matrix_invites matrix_type_invites(const char *word)
{
	if (strcmp(word, "anyone") == 0)
		return MATRIX_ANYONE;
	return strcmp(word, "admins") == 0 ? MATRIX_ADMINS : MATRIX_NOBODY;
}

static struct matrix_settings matrix_type_settings(const struct config_network *config)
{
	return (struct matrix_settings){
		.name = config->name,
		.reach = {
			.host = config->host,
			.port = config->port,
			.tls = config->tls,
			.ca_file = config->ca_file,
			.source = config->source_address,
			.proxy = config->proxy,
		},
		.discover = config->discover,
		.user = config->user,
		.password = config->password,
		.token = config->token,
		.room = (const char *const *)config->channels.item,
		.rooms = config->channels.count,
		.invites = matrix_type_invites(config->invites),
		.burst = config->pace.burst,
		.per_second = config->pace.per_second,
	};
}

static const char *matrix_type_fault(const struct config_network *config)
{
	return strlen(config->user) < MATRIX_ID ? NULL : "user is too long";
}

/* Numbers of what is said go on where those of any earlier run ended. */
static struct queue *matrix_type_queue(void)
{
	return queue_open((uint64_t)time(NULL) << 24, randombytes_random());
}

static struct network *matrix_type_open(const struct config_network *config, struct loop *loop,
	const struct log *log, const struct network_events *events, void *above)
{
	struct matrix *matrix = calloc(1, sizeof *matrix);
	char local[MATRIX_ID];
	if (matrix == NULL)
		return NULL;
	*matrix = (struct matrix){
		.network = { .name = config->name,
			.driver = &matrix_driver,
			.events = events,
			.above = above },
		.settings = matrix_type_settings(config),
		.loop = loop,
		.log = log,
		.token = STRING_EMPTY,
		.renewal = STRING_EMPTY,
		.device = STRING_EMPTY,
		.since = STRING_EMPTY,
		.heard = STRING_EMPTY,
	};
	pace_set(&matrix->pace, matrix->settings.burst, matrix->settings.per_second);
	struct text user = text_in(matrix->user, sizeof matrix->user);
	text_add(&user, config->user);
	name_local(config->user, local, sizeof local);
	matrix->nick = strdup(local);
	matrix->clock = loop_timer_open(loop, matrix_due, matrix);
	matrix->queue = matrix_type_queue();
	matrix->http = http_open(loop, &matrix->settings.reach);
	bool ready = matrix->nick != NULL && matrix->clock != NULL && matrix->queue != NULL &&
		matrix->http != NULL;
	for (size_t i = 0; i < matrix->settings.rooms && ready; i++)
		ready = matrix_room_want(matrix, matrix->settings.room[i]) ||
			!matrix_room_sound(matrix->settings.room[i]);
	if (!ready) {
		matrix_type_close(&matrix->network);
		return NULL;
	}
	matrix_arm(matrix);
	return &matrix->network;
}

const struct network_type matrix_type = {
	.name = "matrix",
	.fault = matrix_type_fault,
	.open = matrix_type_open,
};

/* ---- while it runs ---- */

static bool matrix_type_has(const struct matrix_settings *settings, const char *room)
{
	for (size_t i = 0; i < settings->rooms; i++)
		if (strcmp(settings->room[i], room) == 0)
			return true;
	return false;
}

void matrix_type_change(
	struct network *network, const struct config_network *config, const char *reason)
{
	struct matrix *matrix = (struct matrix *)network;
	struct matrix_settings old = matrix->settings;
	matrix->settings = matrix_type_settings(config);
	pace_set(&matrix->pace, matrix->settings.burst, matrix->settings.per_second);
	matrix->network.name = config->name;
	/* How the server is reached changes with a restart. */
	for (size_t i = 0; i < old.rooms; i++)
		if (!matrix_type_has(&matrix->settings, old.room[i]))
			matrix_driver.part(network, old.room[i], reason);
	for (size_t i = 0; i < matrix->settings.rooms; i++)
		if (!matrix_type_has(&old, matrix->settings.room[i]))
			matrix_room_want(matrix, matrix->settings.room[i]);
	if (matrix->phase == MATRIX_GONE)
		matrix->phase = MATRIX_WAITING;
	matrix_arm(matrix);
}

/* Nothing is under way any more. */
static void matrix_type_halt(struct matrix *matrix)
{
	matrix_hear_close(matrix);
	if (matrix->errand != NULL)
		http_cancel(matrix->errand);
	if (matrix->sending != NULL)
		http_cancel(matrix->sending);
	if (matrix->typing != NULL)
		http_cancel(matrix->typing);
	matrix->errand = matrix->sending = matrix->typing = NULL;
}

/* The account is online no longer; what is unsaid is said when the bot is back. */
void matrix_type_quit(struct network *network, const char *reason)
{
	struct matrix *matrix = (struct matrix *)network;
	(void)reason;
	matrix_type_halt(matrix);
	matrix->phase = MATRIX_GONE;
	for (size_t i = 0; i < matrix->rooms; i++)
		matrix->room[i]->told = false;
	matrix->network.events->lost(matrix->network.above, &matrix->network);
}

bool matrix_type_gone(const struct network *network)
{
	return ((const struct matrix *)network)->phase == MATRIX_GONE;
}

void matrix_type_close(struct network *network)
{
	struct matrix *matrix = (struct matrix *)network;
	if (matrix->http != NULL)
		matrix_type_halt(matrix);
	http_close(matrix->http);
	if (matrix->clock != NULL)
		loop_timer_close(matrix->clock);
	queue_close(matrix->queue);
	matrix_kept_close(matrix);
	shown_close(&matrix->shown);
	matrix_room_close(matrix);
	matrix_session_close(matrix);
	string_free(&matrix->since);
	string_free(&matrix->heard);
	free(matrix->nick);
	free(matrix);
}

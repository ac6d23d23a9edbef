/* matrix/driver.c - implements network_type and network_driver for Matrix. */
#include <sodium.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "bot/base/memory.h"
#include "bot/net/matrix/encryption.h"
#include "bot/net/matrix/invitation.h"
#include "bot/net/matrix/member_list.h"
#include "bot/net/matrix/name.h"
#include "bot/net/matrix/outgoing.h"
#include "bot/net/matrix/person.h"
#include "bot/net/matrix/power.h"
#include "bot/net/matrix/room.h"
#include "bot/net/matrix/room_tasks.h"
#include "bot/net/matrix/session.h"
#include "bot/net/matrix/show.h"
#include "bot/net/matrix/state.h"
#include "bot/net/matrix/store.h"
#include "bot/net/matrix/sync.h"
#include "bot/net/matrix/venue.h"
#include "engine/text.h"

/* ---- lines, people, rooms ---- */

/*
 * Returns the message that the bot is handling, if `saying` answers it in the same room; otherwise
 * NULL.
 */
static const struct queue_thread *driver_find_thread(
	const struct matrix *matrix, const struct matrix_room *room, const struct saying *saying)
{
	const struct queue_thread *thread = &matrix->outgoing->reply_thread;
	bool answers = saying->answers && thread->event[0] != '\0' && room != NULL &&
		strcmp(room->id, thread->room) == 0;
	return answers ? thread : NULL;
}

static void driver_say(struct network *network, const char *channel, const struct saying *saying)
{
	struct matrix *matrix = (struct matrix *)network;
	const struct matrix_room *room = matrix_room_find_name(matrix, channel);
	if (room != NULL && room->in && matrix_room_is_fit(matrix, room) && !room->leaving)
		matrix_outgoing_add(
			matrix, room->id, saying, driver_find_thread(matrix, room, saying));
}

static uint64_t driver_tell(
	struct network *network, const char *key, enum via via, const struct saying *saying)
{
	struct matrix *matrix = (struct matrix *)network;
	struct matrix_person *person = matrix_person_find(matrix, key);
	(void)via;
	if (person == NULL || matrix_encryption_blocks(matrix, person))
		return 0;
	return matrix_outgoing_add(matrix, person->id, saying,
		driver_find_thread(matrix, matrix_outgoing_find_room(matrix, person->id), saying));
}

static bool driver_is_waiting(struct network *network, uint64_t line)
{
	return queue_holds(((struct matrix *)network)->outgoing->queue, line);
}

static size_t driver_private_length(struct network *network, const char *key)
{
	return queue_lines(((struct matrix *)network)->outgoing->queue, key);
}

static void driver_erase(struct network *network, const char *key)
{
	struct matrix *matrix = (struct matrix *)network;
	uint64_t then = UINT64_MAX;
	matrix_room_delete_user(matrix, key);
	if (!matrix_outgoing_mark_last(matrix, key))
		matrix_room_leave_user(matrix, key);
	/* Repeat the deletions of failed batches now, so that no value about the person stays. */
	matrix->store->retry_time = 0;
	matrix_store_retry(matrix, &then);
}

static const char *driver_nick(struct network *network, const char *key)
{
	const struct matrix_person *person = matrix_person_find((struct matrix *)network, key);
	return person != NULL && (person->rooms > 0 || person->direct != NULL) ? person->nick
									       : NULL;
}

static bool driver_in(struct network *network, const char *key, const char *channel)
{
	const struct matrix *matrix = (struct matrix *)network;
	const struct matrix_person *person = matrix_person_find(matrix, key);
	const struct matrix_room *room = matrix_room_find_name(matrix, channel);
	/*
	 * While the member list of a large room is unknown, a person counts as present unless their
	 * membership has changed.
	 */
	bool unknown = room != NULL && room->members_unknown && room->large &&
		json_object_get(room->moved, key) == NULL;
	return person != NULL && room != NULL && (unknown || matrix_room_has_member(room, person));
}

static enum network_rank driver_rank(struct network *network, const char *key, const char *channel)
{
	const struct matrix_room *room =
		matrix_room_find_name((const struct matrix *)network, channel);
	return room != NULL && driver_in(network, key, channel)
		? power_rank(room->levels, room->creators, key)
		: RANK_NONE;
}

/*
 * If a room and its successor share the channel's name, returns the value of the more closed one.
 */
static enum openness driver_openness(struct network *network, const char *channel)
{
	const struct matrix *matrix = (struct matrix *)network;
	enum openness openness = OPENNESS_OPEN;
	bool there = false;
	for (size_t i = 0; i < matrix->rooms->count; i++) {
		const struct matrix_room *room = matrix->rooms->room[i];
		if (!room->in || room->name == NULL || strcmp(room->name, channel) != 0)
			continue;
		openness = room->openness > openness ? room->openness : openness;
		there = true;
	}
	return there ? openness : OPENNESS_UNKNOWN;
}

static bool driver_is_restricted(struct network *network, const char *channel)
{
	const struct matrix_room *room =
		matrix_room_find_name((const struct matrix *)network, channel);
	return room != NULL && power_restricts(room->levels);
}

static const char *driver_title(struct network *network, const char *channel)
{
	const struct matrix_room *room =
		matrix_room_find_name((const struct matrix *)network, channel);
	if (room == NULL || room->name[0] != '!')
		return NULL;
	return room->alias != NULL ? room->alias : room->title;
}

static bool driver_find_nick(struct network *network, const char *nick, struct sender *sender)
{
	struct matrix *matrix = (struct matrix *)network;
	const struct matrix_person *person = matrix_person_find_nick(matrix, nick);
	if (person == NULL || person->rooms == 0)
		return false;
	*sender = *matrix_person_fill_sender(person, &matrix->people->found);
	return true;
}

static const char *driver_self(struct network *network)
{
	return ((struct matrix *)network)->people->nick;
}

/* Folds a nick to lower case. Leaves ids and aliases unchanged: they are compared exactly. */
static void driver_fold(struct network *network, const char *name, char out[NETWORK_CHANNEL])
{
	struct text text = text_in(out, NETWORK_CHANNEL);
	bool exact = strchr("@!#", *name) != NULL;
	(void)network;
	for (; *name != '\0'; name++)
		text_char(&text,
			!exact && *name >= 'A' && *name <= 'Z' ? (char)(*name - 'A' + 'a') : *name);
}

static bool driver_join(struct network *network, const char *channel)
{
	return matrix_room_add_wanted((struct matrix *)network, channel);
}

static bool driver_part(struct network *network, const char *channel, const char *reason)
{
	struct matrix *matrix = (struct matrix *)network;
	struct matrix_room *room = matrix_room_find_name(matrix, channel);
	bool wanted = matrix_room_remove_wanted(matrix, channel);
	if (room == NULL || !room->in)
		return wanted;
	matrix_outgoing_add(matrix, room->id, SAYING(reason), NULL);
	matrix_room_schedule_leave(matrix, room);
	matrix_room_report_lost(matrix, room);
	return true;
}

static void driver_status(struct network *network, struct network_status *status)
{
	const struct matrix *matrix = (struct matrix *)network;
	*status = (struct network_status){
		.connected = matrix->link->phase == MATRIX_CONNECTED && !matrix->sync->lost,
		.tried = matrix->link->phase == MATRIX_CONNECTED || matrix->link->tries > 0,
		.waiting = queue_lines(matrix->outgoing->queue, NULL),
		.connects = matrix->link->connects,
	};
	for (size_t i = 0; i < matrix->rooms->count; i++)
		status->channels += matrix->rooms->room[i]->joined_reported;
	status->people = matrix->people->present;
}

static void driver_send_staged(struct network *network)
{
	struct matrix *matrix = (struct matrix *)network;
	if (queue_commit(matrix->outgoing->queue))
		matrix_schedule_now(matrix);
	matrix_store_end_batch(matrix, true);
	matrix_sync_end_batch(matrix, true);
}

static void driver_discard_staged(struct network *network)
{
	struct matrix *matrix = (struct matrix *)network;
	queue_roll_back(matrix->outgoing->queue);
	matrix_store_end_batch(matrix, false);
	matrix_sync_end_batch(matrix, false);
}

/* ---- the timer ---- */

/*
 * Logs that the server is silent, if the bot has waited MATRIX_SILENCE_MS for the answer to a login
 * or a message; otherwise lowers *then to the end of that wait. Ignores syncs, because their
 * answers normally take long.
 */
static void driver_watch_silence(struct matrix *matrix, uint64_t *then)
{
	struct matrix_link *link = matrix->link;
	bool waits = link->phase == MATRIX_LOGGING_IN ? link->request != NULL
						      : matrix->outgoing->sending != NULL;
	uint64_t due = link->asked + MATRIX_SILENCE_MS;
	if (!waits)
		link->asked = 0;
	else if (link->asked == 0)
		due = (link->asked = matrix_now(matrix)) + MATRIX_SILENCE_MS;
	if (waits && due > matrix_now(matrix)) {
		*then = due < *then ? due : *then;
	} else if (waits && !link->silence_told) {
		link->silence_told = true;
		matrix_log(matrix, LOG_WARN,
			"%s has been silent for %d s; is it up, and is homeserver its address?",
			matrix->settings->homeserver, MATRIX_SILENCE_MS / 1000);
	}
	link->silence_told = link->silence_told && waits;
}

/* Runs all tasks whose time has come, and sets the timer. context: the struct matrix. */
static void driver_run_due_tasks(void *context)
{
	struct matrix *matrix = context;
	uint64_t then = UINT64_MAX, now = matrix_now(matrix);
	matrix->link->armed = false;
	if (!matrix->store->loaded && !matrix_restore(matrix)) {
		loop_timer_set(matrix->link->clock, MATRIX_RETRY_MS);
		return;
	}
	/*
	 * Messages go first, and the direct rooms that they need, because people wait for messages.
	 */
	matrix_outgoing_send_next(matrix, &then);
	matrix_task_begin_next(matrix, &then);
	if (matrix->rooms->settles > now)
		then = matrix->rooms->settles < then ? matrix->rooms->settles : then;
	matrix_show_add_reaction(matrix, &then);
	matrix_show_send_typing(matrix);
	matrix_store_retry(matrix, &then);
	matrix_apply_room_names(matrix);
	matrix_room_free_unused(matrix);
	matrix_person_free_idle(matrix);
	matrix_member_list_run(matrix, &then);
	if (matrix->link->phase == MATRIX_EXPIRED) {
		matrix_sync_close(matrix);
		matrix_session_get_new_token(matrix);
	} else if (matrix->link->again > now)
		then = matrix->link->again < then ? matrix->link->again : then;
	else if (matrix->link->phase == MATRIX_WAITING)
		matrix_session_begin(matrix);
	else if (matrix->link->phase == MATRIX_CONNECTED)
		matrix_sync_begin(matrix);
	driver_watch_silence(matrix, &then);
	if (then != UINT64_MAX && !matrix->link->armed)
		loop_timer_set(matrix->link->clock, then > now ? then - now : 0);
}

/* ---- opening, changing, closing ---- */

static bool driver_has(const struct config_channels *rooms, const char *room)
{
	for (size_t i = 0; i < rooms->count; i++)
		if (strcmp(rooms->item[i], room) == 0)
			return true;
	return false;
}

static void driver_change(
	struct network *network, const struct config_network *common, const char *reason)
{
	struct matrix *matrix = (struct matrix *)network;
	const struct matrix_settings *config = (const struct matrix_settings *)common;
	const struct config_channels old = matrix->settings->common.channels,
				     *rooms = &config->common.channels;
	matrix->settings = config;
	pace_set(
		&matrix->outgoing->pace, config->common.pace.burst, config->common.pace.per_second);
	matrix->network.name = config->common.name;
	/*
	 * Only the rooms and the rate limit change now: other host, port, TLS or account need a
	 * restart.
	 */
	for (size_t i = 0; i < old.count; i++)
		if (!driver_has(rooms, old.item[i]))
			driver_part(network, old.item[i], reason);
	for (size_t i = 0; i < rooms->count; i++)
		if (!driver_has(&old, rooms->item[i]))
			matrix_room_add_wanted(matrix, rooms->item[i]);
	if (matrix->link->phase == MATRIX_GONE)
		matrix->link->phase = MATRIX_WAITING;
	matrix_schedule_now(matrix);
}

/* Cancels all requests under way. */
static void driver_cancel_all(struct matrix *matrix)
{
	matrix_sync_close(matrix);
	if (matrix->tasks->request != NULL)
		http_cancel_request(matrix->tasks->request);
	if (matrix->outgoing->sending != NULL)
		http_cancel_request(matrix->outgoing->sending);
	if (matrix->shows->typing != NULL)
		http_cancel_request(matrix->shows->typing);
	matrix->tasks->request = matrix->outgoing->sending = matrix->shows->typing = NULL;
}

/* Disconnects and reports the network as lost. Queued messages wait for the next start. */
static void driver_quit(struct network *network, const char *reason)
{
	struct matrix *matrix = (struct matrix *)network;
	(void)reason;
	driver_cancel_all(matrix);
	matrix->link->phase = MATRIX_GONE;
	for (size_t i = 0; i < matrix->rooms->count; i++)
		matrix->rooms->room[i]->joined_reported = false;
	matrix->network.events->lost(&matrix->network);
}

static bool driver_gone(const struct network *network)
{
	return ((const struct matrix *)network)->link->phase == MATRIX_GONE;
}

static void driver_close(struct network *network)
{
	struct matrix *matrix = (struct matrix *)network;
	if (matrix->link->http != NULL)
		driver_cancel_all(matrix);
	http_close(matrix->link->http);
	loop_timer_close(matrix->link->clock);
	queue_close(matrix->outgoing->queue);
	matrix_store_close(matrix);
	shown_close(&matrix->shows->shown);
	matrix_person_close(matrix);
	matrix_room_close(matrix);
	matrix_session_close(matrix);
	string_free(&matrix->sync->since);
	string_free(&matrix->sync->next_token);
	free(matrix->people->nick);
	free(matrix);
}

static bool driver_allows_name(struct network *network, const char *name)
{
	(void)network;
	return name_is_id(name, '@') && strchr(name, ':') != NULL;
}

static const struct network_driver matrix_driver = {
	.protocol = "Matrix",
	.operators = "matrix",
	.colours = true,
	.is_durable = true,
	.takes_files = true,
	.say = driver_say,
	.tell = driver_tell,
	.show = matrix_show,
	.prepare_private = matrix_show_expect,
	.show_typing = matrix_show_busy,
	.waits = driver_is_waiting,
	.erase = driver_erase,
	.private_queue_length = driver_private_length,
	.nick = driver_nick,
	.in = driver_in,
	.openness = driver_openness,
	.is_restricted = driver_is_restricted,
	.title = driver_title,
	.rank = driver_rank,
	.add_link = matrix_venue_add_link,
	.trusts = matrix_invitation_trusts,
	.find_nick = driver_find_nick,
	.read_name = matrix_person_read_name,
	.self = driver_self,
	.fold = driver_fold,
	.allows_name = driver_allows_name,
	.join = driver_join,
	.part = driver_part,
	.status = driver_status,
	.send_staged = driver_send_staged,
	.discard_staged = driver_discard_staged,
	.change = driver_change,
	.quit = driver_quit,
	.gone = driver_gone,
	.close = driver_close,
};

/* A network with all its parts, in one allocation. */
struct matrix_whole {
	struct matrix matrix; /* must be first */
	struct matrix_link link;
	struct matrix_session session;
	struct matrix_store store;
	struct matrix_sync sync;
	struct matrix_member_list member_lists[2];
	struct matrix_people people;
	struct matrix_rooms rooms;
	struct matrix_tasks tasks;
	struct matrix_outgoing outgoing;
	struct matrix_shows shows;
};

/* Allocates memory for jansson. Ends the program if memory runs out. */
static void *driver_allocate(size_t size)
{
	return memory_grow(NULL, size, 1);
}

static struct network *driver_open(const struct config_network *common, struct loop *loop,
	const struct log *log, const struct network_events *events, void *above)
{
	const struct matrix_settings *config = (const struct matrix_settings *)common;
	struct matrix_whole *whole = memory_new(1, sizeof *whole);
	struct matrix *matrix = &whole->matrix;
	char local[MATRIX_ID];
	json_set_alloc_funcs(driver_allocate, free);
	*matrix = (struct matrix){
		.network = { .name = config->common.name,
			.driver = &matrix_driver,
			.events = events,
			.above = above,
			.direct_rooms = true },
		.settings = config,
		.loop = loop,
		.log = log,
		.link = &whole->link,
		.session = &whole->session,
		.store = &whole->store,
		.sync = &whole->sync,
		.member_lists = whole->member_lists,
		.people = &whole->people,
		.rooms = &whole->rooms,
		.tasks = &whole->tasks,
		.outgoing = &whole->outgoing,
		.shows = &whole->shows,
	};
	whole->session.token = whole->session.renewal = whole->session.device = STRING_EMPTY;
	whole->sync.since = whole->sync.next_token = STRING_EMPTY;
	for (size_t i = 0; i < 2; i++)
		whole->member_lists[i].members.text = STRING_EMPTY;
	pace_set(
		&matrix->outgoing->pace, config->common.pace.burst, config->common.pace.per_second);
	text_copy(matrix->link->user, sizeof matrix->link->user, config->user);
	name_local_part(config->user, local, sizeof local);
	matrix->people->nick = memory_copy(local);
	matrix->link->clock = loop_timer_open(loop, driver_run_due_tasks, matrix);
	/* Event numbers begin at the current time, so that they grow from run to run. */
	matrix->outgoing->queue = queue_open((uint64_t)time(NULL) << 24, randombytes_random());
	matrix_person_open(matrix);
	matrix->link->http = http_open(loop, &config->server);
	if (matrix->link->http == NULL) {
		driver_close(&matrix->network);
		return NULL;
	}
	for (size_t i = 0; i < config->common.channels.count; i++)
		matrix_room_add_wanted(matrix, config->common.channels.item[i]);
	matrix_schedule_now(matrix);
	return &matrix->network;
}

const struct network_type matrix_type = {
	.read_link = matrix_venue_read_link,
	.open = driver_open,
};

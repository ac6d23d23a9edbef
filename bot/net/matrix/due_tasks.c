/* matrix/due_tasks.c - runs the tasks of a network whose time has come. */
#include "bot/net/matrix/member_list.h"
#include "bot/net/matrix/outgoing.h"
#include "bot/net/matrix/person.h"
#include "bot/net/matrix/room.h"
#include "bot/net/matrix/room_tasks.h"
#include "bot/net/matrix/session.h"
#include "bot/net/matrix/show.h"
#include "bot/net/matrix/state.h"
#include "bot/net/matrix/store.h"
#include "bot/net/matrix/sync.h"

/*
 * Logs that the server is silent, if a login or a message has waited for its answer for
 * MATRIX_SILENCE_MS; otherwise lowers *then to that time. A sync waits long without a fault.
 */
static void matrix_watch_silence(struct matrix *matrix, uint64_t *then)
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

void matrix_run_due_tasks(void *context)
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
	else if (matrix->link->phase == MATRIX_CONNECTED) {
		matrix_sync_continue(matrix);
		matrix_sync_begin(matrix);
	}
	matrix_watch_silence(matrix, &then);
	if (then != UINT64_MAX && !matrix->link->armed)
		loop_timer_set(matrix->link->clock, then > now ? then - now : 0);
}

/* matrix/duty.c - runs everything that is due on a network. */
#include "bot/net/matrix/census.h"
#include "bot/net/matrix/kept.h"
#include "bot/net/matrix/outgoing.h"
#include "bot/net/matrix/person.h"
#include "bot/net/matrix/room.h"
#include "bot/net/matrix/room_tasks.h"
#include "bot/net/matrix/session.h"
#include "bot/net/matrix/show.h"
#include "bot/net/matrix/state.h"
#include "bot/net/matrix/sync.h"

void matrix_due(void *context)
{
	struct matrix *matrix = context;
	uint64_t then = UINT64_MAX, now = matrix_now(matrix);
	matrix->link->armed = false;
	if (!matrix->kept->loaded && !matrix_restore(matrix)) {
		loop_timer_set(matrix->link->clock, MATRIX_AGAIN);
		return;
	}
	/* Messages, and the rooms they need, go first: people wait for them. */
	matrix_speech_next(matrix, &then);
	matrix_task_next(matrix, &then);
	matrix_show_offer(matrix, &then);
	matrix_show_typing(matrix);
	matrix_kept_again(matrix, &then);
	matrix_apply_named(matrix);
	matrix_room_sweep(matrix);
	matrix_person_sweep(matrix);
	matrix_census_next(matrix, &then);
	if (matrix->link->phase == MATRIX_EXPIRED) {
		matrix_sync_close(matrix);
		matrix_session_again(matrix);
	} else if (matrix->link->again > now)
		then = matrix->link->again < then ? matrix->link->again : then;
	else if (matrix->link->phase == MATRIX_WAITING)
		matrix_session_enter(matrix);
	else if (matrix->link->phase == MATRIX_ON) {
		matrix_sync_go_on(matrix);
		matrix_sync_begin(matrix);
	}
	if (then != UINT64_MAX && !matrix->link->armed)
		loop_timer_set(matrix->link->clock, then > now ? then - now : 0);
}

/* matrix/duty.c - what the bot sees to when it is time. */
#include "bot/net/matrix/state.h"

void matrix_due(void *context)
{
	struct matrix *matrix = context;
	uint64_t then = UINT64_MAX, now = matrix_now(matrix);
	matrix->armed = false;
	if (!matrix->loaded && !matrix_restore(matrix)) {
		loop_timer_set(matrix->clock, MATRIX_AGAIN);
		return;
	}
	/* Speech asks for rooms, and people wait for it: it goes before what takes longer. */
	matrix_speech_next(matrix, &then);
	matrix_task_next(matrix, &then);
	matrix_show_offer(matrix, &then);
	matrix_show_typing(matrix);
	matrix_kept_again(matrix, &then);
	matrix_apply_named(matrix);
	matrix_room_sweep(matrix);
	matrix_person_sweep(matrix);
	matrix_census_next(matrix, &then);
	if (matrix->phase == MATRIX_EXPIRED) {
		matrix_sync_close(matrix);
		matrix_session_again(matrix);
	} else if (matrix->again > now)
		then = matrix->again < then ? matrix->again : then;
	else if (matrix->phase == MATRIX_WAITING)
		matrix_session_enter(matrix);
	else if (matrix->phase == MATRIX_ON) {
		matrix_sync_go_on(matrix);
		matrix_sync_begin(matrix);
	}
	if (then != UINT64_MAX && !matrix->armed)
		loop_timer_set(matrix->clock, then > now ? then - now : 0);
}

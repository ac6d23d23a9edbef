/*
 * matrix/request.c - delays, requests and parsed answers, used by all parts of the Matrix driver.
 */
#include <time.h>

#include "bot/net/matrix/json_repair.h"
#include "bot/net/matrix/request.h"
#include "bot/net/matrix/session.h"
#include "bot/net/matrix/state.h"
#include "bot/net/pace.h"

/*
 * RETRY_DELAY_MIN and RETRY_DELAY_MAX: delays in ms. RETRY_DOUBLINGS: how often the delay of logins
 * and syncs doubles.
 */
enum { RETRY_DELAY_MIN = 1000, RETRY_DELAY_MAX = 300000, RETRY_DOUBLINGS = 5 };

uint64_t matrix_now(const struct matrix *matrix)
{
	return loop_now(matrix->loop);
}

int64_t matrix_today(void)
{
	return (int64_t)time(NULL) / (24 * 60 * 60);
}

uint64_t matrix_retry_delay(unsigned tries)
{
	return pace_retry_delay(RETRY_DELAY_MIN, RETRY_DELAY_MAX, tries);
}

uint64_t matrix_sync_retry_delay(struct matrix *matrix)
{
	unsigned tries = matrix->link->tries++;
	return matrix_retry_delay(tries < RETRY_DOUBLINGS ? tries : RETRY_DOUBLINGS);
}

void matrix_schedule_now(struct matrix *matrix)
{
	matrix->link->armed = true;
	loop_timer_set(matrix->link->clock, 0);
}

struct http_request *matrix_begin_request(struct matrix *matrix, const struct http_call *call,
	const char *const *path, void (*done)(void *context, const struct http_answer *answer))
{
	struct string whole = STRING_EMPTY;
	struct http_call order = *call;
	string_add(&whole, "/_matrix/");
	for (size_t i = 0; path[i] != NULL; i++)
		if (i % 2 == 0)
			string_add(&whole, path[i]);
		else
			http_append_path(&whole, path[i]);
	order.path = whole.bytes;
	order.token = matrix->session->token.length > 0 ? matrix->session->token.bytes : NULL;
	order.deadline = order.deadline > 0 ? order.deadline : MATRIX_REQUEST_TIMEOUT;
	order.most = order.most > 0 ? order.most : MATRIX_ANSWER_BYTES;
	struct http_request *request = http_start_request(matrix->link->http, &order, done, matrix);
	string_free(&whole);
	if (request == NULL) {
		matrix_log(matrix, LOG_WARN, "cannot start an HTTP request; trying again soon");
		matrix->link->armed = true;
		loop_timer_set(matrix->link->clock, MATRIX_RETRY_MS);
	}
	return request;
}

bool matrix_is_too_large(const struct http_answer *answer)
{
	return answer->large ||
		json_memory_estimate(answer->body, answer->length) > MATRIX_JSON_MEMORY;
}

bool matrix_is_refusal(const struct http_answer *answer)
{
	return answer->status >= 400 && answer->status < 500;
}

json_t *matrix_parse(const char *text, size_t length)
{
	const size_t flags = JSON_ALLOW_NUL | JSON_DECODE_INT_AS_REAL;
	struct string repaired = STRING_EMPTY;
	json_t *body = json_loadb(text, length, flags, NULL);
	if (body != NULL || length == 0)
		return body;
	json_repair(&repaired, text, length);
	body = json_loadb(repaired.bytes, repaired.length, flags, NULL);
	string_free(&repaired);
	return body;
}

json_t *matrix_parse_answer(const struct http_answer *answer)
{
	return matrix_is_too_large(answer) ? NULL : matrix_parse(answer->body, answer->length);
}

const char *matrix_get_string(const json_t *object, const char *key)
{
	return json_string_value(json_object_get(object, key));
}

void matrix_log_failure(
	const struct matrix *matrix, const char *what, const struct http_answer *answer)
{
	json_t *body = matrix_parse_answer(answer);
	const char *told = matrix_get_string(body, "error");
	if (answer->status == 0)
		matrix_log(matrix, LOG_WARN, "%s: %s", what, answer->error);
	else
		matrix_log(matrix, LOG_WARN, "%s: HTTP %ld%s%.200s", what, answer->status,
			told != NULL ? ", " : "", told != NULL ? told : "");
	json_decref(body);
}

bool matrix_handle_expired(struct matrix *matrix, const struct http_answer *answer)
{
	if (answer->status != 401)
		return false;
	/* Several requests under way may get a 401; only the first is handled. */
	if (matrix->link->phase != MATRIX_CONNECTED)
		return true;
	if (matrix->settings->token != NULL)
		matrix_log_failure(matrix, "the server no longer accepts the access token", answer);
	matrix->link->phase = MATRIX_EXPIRED;
	matrix_schedule_now(matrix);
	return true;
}

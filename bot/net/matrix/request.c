/* matrix/request.c - delays, requests and parsed answers, for all parts of the network. */
#include <sodium.h>
#include <stdlib.h>
#include <string.h>

#include "bot/net/matrix/json_repair.h"
#include "bot/net/matrix/request.h"
#include "bot/net/matrix/session.h"
#include "bot/net/matrix/state.h"
#include "engine/text.h"

/* Delays in ms. PATIENCE_TRIES: the delay of logins and syncs doubles so many times. */
enum { PATIENCE_LEAST = 1000, PATIENCE_MOST = 300000, PATIENCE_TRIES = 5 };

uint64_t matrix_now(const struct matrix *matrix)
{
	return loop_now(matrix->loop);
}

uint64_t matrix_patience(unsigned tries)
{
	uint64_t wait = PATIENCE_LEAST;
	while (tries-- > 0 && wait < PATIENCE_MOST)
		wait *= 2;
	wait = wait < PATIENCE_MOST ? wait : PATIENCE_MOST;
	/* Random, so that all bots of a server do not return at once. */
	return wait / 2 + randombytes_uniform((uint32_t)wait);
}

uint64_t matrix_impatience(struct matrix *matrix)
{
	unsigned tries = matrix->link->tries++;
	return matrix_patience(tries < PATIENCE_TRIES ? tries : PATIENCE_TRIES);
}

void matrix_arm(struct matrix *matrix)
{
	matrix->link->armed = true;
	loop_timer_set(matrix->link->clock, 0);
}

struct http_request *matrix_ask(struct matrix *matrix, const struct http_order *order,
	void (*done)(void *context, const struct http_answer *answer))
{
	struct http_order whole = *order;
	whole.token = matrix->session->token.length > 0 ? matrix->session->token.bytes : NULL;
	whole.deadline = whole.deadline > 0 ? whole.deadline : MATRIX_PATIENCE;
	whole.most = whole.most > 0 ? whole.most : MATRIX_ANSWER;
	struct http_request *request = http_begin(matrix->link->http, &whole, done, matrix);
	if (request == NULL) {
		log_network(matrix->log, LOG_WARN, matrix->settings.name,
			"cannot begin a request: trying again soon");
		matrix->link->armed = true;
		loop_timer_set(matrix->link->clock, MATRIX_AGAIN);
	}
	return request;
}

bool matrix_is_much(const struct http_answer *answer)
{
	return answer->large || json_weight(answer->body, answer->length) > MATRIX_WEIGHT;
}

bool matrix_refuses(const struct http_answer *answer)
{
	return answer->status >= 400 && answer->status < 500;
}

json_t *matrix_parse(const char *text, size_t length)
{
	const size_t flags = JSON_ALLOW_NUL | JSON_DECODE_INT_AS_REAL;
	struct string sound = STRING_EMPTY;
	json_t *body = json_loadb(text, length, flags, NULL);
	if (body != NULL || length == 0)
		return body;
	json_repair(&sound, text, length);
	body = json_loadb(sound.bytes, sound.length, flags, NULL);
	string_free(&sound);
	return body;
}

json_t *matrix_json(const struct http_answer *answer)
{
	return matrix_is_much(answer) ? NULL : matrix_parse(answer->body, answer->length);
}

const char *matrix_text(const json_t *object, const char *key)
{
	return json_string_value(json_object_get(object, key));
}

void matrix_complain(
	const struct matrix *matrix, const char *what, const struct http_answer *answer)
{
	json_t *body = matrix_json(answer);
	const char *told = matrix_text(body, "error");
	if (answer->status == 0)
		log_network(matrix->log, LOG_WARN, matrix->settings.name, "%s: %s", what,
			answer->error);
	else
		log_network(matrix->log, LOG_WARN, matrix->settings.name, "%s: HTTP %ld%s%.200s",
			what, answer->status, told != NULL ? ", " : "", told != NULL ? told : "");
	json_decref(body);
}

void matrix_expired(struct matrix *matrix, const struct http_answer *answer)
{
	/* All requests under way may get a 401: handle the first. */
	if (matrix->link->phase != MATRIX_ON)
		return;
	if (matrix->settings.token != NULL)
		matrix_complain(matrix, "the server no longer knows the token", answer);
	matrix->link->phase = MATRIX_EXPIRED;
	matrix_arm(matrix);
}

/*
 * matrix/session.c - finds the homeserver and logs in by a token or a password, always as the same
 * device.
 */
#include <sodium.h>
#include <string.h>

#include "bot/base/json.h"
#include "bot/net/matrix/room.h"
#include "bot/net/matrix/session.h"
#include "bot/net/matrix/state.h"
#include "bot/net/matrix/store.h"
#include "bot/net/matrix/sync.h"

enum { SESSION_TRIES = 2 };

static void secret_set(struct string *secret, const char *text)
{
	sodium_memzero(secret->bytes, secret->length);
	string_set(secret, text);
}

/* Schedules another attempt to log in, after a delay that grows with each failure. */
static void session_schedule_try(struct matrix *matrix)
{
	matrix->link->phase = MATRIX_WAITING;
	matrix->link->again = matrix_now(matrix) + matrix_sync_retry_delay(matrix);
	matrix_schedule_now(matrix);
}

/* Shortens the delay before the bot tries another way to log in, because the server did answer. */
static void session_retry_soon(struct matrix *matrix)
{
	matrix->link->tries =
		matrix->link->tries < SESSION_TRIES ? matrix->link->tries : SESSION_TRIES;
}

/*
 * Logs that the server refused a request. An answer without a Matrix error code comes from another
 * kind of server, so the log line says to check the address.
 */
static void session_log_refusal(
	const struct matrix *matrix, const char *what, const struct http_answer *answer)
{
	json_t *body = matrix_parse_answer(answer);
	struct string line = STRING_EMPTY;
	string_add(&line, what);
	if (answer->status != 200 && matrix_get_string(body, "errcode") == NULL)
		string_add(&line, "; homeserver has to be the address of a Matrix server");
	matrix_log_failure(matrix, line.bytes, answer);
	string_free(&line);
	json_decref(body);
}

static void session_refused(
	struct matrix *matrix, const char *what, const struct http_answer *answer)
{
	if (answer->status == 0)
		matrix_log(matrix, LOG_WARN, "cannot reach %s: %s", matrix->settings->homeserver,
			answer->error);
	else if (answer->status >= 500)
		matrix_log_failure(
			matrix, "the homeserver, or a proxy before it, has failed", answer);
	else
		session_log_refusal(matrix, what, answer);
	session_schedule_try(matrix);
	if (answer->wait > 0)
		matrix->link->again = matrix_now(matrix) + answer->wait;
}

void matrix_session_load(struct matrix *matrix, const char *value)
{
	json_t *stored = json_loads(value, 0, NULL);
	const char *token = matrix_get_string(stored, "token");
	const char *renewal = matrix_get_string(stored, "renewal");
	const char *device = matrix_get_string(stored, "device");
	if (matrix->settings->token == NULL) {
		secret_set(&matrix->session->token, token != NULL ? token : "");
		secret_set(&matrix->session->renewal, renewal != NULL ? renewal : "");
	}
	secret_set(&matrix->session->device, device != NULL ? device : "");
	json_decref(stored);
}

static void session_known(void *context, const struct http_answer *answer)
{
	struct matrix *matrix = context;
	json_t *body = matrix_parse_answer(answer);
	const char *user = matrix_get_string(body, "user_id");
	matrix->link->request = NULL;
	if (answer->status == 401) {
		secret_set(&matrix->session->token, "");
		session_retry_soon(matrix);
		struct string what = STRING_EMPTY;
		string_add(&what, "the server does not accept the access token");
		if (matrix->settings->token != NULL) {
			string_add(&what, "; check ");
			string_add(&what, matrix->settings->secret);
		}
		session_refused(matrix, what.bytes, answer);
		string_free(&what);
	} else if (answer->status != 200 || user == NULL) {
		session_refused(
			matrix, "the server does not tell the user of the access token", answer);
	} else if (strcmp(user, matrix->settings->user) != 0) {
		matrix_log(matrix, LOG_ERROR,
			"the access token belongs to %s, not to %s; check user and token_file",
			user, matrix->settings->user);
		session_schedule_try(matrix);
	} else {
		/* Log only a new connection, because a token may be renewed every minute. */
		if (matrix->link->connects == 0 || matrix->sync->lost)
			matrix_log(matrix, LOG_NOTE, "logged in as %s", user);
		matrix->link->connects += matrix->link->connects == 0;
		matrix->link->phase = MATRIX_CONNECTED;
		matrix->link->tries = 0;
		matrix->link->again = 0;
		matrix_room_schedule_all(matrix);
		matrix_schedule_now(matrix);
	}
	json_decref(body);
}

static void session_ask(struct matrix *matrix)
{
	matrix->link->phase = MATRIX_LOGGING_IN;
	matrix->link->request = matrix_begin_request(matrix, &(struct http_call){ .method = "GET" },
		MATRIX_PATH("client/v3/account/whoami"), session_known);
	if (matrix->link->request == NULL)
		session_schedule_try(matrix);
}

static void session_discovered(void *context, const struct http_answer *answer)
{
	struct matrix *matrix = context;
	json_t *body = answer->status == 200 ? matrix_parse_answer(answer) : NULL;
	const char *base = matrix_get_string(json_object_get(body, "m.homeserver"), "base_url");
	matrix->link->request = NULL;
	if (base != NULL && http_set_base_url(matrix->link->http, base)) {
		matrix_log(matrix, LOG_NOTE, "the homeserver's address is %s", base);
		matrix->session->discovered = true;
	} else if (answer->status == 404) {
		/* If the domain has no .well-known file, the domain itself is the homeserver. */
		matrix->session->discovered = true;
	}
	json_decref(body);
	if (matrix->session->discovered)
		matrix_session_begin(matrix);
	else
		session_refused(matrix, "cannot find the address of the homeserver", answer);
}

/* Stores the tokens from an answer to a login or renewal. Returns false without a token. */
static bool session_take_tokens(struct matrix *matrix, const struct http_answer *answer)
{
	json_t *body = matrix_parse_answer(answer);
	const char *token = matrix_get_string(body, "access_token");
	const char *renewal = matrix_get_string(body, "refresh_token");
	const char *device = matrix_get_string(body, "device_id");
	bool taken = answer->status == 200 && token != NULL;
	if (taken) {
		secret_set(&matrix->session->token, token);
		secret_set(&matrix->session->renewal, renewal != NULL ? renewal : "");
		if (device != NULL)
			secret_set(&matrix->session->device, device);
	}
	/*
	 * Store the tokens: after a restart the bot then needs no login by password, which servers
	 * limit.
	 */
	if (taken && matrix->settings->token == NULL) {
		struct string value = STRING_EMPTY;
		json_begin_object(&value, NULL);
		json_text(&value, "token", matrix->session->token.bytes);
		json_text(&value, "renewal", matrix->session->renewal.bytes);
		json_text(&value, "device", matrix->session->device.bytes);
		json_end(&value, '}');
		matrix_store_put(matrix, "session", value.bytes);
		sodium_memzero(value.bytes, value.length);
		string_free(&value);
	}
	json_decref(body);
	return taken;
}

static void session_logged_in(void *context, const struct http_answer *answer)
{
	struct matrix *matrix = context;
	struct string what = STRING_EMPTY;
	matrix->link->request = NULL;
	if (session_take_tokens(matrix, answer)) {
		session_ask(matrix);
		return;
	}
	string_add(&what, "the server refuses the login of ");
	string_add(&what, matrix->settings->user);
	if (answer->status == 403) {
		string_add(&what, "; check user and ");
		string_add(&what, matrix->settings->secret);
	}
	session_refused(matrix, what.bytes, answer);
	string_free(&what);
}

static void session_renewed(void *context, const struct http_answer *answer)
{
	struct matrix *matrix = context;
	matrix->link->request = NULL;
	if (session_take_tokens(matrix, answer)) {
		matrix_log(matrix, LOG_DEBUG, "the access token was renewed");
		session_ask(matrix);
		return;
	}
	if (answer->status != 0 && answer->status < 500) {
		secret_set(&matrix->session->renewal, "");
		session_retry_soon(matrix);
	}
	session_refused(matrix, "the server does not renew the access token", answer);
}

/* Sends a request whose body contains a secret, then wipes the body. */
static void session_send(struct matrix *matrix, const char *path, struct string *body,
	void (*done)(void *context, const struct http_answer *answer))
{
	matrix->link->phase = MATRIX_LOGGING_IN;
	secret_set(&matrix->session->token, "");
	matrix->link->request = matrix_begin_request(matrix,
		&(struct http_call){ .method = "POST", .body = body->bytes }, MATRIX_PATH(path),
		done);
	sodium_memzero(body->bytes, body->length);
	string_free(body);
	if (matrix->link->request == NULL)
		session_schedule_try(matrix);
}

void matrix_session_begin(struct matrix *matrix)
{
	struct matrix_session *session = matrix->session;
	const struct matrix_settings *settings = matrix->settings;
	struct string body = STRING_EMPTY;
	if (settings->discover && !session->discovered) {
		/* Send no token, because the domain may redirect the request to another server. */
		const struct http_call order = {
			.method = "GET",
			.path = "/.well-known/matrix/client",
			.follows_redirects = true,
			.deadline = MATRIX_REQUEST_TIMEOUT,
			.most = MATRIX_ANSWER_BYTES,
		};
		matrix->link->phase = MATRIX_LOGGING_IN;
		matrix->link->request =
			http_start_request(matrix->link->http, &order, session_discovered, matrix);
		if (matrix->link->request == NULL)
			session_schedule_try(matrix);
		return;
	}
	if (settings->token != NULL)
		secret_set(&session->token, settings->token);
	if (session->token.length > 0) {
		session_ask(matrix);
		return;
	}
	json_begin_object(&body, NULL);
	if (session->renewal.length > 0) {
		json_text(&body, "refresh_token", session->renewal.bytes);
		json_end(&body, '}');
		session_send(matrix, "client/v3/refresh", &body, session_renewed);
		return;
	}
	json_text(&body, "type", "m.login.password");
	json_bool(&body, "refresh_token", true);
	json_text(&body, "initial_device_display_name", "mitaines");
	json_begin_object(&body, "identifier");
	json_text(&body, "type", "m.id.user");
	json_text(&body, "user", settings->user);
	json_end(&body, '}');
	json_text(&body, "password", settings->password);
	/* Log in as the same device, because the server remembers transaction ids by device. */
	if (session->device.length > 0)
		json_text(&body, "device_id", session->device.bytes);
	json_end(&body, '}');
	session_send(matrix, "client/v3/login", &body, session_logged_in);
}

void matrix_session_get_new_token(struct matrix *matrix)
{
	if (matrix->settings->token != NULL) {
		session_schedule_try(matrix);
		return;
	}
	secret_set(&matrix->session->token, "");
	matrix_session_begin(matrix);
}

void matrix_session_close(struct matrix *matrix)
{
	secret_set(&matrix->session->token, "");
	secret_set(&matrix->session->renewal, "");
	string_free(&matrix->session->token);
	string_free(&matrix->session->renewal);
	string_free(&matrix->session->device);
}

#include "bot/web/server.h"

#include <arpa/inet.h>
#include <errno.h>
#include <microhttpd.h>
#include <sodium.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#include "bot/base/memory.h"
#include "bot/web/asker.h"
#include "bot/web/response.h"
#include "bot/web/reviews.h"
#include "bot/web/seats_receiver.h"
#include "bot/web/stream.h"

enum {
	SERVER_CONNECTIONS = 12288, /* maximum number of connections */
	SERVER_VIEWERS = 8192,      /* maximum number of connections with event streams */
	SERVER_PLAYERS = 1024,      /* streams that are kept free for players at a seat */
	SERVER_MEMORY = 6 * 1024,   /* bytes of memory for the request of a connection */
	SERVER_BODY = 1024,         /* most bytes of the body of a form */
	SERVER_IDLE = 20,        /* seconds after which a connection that sends nothing is closed */
	SERVER_SLOW = 15,        /* seconds within which a request must be complete */
	SERVER_CHECK_MS = 10000, /* ms between two checks for slow and closed connections */
	SERVER_DESCRIPTORS = 64, /* file descriptors reserved for other uses */
	SERVER_CACHED_BYTES = 128 * 1024, /* largest response, in bytes, that is cached */
	SERVER_CACHE_SECONDS = 10         /* seconds after which all cached responses expire */
};

struct connection {
	struct MHD_Connection *mhd;
	uint64_t since; /* ms of loop_now: when the connection began or got its last response */
	bool request_complete; /* the request of the connection is complete */
	struct connection *next, *before;
};

struct request_state {
	bool begun;      /* the headers of the request were checked */
	const char *end; /* end of the target in the buffer of libmicrohttpd */
	struct MHD_Connection *connection;
	struct string body; /* longer than SERVER_BODY if the whole body is too long */
	bool replied;       /* the bot has replied, or cannot be asked */
	struct string say;
	struct seats_reply reply; /* reply to the question; its text is in `say` */
	char target[]; /* allocated to fit, because event streams keep the target for hours */
};

/* The state that cached responses depend on. A change of any member makes all of them invalid. */
struct cache_version {
	int64_t version;  /* value of store_get_data_version */
	uint64_t reviews; /* value of reviews_count_done */
	int64_t span;     /* time divided by SERVER_CACHE_SECONDS */
};

struct server {
	struct loop *loop;
	const struct log *log;
	const struct web *web;
	struct MHD_Daemon *daemon;
	struct loop_watch *watch;
	struct loop_timer *timer, *check;
	struct viewers viewers;
	struct connection *connections;
	struct seats_receiver receiver; /* all zeros unless server_open_seats was called */
	struct ratelimit *limit;        /* limits the questions to the bot from an address */
	struct response_cache answers;
	struct cache_version moment;
	int socket;
};

/* ---- connections ---- */

static void on_connection(void *self, struct MHD_Connection *mhd, void **context,
	enum MHD_ConnectionNotificationCode code)
{
	struct server *server = self;
	struct connection *connection = *context;
	if (code == MHD_CONNECTION_NOTIFY_STARTED) {
		*context = connection = memory_new(1, sizeof *connection);
		*connection = (struct connection){
			.mhd = mhd, .since = loop_now(server->loop), .next = server->connections
		};
		if (server->connections != NULL)
			server->connections->before = connection;
		server->connections = connection;
		return;
	}
	if (connection->next != NULL)
		connection->next->before = connection->before;
	*(connection->before != NULL ? &connection->before->next : &server->connections) =
		connection->next;
	free(connection);
}

static void connection_mark_request(struct server *server, struct MHD_Connection *mhd, bool asks)
{
	const union MHD_ConnectionInfo *info =
		MHD_get_connection_info(mhd, MHD_CONNECTION_INFO_SOCKET_CONTEXT);
	struct connection *connection = info != NULL ? info->socket_context : NULL;
	if (connection == NULL)
		return;
	connection->request_complete = asks;
	connection->since = loop_now(server->loop);
}

/* ---- responses ---- */

/* True if a header like "gzip, br;q=0.5" lists a word with a weight above 0. */
static bool lists(const char *header, const char *word)
{
	const char *at = header != NULL ? strstr(header, word) : NULL;
	if (at == NULL)
		return false;
	at += strlen(word);
	at += strspn(at, " ;");
	return strncmp(at, "q=0", 3) != 0 || strspn(at + 3, ".0") < strcspn(at + 3, ",");
}

static const char *header_of(struct MHD_Connection *connection, const char *name)
{
	return MHD_lookup_connection_value(connection, MHD_HEADER_KIND, name);
}

/* True if the header If-None-Match has the tag: the client's copy is still valid. */
static bool is_known(struct MHD_Connection *connection, const char *tag)
{
	const char *known = header_of(connection, "If-None-Match");
	return known != NULL && strstr(known, tag + 2) != NULL;
}

static enum MHD_Result send_not_modified(const struct server *server,
	struct MHD_Connection *connection, const struct web_response *answer, const char *tag)
{
	struct MHD_Response *response = response_open_empty();
	response_add_headers(response, server->web, answer, tag);
	enum MHD_Result queued = MHD_queue_response(connection, 304, response);
	MHD_destroy_response(response);
	return queued;
}

/* Sends a response, and adds it to the cache. key NULL: does not add it. */
static enum MHD_Result send_body(struct server *server, struct MHD_Connection *connection,
	const struct web_response *answer, bool packed, const char *key)
{
	char tag[RESPONSE_CACHE_TAG];
	size_t size;
	response_write_tag(&answer->body, tag);
	if (answer->status == 200 && !answer->secret && is_known(connection, tag))
		return send_not_modified(server, connection, answer, tag);
	struct MHD_Response *response = response_open(server->web, answer, packed, tag, &size);
	enum MHD_Result queued = MHD_queue_response(connection, answer->status, response);
	if (key != NULL && answer->status == 200 && !answer->uncacheable && !answer->secret &&
		size <= SERVER_CACHED_BYTES)
		response_cache_add(&server->answers, key, response, size, answer, tag);
	else
		MHD_destroy_response(response);
	return queued;
}

/* ---- streams ---- */

static enum MHD_Result send_stream(
	struct server *server, struct MHD_Connection *connection, const struct web_response *answer)
{
	struct MHD_Response *response = stream_make_response(&server->viewers, connection, answer);
	if (answer->seat[0] == '\0')
		viewers_send_tables(&server->viewers, server->web, true);
	else
		viewers_send_seat(&server->viewers, server->web, answer->seat,
			seats_find(server->web->seats, SEATS_SEAT, answer->seat));
	response_add_headers(response, server->web, answer, NULL);
	/* tells nginx as a proxy not to hold back events */
	MHD_add_response_header(response, "X-Accel-Buffering", "no");
	enum MHD_Result queued = MHD_queue_response(connection, 200, response);
	MHD_destroy_response(response);
	return queued;
}

/* ---- requests ---- */

/*
 * Copies the target as received. Cuts a long one to ROUTE_TARGET bytes, which route_read refuses as
 * too long.
 */
static void *on_target(void *self, const char *target, struct MHD_Connection *connection)
{
	size_t length = strnlen(target, ROUTE_TARGET);
	struct request_state *asked = memory_new(1, sizeof *asked + length + 1);
	(void)self;
	memcpy(asked->target, target, length);
	asked->end = target + strlen(target);
	asked->connection = connection;
	asked->body = asked->say = STRING_EMPTY;
	return asked;
}

static void on_answered(void *self, struct MHD_Connection *connection, void **context,
	enum MHD_RequestTerminationCode code)
{
	struct request_state *asked = *context;
	(void)code;
	connection_mark_request(self, connection, false);
	if (asked != NULL) {
		string_free(&asked->body);
		string_free(&asked->say);
	}
	free(asked);
	*context = NULL;
}

/*
 * Clears the cache if the database or a review has changed. Also clears it every
 * SERVER_CACHE_SECONDS, because ladders depend on the date. Returns false if the cache cannot be
 * used now.
 */
static bool look_at(struct server *server, int64_t now)
{
	struct cache_version moment = { .span = now / SERVER_CACHE_SECONDS };
	if (server->web->store == NULL ||
		store_get_data_version(server->web->store, &moment.version) != STORE_OK)
		return false;
	if (server->web->reviews != NULL)
		moment.reviews = reviews_count_done(server->web->reviews);
	if (moment.span != server->moment.span || moment.version != server->moment.version ||
		moment.reviews != server->moment.reviews)
		response_cache_clear(&server->answers);
	server->moment = moment;
	return true;
}

static void count(const struct server *server, unsigned status)
{
	struct web_metrics *figures = server->web->metrics;
	if (figures == NULL)
		return;
	figures->answered[status / 100]++;
	figures->viewers = server->viewers.count;
}

/*
 * Headers that can make the end of a request ambiguous (request smuggling): the numbers of
 * Content-Length and Transfer-Encoding headers, and whether anything is malformed.
 */
struct framing {
	unsigned lengths, codings;
	bool malformed;
};

/*
 * Counts a header. A header name with a blank is malformed, because a proxy may read it as another
 * header.
 */
static enum MHD_Result on_header(void *self, enum MHD_ValueKind kind, const char *name,
	size_t name_size, const char *value, size_t value_size)
{
	struct framing *framing = self;
	(void)kind;
	(void)value;
	(void)value_size;
	if (strcasecmp(name, "Content-Length") == 0)
		framing->lengths++;
	if (strcasecmp(name, "Transfer-Encoding") == 0)
		framing->codings++;
	if (strcspn(name, " \t") != name_size)
		framing->malformed = true;
	return MHD_YES;
}

/* Answers 400 before the body was read. libmicrohttpd then closes the connection. */
static enum MHD_Result send_forbidden(struct server *server, struct MHD_Connection *connection)
{
	struct MHD_Response *response = response_open_empty();
	connection_mark_request(server, connection, true);
	count(server, MHD_HTTP_BAD_REQUEST);
	MHD_add_response_header(response, "Connection", "close");
	enum MHD_Result queued = MHD_queue_response(connection, MHD_HTTP_BAD_REQUEST, response);
	MHD_destroy_response(response);
	return queued;
}

/* True if a request has a length that is too large. It is answered 413 before its body comes. */
static bool is_announced_long(struct MHD_Connection *connection)
{
	const char *length = header_of(connection, "Content-Length");
	return length != NULL && strtoull(length, NULL, 10) > SERVER_BODY;
}

/* Keeps a copy of a reply. */
static void set_reply(struct request_state *asked, const struct seats_reply *reply)
{
	asked->replied = true;
	asked->reply = *reply;
	string_set(&asked->say, reply->say);
	asked->reply.say = asked->say.bytes;
}

static enum MHD_Result on_forwarded(
	void *self, enum MHD_ValueKind kind, const char *name, const char *value)
{
	struct string *forwarded = self;
	(void)kind;
	if (value == NULL || strcasecmp(name, "X-Forwarded-For") != 0)
		return MHD_YES;
	string_add(forwarded, forwarded->length > 0 ? "," : "");
	string_add(forwarded, value);
	return MHD_YES;
}

static void free_answer(struct web_response *answer)
{
	string_free(&answer->body);
	string_free(&answer->question);
}

/*
 * Writes the answer to a request. Returns false if the bot must be asked first: the connection is
 * then suspended until the bot replies.
 */
static bool write_answer(struct server *server, struct request_state *asked,
	const struct web_request *headers, struct web_response *answer)
{
	char address[ASKER_ADDRESS] = "";
	struct web_request request = *headers;
	if (!web_is_read(request.method)) { /* only forms ask the bot */
		const union MHD_ConnectionInfo *info = MHD_get_connection_info(
			asked->connection, MHD_CONNECTION_INFO_CLIENT_ADDRESS);
		struct string forwarded = STRING_EMPTY;
		MHD_get_connection_values(
			asked->connection, MHD_HEADER_KIND, on_forwarded, &forwarded);
		asker_read_address(info != NULL ? info->client_addr : NULL, forwarded.bytes,
			&server->web->proxies, address);
		string_free(&forwarded);
	}
	request.address = address;
	if (!is_announced_long(asked->connection) && asked->body.length <= SERVER_BODY)
		request.body = asked->body.bytes;
	request.malformed = strlen(asked->body.bytes) != asked->body.length;
	request.reply = asked->replied ? &asked->reply : NULL;
	web_answer(server->web, &request, answer);
	if (answer->question.length == 0)
		return true;
	unsigned status = 429; /* 429: the address asks too often; 0: the bot will reply */
	if (asker_may_ask(
		    server->limit, address, answer->takes_seat, (int64_t)loop_now(server->loop)))
		status = seats_receiver_ask(&server->receiver, answer->question.bytes, asked);
	free_answer(answer);
	if (status == 0) {
		MHD_suspend_connection(asked->connection);
		return false;
	}
	set_reply(asked, &(struct seats_reply){ .status = status, .say = "" });
	request.reply = &asked->reply;
	web_answer(server->web, &request, answer);
	return true;
}

static enum MHD_Result respond(struct server *server, struct MHD_Connection *connection,
	struct request_state *asked, const char *method)
{
	struct web_response answer;
	struct web_request request = { .method = method,
		.target = asked->target,
		.language = header_of(connection, "Accept-Language"),
		.cookie = MHD_lookup_connection_value(connection, MHD_COOKIE_KIND, "lang"),
		.accepted = header_of(connection, "Accept"),
		.host = header_of(connection, "Host"),
		.forwarded = header_of(connection, "X-Forwarded-For") != NULL ||
			header_of(connection, "Forwarded") != NULL ||
			header_of(connection, "Via") != NULL,
		.origin = header_of(connection, "Origin"),
		.type = header_of(connection, "Content-Type"),
		.now = (int64_t)time(NULL) };
	char key[RESPONSE_CACHE_KEY];
	bool packed = lists(header_of(connection, "Accept-Encoding"), "gzip");
	bool keeps = web_is_read(method) && web_serves(server->web, &request) &&
		look_at(server, request.now) && response_cache_key(key, &request, packed);
	const struct cached_response *given =
		keeps ? response_cache_find(&server->answers, key) : NULL;
	if (given != NULL) {
		count(server, given->answer.status);
		if (is_known(connection, given->tag))
			return send_not_modified(server, connection, &given->answer, given->tag);
		return MHD_queue_response(connection, given->answer.status, given->response);
	}
	if (!write_answer(server, asked, &request, &answer))
		return MHD_YES;
	unsigned most = SERVER_VIEWERS - (answer.secret ? 0 : SERVER_PLAYERS);
	if (answer.event_stream && server->viewers.count >= most) {
		answer.event_stream = false;
		answer.status = 503;
	}
	count(server, answer.status);
	if (answer.status == 500)
		log_line(server->log, LOG_ERROR, "web",
			"cannot answer %s: the database or the match cannot be read",
			answer.secret ? "a request for a seat" : request.target);
	enum MHD_Result queued = answer.event_stream && strcmp(method, "GET") == 0
		? send_stream(server, connection, &answer)
		: send_body(server, connection, &answer, packed, keeps ? key : NULL);
	free_answer(&answer);
	return queued;
}

/* NOLINTBEGIN(readability-non-const-parameter): the signature is libmicrohttpd's */
static enum MHD_Result on_request(void *self, struct MHD_Connection *connection, const char *url,
	const char *method, const char *version, const char *data, size_t *size, void **context)
/* NOLINTEND(readability-non-const-parameter) */
{
	struct server *server = self;
	struct request_state *asked = *context;
	(void)url;
	if (!asked->begun) {
		/*
		 * libmicrohttpd accepts a target with a NUL, which ends the target early: then the
		 * version does not begin one byte after it. libmicrohttpd also accepts headers that
		 * RFC 9112, 5.1 and 6.3, forbids.
		 */
		struct framing framing = { .malformed = version != asked->end + 1 };
		MHD_get_connection_values_n(connection, MHD_HEADER_KIND, on_header, &framing);
		if (framing.malformed || framing.lengths + framing.codings > 1)
			return send_forbidden(server, connection);
		/*
		 * Any other request is answered at a later call: libmicrohttpd closes a connection
		 * that is answered before the request's body was read.
		 */
		if (web_is_read(method) ||
			(strcmp(method, "POST") == 0 && server->web->seats != NULL &&
				!is_announced_long(connection))) {
			asked->begun = true;
			return MHD_YES;
		}
	}
	if (*size > 0) {
		size_t room = SERVER_BODY + 1 - asked->body.length;
		if (!web_is_read(method))
			/* one byte too many shows that the whole body is too long */
			string_add_bytes(&asked->body, data, *size < room ? *size : room);
		*size = 0;
		return MHD_YES;
	}
	connection_mark_request(server, connection, true);
	return respond(server, connection, asked, method);
}

/* ---- the loop ---- */

/* Lets libmicrohttpd work, and sets the timer for its next timeout. */
static void run(void *self)
{
	struct server *server = self;
	MHD_UNSIGNED_LONG_LONG wait;
	MHD_run(server->daemon);
	if (MHD_get_timeout(server->daemon, &wait) == MHD_YES)
		loop_timer_set(server->timer, wait);
	else
		loop_timer_stop(server->timer);
}

static void on_ready(void *self, unsigned events)
{
	(void)events;
	run(self);
}

void server_notify_viewers(struct server *server)
{
	response_cache_clear(&server->answers);
	if (server->viewers.count == 0)
		return;
	viewers_send_tables(&server->viewers, server->web, false);
	stream_wake_all(&server->viewers);
	run(server);
}

/* ---- seats ---- */

static void on_changed(void *self, const char *hash, const char *json)
{
	struct server *server = self;
	viewers_send_seat(&server->viewers, server->web, hash, json);
	stream_wake_all(&server->viewers);
	run(server);
}

static void on_linked(void *self, bool here)
{
	struct server *server = self;
	viewers_send_link(&server->viewers, here);
	stream_wake_all(&server->viewers);
	run(server);
}

/* Lets a suspended request go on with the bot's reply. */
static void on_replied(void *self, void *asker, const struct seats_reply *reply)
{
	struct request_state *asked = asker;
	set_reply(asked, reply);
	MHD_resume_connection(asked->connection);
	run(self);
}

const struct seats *server_open_seats(struct server *server, const char *path)
{
	static const struct seats_events events = {
		.changed = on_changed, .linked = on_linked, .replied = on_replied
	};
	struct seats_receiver *receiver = &server->receiver;
	return seats_receiver_open(receiver, server->loop, server->log, path, &events, server)
		? &receiver->seats
		: NULL;
}

/* ---- timeouts of connections ---- */

/* Closes slow connections, and sends keep-alives to viewers. */
static void check_connections(void *self)
{
	struct server *server = self;
	uint64_t now = loop_now(server->loop);
	for (struct connection *at = server->connections; at != NULL; at = at->next) {
		const union MHD_ConnectionInfo *info =
			MHD_get_connection_info(at->mhd, MHD_CONNECTION_INFO_CONNECTION_FD);
		if (!at->request_complete && now - at->since > SERVER_SLOW * 1000 && info != NULL)
			shutdown(info->connect_fd, SHUT_RDWR);
	}
	viewers_keep_alive(&server->viewers);
	stream_wake_all(&server->viewers);
	run(server);
	loop_timer_set(server->check, SERVER_CHECK_MS);
}

unsigned server_count_viewers(const struct server *server)
{
	return server->viewers.count;
}

/* ---- opening ---- */

/* Returns a socket that listens, or -1 with errno set. */
static int listen_at(const char *address, unsigned port)
{
	struct sockaddr_in6 six = { .sin6_family = AF_INET6, .sin6_port = htons((uint16_t)port) };
	struct sockaddr_in four = { .sin_family = AF_INET, .sin_port = htons((uint16_t)port) };
	bool is_six = inet_pton(AF_INET6, address, &six.sin6_addr) == 1;
	if (!is_six && inet_pton(AF_INET, address, &four.sin_addr) != 1) {
		errno = EINVAL;
		return -1;
	}
	int on = 1;
	int fd = socket(is_six ? AF_INET6 : AF_INET, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
	if (fd < 0)
		return -1;
	setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
	const struct sockaddr *at = is_six ? (const void *)&six : (const void *)&four;
	if (bind(fd, at, is_six ? sizeof six : sizeof four) == 0 && listen(fd, 1024) == 0)
		return fd;
	int error = errno;
	close(fd);
	errno = error;
	return -1;
}

/* Raises the limit of file descriptors. Returns the number of connections that the limit allows. */
static unsigned connections_most(void)
{
	struct rlimit files;
	if (getrlimit(RLIMIT_NOFILE, &files) != 0)
		return SERVER_CONNECTIONS / 4;
	if (files.rlim_cur < SERVER_CONNECTIONS + SERVER_DESCRIPTORS) {
		files.rlim_cur = files.rlim_max < SERVER_CONNECTIONS + SERVER_DESCRIPTORS
			? files.rlim_max
			: SERVER_CONNECTIONS + SERVER_DESCRIPTORS;
		setrlimit(RLIMIT_NOFILE, &files);
	}
	rlim_t most = files.rlim_cur > 2 * SERVER_DESCRIPTORS ? files.rlim_cur - SERVER_DESCRIPTORS
							      : SERVER_DESCRIPTORS;
	return most < SERVER_CONNECTIONS ? (unsigned)most : SERVER_CONNECTIONS;
}

static bool start(struct server *server)
{
	server->daemon = MHD_start_daemon(MHD_USE_EPOLL | MHD_ALLOW_SUSPEND_RESUME | MHD_USE_ITC, 0,
		NULL, NULL, on_request, server, MHD_OPTION_LISTEN_SOCKET, server->socket,
		MHD_OPTION_CONNECTION_LIMIT, connections_most(), MHD_OPTION_CONNECTION_MEMORY_LIMIT,
		(size_t)SERVER_MEMORY, MHD_OPTION_CONNECTION_TIMEOUT, (unsigned)SERVER_IDLE,
		MHD_OPTION_NOTIFY_CONNECTION, on_connection, server, MHD_OPTION_NOTIFY_COMPLETED,
		on_answered, server, MHD_OPTION_URI_LOG_CALLBACK, on_target, server,
		MHD_OPTION_END);
	if (server->daemon == NULL)
		return false;
	const union MHD_DaemonInfo *info =
		MHD_get_daemon_info(server->daemon, MHD_DAEMON_INFO_EPOLL_FD);
	if (info == NULL)
		return false;
	server->watch = loop_watch_open(server->loop, info->epoll_fd, on_ready, server);
	server->timer = loop_timer_open(server->loop, run, server);
	server->check = loop_timer_open(server->loop, check_connections, server);
	loop_timer_set(server->check, SERVER_CHECK_MS);
	if (server->watch == NULL)
		return false;
	loop_watch_set_events(server->watch, LOOP_READ);
	return true;
}

struct server *server_open(struct loop *loop, const struct log *log, const struct web *web,
	const char *address, unsigned port, const char **wrong)
{
	struct server *server = memory_new(1, sizeof *server);
	*wrong = "the server cannot start";
	uint8_t key[RATELIMIT_KEY];
	randombytes_buf(key, sizeof key);
	*server = (struct server){
		.loop = loop, .log = log, .web = web, .limit = ratelimit_open(key)
	};
	server->socket = listen_at(address, port);
	if (server->socket < 0) {
		int error = errno;
		*wrong = strerror(error);
		ratelimit_close(server->limit);
		free(server);
		errno = error;
		return NULL;
	}
	if (start(server))
		return server;
	server_close(server);
	errno = 0;
	return NULL;
}

void server_close(struct server *server)
{
	seats_receiver_close(&server->receiver);
	if (server->watch != NULL)
		loop_watch_close(server->watch);
	if (server->timer != NULL) {
		loop_timer_close(server->timer);
		loop_timer_close(server->check);
	}
	for (struct viewer *at = server->viewers.first; at != NULL; at = at->next)
		at->ended = true;
	stream_wake_all(&server->viewers);
	if (server->daemon != NULL)
		MHD_stop_daemon(server->daemon); /* this closes the socket */
	else
		close(server->socket);
	response_cache_clear(&server->answers);
	ratelimit_close(server->limit);
	free(server);
}

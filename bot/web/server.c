#include "bot/web/server.h"

#include <arpa/inet.h>
#include <errno.h>
#include <microhttpd.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>
#include <zlib.h>

#include "bot/base/memory.h"
#include "bot/web/response_cache.h"
#include "bot/web/reviews.h"

enum {
	SERVER_CONNECTIONS = 12288, /* maximum number of connections */
	SERVER_VIEWERS = 8192,      /* maximum number of connections with event streams */
	SERVER_MEMORY = 16 * 1024,  /* bytes of memory for the request of a connection */
	SERVER_IDLE = 20,        /* seconds after which a connection that sends nothing is closed */
	SERVER_SLOW = 15,        /* seconds within which a request must be complete */
	SERVER_DESCRIPTORS = 64, /* file descriptors reserved for other uses */
	SERVER_COMPRESS_BYTES = 512,      /* smallest body, in bytes, that is compressed */
	SERVER_CACHED_BYTES = 128 * 1024, /* largest response, in bytes, that is cached */
	SERVER_CACHE_SECONDS = 10         /* seconds after which all cached responses expire */
};

struct visitor {
	struct MHD_Connection *connection;
	uint64_t since; /* ms of loop_now: when the connection began or got its last response */
	bool request_complete; /* the request of the connection is complete */
	struct visitor *next, *before;
};

struct request_state {
	char target[ROUTE_TARGET + 1];
	bool begun;      /* the headers of the request were checked */
	const char *end; /* end of the target in the buffer of libmicrohttpd */
};

/* A response that is a stream of server-sent events. */
struct stream {
	struct viewer viewer;
	struct server *server;
	struct MHD_Connection *connection;
	bool waits;  /* the connection is suspended until there are events to send */
	size_t sent; /* number of bytes of viewer.waiting that were sent */
};

/* The state that cached responses depend on. They are valid until one of the members changes. */
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
	struct loop_timer *timer;
	struct viewers viewers;
	struct visitor *visitors;
	struct response_cache answers;
	struct cache_version moment;
	int socket;
};

/* ---- connections ---- */

static void visitor_add(struct server *server, struct MHD_Connection *connection, void **context)
{
	struct visitor *visitor = memory_new(1, sizeof *visitor);
	*context = visitor;
	*visitor = (struct visitor){
		.connection = connection, .since = loop_now(server->loop), .next = server->visitors
	};
	if (server->visitors != NULL)
		server->visitors->before = visitor;
	server->visitors = visitor;
}

static void visitor_remove(struct server *server, struct visitor *visitor)
{
	if (visitor->next != NULL)
		visitor->next->before = visitor->before;
	*(visitor->before != NULL ? &visitor->before->next : &server->visitors) = visitor->next;
	free(visitor);
}

static void on_connection(void *self, struct MHD_Connection *connection, void **context,
	enum MHD_ConnectionNotificationCode code)
{
	if (code == MHD_CONNECTION_NOTIFY_STARTED)
		visitor_add(self, connection, context);
	else
		visitor_remove(self, *context);
}

static struct visitor *visitor_of(struct MHD_Connection *connection)
{
	const union MHD_ConnectionInfo *info =
		MHD_get_connection_info(connection, MHD_CONNECTION_INFO_SOCKET_CONTEXT);
	return info != NULL ? info->socket_context : NULL;
}

static void visitor_mark_request(
	struct server *server, struct MHD_Connection *connection, bool asks)
{
	struct visitor *visitor = visitor_of(connection);
	if (visitor == NULL)
		return;
	visitor->request_complete = asks;
	visitor->since = loop_now(server->loop);
}

/* ---- responses ---- */

/* True if a header like "gzip, br;q=0.5" lists a word, and not with q=0. */
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

/* Compresses a body with gzip. Returns NULL on an error; then the body is sent as it is. */
static unsigned char *pack(const struct string *body, size_t *size)
{
	enum { GZIP = 16, WINDOW = 15, MEMORY = 8, LEVEL = 5 };
	z_stream stream = { .next_in = (unsigned char *)body->bytes,
		.avail_in = (unsigned)body->length };
	if (deflateInit2(&stream, LEVEL, Z_DEFLATED, WINDOW + GZIP, MEMORY, Z_DEFAULT_STRATEGY) !=
		Z_OK)
		return NULL;
	size_t room = deflateBound(&stream, (unsigned long)body->length);
	unsigned char *packed = memory_new(room, 1);
	stream.next_out = packed;
	stream.avail_out = (unsigned)room;
	bool done = deflate(&stream, Z_FINISH) == Z_STREAM_END;
	*size = stream.total_out;
	deflateEnd(&stream);
	if (done)
		return packed;
	free(packed);
	return NULL;
}

static void add_header(struct MHD_Response *response, const char *name, const char *value)
{
	MHD_add_response_header(response, name, value);
}

/*
 * Adds a policy that allows only resources of this server, and no frames in pages of other sites.
 */
static void add_policy(
	struct MHD_Response *response, const struct web *web, const struct web_response *answer)
{
	char policy[512];
	snprintf(policy, sizeof policy,
		"default-src 'none'; style-src 'self'%s%s%s; script-src 'self'%s%s%s; "
		"img-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; "
		"frame-ancestors 'none'",
		answer->scripts ? " '" : "", answer->scripts ? web->style_hash : "",
		answer->scripts ? "'" : "", answer->scripts ? " '" : "",
		answer->scripts ? web->script_hash : "", answer->scripts ? "'" : "");
	add_header(response, "Content-Security-Policy", policy);
	add_header(response, "X-Content-Type-Options", "nosniff");
	add_header(response, "Referrer-Policy", "same-origin");
	add_header(response, "Cross-Origin-Opener-Policy", "same-origin");
}

static void add_headers(struct MHD_Response *response, const struct web *web,
	const struct web_response *answer, const char *tag)
{
	add_header(response, "Content-Type", answer->type);
	add_policy(response, web, answer);
	add_header(response, "Vary", "Accept-Encoding, Accept-Language, Cookie");
	add_header(response, "Cache-Control",
		answer->immutable ? "public, max-age=31536000, immutable" : "no-cache");
	if (tag != NULL)
		add_header(response, "ETag", tag);
	if (answer->cross_origin)
		add_header(response, "Access-Control-Allow-Origin", "*");
	if (!answer->immutable)
		add_header(response, "Content-Language", catalog_language_code(answer->language));
	if (answer->status == 405)
		add_header(response, "Allow", "GET, HEAD");
	if (answer->status == 503)
		add_header(response, "Retry-After", "10");
	if (answer->place[0] != '\0')
		add_header(response, "Location", answer->place);
	if (answer->cookie[0] != '\0')
		add_header(response, "Set-Cookie", answer->cookie);
}

/* Writes an ETag. It is weak (W/"…"), because the compressed body has the same one. */
static void write_tag(const struct string *body, char tag[RESPONSE_CACHE_TAG])
{
	unsigned char sum[16];
	char hex[2 * sizeof sum + 1];
	crypto_generichash(
		sum, sizeof sum, (const unsigned char *)body->bytes, body->length, NULL, 0);
	sodium_bin2hex(hex, sizeof hex, sum, sizeof sum);
	snprintf(tag, RESPONSE_CACHE_TAG, "W/\"%s\"", hex);
}

/*
 * Returns the response. If it is NULL, ends the program: libmicrohttpd fails only if memory runs
 * out.
 */
static struct MHD_Response *made(struct MHD_Response *response)
{
	if (response == NULL)
		memory_exit(0);
	return response;
}

static struct MHD_Response *make_empty(void)
{
	return made(MHD_create_response_from_buffer(0, "", MHD_RESPMEM_PERSISTENT));
}

/* Creates a response. packed: the client accepts gzip. *size: the bytes of the body as sent. */
static struct MHD_Response *make_response(const struct server *server,
	const struct web_response *answer, bool packed, const char *tag, size_t *size)
{
	unsigned char *bytes = NULL;
	*size = answer->body.length;
	if (packed && !answer->compressed && *size >= SERVER_COMPRESS_BYTES)
		bytes = pack(&answer->body, size);
	struct MHD_Response *response = made(bytes != NULL
			? MHD_create_response_from_buffer(*size, bytes, MHD_RESPMEM_MUST_FREE)
			: MHD_create_response_from_buffer(
				  answer->body.length, answer->body.bytes, MHD_RESPMEM_MUST_COPY));
	add_headers(response, server->web, answer, answer->status == 200 ? tag : NULL);
	if (bytes != NULL)
		add_header(response, "Content-Encoding", "gzip");
	return response;
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
	struct MHD_Response *response = make_empty();
	add_headers(response, server->web, answer, tag);
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
	write_tag(&answer->body, tag);
	if (answer->status == 200 && is_known(connection, tag))
		return send_not_modified(server, connection, answer, tag);
	struct MHD_Response *response = make_response(server, answer, packed, tag, &size);
	enum MHD_Result queued = MHD_queue_response(connection, answer->status, response);
	if (key != NULL && answer->status == 200 && !answer->uncacheable &&
		size <= SERVER_CACHED_BYTES)
		response_cache_add(&server->answers, key, response, size, answer, tag);
	else
		MHD_destroy_response(response);
	return queued;
}

static enum MHD_Result send_cached(const struct server *server, struct MHD_Connection *connection,
	const struct cached_response *given)
{
	if (is_known(connection, given->tag))
		return send_not_modified(server, connection, &given->answer, given->tag);
	return MHD_queue_response(connection, given->answer.status, given->response);
}

/* ---- streams ---- */

static void stream_wake(struct stream *stream)
{
	if (!stream->waits || (stream->viewer.waiting.length == 0 && !stream->viewer.ended))
		return;
	stream->waits = false;
	MHD_resume_connection(stream->connection);
}

static ssize_t stream_read(void *self, uint64_t at, char *bytes, size_t most)
{
	struct stream *stream = self;
	struct string *waiting = &stream->viewer.waiting;
	size_t left = waiting->length - stream->sent;
	(void)at;
	if (left == 0 && stream->viewer.ended)
		return MHD_CONTENT_READER_END_OF_STREAM;
	if (left == 0) {
		stream->waits = true;
		MHD_suspend_connection(stream->connection);
		return 0;
	}
	size_t size = left < most ? left : most;
	memcpy(bytes, waiting->bytes + stream->sent, size);
	stream->sent += size;
	if (stream->sent == waiting->length) {
		string_clear(waiting);
		stream->sent = 0;
	}
	return (ssize_t)size;
}

static void stream_free(void *self)
{
	struct stream *stream = self;
	viewers_remove(&stream->server->viewers, &stream->viewer);
	string_free(&stream->viewer.waiting);
	free(stream);
}

static void wake_streams(struct server *server)
{
	for (struct viewer *at = server->viewers.first; at != NULL; at = at->next)
		stream_wake((struct stream *)at);
}

static enum MHD_Result send_stream(
	struct server *server, struct MHD_Connection *connection, const struct web_response *answer)
{
	struct stream *stream = memory_new(1, sizeof *stream);
	*stream = (struct stream){
		.viewer = { .match = answer->match,
			.language = answer->language,
			.waiting = STRING_EMPTY },
		.server = server,
		.connection = connection,
	};
	struct MHD_Response *response = made(MHD_create_response_from_callback(
		MHD_SIZE_UNKNOWN, 4096, stream_read, stream, stream_free));
	viewers_add(&server->viewers, &stream->viewer);
	viewers_send_scenes(&server->viewers, server->web, true);
	add_headers(response, server->web, answer, NULL);
	/* tells nginx as a proxy not to hold back events */
	add_header(response, "X-Accel-Buffering", "no");
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
	struct request_state *asked = memory_new(1, sizeof *asked);
	(void)self;
	(void)connection;
	memcpy(asked->target, target, strnlen(target, ROUTE_TARGET));
	asked->end = target + strlen(target);
	return asked;
}

static void on_answered(void *self, struct MHD_Connection *connection, void **context,
	enum MHD_RequestTerminationCode code)
{
	(void)code;
	visitor_mark_request(self, connection, false);
	free(*context);
	*context = NULL;
}

static bool is_read(const char *method)
{
	return strcmp(method, "GET") == 0 || strcmp(method, "HEAD") == 0;
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
 * The headers that can make the end of a request ambiguous (request smuggling): the numbers of
 * headers with a length and with a coding, and a malformed header.
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

/*
 * True if HTTP forbids the headers (RFC 9112, 5.1 and 6.3), or if the target has a NUL, which
 * libmicrohttpd accepts. In its buffer the version follows the target. If a NUL has ended the
 * target early, the version does not begin right after that end.
 */
static bool is_forbidden(
	struct MHD_Connection *connection, const struct request_state *asked, const char *version)
{
	struct framing framing = { .malformed = version != asked->end + 1 };
	MHD_get_connection_values_n(connection, MHD_HEADER_KIND, on_header, &framing);
	return framing.malformed || framing.lengths + framing.codings > 1;
}

/* Answers 400 before the body was read. libmicrohttpd then closes the connection. */
static enum MHD_Result send_forbidden(struct server *server, struct MHD_Connection *connection)
{
	struct MHD_Response *response = make_empty();
	visitor_mark_request(server, connection, true);
	count(server, MHD_HTTP_BAD_REQUEST);
	add_header(response, "Connection", "close");
	enum MHD_Result queued = MHD_queue_response(connection, MHD_HTTP_BAD_REQUEST, response);
	MHD_destroy_response(response);
	return queued;
}

/* NOLINTBEGIN(readability-non-const-parameter): the signature is libmicrohttpd's */
static enum MHD_Result on_request(void *self, struct MHD_Connection *connection, const char *url,
	const char *method, const char *version, const char *data, size_t *size, void **context)
/* NOLINTEND(readability-non-const-parameter) */
{
	struct server *server = self;
	struct request_state *asked = *context;
	struct web_response answer;
	(void)url;
	(void)data;
	if (!asked->begun && is_forbidden(connection, asked, version))
		return send_forbidden(server, connection);
	/*
	 * Do not answer at the first call: libmicrohttpd closes a connection that is answered
	 * before its body.
	 */
	if (is_read(method) && !asked->begun) {
		asked->begun = true;
		return MHD_YES;
	}
	if (is_read(method) && *size > 0) {
		*size = 0; /* ignore a body that the request has */
		return MHD_YES;
	}
	visitor_mark_request(server, connection, true);
	const struct web_request request = { .method = method,
		.target = asked->target,
		.language = header_of(connection, "Accept-Language"),
		.cookie = MHD_lookup_connection_value(connection, MHD_COOKIE_KIND, "lang"),
		.accepted = header_of(connection, "Accept"),
		.now = (int64_t)time(NULL) };
	bool packed = lists(header_of(connection, "Accept-Encoding"), "gzip");
	char key[RESPONSE_CACHE_KEY];
	bool figures = strncmp(asked->target, "/metrics", 8) == 0; /* metrics are never cached */
	bool keeps = !figures && is_read(method) && look_at(server, request.now) &&
		response_cache_key(key, &request, packed);
	const struct cached_response *given =
		keeps ? response_cache_find(&server->answers, key) : NULL;
	if (given != NULL) {
		count(server, given->answer.status);
		return send_cached(server, connection, given);
	}
	web_answer(server->web, &request, &answer);
	if (answer.event_stream && server->viewers.count >= SERVER_VIEWERS) {
		answer.event_stream = false;
		answer.status = 503;
	}
	count(server, answer.status);
	if (answer.status == 500)
		log_line(server->log, LOG_ERROR, "web",
			"cannot answer %s: the database or the match cannot be read",
			asked->target);
	enum MHD_Result queued = answer.event_stream && strcmp(method, "GET") == 0
		? send_stream(server, connection, &answer)
		: send_body(server, connection, &answer, packed, keeps ? key : NULL);
	string_free(&answer.body);
	return queued;
}

/* ---- the loop ---- */

static void run(struct server *server)
{
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

static void on_due(void *self)
{
	run(self);
}

void server_notify_viewers(struct server *server)
{
	response_cache_clear(&server->answers);
	if (server->viewers.count == 0)
		return;
	viewers_send_scenes(&server->viewers, server->web, false);
	wake_streams(server);
	run(server);
}

void server_check_connections(struct server *server)
{
	uint64_t now = loop_now(server->loop);
	for (struct visitor *at = server->visitors; at != NULL; at = at->next) {
		const union MHD_ConnectionInfo *info =
			MHD_get_connection_info(at->connection, MHD_CONNECTION_INFO_CONNECTION_FD);
		if (!at->request_complete && now - at->since > SERVER_SLOW * 1000 && info != NULL)
			shutdown(info->connect_fd, SHUT_RDWR);
	}
	viewers_keep_alive(&server->viewers);
	wake_streams(server);
	run(server);
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

/* Raises the limit of file descriptors. Returns the number of connections that it allows. */
static unsigned visitors_most(void)
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
		MHD_OPTION_CONNECTION_LIMIT, visitors_most(), MHD_OPTION_CONNECTION_MEMORY_LIMIT,
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
	server->timer = loop_timer_open(server->loop, on_due, server);
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
	*server = (struct server){ .loop = loop, .log = log, .web = web };
	server->socket = listen_at(address, port);
	if (server->socket < 0) {
		*wrong = strerror(errno);
		free(server);
		return NULL;
	}
	if (start(server))
		return server;
	server_close(server);
	return NULL;
}

void server_close(struct server *server)
{
	if (server->watch != NULL)
		loop_watch_close(server->watch);
	if (server->timer != NULL)
		loop_timer_close(server->timer);
	for (struct viewer *at = server->viewers.first; at != NULL; at = at->next)
		at->ended = true;
	wake_streams(server);
	if (server->daemon != NULL)
		MHD_stop_daemon(server->daemon); /* this closes the socket */
	else
		close(server->socket);
	response_cache_clear(&server->answers);
	free(server);
}

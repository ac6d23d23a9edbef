#include "bot/web/stream.h"

#include <stdlib.h>
#include <string.h>

#include "bot/base/memory.h"
#include "bot/web/response.h"

/*
 * Maximum number of bytes that a stream sends at once by HTTP/1.0. libmicrohttpd keeps a buffer of
 * this size for each stream.
 */
enum { STREAM_BLOCK = 256 };

struct stream {
	struct viewer viewer;
	struct viewers *viewers;
	struct MHD_Connection *connection;
	bool waits;  /* the connection is suspended until there are events to send */
	size_t sent; /* number of bytes of viewer.waiting that were sent */
};

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
		/* Give the memory back: thousands of streams may wait without events. */
		string_free(waiting);
		stream->sent = 0;
	}
	return (ssize_t)size;
}

static void stream_free(void *self)
{
	struct stream *stream = self;
	viewers_remove(stream->viewers, &stream->viewer);
	string_free(&stream->viewer.waiting);
	free(stream);
}

void stream_wake_all(struct viewers *viewers)
{
	for (struct viewer *at = viewers->first; at != NULL; at = at->next) {
		struct stream *stream = (struct stream *)at;
		if (!stream->waits || (at->waiting.length == 0 && !at->ended))
			continue;
		stream->waits = false;
		MHD_resume_connection(stream->connection);
	}
}

struct MHD_Response *stream_make_response(struct viewers *viewers,
	struct MHD_Connection *connection, const struct web_response *answer)
{
	struct stream *stream = memory_new(1, sizeof *stream);
	*stream = (struct stream){
		.viewer = { .match = answer->match,
			.language = answer->language,
			.waiting = STRING_EMPTY },
		.viewers = viewers,
		.connection = connection,
	};
	memcpy(stream->viewer.seat, answer->seat, sizeof stream->viewer.seat);
	struct MHD_Response *response = response_made(MHD_create_response_from_callback(
		MHD_SIZE_UNKNOWN, STREAM_BLOCK, stream_read, stream, stream_free));
	viewers_add(viewers, &stream->viewer);
	stream_wake_all(viewers); /* viewers_add may have ended an older stream */
	return response;
}

#include "bot/web/post.h"

#include <stdlib.h>

bool post_is_announced_long(struct MHD_Connection *connection)
{
	const char *length =
		MHD_lookup_connection_value(connection, MHD_HEADER_KIND, "Content-Length");
	return length != NULL && strtoull(length, NULL, 10) > POST_BODY;
}

void post_add(struct post *post, const char *data, size_t size)
{
	size_t room = POST_BODY + 1 - post->body.length;
	string_add_bytes(&post->body, data, size < room ? size : room);
}

void post_set_reply(struct post *post, const struct seats_reply *reply)
{
	post->replied = true;
	post->reply = *reply;
	string_set(&post->say, reply->say);
	post->reply.say = post->say.bytes;
}

void post_free(struct post *post)
{
	string_free(&post->body);
	string_free(&post->say);
}

#include "bot/web/post.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

#include "engine/text.h"

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

/* ---- addresses ---- */

static void write_six(struct in6_addr six, char address[POST_ADDRESS])
{
	enum { NETWORK = 8, MAPPED = 12 };
	struct in_addr four;
	if (IN6_IS_ADDR_V4MAPPED(&six)) {
		memcpy(&four, six.s6_addr + MAPPED, sizeof four);
		inet_ntop(AF_INET, &four, address, POST_ADDRESS);
		return;
	}
	if (!IN6_IS_ADDR_LOOPBACK(&six))
		memset(six.s6_addr + NETWORK, 0, sizeof six.s6_addr - NETWORK);
	inet_ntop(AF_INET6, &six, address, POST_ADDRESS);
}

/* Reads the last address of a header like "192.0.2.7, 198.51.100.1". */
static void read_forwarded(const char *header, char address[POST_ADDRESS])
{
	const char *comma = strrchr(header, ',');
	const char *from = comma != NULL ? comma + 1 : header;
	char last[POST_ADDRESS];
	struct text text = text_in(last, sizeof last);
	struct in_addr four;
	struct in6_addr six;
	from += strspn(from, " ");
	text_bytes(&text, from, strcspn(from, " "));
	if (inet_pton(AF_INET, last, &four) == 1)
		inet_ntop(AF_INET, &four, address, POST_ADDRESS);
	else if (inet_pton(AF_INET6, last, &six) == 1)
		write_six(six, address);
}

void post_address(struct MHD_Connection *connection, char address[POST_ADDRESS])
{
	const union MHD_ConnectionInfo *info =
		MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CLIENT_ADDRESS);
	const struct sockaddr *client = info != NULL ? info->client_addr : NULL;
	const char *header =
		MHD_lookup_connection_value(connection, MHD_HEADER_KIND, "X-Forwarded-For");
	address[0] = '\0';
	if (client != NULL && client->sa_family == AF_INET)
		inet_ntop(AF_INET, &((const struct sockaddr_in *)(const void *)client)->sin_addr,
			address, POST_ADDRESS);
	else if (client != NULL && client->sa_family == AF_INET6)
		write_six(((const struct sockaddr_in6 *)(const void *)client)->sin6_addr, address);
	if (header != NULL && (strncmp(address, "127.", 4) == 0 || strcmp(address, "::1") == 0))
		read_forwarded(header, address);
}

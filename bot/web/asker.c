#include "bot/web/asker.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <stdlib.h>
#include <string.h>

#include "engine/text.h"

/*
 * MAPPED: bytes before the IPv4 address in an IPv4-mapped IPv6 address. NETWORK: bytes of a /64
 * prefix. BITS, BITS_FOUR: bits of an IPv6 and of an IPv4 address.
 */
enum { MAPPED = 12, NETWORK = 8, BITS = 128, BITS_FOUR = 32 };

/* ---- addresses ---- */

static struct in6_addr map(struct in_addr four)
{
	struct in6_addr six = in6addr_any;
	six.s6_addr[MAPPED - 2] = six.s6_addr[MAPPED - 1] = 0xff;
	memcpy(six.s6_addr + MAPPED, &four, sizeof four);
	return six;
}

/* Reads an address. An IPv4 address becomes an IPv6 address. Returns false for any other text. */
static bool read_address(const char *from, size_t length, struct in6_addr *six)
{
	char copy[ASKER_ADDRESS];
	struct text text = text_in(copy, sizeof copy);
	struct in_addr four;
	text_bytes(&text, from, length);
	if (inet_pton(AF_INET6, copy, six) == 1)
		return true;
	if (inet_pton(AF_INET, copy, &four) != 1)
		return false;
	*six = map(four);
	return true;
}

/* True if a range like "10.0.0.0/8" contains an address. */
static bool holds(const char *range, const struct in6_addr *six)
{
	struct in6_addr first;
	size_t length = strcspn(range, "/");
	if (!read_address(range, length, &first))
		return false;
	unsigned bits = BITS;
	if (range[length] == '/')
		bits = (unsigned)strtoul(range + length + 1, NULL, 10) +
			(strchr(range, ':') != NULL ? 0 : BITS - BITS_FOUR);
	for (unsigned i = 0; i < bits && i < BITS; i++)
		if ((first.s6_addr[i / 8] ^ six->s6_addr[i / 8]) & 0x80 >> i % 8)
			return false;
	return true;
}

static bool is_trusted(const struct asker_proxies *trusted, const struct in6_addr *six)
{
	for (size_t i = 0; i < trusted->count; i++)
		if (holds(trusted->range[i], six))
			return true;
	return false;
}

/*
 * Reads the last address of a list whose end is *end, and moves *end before it. Returns false if
 * the list is empty, or its last entry cannot be read.
 */
static bool read_last(const char *list, size_t *end, struct in6_addr *six)
{
	while (*end > 0 && strchr(" \t", list[*end - 1]) != NULL)
		--*end;
	size_t from = *end;
	while (from > 0 && strchr(", \t", list[from - 1]) == NULL)
		from--;
	bool read = from < *end && read_address(list + from, *end - from, six);
	while (from > 0 && list[from - 1] != ',')
		from--;
	*end = from > 0 ? from - 1 : 0;
	return read;
}

void asker_read_address(const struct sockaddr *client, const char *forwarded,
	const struct asker_proxies *trusted, char address[ASKER_ADDRESS])
{
	struct in6_addr six, before;
	size_t end = strlen(forwarded);
	address[0] = '\0';
	if (client != NULL && client->sa_family == AF_INET)
		six = map(((const struct sockaddr_in *)(const void *)client)->sin_addr);
	else if (client != NULL && client->sa_family == AF_INET6)
		six = ((const struct sockaddr_in6 *)(const void *)client)->sin6_addr;
	else
		return;
	while (is_trusted(trusted, &six) && read_last(forwarded, &end, &before))
		six = before;
	if (IN6_IS_ADDR_V4MAPPED(&six)) {
		inet_ntop(AF_INET, six.s6_addr + MAPPED, address, ASKER_ADDRESS);
		return;
	}
	if (!IN6_IS_ADDR_LOOPBACK(&six))
		memset(six.s6_addr + NETWORK, 0, sizeof six.s6_addr - NETWORK);
	inet_ntop(AF_INET6, &six, address, ASKER_ADDRESS);
}

/* ---- rate limits ---- */

bool asker_may_ask(struct ratelimit *limit, const char *address, bool takes_seat, int64_t now)
{
	static const struct ratelimit_rate moves = { .burst = 60, .per_second = 20 };
	static const struct ratelimit_rate seats = { .burst = 6, .per_second = 0.1 };
	char who[ASKER_ADDRESS + 8];
	struct text text = text_in(who, sizeof who);
	text_add(&text, takes_seat ? "seat " : "");
	text_add(&text, address);
	return ratelimit_take(limit, takes_seat ? &seats : &moves, who, now) == RATELIMIT_PASS;
}

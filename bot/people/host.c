#include "bot/people/host.h"

#include <arpa/inet.h>
#include <string.h>

void host_add(struct text *text, const char *origin)
{
	/* bytes in front of the IPv4 part of an IPv4-mapped address; bytes of a /64 prefix */
	enum { MAPPED = 12, HALF = 8 };
	const char *at = strrchr(origin, '@');
	const char *host = at != NULL ? at + 1 : origin;
	char plain[INET_ADDRSTRLEN];
	struct in6_addr ip;
	if (inet_pton(AF_INET6, host, &ip) != 1) {
		text_add(text, host);
	} else if (IN6_IS_ADDR_V4MAPPED(&ip)) {
		text_add(text, inet_ntop(AF_INET, ip.s6_addr + MAPPED, plain, sizeof plain));
	} else {
		text_hex(text, ip.s6_addr, HALF);
		text_add(text, "/64");
	}
}

/* asker.c - addresses that ask the bot from pages: behind proxies, and how often they may ask */
#include <netinet/in.h>

#include <arpa/inet.h>

#include "bot/web/asker.h"
#include "tests/cases.h"

/* Returns the address that counts for a client whose request has this X-Forwarded-For, if these
 * proxies are trusted. */
static const char *find(const char *client, const char *forwarded, const char *trusted)
{
	static char address[ASKER_ADDRESS];
	struct sockaddr_in four = { .sin_family = AF_INET };
	struct sockaddr_in6 six = { .sin6_family = AF_INET6 };
	char *ranges[] = { (char *)(uintptr_t)trusted, (char *)(uintptr_t) "10.8.0.0/15" };
	const struct asker_proxies proxies = { ranges, trusted != NULL ? 2 : 0 };
	bool is_four = inet_pton(AF_INET, client, &four.sin_addr) == 1;
	if (!is_four)
		assert_int_equal(inet_pton(AF_INET6, client, &six.sin6_addr), 1);
	asker_read_address(
		is_four ? (const void *)&four : (const void *)&six, forwarded, &proxies, address);
	return address;
}

CASE(only_a_trusted_proxy_is_believed_about_the_address_of_a_client)
{
	static const struct {
		const char *client, *forwarded, *trusted, *address;
	} cases[] = {
		{ "127.0.0.1", "1.2.3.4", NULL, "127.0.0.1" },
		{ "192.0.2.1", "1.2.3.4", "127.0.0.0/8", "192.0.2.1" },
		{ "127.0.0.1", "", "127.0.0.0/8", "127.0.0.1" },
		{ "127.0.0.1", "1.2.3.4", "127.0.0.0/8", "1.2.3.4" },
		/* the second value, or the second header, is the one that the proxy added */
		{ "127.9.9.9", "1.2.3.4,203.0.113.9", "127.0.0.0/8", "203.0.113.9" },
		{ "127.0.0.1", "1.2.3.4 ,\t203.0.113.9 ", "127.0.0.1", "203.0.113.9" },
		{ "127.0.0.2", "1.2.3.4,203.0.113.9", "127.0.0.1", "127.0.0.2" },
		/* two trusted proxies, one behind the other */
		{ "::1", "1.2.3.4, 203.0.113.9, 10.9.255.1", "::1", "203.0.113.9" },
		{ "::1", "1.2.3.4, 203.0.113.9, 10.10.0.1", "::1", "10.10.0.1" },
		{ "::1", "10.9.0.1", "::1", "10.9.0.1" },
		/* not an address */
		{ "::1", "unknown", "::1", "::1" },
		{ "::1", "1.2.3.4, ", "::1", "::1" },
		{ "::1", ",,,", "::1", "::1" },
		/* an IPv6 address counts as its network, a mapped IPv4 address as that address */
		{ "2001:db8:1:2:3::4", "", NULL, "2001:db8:1:2::" },
		{ "::1", "2001:db8::ffff:1", "::1/128", "2001:db8::" },
		{ "::ffff:10.8.0.1", "::ffff:192.0.2.7", "::1", "192.0.2.7" },
		{ "2001:db8::1", "192.0.2.7", "2001:db8::/32", "192.0.2.7" },
		{ "2001:db9::1", "192.0.2.7", "2001:db8::/32", "2001:db9::" },
		{ "198.51.100.1", "192.0.2.7", "0.0.0.0/0", "192.0.2.7" },
	};
	for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
		assert_string_equal(find(cases[i].client, cases[i].forwarded, cases[i].trusted),
			cases[i].address);
}

/* Counts the allowed questions of an address in 16 seconds, if it asks once in `every` ms. */
static unsigned count_allowed(bool takes_seat, int64_t every)
{
	static const uint8_t key[RATELIMIT_KEY] = "0123456789abcde";
	struct ratelimit *limit = ratelimit_open(key);
	unsigned allowed = 0;
	for (int64_t now = 0; now < 16000; now += every)
		allowed += asker_may_ask(limit, "198.51.100.7", takes_seat, now);
	ratelimit_close(limit);
	return allowed;
}

CASE(an_address_gets_six_new_seats_a_minute_however_often_it_asks)
{
	assert_int_equal(count_allowed(true, 5000), 4);
	assert_int_equal(count_allowed(true, 20), 7);
	assert_int_equal(count_allowed(false, 20), 60 + 16 * 20 - 1);
}

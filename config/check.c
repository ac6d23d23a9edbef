#include "config/check.h"

#include <arpa/inet.h>
#include <ctype.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <utf8proc.h>

#include "bot/base/zone.h"

enum {
	PATH_MOST = 4000,
	PREFIX_MOST = 8,
	NAME_MOST = 63,
	HOST_MOST = 253,
	LINE_MOST = 300,
	FINGERPRINT = 44,
	FINGERPRINT_BYTES = 32,
	KEY_MOST = 100,
	URL_MOST = 200,
	MASK_MOST = 200
};

const char *check_text(const char *text, size_t most)
{
	if (text[0] == '\0')
		return "may not be empty";
	if (strlen(text) > most)
		return "is too long";
	for (utf8proc_ssize_t length; *text; text += length) {
		utf8proc_int32_t code;
		length = utf8proc_iterate((const utf8proc_uint8_t *)text, -1, &code);
		if (length < 1 || utf8proc_category(code) == UTF8PROC_CATEGORY_CC)
			return "holds a control character or is not valid UTF-8";
	}
	return NULL;
}

const char *check_without(const char *text, size_t most, const char *banned, const char *fault)
{
	const char *wrong = check_text(text, most);
	if (!wrong && strpbrk(text, banned))
		wrong = fault;
	return wrong;
}

const char *check_path(const char *text)
{
	return check_text(text, PATH_MOST);
}

const char *check_prefix(const char *text)
{
	const char *fault = check_text(text, PREFIX_MOST);
	if (!fault && text[0] == '/')
		fault = "may not begin with /, which people's programs keep for themselves";
	for (; !fault && *text; text++)
		if (!ispunct((unsigned char)*text))
			fault = "may hold only signs such as ! . ?";
	return fault;
}

const char *check_name(const char *text)
{
	const char *fault = check_text(text, NAME_MOST);
	for (; !fault && *text; text++)
		if (!isalnum((unsigned char)*text) && !strchr("._-", *text))
			fault = "may hold only letters, digits and . _ -";
	return fault;
}

const char *check_host(const char *text)
{
	const char *fault = check_text(text, HOST_MOST);
	for (; !fault && *text; text++)
		if (!isalnum((unsigned char)*text) && !strchr(".-_:%", *text))
			fault = "is neither the name nor the address of a host";
	return fault;
}

const char *check_address(const char *text)
{
	struct in6_addr address;
	return inet_pton(AF_INET, text, &address) == 1 || inet_pton(AF_INET6, text, &address) == 1
		? NULL
		: "is no address; an IPv6 address has no brackets";
}

bool check_is_loopback(const char *host)
{
	struct in_addr ip;
	if (inet_pton(AF_INET, host, &ip) == 1)
		return ntohl(ip.s_addr) >> 24 == 127;
	return strcasecmp(host, "localhost") == 0 || strcmp(host, "::1") == 0;
}

const char *check_range(const char *text)
{
	enum { BITS_SIX = 128, BITS_FOUR = 32, BITS_LENGTH = 3 };
	char address[INET6_ADDRSTRLEN] = "";
	size_t length = strcspn(text, "/");
	const char *bits = text[length] == '/' ? text + length + 1 : "0";
	size_t digits = strspn(bits, "0123456789");
	if (length >= sizeof address || digits < 1 || digits > BITS_LENGTH || bits[digits] != '\0')
		return "is no address or range, as in 192.0.2.7 or 10.0.0.0/8";
	memcpy(address, text, length);
	unsigned long most = strchr(address, ':') ? BITS_SIX : BITS_FOUR;
	if (strtoul(bits, NULL, 10) > most)
		return "has more bits behind / than its address";
	return check_address(address);
}

const char *check_line(const char *text)
{
	return check_text(text, LINE_MOST);
}

const char *check_key(const char *text)
{
	const char *fault = check_without(text, KEY_MOST, " ,", "may not hold blanks or commas");
	return !fault && text[0] == ':' ? "may not begin with a colon" : fault;
}

const char *check_fingerprint(const char *text)
{
	static const char digits[] =
		"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
	/* A fingerprint is 32 bytes: here in base64. */
	if (strspn(text, digits) == FINGERPRINT - 1 && text[FINGERPRINT - 1] == '=' &&
		text[FINGERPRINT] == '\0')
		return NULL;
	/* Here the 32 bytes are in hexadecimal, with or without colons between them. */
	unsigned pairs = 0;
	for (; isxdigit((unsigned char)text[0]) && isxdigit((unsigned char)text[1]); pairs++)
		text += text[2] == ':' && text[3] != '\0' ? 3 : 2;
	return pairs == FINGERPRINT_BYTES && *text == '\0'
		? NULL
		: "has to be the SHA-256 of the server's public key in base64, 44 signs, the last "
		  "a =, or of its certificate in hexadecimal, 64 digits";
}

/* Returns the part of an address after its scheme, or NULL if it has none of these schemes. */
static const char *after_scheme(const char *text, const char *const *schemes)
{
	while (*schemes && strncmp(text, *schemes, strlen(*schemes)) != 0)
		schemes++;
	return *schemes ? text + strlen(*schemes) : NULL;
}

const char *check_proxy(const char *text)
{
	static const char *const schemes[] = { "http://", "socks4a://", "socks5://", "socks5h://",
		NULL };
	const char *fault = check_without(text, LINE_MOST, " ", "may not hold blanks");
	const char *host = after_scheme(text, schemes);
	if (fault || (host && *host))
		return fault;
	return "has to begin with http:// socks4a:// socks5:// or socks5h://";
}

const char *check_url(const char *text)
{
	static const char *const schemes[] = { "http://", "https://", NULL };
	const char *host = after_scheme(text, schemes);
	const char *fault = check_without(
		text, URL_MOST, " \"<>\\?#", "may not hold blanks or any of \" < > \\ ? #");
	if (!fault && text[strlen(text) - 1] == '/')
		return "may not end with a slash";
	return fault || (host && *host != '/') ? fault : "has to begin with http:// or https://";
}

const char *check_time(const char *text)
{
	bool digits = strlen(text) == 5 && text[2] == ':' && strspn(text, "0123456789") == 2 &&
		strspn(text + 3, "0123456789") == 2;
	if (!digits || text[0] > '2' || (text[0] == '2' && text[1] > '3') || text[3] > '5')
		return "has to be a time from 00:00 to 23:59";
	return NULL;
}

const char *check_zone(const char *text)
{
	char name[ZONE_NAME];
	return zone_read(text, name) ? NULL : "is no time zone; an example is America/Toronto";
}

static const char account_mark[] = "account:";

/* Returns the part of a mask after @ or account:. */
static const char *mask_tail(const char *mask)
{
	const char *at = strrchr(mask, '@');
	if (strncasecmp(mask, account_mark, sizeof(account_mark) - 1) == 0)
		return mask + sizeof(account_mark) - 1;
	return at ? at + 1 : mask;
}

const char *check_mask(const char *text)
{
	const char *fault = check_without(text, MASK_MOST, " ,", "may not hold blanks or commas");
	const char *mark = strchr(text, '!');
	if (fault)
		return fault;
	if (mask_tail(text)[0] == '\0' ||
		(mask_tail(text) != text + sizeof(account_mark) - 1 &&
			(!mark || mark == text || !strchr(mark, '@'))))
		return "has to be nick!user@host or account:NAME, where * and ? stand for any";
	return NULL;
}

const char *check_admin(const char *text)
{
	const char *fault = check_mask(text);
	const char *tail = mask_tail(text);

	if (!fault && tail[strspn(tail, "@*?.:-_/")] == '\0')
		return "means too many: name an account, or part of a host";
	return fault;
}

const char *check_locked(const char *text)
{
	static const char keys[] = "detail lang cards games tables open hours zone bots pages "
				   "guests daily off close mute all";
	return check_choice(text, keys) ? NULL : "is no setting that a channel's operators have";
}

bool check_choice(const char *text, const char *catalog)
{
	size_t length = strlen(text);
	if (strchr(text, ' '))
		return false;
	while (catalog) {
		if (strncmp(catalog, text, length) == 0 &&
			(catalog[length] == ' ' || !catalog[length]))
			return true;
		catalog = strchr(catalog, ' ');
		if (catalog)
			catalog++;
	}
	return false;
}

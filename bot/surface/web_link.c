#include "bot/surface/web_link.h"

/* Adds a line with the hash and one more member. value: JSON. */
static void add_line(struct string *lines, const char *kind, const char *hash, const char *member,
	const char *value)
{
	const char *const parts[] = { "{\"", kind, "\":\"", hash, "\",\"", member, "\":", value,
		"}\n" };
	for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++)
		string_add(lines, parts[i]);
}

void web_link_add_view(struct string *lines, const char *kind, const char *hash, const char *view)
{
	add_line(lines, kind, hash, "view", view);
}

void web_link_add_closed(struct string *lines, const char *kind, const char *hash)
{
	add_line(lines, kind, hash, "closed", "true");
}

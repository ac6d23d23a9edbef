#include "bot/net/page/page.h"

#include <string.h>

#include "engine/text.h"

/* Drops a line. The page of the seat shows the table, and answers go back to the browser. */
static uint64_t tell(
	struct network *network, const char *key, enum via via, const struct saying *saying)
{
	(void)network;
	(void)key;
	(void)via;
	(void)saying;
	return 0;
}

static const char *nick_of(struct network *network, const char *key)
{
	(void)network;
	(void)key;
	return "~";
}

static bool in(struct network *network, const char *key, const char *channel)
{
	(void)network;
	(void)key;
	(void)channel;
	return false;
}

/* Finds no guest, because guests at different tables may have the same nick. */
static bool find_nick(struct network *network, const char *nick, struct sender *sender)
{
	(void)network;
	(void)nick;
	(void)sender;
	return false;
}

static const char *self(struct network *network)
{
	(void)network;
	return "mitaines";
}

static void fold(struct network *network, const char *name, char out[NETWORK_CHANNEL])
{
	(void)network;
	struct text text = text_in(out, NETWORK_CHANNEL);
	text_add(&text, name);
}

static const struct network_driver driver = {
	.tell = tell,
	.nick = nick_of,
	.in = in,
	.find_nick = find_nick,
	.self = self,
	.fold = fold,
};

void page_open(struct page_network *page)
{
	*page = (struct page_network){
		.network = { .name = NETWORK_OF_GUESTS, .driver = &driver, .guests = true },
	};
}

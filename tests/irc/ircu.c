/* ircu.c - how ircu and its like take what a client says. */
#include "tests/irc/ircu.h"

#include <stdio.h>
#include <string.h>

/* Microseconds for a line and for a byte, and how much may be owed; bytes that may wait. */
enum { IRCU_LINE = 20000, IRCU_BYTES = 12, IRCU_BYTE_COST = 1000, IRCU_CREDIT = 100000 };
enum { IRCU_QUEUE = 1024 };

static void ircu_answer(struct ircu *ircu, uint64_t now)
{
	if (ircu->owes == 0 || now < ircu->owes + ircu->late)
		return;
	ircu->owes = 0;
	fake_says(ircu->fake, "%s", ircu->answer);
}

static void ircu_take(struct ircu *ircu, const char *line, size_t length, uint64_t now)
{
	ircu->taken += length;
	ircu->since += IRCU_LINE + length * IRCU_BYTE_COST / IRCU_BYTES;
	if (strncmp(line, "PING :", 6) != 0)
		return;
	snprintf(ircu->answer, sizeof ircu->answer, ":irc.test PONG irc.test :%.*s",
		(int)strcspn(line + 6, "\r\n"), line + 6);
	ircu->owes = now;
}

static void ircu_due(void *context)
{
	struct ircu *ircu = context;
	struct fake *fake = ircu->fake;
	uint64_t now = loop_now(fake->loop);
	const char *line, *end;
	if (ircu->since < now * 1000)
		ircu->since = now * 1000;
	while (line = fake->heard.bytes + ircu->taken,
		ircu->since < now * 1000 + IRCU_CREDIT &&
			(end = memchr(line, '\n', fake->heard.length - ircu->taken)) != NULL)
		ircu_take(ircu, line, (size_t)(end - line) + 1, now);
	ircu_answer(ircu, now);
	if (fake->wire != NULL && fake->heard.length - ircu->taken > IRCU_QUEUE) {
		ircu->flooded = true;
		fake_says(fake, "ERROR :Closing Link: Excess Flood");
		fake_hang_up(fake);
	}
	loop_timer_set(ircu->timer, 1);
}

void ircu_open(struct ircu *ircu, struct fake *fake)
{
	*ircu = (struct ircu){ .fake = fake, .taken = fake->heard.length };
	fake->mute = true;
	ircu->timer = loop_timer_open(fake->loop, ircu_due, ircu);
	ircu_due(ircu);
}

void ircu_close(struct ircu *ircu)
{
	loop_timer_close(ircu->timer);
}

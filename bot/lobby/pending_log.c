#include "bot/lobby/pending_log.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "bot/base/memory.h"

enum { LINE_MOST = 1024 }; /* bytes of a line, NUL included; the log cuts lines at this length */

static void discard(struct pending_log *pending)
{
	for (size_t i = 0; i < pending->count; i++) {
		free(pending->line[i].channel);
		free(pending->line[i].text);
	}
	pending->count = 0;
}

static void settle(struct participant *participant, bool kept)
{
	struct pending_log *pending = (struct pending_log *)participant;
	for (size_t i = 0; i < pending->count && kept; i++)
		log_about(pending->log, pending->line[i].level, pending->line[i].about, "%s",
			pending->line[i].text);
	discard(pending);
}

void pending_log_add(struct pending_log *pending, enum log_level level, struct log_about about,
	const char *format, ...)
{
	char text[LINE_MOST];
	va_list rest;
	va_start(rest, format);
	vsnprintf(text, sizeof text, format, rest);
	va_end(rest);
	pending->line = memory_grow(pending->line, pending->count + 1, sizeof *pending->line);
	struct pending_line *line = &pending->line[pending->count++];
	*line = (struct pending_line){ .level = level, .about = about, .text = memory_copy(text) };
	if (about.channel != NULL)
		line->about.channel = line->channel = memory_copy(about.channel);
	pending->participant.settle = settle;
	batch_join(pending->batch, &pending->participant);
}

void pending_log_close(struct pending_log *pending)
{
	discard(pending);
	free(pending->line);
	*pending = (struct pending_log){ .count = 0 };
}

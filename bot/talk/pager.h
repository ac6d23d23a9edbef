/* pager.h - long answers, a page at a time: what is left follows when `more` is said. */
#ifndef BOT_TALK_PAGER_H
#define BOT_TALK_PAGER_H

#include "bot/lobby/lobby.h"

struct page;

/* Tells somebody a text of several lines, a page of it at first; forgets what was left before. */
void pager_tell(struct lobby *lobby, struct person *person, const char *text);
/* Forgets what is left for everybody. */
void pager_close(struct lobby *lobby);

#endif

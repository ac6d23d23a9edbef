/*
 * steps.h - the moves of a match in words, beside the board through which the script steps. Used
 * only in bot/web.
 */
#ifndef BOT_WEB_STEPS_H
#define BOT_WEB_STEPS_H

#include "bot/web/replay.h"
#include "bot/web/reviews.h"

/* The moves of a match as HTML and JSON. One replay collects them, before the page is written. */
struct steps {
	const struct page *page;
	const struct listed_match *listed;
	/* review of the match; NULL: impossible, or not ready */
	const struct match_review *judged;
	struct string moves;     /* lists of the moves in HTML, one for each hand */
	struct string scenes;    /* scenes of the page, as a JSON list */
	struct scene_text first; /* first scene of the page */
	unsigned hand;           /* number of the last hand on the page */
	unsigned hands;          /* number of hands dealt in the match */
};

/*
 * Collects the moves of a match, from hand route->from on. Returns false if its journal cannot be
 * replayed. Free the result with steps_free.
 */
bool steps_gather(const struct page *page, const struct listed_match *listed,
	const struct match_review *judged, struct steps *steps);
/* Adds the board and the moves. Adds nothing if no hand was dealt. */
void steps_add(const struct page *page, const struct steps *steps);
/*
 * Adds the scenes, a JSON list, and the texts with which the script shows them and checks shuffles.
 */
void steps_embed(const struct page *page, const char *scenes);
void steps_free(struct steps *steps);

#endif

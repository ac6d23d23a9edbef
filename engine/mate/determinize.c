/* mate/determinize.c - random deals that agree with the view of one seat */
#include <string.h>

#include "engine/mate/view.h"
#include "engine/playout.h"

cards mate_foreplaced(const struct mate_view *view)
{
	const struct mate_open *open = &view->open;
	unsigned other = view->head.seat ^ 1u;
	cards denied = view->theirs & open->denied[other], may = view->theirs;
	if (open->option[MATE_DISCARD] || open->laid[other] == 0)
		return 0;
	if (open->held[other] == 0)
		return MATE_CARDS &
			~(view->hand | open->played[0] | open->played[1] |
				(view->fore == CARD_NONE ? 0 : card_bit(view->fore)));
	if (denied != 0)
		return denied;
	if (open->led == CARD_NONE || view->head.open.turn != other)
		return may;
	/* The hand goes on, so the opponent still holds an answer to the card led. */
	for (cards left = may; left != 0; left &= left - 1)
		if (mate_answers(open->led, open->king, view->theirs & ~(left & -left)) == 0)
			may &= ~(left & -left);
	return may;
}

void mate_lay_out(const struct mate_view *known, cards fore, struct mate *mate)
{
	unsigned seat = known->head.seat, other = seat ^ 1u;
	memset(mate, 0, sizeof *mate);
	mate->head = known->head.open;
	mate->open = known->open;
	mate->hand[seat] = known->hand;
	mate->fore[seat] = known->fore;
	mate->hand[other] = known->theirs & ~fore;
	mate->fore[other] = fore != 0 ? cards_first(fore) : CARD_NONE;
	cards own = known->hand | known->open.played[seat] | known->open.aside[seat];
	if (known->fore != CARD_NONE)
		own |= card_bit(known->fore);
	mate->dealt[seat ^ known->open.second] = own;
	mate->dealt[other ^ known->open.second] = MATE_CARDS & ~own;
}

void mate_determinize(const struct view *view, struct chance *chance, struct state *state)
{
	const struct mate_view *known = (const struct mate_view *)view;
	mate_lay_out(known, chance_card(chance, mate_foreplaced(known)), (struct mate *)state);
}

/* arrival.h - who comes, or comes to be known, and what follows from that where they play. */
#ifndef BOT_MATCH_ARRIVAL_H
#define BOT_MATCH_ARRIVAL_H

#include "bot/lobby/lobby.h"

/*
 * Somebody is here, as by a line of theirs. Who has just been found to be the player of a seat is
 * shown their hand when it is their turn. NULL: they are nobody that matters.
 */
struct person *arrival_meet(
	struct lobby *lobby, struct network *network, const struct sender *sender);
/* The same of who said nothing; who could have a seat back that is theirs is told so. */
void arrival_see(struct lobby *lobby, struct network *network, const struct sender *sender);
/*
 * Sees again whom a batch saw that was not kept, once the next one may be: a network does not say
 * twice that somebody is here.
 */
void arrival_repeat(struct lobby *lobby);

#endif

/*
 * seat_moves.h - writes the part of a seat's view that is about its hand: the cards, their moves,
 * what the moves do, and why a card cannot be played. Hidden cards come only from the view of the
 * seat.
 */
#ifndef BOT_SURFACE_SEAT_MOVES_H
#define BOT_SURFACE_SEAT_MOVES_H

#include "bot/talk/render.h"

/* Adds the member "hand", and "why": the reasons that its cards refer to by number. */
void seat_moves_add_hand(const struct render *render, const struct view *view, struct string *out);
/*
 * Adds the member "moves", all legal moves of the seat. A move with "sure" cannot be taken back. A
 * move with "same" does the same as an earlier move, and needs no button beside it. Of an exchange,
 * which has too many moves, adds only the member "exchange", the number of cards to choose.
 */
void seat_moves_add_moves(const struct render *render, const struct view *view, struct string *out);
/* Adds sentences about what the moves do: "9♣ can take the pile. A♥ A♠ can call a mitten." */
void seat_moves_teach(const struct render *render, const struct view *view);

#endif

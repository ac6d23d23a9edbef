/* visible.h - which characters people see. Pure. */
#ifndef BOT_NET_VISIBLE_H
#define BOT_NET_VISIBLE_H

#include <stdbool.h>
#include <stdint.h>

/* False for what nobody sees, and for lone surrogates, which nobody can name. */
bool visible(int32_t point);
/* Visible, and no blank: of blanks and fillers nobody could say how many there are. */
bool visible_solid(int32_t point);

#endif

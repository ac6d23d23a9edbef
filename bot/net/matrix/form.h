/* matrix/form.h - the forms a message has on Matrix. Pure. */
#ifndef BOT_NET_MATRIX_FORM_H
#define BOT_NET_MATRIX_FORM_H

#include <stdbool.h>

#include "bot/base/string.h"

/*
 * Adds text as the content of m.room.message, JSON: loud, as somebody's words, or as a notice.
 * Colours of IRC become those of HTML; where there are none there is a plain body alone.
 */
void form_message(struct string *out, const char *text, bool loud);

#endif

/* form.h - reads the body of a form, application/x-www-form-urlencoded. Used only in bot/web. */
#ifndef BOT_WEB_FORM_H
#define BOT_WEB_FORM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * Reads a field of a form. which: 0 for the first field of that name, 1 for the second. Returns
 * false, with an empty value, if it is absent, too long or malformed.
 */
bool form_text(const char *form, const char *name, unsigned which, char *value, size_t size);
/* Reads a field that is a number of at least 0. Returns -1 if it is absent or no such number. */
int64_t form_number(const char *form, const char *name);

#endif

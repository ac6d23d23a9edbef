/*
 * tzif.h - reads the offset of local time from the bytes of a time zone file (TZif, RFC 9636). Uses
 * neither files nor a clock.
 *
 * A file has a table of changes and, since version 2, a rule in the form of the variable TZ for the
 * time after the table. Files whose dates count leap seconds are refused.
 */
#ifndef BOT_BASE_TZIF_H
#define BOT_BASE_TZIF_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * Sets *offset to the seconds east of Greenwich of local time at a date in Unix seconds. Returns
 * false if the bytes are malformed.
 */
bool tzif_read_offset(const uint8_t *bytes, size_t size, int64_t date, int32_t *offset);

#endif

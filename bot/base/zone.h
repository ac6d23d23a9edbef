/*
 * zone.h - time zones by name: "Europe/Paris", from the system's zone files, or a fixed offset like
 * "UTC-5", five hours west of Greenwich. The variable TZ and the zone of the machine do not matter.
 *
 * The zone files are read at each call, so an update of tzdata takes effect at once. A call takes
 * less than a millisecond, zone_suggest several.
 */
#ifndef BOT_BASE_ZONE_H
#define BOT_BASE_ZONE_H

#include <stdbool.h>
#include <stdint.h>

/* Bytes of a zone's name, NUL included. */
enum { ZONE_NAME = 64 };

/*
 * Reads a zone as people type it, without regard to case: "europe/paris", "utc-5", "+5:30". Writes
 * the zone to name as the system lists it, or like "UTC+5:30". Returns false for an unknown zone,
 * for paths like "../x", and for Etc/GMT+5, which lies west of Greenwich in spite of its sign.
 */
bool zone_read(const char *typed, char name[ZONE_NAME]);
/*
 * Finds the zone that a mistyped name, or a city's name, may mean. Returns false if no zone is
 * near.
 */
bool zone_suggest(const char *typed, char name[ZONE_NAME]);
/*
 * Sets *seconds to the offset of local time east of Greenwich at a date in Unix seconds. name: from
 * zone_read; "" is UTC. Returns false and sets 0 if the zone's file cannot be read any more.
 */
bool zone_find_offset(const char *name, int64_t date, int32_t *seconds);
/* Converts a local time, in seconds since 1970-01-01 by the zone's clocks, to Unix seconds. */
int64_t zone_find_date(const char *name, int64_t local);

#endif

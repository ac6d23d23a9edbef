/* crowd.h - creates databases with many invented people and matches, for measurements. */
#ifndef TESTS_LAB_CROWD_H
#define TESTS_LAB_CROWD_H

#include <stdbool.h>

/* Creates a database at `path` with an even number of people of one network, and so many finished,
 * rated matches of Mitaines `classic` between them. Takes minutes and about 250 bytes a match for
 * millions. Returns false on an error, which it prints. */
bool crowd_make(const char *path, unsigned people, unsigned matches);

#endif

/* crowd.h - invented people in great numbers, for measurements. */
#ifndef TESTS_LAB_CROWD_H
#define TESTS_LAB_CROWD_H

#include <stdbool.h>

/*
 * Creates a database at path, of an even number of people of one network who have finished that
 * many rated matches of Mitaines `classic` with each other. Takes minutes and about 250 bytes a
 * match for millions. Returns false on an error, which it prints.
 */
bool crowd_make(const char *path, unsigned people, unsigned matches);

#endif

/* version.h - the version, set by the Makefile. */
#ifndef BOT_BASE_VERSION_H
#define BOT_BASE_VERSION_H

#ifndef VERSION
#define VERSION "unknown"
#endif

#endif

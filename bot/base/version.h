/* version.h - the version the Makefile names. */
#ifndef BOT_BASE_VERSION_H
#define BOT_BASE_VERSION_H

#ifndef VERSION
#define VERSION "unknown"
#endif

#endif

/* version.h - the version the Makefile names. */
#ifndef BOT_VERSION_H
#define BOT_VERSION_H

#ifndef VERSION
#define VERSION "unknown"
#endif

#endif

/* errors.h - collects the errors of a configuration. Only for config/. */
#ifndef CONFIG_ERRORS_H
#define CONFIG_ERRORS_H

#include "config/config.h"

/* Adds one error. line 0: the whole file. Never pass a password. */
__attribute__((format(printf, 4, 5))) void errors_add(
	struct config_errors *errors, const char *file, unsigned line, const char *format, ...);

#endif

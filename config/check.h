/* check.h - which strings a configuration may hold. Only for config/. */
#ifndef CONFIG_CHECK_H
#define CONFIG_CHECK_H

#include <stdbool.h>

/* Each tells what is wrong with a string ("may not be empty"), or NULL when nothing is. */
const char *check_path(const char *text);
const char *check_prefix(const char *text);
const char *check_name(const char *text);
const char *check_host(const char *text);
const char *check_nick(const char *text);
const char *check_user(const char *text);
const char *check_realname(const char *text);
const char *check_password(const char *text);
const char *check_channel(const char *text);

/* Whether text is one of the words, which are parted by single blanks. */
bool check_choice(const char *text, const char *words);

#endif

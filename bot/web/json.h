/* json.h - JSON as it is written. Commas come by themselves. */
#ifndef BOT_WEB_JSON_H
#define BOT_WEB_JSON_H

#include <stdbool.h>

#include "bot/base/string.h"

/* Begins an object or a list; key NULL: within a list, or at the start. */
void json_group(struct string *out, const char *key);
void json_list(struct string *out, const char *key);
/* Ends what was begun: '}' or ']'. */
void json_end(struct string *out, char end);
void json_text(struct string *out, const char *key, const char *text);
void json_number(struct string *out, const char *key, int64_t number);
void json_truth(struct string *out, const char *key, bool truth);

#endif

#include "bot/web/response_cache.h"

#include <string.h>

#include "engine/text.h"

static void drop_entry(struct response_cache *answers, struct cached_response *given)
{
	if (given->key[0] == '\0')
		return;
	MHD_destroy_response(given->response);
	answers->size -= given->size;
	given->key[0] = '\0';
	given->asked = 0;
}

bool response_cache_key(
	char key[RESPONSE_CACHE_KEY], const struct web_request *request, bool packed)
{
	struct text text = text_in(key, RESPONSE_CACHE_KEY);
	text_add(&text, request->target);
	text_char(&text, '\n');
	text_add(&text, request->language != NULL ? request->language : "");
	text_char(&text, '\n');
	text_add(&text, request->cookie != NULL ? request->cookie : "");
	text_char(&text, packed ? 'z' : ' ');
	return !text.cut;
}

void response_cache_clear(struct response_cache *answers)
{
	for (unsigned i = 0; i < RESPONSE_CACHE_ENTRIES; i++)
		drop_entry(answers, &answers->entry[i]);
}

const struct cached_response *response_cache_find(struct response_cache *answers, const char *key)
{
	for (unsigned i = 0; i < RESPONSE_CACHE_ENTRIES; i++)
		if (strcmp(answers->entry[i].key, key) == 0) {
			answers->entry[i].asked = ++answers->uses;
			return &answers->entry[i];
		}
	return NULL;
}

void response_cache_add(struct response_cache *answers, const char *key,
	struct MHD_Response *response, size_t size, const struct web_response *answer,
	const char *tag)
{
	struct cached_response *given = &answers->entry[0]; /* free, or not used for longest */
	for (unsigned i = 1; i < RESPONSE_CACHE_ENTRIES; i++)
		if (answers->entry[i].asked < given->asked)
			given = &answers->entry[i];
	drop_entry(answers, given);
	if (answers->size + size > RESPONSE_CACHE_BYTES)
		return;
	*given = (struct cached_response){
		.response = response, .answer = *answer, .size = size, .asked = ++answers->uses
	};
	given->answer.body = STRING_EMPTY;
	memcpy(given->tag, tag, sizeof given->tag);
	memcpy(given->key, key, sizeof given->key);
	answers->size += size;
}

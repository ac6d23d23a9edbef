/* terms.h - keys that may differ from network to network and channel to channel. For config/. */
#ifndef CONFIG_TERMS_H
#define CONFIG_TERMS_H

#include "config/config.h"
#include "config/key.h"

/* The keys of a group whose structure has a member `terms`. */
#define TERMS_KEYS(type) \
	TERMS_KEY(type, turn_seconds, .read = key_number, .least = 1, .most = 86400), \
		TERMS_KEY(type, grace_seconds, .read = key_number, .most = 86400), \
		TERMS_KEY(type, split_seconds, .read = key_number, .most = 86400), \
		TERMS_KEY(type, leaver_wait_seconds, .read = key_number, .most = 604800), \
		TERMS_KEY(type, language, .read = key_text, .choices = LANGUAGES), \
		TERMS_KEY(type, cards, .read = key_text, .choices = "unicode ascii colour plain"), \
		TERMS_KEY(type, detail, .read = key_text, .choices = "full quiet")
#define TERMS_KEY(type, key, ...) \
	{ \
		.name = #key, .offset = offsetof(struct type, terms.key), __VA_ARGS__ \
	}

/* Nothing is said. */
extern const struct config_terms terms_none;
void terms_free(struct config_terms *terms);
/* Fills in what is not said; false: out of memory. */
bool terms_inherit(struct config_terms *terms, const struct config_terms *from);
/* Room for so many channels, NULL behind the last; false: out of memory. */
bool terms_channels_room(struct config_channels *channels, size_t count);
void terms_channels_free(struct config_channels *channels);
/* Reads a list of channels, each a text or a group with its name and terms of its own. */
void terms_channels(const struct reader *reader, const struct key *key, config_setting_t *setting,
	void *field); /* struct config_channels */

#endif

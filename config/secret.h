/*
 * secret.h - keys with secret values. Only for config/ and the settings of each type of network.
 */
#ifndef CONFIG_SECRET_H
#define CONFIG_SECRET_H

#include "config/key.h"

/*
 * secret_text reads a secret from the setting itself. secret_file reads it from the file that the
 * setting names, without line ends at its end. Both add an error if all users can read the file
 * with the secret.
 */
extern const struct key_kind secret_text, secret_file;
extern const struct key_kind secret_path;    /* a readable file that not all users can read */
extern const struct key_kind secret_list;    /* a list of secret texts */
extern const struct key_kind secret_address; /* a text that may have a password before an @ */

/* Returns true if all users of this machine can read a file. */
bool secret_exposed(const char *path);

#endif

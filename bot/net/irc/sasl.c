/* irc/sasl.c - proving to a server who the bot is. */
#include "bot/net/irc/sasl.h"

#include <sodium.h>
#include <string.h>

#include "engine/text.h"

/* Three bytes make four letters. */
enum { IRC_SASL_PLAIN = IRC_SASL_ANSWER / 4 * 3 - 3 };

/* Of PLAIN: account, NUL, account, NUL, password. Returns its length; 0: too long. */
static size_t irc_sasl_plain(const char *account, const char *password, char plain[IRC_SASL_PLAIN])
{
	struct text text = text_in(plain, IRC_SASL_PLAIN);
	text_add(&text, account);
	text_bytes(&text, "", 1);
	text_add(&text, account);
	text_bytes(&text, "", 1);
	text_add(&text, password);
	return text.cut ? 0 : text_length(&text);
}

bool irc_sasl_begin(struct irc_sasl *sasl, const char *account, const char *password)
{
	char plain[IRC_SASL_PLAIN];
	const char *bytes = plain;
	size_t length;
	irc_sasl_wipe(sasl);
	if (password != NULL) {
		length = irc_sasl_plain(account, password, plain);
	} else {
		bytes = account != NULL ? account : "";
		length = strlen(bytes);
	}
	if (length < IRC_SASL_PLAIN && (length > 0 || password == NULL))
		sodium_bin2base64(sasl->answer, sizeof sasl->answer, (const unsigned char *)bytes,
			length, sodium_base64_VARIANT_ORIGINAL);
	else
		sasl->over = true;
	sodium_memzero(plain, sizeof plain);
	return !sasl->over;
}

bool irc_sasl_piece(struct irc_sasl *sasl, char piece[IRC_SASL_PIECE + 1])
{
	struct text text = text_in(piece, IRC_SASL_PIECE + 1);
	if (sasl->over)
		return false;
	text_add(&text, sasl->answer + sasl->at);
	sasl->at += text_length(&text);
	sasl->over = text_length(&text) < IRC_SASL_PIECE;
	if (text_length(&text) == 0)
		text_char(&text, '+');
	return true;
}

void irc_sasl_wipe(struct irc_sasl *sasl)
{
	sodium_memzero(sasl, sizeof *sasl);
}

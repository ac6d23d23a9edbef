#include "bot/net/matrix/message_json.h"

#include <string.h>

#include "bot/base/json.h"

enum { MESSAGE_JSON_COLOUR = 3, MESSAGE_JSON_BOLD = 2, MESSAGE_JSON_PLAIN = 15 };

/*
 * The colours of the mIRC numbers 0 to 15, chosen to be legible on white and on black. NULL: the
 * text gets no colour.
 */
static const char *const colours[16] = { NULL, NULL, "#3355cc", "#007a33", "#d0021b", "#a0522d",
	"#8e24aa", "#e65100", "#b58900", "#2e9e3e", "#00838f", "#0097a7", "#1e70d0", "#d81b90",
	"#777777", "#999999" };

/*
 * Returns the length of the formatting code at the start of text, or 0. Sets *colour to the
 * foreground colour of a colour code, or -1.
 */
static size_t message_json_code_length(const char *text, int *colour)
{
	const char *number = text + 1;
	*colour = -1;
	if (*text == MESSAGE_JSON_BOLD || *text == MESSAGE_JSON_PLAIN)
		return 1;
	if (*text != MESSAGE_JSON_COLOUR)
		return 0;
	size_t digits = strspn(number, "0123456789"), more = 0;
	digits = digits > 2 ? 2 : digits;
	if (digits == 0)
		return 1;
	*colour = digits == 1 ? number[0] - '0' : (number[0] - '0') * 10 + number[1] - '0';
	if (number[digits] == ',')
		more = strspn(number + digits + 1, "0123456789");
	return 1 + digits + (more > 0 ? 1 + (more > 2 ? 2 : more) : 0);
}

/*
 * Converts text with mIRC codes to a plain body and to HTML. Returns true if the HTML has colours.
 */
static bool message_json_split(const char *text, struct string *body, struct string *html)
{
	bool any = false, open = false;
	while (*text != '\0') {
		int colour;
		size_t code = message_json_code_length(text, &colour);
		if (code == 0) {
			string_add_char(body, *text);
			switch (*text) {
			case '<': string_add(html, "&lt;"); break;
			case '>': string_add(html, "&gt;"); break;
			case '&': string_add(html, "&amp;"); break;
			case '"': string_add(html, "&quot;"); break;
			case '\n': string_add(html, "<br>"); break;
			default: string_add_char(html, *text);
			}
			text++;
			continue;
		}
		string_add(html, open ? "</font>" : "");
		open = colour >= 0 && colour < 16 && colours[colour] != NULL;
		if (open) {
			string_add(html, "<font color=\"");
			string_add(html, colours[colour]);
			string_add(html, "\" data-mx-color=\"");
			string_add(html, colours[colour]);
			string_add(html, "\">");
		}
		any = any || open;
		text += code;
	}
	string_add(html, open ? "</font>" : "");
	return any;
}

/* Begins the object that relates a message to an event. */
static void message_json_begin_relation(struct string *out, const char *kind, const char *event)
{
	json_begin_object(out, "m.relates_to");
	json_text(out, "rel_type", kind);
	json_text(out, "event_id", event);
}

/* Adds the body and the formatted body to a JSON object. `mark` is a prefix of both texts. */
static void message_json_add_bodies(
	struct string *out, const struct message_content *form, const char *mark)
{
	struct string body = STRING_EMPTY, html = STRING_EMPTY;
	string_add(&body, mark);
	string_add(&html, mark);
	bool rich = message_json_split(form->text, &body, &html);
	json_text(out, "msgtype",
		form->file != NULL              ? "m.file"
			: form->mention != NULL ? "m.text"
						: "m.notice");
	json_text(out, "body", body.bytes);
	if (form->file != NULL) {
		json_text(out, "filename", body.bytes);
		json_text(out, "url", form->file);
		json_begin_object(out, "info");
		json_text(out, "mimetype", "text/plain");
		json_end(out, '}');
	}
	/* Without m.mentions, some clients would notify people whose names are in the text. */
	json_begin_object(out, "m.mentions");
	if (form->mention != NULL) {
		json_begin_list(out, "user_ids");
		json_text(out, NULL, form->mention);
		json_end(out, ']');
	}
	json_end(out, '}');
	if (rich) {
		json_text(out, "format", "org.matrix.custom.html");
		json_text(out, "formatted_body", html.bytes);
	}
	string_free(&body);
	string_free(&html);
}

void message_json_add(struct string *out, const struct message_content *form)
{
	json_begin_object(out, NULL);
	message_json_add_bodies(out, form, form->changes != NULL ? "* " : "");
	if (form->changes != NULL) {
		json_begin_object(out, "m.new_content");
		message_json_add_bodies(out, form, "");
		json_end(out, '}');
		message_json_begin_relation(out, "m.replace", form->changes);
		json_end(out, '}');
	} else if (form->thread != NULL) {
		message_json_begin_relation(out, "m.thread", form->thread);
		/* Clients without threads show the message as a reply. */
		json_bool(out, "is_falling_back", true);
		json_begin_object(out, "m.in_reply_to");
		json_text(out, "event_id", form->thread);
		json_end(out, '}');
		json_end(out, '}');
	} else if (form->reply != NULL) {
		json_begin_object(out, "m.relates_to");
		json_begin_object(out, "m.in_reply_to");
		json_text(out, "event_id", form->reply);
		json_end(out, '}');
		json_end(out, '}');
	}
	json_end(out, '}');
}

void message_json_add_reaction(struct string *out, const char *event, const char *key)
{
	json_begin_object(out, NULL);
	message_json_begin_relation(out, "m.annotation", event);
	json_text(out, "key", key);
	json_end(out, '}');
	json_end(out, '}');
}

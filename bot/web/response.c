#include "bot/web/response.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#include "bot/base/memory.h"

/* Smallest body, in bytes, that is compressed. */
enum { RESPONSE_COMPRESS_BYTES = 512 };

/* Compresses a body with gzip. Returns NULL on an error; then the body is sent as it is. */
static unsigned char *pack(const struct string *body, size_t *size)
{
	enum { GZIP = 16, WINDOW = 15, MEMORY = 8, LEVEL = 5 };
	z_stream stream = { .next_in = (unsigned char *)body->bytes,
		.avail_in = (unsigned)body->length };
	if (deflateInit2(&stream, LEVEL, Z_DEFLATED, WINDOW + GZIP, MEMORY, Z_DEFAULT_STRATEGY) !=
		Z_OK)
		return NULL;
	size_t room = deflateBound(&stream, (unsigned long)body->length);
	unsigned char *packed = memory_new(room, 1);
	stream.next_out = packed;
	stream.avail_out = (unsigned)room;
	bool done = deflate(&stream, Z_FINISH) == Z_STREAM_END;
	*size = stream.total_out;
	deflateEnd(&stream);
	if (done)
		return packed;
	free(packed);
	return NULL;
}

void response_add_headers(struct MHD_Response *response, const struct web *web,
	const struct web_response *answer, const char *tag)
{
	/*
	 * Allow resources of this server only. Only secret pages may be shown in a frame, because
	 * the page of a seat shows an exercise in one.
	 */
	char policy[512];
	snprintf(policy, sizeof policy,
		"default-src 'none'; style-src 'self'%s%s%s; script-src 'self'%s%s%s; "
		"img-src 'self' data:; connect-src 'self'; frame-src 'self'; base-uri 'none'; "
		"form-action %s; "
		"frame-ancestors %s",
		answer->scripts ? " '" : "", answer->scripts ? web->style_hash : "",
		answer->scripts ? "'" : "", answer->scripts ? " '" : "",
		answer->scripts ? web->script_hash : "", answer->scripts ? "'" : "",
		answer->forms ? "'self'" : "'none'", answer->secret ? "'self'" : "'none'");
	MHD_add_response_header(response, "Content-Type", answer->type);
	MHD_add_response_header(response, "Content-Security-Policy", policy);
	MHD_add_response_header(response, "X-Content-Type-Options", "nosniff");
	MHD_add_response_header(response, "Referrer-Policy", "same-origin");
	MHD_add_response_header(response, "Cross-Origin-Opener-Policy", "same-origin");
	MHD_add_response_header(response, "Vary", "Accept-Encoding, Accept-Language, Cookie");
	MHD_add_response_header(response, "Cache-Control",
		answer->secret              ? "no-store"
			: answer->immutable ? "public, max-age=31536000, immutable"
					    : "no-cache");
	if (answer->secret || answer->unlisted)
		MHD_add_response_header(response, "X-Robots-Tag", "noindex");
	if (!answer->secret && tag != NULL)
		MHD_add_response_header(response, "ETag", tag);
	if (answer->cross_origin)
		MHD_add_response_header(response, "Access-Control-Allow-Origin", "*");
	if (!answer->immutable)
		MHD_add_response_header(
			response, "Content-Language", catalog_language_code(answer->language));
	if (answer->status == 405)
		MHD_add_response_header(
			response, "Allow", answer->takes_forms ? "GET, HEAD, POST" : "GET, HEAD");
	if (answer->status == 503)
		MHD_add_response_header(response, "Retry-After", "10");
	if (answer->place[0] != '\0')
		MHD_add_response_header(response, "Location", answer->place);
	if (answer->cookie[0] != '\0')
		MHD_add_response_header(response, "Set-Cookie", answer->cookie);
}

void response_write_tag(const struct string *body, char tag[RESPONSE_CACHE_TAG])
{
	unsigned char sum[16];
	char hex[2 * sizeof sum + 1];
	crypto_generichash(
		sum, sizeof sum, (const unsigned char *)body->bytes, body->length, NULL, 0);
	sodium_bin2hex(hex, sizeof hex, sum, sizeof sum);
	snprintf(tag, RESPONSE_CACHE_TAG, "W/\"%s\"", hex);
}

struct MHD_Response *response_made(struct MHD_Response *response)
{
	if (response == NULL)
		memory_exit(0);
	return response;
}

struct MHD_Response *response_open_empty(void)
{
	return response_made(MHD_create_response_from_buffer(0, "", MHD_RESPMEM_PERSISTENT));
}

struct MHD_Response *response_open(const struct web *web, const struct web_response *answer,
	bool packed, const char *tag, size_t *size)
{
	unsigned char *bytes = NULL;
	*size = answer->body.length;
	if (packed && !answer->compressed && *size >= RESPONSE_COMPRESS_BYTES)
		bytes = pack(&answer->body, size);
	struct MHD_Response *response = response_made(bytes != NULL
			? MHD_create_response_from_buffer(*size, bytes, MHD_RESPMEM_MUST_FREE)
			: MHD_create_response_from_buffer(
				  answer->body.length, answer->body.bytes, MHD_RESPMEM_MUST_COPY));
	response_add_headers(response, web, answer, answer->status == 200 ? tag : NULL);
	if (bytes != NULL)
		MHD_add_response_header(response, "Content-Encoding", "gzip");
	return response;
}

#include "bot/web/web.h"

#include <sodium.h>
#include <string.h>
#include <strings.h>

#include "bot/base/json.h"
#include "bot/base/memory.h"
#include "bot/base/metrics.h"
#include "bot/web/form.h"
#include "bot/web/listing.h"
#include "bot/web/page.h"
#include "bot/web/picture.h"
#include "bot/web/seat_page.h"

/* ---- languages ---- */

/* Reads the weight of a language in thousandths: 800 for "fr;q=0.8". */
static unsigned read_weight(const char *at, size_t length)
{
	const char *q = memchr(at, ';', length);
	unsigned weight = 0;
	unsigned step = 1000;
	if (q == NULL)
		return 1000;
	q++;
	q += strspn(q, " ");
	if (strncmp(q, "q=", 2) != 0)
		return 1000;
	for (q += 2; q < at + length && step > 0; q++) {
		if (*q == '.')
			continue;
		if (*q < '0' || *q > '9')
			break;
		weight += (unsigned)(*q - '0') * step;
		step /= 10;
	}
	return weight > 1000 ? 1000 : weight;
}

int web_language(const char *accepted)
{
	int best = -1;
	unsigned most = 0;
	while (*accepted != '\0') {
		accepted += strspn(accepted, " ,\t");
		size_t length = strcspn(accepted, ",");
		size_t tag = strcspn(accepted, ",;- ");
		char code[ROUTE_VALUE];
		struct text text = text_in(code, sizeof code);
		for (size_t i = 0; i < tag; i++)
			text_char(&text, (char)(accepted[i] | 0x20));
		unsigned weight = read_weight(accepted, length);
		int language = catalog_language(code);
		if (language >= 0 && weight > most) {
			best = language;
			most = weight;
		}
		accepted += length;
	}
	return best;
}

/*
 * Chooses the language by the form, by the address, by the cookie, or by Accept-Language, whichever
 * names one first. If all fail, takes the default.
 */
static uint8_t choose(
	const struct web *web, const struct web_request *request, const struct route *route)
{
	char code[ROUTE_VALUE] = "";
	if (request->body != NULL)
		form_text(request->body, "lang", 0, code, sizeof code);
	int language = catalog_language(code);
	if (language < 0)
		language = catalog_language(route->language);
	if (language < 0 && request->cookie != NULL)
		language = catalog_language(request->cookie);
	if (language < 0 && request->language != NULL)
		language = web_language(request->language);
	return language >= 0 ? (uint8_t)language : web->language;
}

/* ---- opening ---- */

/*
 * Writes the version of a file, for its address, and its hash for the Content-Security-Policy.
 * hash: NULL if only the version is needed.
 */
static void hash_file(const char *bytes, char version[WEB_VERSION], char *hash)
{
	static const char scheme[] = "sha256-";
	unsigned char sum[crypto_hash_sha256_BYTES];
	crypto_hash_sha256(sum, (const unsigned char *)bytes, strlen(bytes));
	sodium_bin2hex(version, WEB_VERSION, sum, (WEB_VERSION - 1) / 2);
	if (hash == NULL)
		return;
	memcpy(hash, scheme, sizeof scheme);
	sodium_bin2base64(hash + sizeof scheme - 1, WEB_HASH - sizeof scheme + 1, sum, sizeof sum,
		sodium_base64_VARIANT_ORIGINAL);
}

void web_open(struct web *web, struct catalog *catalog, const struct config_type *const *types,
	const char *url, uint8_t language)
{
	const char *host = url != NULL ? strstr(url, "://") : NULL;
	/* The configuration allows no slash at the end of a URL. */
	const char *path = host != NULL ? strchr(host + 3, '/') : NULL;
	*web = (struct web){ .catalog = catalog,
		.types = types,
		.url = url,
		.base = path != NULL ? path : "",
		.language = language };
	hash_file(asset_style, web->style_version, web->style_hash);
	hash_file(asset_script, web->script_version, web->script_hash);
	hash_file(asset_seat_style, web->seat_style_version, NULL);
	hash_file(asset_seat_script, web->seat_script_version, NULL);
}

/* ---- responses ---- */

static const char page_type[] = "text/html; charset=utf-8";
static const char json_type[] = "application/json";
static const char text_type[] = "text/plain; charset=utf-8";
static const char picture_type[] = "image/png";
static const char feed_type[] = "application/atom+xml";

static unsigned write_file(const struct page *page, struct web_response *response, const char *type,
	const char *bytes, const char *version)
{
	string_add(&response->body, bytes);
	response->type = type;
	response->immutable = version != NULL && strcmp(page->route->version, version) == 0;
	return 200;
}

static unsigned go(const struct page *page, struct web_response *response, const char *path)
{
	struct text place = text_in(response->place, sizeof response->place);
	text_add(&place, page->web->base);
	text_add(&place, path);
	return 303;
}

static unsigned set_language(const struct page *page, struct web_response *response)
{
	struct text cookie = text_in(response->cookie, sizeof response->cookie);
	if (catalog_language(page->route->language) < 0)
		return 404;
	text_add(&cookie, "lang=");
	text_add(&cookie, page->route->language);
	text_add(&cookie, "; Path=");
	text_add(&cookie, page->web->base);
	text_add(&cookie, "/; Max-Age=31536000; SameSite=Lax; HttpOnly");
	return go(page, response, page->route->back);
}

/* Makes the response a stream of a table's events, which the server will send. */
static unsigned watch(const struct page *page, struct web_response *response)
{
	struct store_match match;
	enum store_error error = store_get_match(page->web->store, page->route->id, &match);
	if (error != STORE_OK)
		return page_status(error);
	if (!listing_is_public(&match))
		return 404;
	response->event_stream = response->uncacheable = true;
	response->match = match.id;
	response->type = "text/event-stream";
	return 200;
}

static unsigned tell_figures(const struct page *page, struct web_response *response)
{
	const struct web_metrics *figures = page->web->metrics;
	static const char *const classes[] = { "", "1xx", "2xx", "3xx", "4xx", "5xx" };
	struct metrics metrics = { .out = &response->body };
	if (figures == NULL)
		return 404;
	if (figures->bot != NULL)
		string_add(&response->body, figures->bot->metrics.bytes);
	metrics_add_gauge(&metrics, "mitaines_up", "1 while the bot sends its metrics, else 0.",
		figures->bot != NULL && figures->bot->metrics.length > 0);
	metrics_begin_family(&metrics, METRIC_COUNTER, "mitaines_pages_requests_total",
		"Answers to browsers, by the first digit of their HTTP status.");
	for (unsigned i = 2; i < sizeof classes / sizeof classes[0]; i++)
		metrics_add_number(&metrics, "class", classes[i], (int64_t)figures->answered[i]);
	metrics_add_gauge(&metrics, "mitaines_pages_viewers", "Browsers that watch a live table.",
		figures->viewers);
	metrics_add_gauge(&metrics, "mitaines_pages_memory_peak_bytes",
		"Most memory that mitaines web has used.", memory_peak());
	response->uncacheable = true;
	response->type = "text/plain; version=0.0.4; charset=utf-8";
	return 200;
}

/* Writes the answer for a place that has a key in its address, or that takes forms. */
static unsigned write_seat_answer(const struct page *page, struct web_response *response)
{
	bool posts = strcmp(page->request->method, "POST") == 0;
	struct store_trial trial;
	char act[ROUTE_VALUE];
	switch (page->route->place) {
	case PLACE_SEAT:
		if (!posts)
			return seat_page(page, response);
		form_text(page->request->body, "do", 0, act, sizeof act);
		if (strcmp(act, "sign") == 0)
			return seat_sign(page, response);
		return strcmp(act, "delete") == 0 ? seat_delete(page, response)
						  : seat_again(page, response);
	case PLACE_SEAT_EVENTS: return seat_watch(page, response);
	case PLACE_SEAT_MOVE:
		return posts ? seat_move(page, response)
			     : seat_go(page, response, page->route->key);
	case PLACE_SEAT_LEAVE:
		return posts ? leave_send(page, response) : leave_page(page, response);
	case PLACE_JOIN:
		if (challenge_find(page, &trial))
			return posts ? exercise_send(page, response)
				     : challenge_page(page, response, &trial);
		return posts ? join_send(page, response) : join_page(page, response);
	case PLACE_SIT: return posts ? join_send(page, response) : join_page(page, response);
	case PLACE_EXERCISE: return posts ? exercise_send(page, response) : go(page, response, "/");
	default: return posts ? play_send(page, response) : go(page, response, "/");
	}
}

/*
 * True if pages offer free seats to strangers. The server must not cache such a page until the
 * database changes, because free seats come from the bot's socket.
 */
static bool offers_seats(const struct web *web)
{
	return web->seats != NULL && web->guests == CONFIG_GUESTS_OPEN;
}

/* Writes the answer for a page of the daily deals. */
static unsigned write_daily_answer(const struct page *page, struct web_response *response)
{
	response->forms = page->web->play_now != CONFIG_PLAY_NO;
	response->unlisted = true;
	if (strcmp(page->request->method, "POST") == 0)
		return exercise_send(page, response);
	switch (page->route->place) {
	case PLACE_DAILY: return daily_page(page);
	case PLACE_DAY: return day_page(page);
	case PLACE_RESULT: response->secret = true; return result_page(page);
	case PLACE_SUMS: return sums_page(page);
	default: return feed_page(page);
	}
}

static unsigned write_answer(const struct page *page, struct web_response *response)
{
	const struct web *web = page->web;
	if (page->route->place >= PLACE_SEAT)
		return write_seat_answer(page, response);
	if (page->route->place >= PLACE_DAILY && page->route->place <= PLACE_FEED)
		return write_daily_answer(page, response);
	switch (page->route->place) {
	case PLACE_FRONT:
		response->forms = web->play_now != CONFIG_PLAY_NO;
		response->uncacheable = offers_seats(web);
		return front_page(page);
	case PLACE_LADDER: return ladder_page(page);
	case PLACE_PLAYER: return player_page(page);
	case PLACE_MATCH:
		return page->route->form == FORM_PICTURE ? picture_of_match(page)
							 : match_page(page);
	case PLACE_TABLE: response->uncacheable = offers_seats(web); return table_page(page);
	case PLACE_EVENTS: return watch(page, response);
	case PLACE_RULES: return rules_page(page);
	case PLACE_FAIR: return fair_page(page);
	case PLACE_API: return api_page(page);
	case PLACE_LANGUAGE: return set_language(page, response);
	case PLACE_STYLE:
		return write_file(
			page, response, "text/css; charset=utf-8", asset_style, web->style_version);
	case PLACE_SCRIPT:
		return write_file(page, response, "text/javascript; charset=utf-8", asset_script,
			web->script_version);
	case PLACE_SEAT_STYLE:
		return write_file(page, response, "text/css; charset=utf-8", asset_seat_style,
			web->seat_style_version);
	case PLACE_SEAT_SCRIPT:
		return write_file(page, response, "text/javascript; charset=utf-8",
			asset_seat_script, web->seat_script_version);
	case PLACE_PICTURE: return picture_of_pages(page);
	case PLACE_METRICS: return tell_figures(page, response);
	case PLACE_PREVIEW:
		response->type = "image/jpeg";
		string_add_bytes(&response->body, (const char *)asset_preview, asset_preview_size);
		return 200;
	case PLACE_ICON: return write_file(page, response, "image/svg+xml", asset_icon, NULL);
	default:
		return write_file(
			page, response, text_type, "User-agent: *\nDisallow: /language/\n", NULL);
	}
}

/* Writes a response. All reads see one snapshot of the database. */
static unsigned answer(const struct page *page, struct web_response *response)
{
	struct store *store = page->web->store;
	bool stored = page->route->place <= PLACE_EVENTS;
	if (stored && store == NULL)
		return 503;
	if (stored && store_begin_snapshot(store) != STORE_OK)
		return 500;
	unsigned status = write_answer(page, response);
	if (stored)
		store_end_snapshot(store);
	return status;
}

/*
 * Replaces the body by an error: as JSON if the address asked for JSON, else as a page. The page
 * does not repeat the address, which may be the mistyped address of a seat.
 */
static void write_error(const struct page *asked, struct web_response *response)
{
	struct route none = *asked->route;
	struct page page = *asked;
	if (strcmp(asked->request->method, "POST") == 0 && none.place < PLACE_SEAT)
		none.place = PLACE_PLAY;
	none.path[0] = '\0'; /* no entry of the menu is current */
	page.route = &none;
	page.inlined = false;
	string_clear(&response->body);
	response->scripts = response->cross_origin = response->compressed = false;
	if (none.form == FORM_JSON) {
		response->type = json_type;
		json_begin_object(&response->body, NULL);
		json_number(&response->body, "status", response->status);
		if (none.place >= PLACE_SEAT)
			json_text(&response->body, "say",
				page_word(&page, error_page_message(&page, response->status)));
		json_end(&response->body, '}');
		return;
	}
	response->type = page_type;
	error_page(&page, response->status);
}

static const char *form_type(enum form form)
{
	switch (form) {
	case FORM_JSON: return json_type;
	case FORM_RECORD: return text_type;
	case FORM_PICTURE: return picture_type;
	case FORM_FEED: return feed_type;
	default: return page_type;
	}
}

bool web_is_read(const char *method)
{
	return strcmp(method, "GET") == 0 || strcmp(method, "HEAD") == 0;
}

bool web_serves(const struct web *web, const struct web_request *request)
{
	static const char *const loopback[] = { "localhost", "127.0.0.1", "[::1]" };
	const char *host = request->host;
	if (web->play_now != CONFIG_PLAY_LOCAL)
		return true;
	if (request->forwarded)
		return false;
	for (size_t i = 0; host != NULL && i < sizeof loopback / sizeof loopback[0]; i++) {
		size_t length = strlen(loopback[i]);
		if (strncasecmp(host, loopback[i], length) == 0 &&
			(host[length] == '\0' || host[length] == ':'))
			return true;
	}
	return false;
}

/* True if a form was sent by a page of this site, or by a program that names no origin. */
static bool is_own_origin(const struct web *web, const struct web_request *request)
{
	const char *origin = request->origin;
	const char *host = origin != NULL ? strstr(origin, "://") : NULL;
	if (origin == NULL)
		return true;
	if (host == NULL)
		return false;
	if (web->url == NULL)
		return request->host != NULL && strcasecmp(host + 3, request->host) == 0;
	size_t length = strlen(web->url) - strlen(web->base);
	return strlen(origin) == length && strncasecmp(origin, web->url, length) == 0;
}

/* True if an address takes forms. */
static bool takes_forms(const struct web *web, const struct route *route)
{
	switch (route->place) {
	case PLACE_SEAT:
	case PLACE_SEAT_MOVE:
	case PLACE_SEAT_LEAVE:
	case PLACE_JOIN: return web->seats != NULL;
	case PLACE_SIT: return offers_seats(web);
	case PLACE_DAILY:
	case PLACE_DAY:
	case PLACE_PLAY: return web->seats != NULL && web->play_now;
	case PLACE_EXERCISE: return web->seats != NULL && (web->play_now || web->guests);
	default: return false;
	}
}

/*
 * Checks a request before its answer is written. Returns its HTTP status. status: from route_read.
 */
static unsigned check(const struct web *web, const struct web_request *request,
	const struct route *route, unsigned status)
{
	static const char form[] = "application/x-www-form-urlencoded";
	const char *type = request->type != NULL ? request->type : "";
	bool absent = route->place >= PLACE_SEAT && web->seats == NULL;
	if (!web_serves(web, request))
		return 403;
	if (!web_is_read(request->method) && strcmp(request->method, "POST") != 0)
		return 405;
	if (web_is_read(request->method) || (route_is_secret(route) && status != 200))
		return absent && status == 200 ? 404 : status;
	/* From here on, the request is a POST, which changes something. */
	if (!takes_forms(web, route))
		return 405;
	if (!is_own_origin(web, request))
		return 403;
	if (strncasecmp(type, form, sizeof form - 1) != 0 ||
		strchr("; ", type[sizeof form - 1]) == NULL)
		return 415;
	if (request->body == NULL)
		return 413;
	return status == 200 && request->malformed ? 400 : status;
}

/*
 * Reads the target of a request. If it is unknown, but known without the slash or punctuation
 * at its end, redirects there. Returns the HTTP status.
 */
static unsigned read_target(const struct web *web, const struct web_request *request,
	struct route *route, struct web_response *response)
{
	char found[ROUTE_TARGET];
	unsigned status = route_read(request->target, route);
	if (status != 404 || !web_is_read(request->method) ||
		!route_find_copied(request->target, found))
		return status;
	struct text place = text_in(response->place, sizeof response->place);
	text_add(&place, web->base);
	text_add(&place, found);
	route_read(found, route);
	return 301;
}

void web_answer(
	const struct web *web, const struct web_request *request, struct web_response *response)
{
	struct route route;
	*response = (struct web_response){
		.body = STRING_EMPTY, .question = STRING_EMPTY, .type = page_type
	};
	unsigned status = read_target(web, request, &route, response);
	response->status = check(web, request, &route, status);
	if (response->status != 301)
		response->place[0] = '\0';
	response->language = choose(web, request, &route);
	response->secret = route_is_secret(&route);
	response->takes_forms = takes_forms(web, &route);
	response->takes_seat = route.place <= PLACE_SEAT || route.place >= PLACE_JOIN;
	if (strcmp(request->method, "POST") == 0 && request->accepted != NULL &&
		strstr(request->accepted, json_type) != NULL)
		route.form = FORM_JSON;
	struct page page = { .out = &response->body,
		.web = web,
		.route = &route,
		.request = request,
		.locale = { .language = response->language, .style = STYLE_UNICODE },
		.inlined = route.place == PLACE_MATCH && route.form == FORM_PAGE };
	response->scripts = page.inlined;
	if (route.form != FORM_PAGE) {
		response->type = form_type(route.form);
		response->cross_origin = route.place < PLACE_SEAT;
		response->compressed = route.form == FORM_PICTURE;
	}
	if (response->status == 200)
		response->status = answer(&page, response);
	if (response->status == 303 && response->place[0] == '\0') {
		char path[ROUTE_VALUE];
		struct text text = text_in(path, sizeof path);
		text_add(&text, "/match/");
		text_number(&text, route.id);
		go(&page, response, path);
	}
	if (response->status >= 400 && !response->shown)
		write_error(&page, response);
}

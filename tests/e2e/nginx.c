/* nginx.c - the example of an nginx in front of the pages: it serves them, also below a path, and
 * the keys of seats are in none of its logs. */
#include <curl/curl.h>
#include <stdlib.h>

#include "bot/base/string.h"
#include "tests/cases.h"
#include "tests/irc/server.h"
#include "tests/irc/site.h"
#include "tests/matrix/gateway.h"

#define KEY "AAAAAAAAAAAAAAAAAAAAAA"

/* Pages behind an nginx. */
struct front {
	struct site *site;
	struct gateway gateway;
	int plain;          /* the port of plain http */
	const char *prefix; /* "" or "/games" */
};

/* Replaces each `from` in a text by `to`. Fails if the text has no `from`. */
static void replace(struct string *text, const char *from, const char *to)
{
	struct string out = STRING_EMPTY;
	const char *at = text->bytes, *next;
	if (strstr(at, from) == NULL)
		fail_msg("the example has no %s", from);
	for (; (next = strstr(at, from)) != NULL; at = next + strlen(from)) {
		string_add_bytes(&out, at, (size_t)(next - at));
		string_add(&out, to);
	}
	string_add(&out, at);
	string_free(text);
	*text = out;
}

/* Starts nginx with the example, on free ports and with the files of its folder. */
static void start(struct front *front)
{
	char *example = folder_read("config/mitaines.nginx.example", NULL);
	char text[128];
	struct string all = STRING_EMPTY;
	string_set(&all, example);
	free(example);
	front->plain = server_free_port();
	gateway_open(&front->gateway);
	snprintf(text, sizeof text, "  listen 127.0.0.1:%d ssl http2;\n", front->gateway.port);
	replace(&all, "  listen [::]:443 ssl http2;\n", "");
	replace(&all, "  listen 443 ssl http2;\n", text);
	snprintf(text, sizeof text, "  listen 127.0.0.1:%d;\n", front->plain);
	replace(&all, "  listen [::]:80;\n", "");
	replace(&all, "  listen 80;\n", text);
	replace(&all, "/etc/letsencrypt/live/cards.example.net/fullchain.pem", "server.pem");
	replace(&all, "/etc/letsencrypt/live/cards.example.net/privkey.pem", "server.key");
	replace(&all, "/var/log/nginx/", "");
	replace(&all, "  location / {",
		*front->prefix != '\0' ? "  location /games/ {" : "  location / {");
	snprintf(text, sizeof text, "    proxy_pass http://127.0.0.1:%d%s;", front->site->port,
		*front->prefix != '\0' ? "/" : "");
	replace(&all, "    proxy_pass http://127.0.0.1:8080;", text);
	struct string whole = STRING_EMPTY;
	string_add(&whole,
		"daemon off; user root; worker_processes 1; pid pid; error_log error.log;\n"
		"events { worker_connections 64; }\n"
		"http {\n"
		"access_log access.log;\n"
		"client_body_temp_path .; proxy_temp_path .; fastcgi_temp_path .; uwsgi_temp_path "
		".;\nscgi_temp_path .;\n");
	string_add(&whole, all.bytes);
	string_add(&whole, "}\n");
	gateway_start_with(&front->gateway, whole.bytes);
	string_free(&all);
	string_free(&whole);
}

static size_t drop(char *bytes, size_t size, size_t count, void *context)
{
	(void)bytes;
	(void)context;
	return size * count;
}

/* Requests a path below the prefix over https. Returns the HTTP status. */
static long get(const struct front *front, const char *path, const char *referer)
{
	char url[256], from[256];
	long status = 0, version = 0;
	CURL *easy = curl_easy_init();
	snprintf(url, sizeof url, "https://127.0.0.1:%d%s%s", front->gateway.port, front->prefix,
		path);
	snprintf(from, sizeof from, "https://cards.test%s%s", front->prefix, referer);
	curl_easy_setopt(easy, CURLOPT_URL, url);
	curl_easy_setopt(easy, CURLOPT_NOPROXY, "*");
	curl_easy_setopt(easy, CURLOPT_CAINFO, front->gateway.ca);
	curl_easy_setopt(easy, CURLOPT_REFERER, from);
	curl_easy_setopt(easy, CURLOPT_WRITEFUNCTION, drop);
	assert_int_equal(curl_easy_perform(easy), CURLE_OK);
	curl_easy_getinfo(easy, CURLINFO_RESPONSE_CODE, &status);
	curl_easy_getinfo(easy, CURLINFO_HTTP_VERSION, &version);
	assert_int_equal(version, CURL_HTTP_VERSION_2_0);
	curl_easy_cleanup(easy);
	return status;
}

/* Sends a request without TLS. Returns the HTTP status. */
static int ask_plain(const struct front *front, int port, const char *headers)
{
	struct site *site = front->site;
	char request[512];
	int pages = site->port;
	snprintf(request, sizeof request,
		"GET %s/seat/" KEY " HTTP/1.1\r\n%sConnection: close\r\n\r\n", front->prefix,
		headers);
	site->port = port;
	int status = site_ask(site, request);
	site->port = pages;
	return status;
}

/* Fails if a log of nginx has the key of a seat. Returns the access log. */
static char *read_logs(const struct front *front)
{
	char path[PATH_MAX];
	folder_file(front->gateway.folder, "error.log", path);
	char *errors = folder_read(path, NULL);
	char *log = gateway_log(&front->gateway);
	assert_null(strstr(errors, KEY));
	assert_null(strstr(log, KEY));
	free(errors);
	return log;
}

/* Requests addresses with a seat's key from nginx, also after the pages have stopped, and reads the
 * logs. */
static void check_logs(struct site *site, const char *prefix)
{
	struct front front = { .site = site, .prefix = prefix };
	char place[256];
	start(&front);
	assert_int_equal(get(&front, "/rules/mate", "/"), 200);
	assert_int_equal(get(&front, "/seat/" KEY, "/"), 503);
	assert_int_equal(get(&front, "/se%61t/" KEY "/events", "/"), 503);
	assert_int_equal(get(&front, "/seat.css", "/seat/" KEY), 200);
	assert_int_equal(get(&front, "/join/" KEY ").", "/"), 301);
	snprintf(place, sizeof place, "Location: https://cards.test%s/seat/" KEY, prefix);
	assert_int_equal(ask_plain(&front, front.plain, "Host: cards.test\r\n"), 301);
	assert_non_null(strstr(site->reply, place));
	assert_int_equal(ask_plain(&front, front.gateway.port, "Host: cards.test\r\n"), 301);
	assert_non_null(strstr(site->reply, place));
	assert_int_equal(ask_plain(&front, front.gateway.port, "Host: a\r\nHost: b\r\n"), 400);
	assert_int_equal(ask_plain(&front, front.plain, ""), 400);
	site_stop(site);
	assert_int_equal(get(&front, "/seat/" KEY, "/seat/" KEY), 502);
	assert_int_equal(get(&front, "/style.css", "/seat/" KEY), 502);
	gateway_stop(&front.gateway);
	char *log = read_logs(&front);
	snprintf(place, sizeof place, "GET %s/rules/mate", prefix);
	assert_non_null(strstr(log, place));
	free(log);
	gateway_end(&front.gateway);
}

CASE_WITH(the_example_of_nginx_serves_the_pages_and_logs_no_key, struct site *site, site_enter,
	site_leave)
{
	site_open(site, "seats = true; guests = true;");
	check_logs(site, "");
	site_start(site);
	close(site_come(site));
	check_logs(site, "/games");
}

/* conn_options.c - options of libcurl's connections. */
#include "bot/net/conn_options.h"

#include <string.h>

#include "bot/net/certificate.h"
#include "engine/text.h"

enum {
	CONN_OPTIONS_SECONDS = 30,
	CONN_OPTIONS_HOST = 300,
	CONN_OPTIONS_PIN = 80,
	CONN_OPTIONS_ADVICE = 120
};

/* Sets each part of the URL separately, so a host name cannot inject a port or a path. */
CURLU *conn_options_address(const struct conn_settings *settings)
{
	char host[CONN_OPTIONS_HOST], port[8];
	struct text name = text_in(host, sizeof host), number = text_in(port, sizeof port);
	bool six = strchr(settings->host, ':') != NULL && settings->host[0] != '[';
	CURLU *address = curl_url();
	text_add(&name, six ? "[" : "");
	text_add(&name, settings->host);
	text_add(&name, six ? "]" : "");
	text_number(&number, settings->port);
	if (address != NULL && !name.cut &&
		curl_url_set(address, CURLUPART_SCHEME, settings->tls ? "https" : "http", 0) ==
			CURLUE_OK &&
		curl_url_set(address, CURLUPART_HOST, host, 0) == CURLUE_OK &&
		curl_url_set(address, CURLUPART_PORT, port, 0) == CURLUE_OK)
		return address;
	curl_url_cleanup(address);
	return NULL;
}

/*
 * Sets how the server is verified: by authorities and host name, by fingerprint, or by both if both
 * are configured.
 */
static bool conn_options_set_trust(CURL *easy, const struct conn_settings *settings)
{
	bool authorities = settings->fingerprint == NULL || settings->ca_file != NULL;
	char pin[CONN_OPTIONS_PIN];
	struct text text = text_in(pin, sizeof pin);
	bool fine =
		curl_easy_setopt(easy, CURLOPT_SSL_VERIFYPEER, authorities ? 1L : 0L) == CURLE_OK &&
		curl_easy_setopt(easy, CURLOPT_SSL_VERIFYHOST, authorities ? 2L : 0L) == CURLE_OK;
	if (settings->fingerprint != NULL && certificate_is_fingerprint(settings->fingerprint)) {
		fine = fine && curl_easy_setopt(easy, CURLOPT_CERTINFO, 1L) == CURLE_OK;
	} else if (settings->fingerprint != NULL) {
		text_add(&text, "sha256//");
		text_add(&text, settings->fingerprint);
		fine = fine && !text.cut &&
			curl_easy_setopt(easy, CURLOPT_PINNEDPUBLICKEY, pin) == CURLE_OK;
	}
	if (settings->ca_file == NULL)
		return fine;
	fine = fine && curl_easy_setopt(easy, CURLOPT_CAPATH, NULL) == CURLE_OK;
	return fine && curl_easy_setopt(easy, CURLOPT_CAINFO, settings->ca_file) == CURLE_OK;
}

bool conn_options_set_route(CURL *easy, const struct conn_settings *settings)
{
	/* With an empty proxy, libcurl ignores the proxies of the environment. */
	const char *proxy = settings->proxy != NULL ? settings->proxy : "";
	char source[CONN_OPTIONS_HOST];
	struct text text = text_in(source, sizeof source);
	text_add(&text, "host!");
	text_add(&text, settings->source != NULL ? settings->source : "");
	/* QUICK_EXIT: the end of the program must not wait for a pending name lookup. */
	bool fine = curl_easy_setopt(easy, CURLOPT_NOSIGNAL, 1L) == CURLE_OK &&
		curl_easy_setopt(easy, CURLOPT_QUICK_EXIT, 1L) == CURLE_OK &&
		curl_easy_setopt(easy, CURLOPT_CONNECTTIMEOUT, (long)CONN_OPTIONS_SECONDS) ==
			CURLE_OK &&
		curl_easy_setopt(easy, CURLOPT_PROXY, proxy) == CURLE_OK &&
		curl_easy_setopt(easy, CURLOPT_NOPROXY, "") == CURLE_OK &&
		curl_easy_setopt(easy, CURLOPT_HTTPPROXYTUNNEL, 1L) == CURLE_OK;
	if (settings->source != NULL)
		fine = fine && !text.cut &&
			curl_easy_setopt(easy, CURLOPT_INTERFACE, source) == CURLE_OK;
	if (settings->tls)
		fine = fine &&
			curl_easy_setopt(easy, CURLOPT_SSLVERSION, (long)CURL_SSLVERSION_TLSv1_2) ==
				CURLE_OK &&
			conn_options_set_trust(easy, settings);
	/* If no key file is configured, the key is in the certificate's file. */
	if (settings->tls && settings->certificate != NULL)
		fine = fine &&
			curl_easy_setopt(easy, CURLOPT_SSLCERT, settings->certificate) ==
				CURLE_OK &&
			curl_easy_setopt(easy, CURLOPT_SSLKEY,
				settings->key != NULL ? settings->key : settings->certificate) ==
				CURLE_OK;
	return fine;
}

/*
 * Returns advice about an error: a text that begins with "; ", or "". told: libcurl's error
 * message, or "". plain: the advice to return if the port may not speak TLS.
 */
static const char *conn_options_advice(CURLcode code, const char *told, const char *plain)
{
	switch ((int)code) {
	case CURLE_SSL_PINNEDPUBKEYNOTMATCH:
		return "; the server's key is not the one of tls_fingerprint: if its operator "
		       "changed it, set the new fingerprint";
	case CURLE_INTERFACE_FAILED:
		return "; source_address has to be an address of this machine, IPv4 or IPv6 as the "
		       "server's";
	case CURLE_SSL_CACERT_BADFILE:
		return "; ca_file has to hold certificates in PEM form; without ca_file, install "
		       "the package ca-certificates";
	case CURLE_SSL_CERTPROBLEM:
		return "; client_certificate and client_key have to hold a certificate and its key "
		       "in "
		       "PEM form, without a passphrase";
	case CURLE_COULDNT_RESOLVE_HOST:
		return "; check the name in the configuration, and the DNS of this machine";
	case CURLE_COULDNT_CONNECT:
		return "; is the server up, and are its address and port right?";
	case CURLE_SSL_CONNECT_ERROR: return plain;
	/* A server without TLS waits for a command instead of answering the TLS handshake. */
	case CURLE_OPERATION_TIMEDOUT: return strstr(told, "SSL") != NULL ? plain : "";
	default: return "";
	}
}

void conn_options_explain(
	CURL *easy, CURLcode code, const char *told, const char *ports, struct text *text)
{
	char plain[CONN_OPTIONS_ADVICE];
	struct text advice = text_in(plain, sizeof plain);
	text_add(&advice, "; does the server speak TLS on this port? ");
	text_add(&advice, ports);
	text_add(text, told[0] != '\0' ? told : curl_easy_strerror(code));
	if (code == CURLE_PEER_FAILED_VERIFICATION)
		certificate_advise(easy, text);
	text_add(text, conn_options_advice(code, told, plain));
}

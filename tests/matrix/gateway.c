/* gateway.c - an nginx in front of a server, for tests. */
#include "tests/matrix/gateway.h"

#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/prctl.h>
#include <sys/wait.h>

#include <cmocka.h>

#include "tests/irc/server.h"

/* Paths are relative to the gateway's folder. nginx ignores `user` with a warning unless it runs
 * as root. */
static const char configuration[] =
	"daemon off; user root; worker_processes 1; pid pid; error_log error.log;\n"
	"events { worker_connections 64; }\n"
	"http {\n"
	"log_format asked '$server_protocol $status $pid.$connection $request_method $uri';\n"
	"access_log access.log asked;\n"
	"client_body_temp_path .; proxy_temp_path .; fastcgi_temp_path .; uwsgi_temp_path .;\n"
	"scgi_temp_path .;\n"
	"server {\n"
	"listen 127.0.0.1:%d ssl http2; ssl_certificate server.pem;\n"
	"ssl_certificate_key server.key; keepalive_requests %u;\n"
	"location / { proxy_pass http://127.0.0.1:%d; }\n"
	"}}\n";

static void gateway_become(const struct gateway *gateway)
{
	char path[PATH_MAX], program[PATH_MAX], log[PATH_MAX];
	snprintf(program, sizeof program, "%s/nginx/usr/sbin/nginx", server_unpacked());
	folder_file(gateway->folder, "nginx.conf", path);
	folder_file(gateway->folder, "error.log", log);
	/* SIGKILL would leave its worker process behind. */
	prctl(PR_SET_PDEATHSIG, SIGTERM);
	execl(program, "nginx", "-e", log, "-p", gateway->folder, "-c", path, (char *)NULL);
	_exit(127);
}

static void gateway_again(struct gateway *gateway)
{
	gateway->pid = server_fork(gateway->folder, "error.log");
	if (gateway->pid == 0)
		gateway_become(gateway);
	if (server_await(&gateway->pid, gateway->port))
		return;
	gateway_end(gateway);
	fail_msg("nginx does not listen; make deps unpacks it");
}

void gateway_open(struct gateway *gateway)
{
	*gateway = (struct gateway){ .port = server_free_port() };
	folder_make(gateway->folder);
	folder_file(gateway->folder, "ca.pem", gateway->ca);
	certificates_make(gateway->folder);
}

void gateway_start_with(struct gateway *gateway, const char *text)
{
	char path[PATH_MAX];
	folder_file(gateway->folder, "nginx.conf", path);
	folder_write(path, text, strlen(text));
	gateway_again(gateway);
}

void gateway_start(struct gateway *gateway, int behind, unsigned requests)
{
	char text[PATH_MAX + sizeof configuration];
	gateway_open(gateway);
	snprintf(text, sizeof text, configuration, gateway->port, requests, behind);
	gateway_start_with(gateway, text);
}

void gateway_stop(struct gateway *gateway)
{
	if (gateway->pid == 0)
		return;
	kill(gateway->pid, SIGTERM);
	waitpid(gateway->pid, NULL, 0);
	gateway->pid = 0;
}

void gateway_end(struct gateway *gateway)
{
	gateway_stop(gateway);
	folder_remove(gateway->folder);
}

char *gateway_log(const struct gateway *gateway)
{
	char path[PATH_MAX];
	folder_file(gateway->folder, "access.log", path);
	return folder_read(path, NULL);
}

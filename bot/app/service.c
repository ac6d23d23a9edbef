#include "bot/app/service.h"

#include <string.h>

#include "engine/text.h"

/*
 * LOOK_MS: ms between two reports. READY_MS: ms after which readiness is reported even if a network
 * is still being tried.
 */
enum { LOOK_MS = 1000, READY_MS = 30000 };

/* The number of networks in each state. */
struct standing {
	size_t count, connected, tried;
};

static struct standing standing(const struct lobby *lobby)
{
	struct standing standing = { .count = 0 };
	struct network *network;
	for (size_t n = 0; (network = lobby_next_network(lobby, &n)) != NULL;) {
		struct network_status status;
		network->driver->status(network, &status);
		standing.count++;
		standing.connected += status.connected;
		standing.tried += status.tried;
	}
	return standing;
}

static void look(void *context)
{
	struct service *service = context;
	struct standing now = standing(&service->app->lobby);
	char line[SERVICE_STATUS];
	struct text text = text_in(line, sizeof line);
	if (service->notify.watchdog_ms > 0)
		systemd_notify_send(&service->notify, "WATCHDOG=1");
	if (!service->ready &&
		(now.tried == now.count || loop_now(service->app->loop) >= service->deadline)) {
		service->ready = true;
		systemd_notify_send(&service->notify, "READY=1");
	}
	text_add(&text, "STATUS=tables: ");
	text_number(&text, (int64_t)service->app->lobby.tables.count);
	text_add(&text, ", networks: ");
	text_number(&text, (int64_t)now.connected);
	text_add(&text, " of ");
	text_number(&text, (int64_t)now.count);
	if (strcmp(line, service->status) != 0) {
		text_copy(service->status, sizeof service->status, line);
		systemd_notify_send(&service->notify, line);
	}
	loop_timer_set(service->timer, service->every);
}

void service_open(struct service *service, const struct app *app)
{
	*service =
		(struct service){ .notify = systemd_notify_open(), .app = app, .every = LOOK_MS };
	if (service->notify.fault != NULL)
		log_line(&app->log, LOG_WARN, "start", "%s", service->notify.fault);
	/* Report three times within the watchdog's interval, so that one report may be late. */
	if (service->notify.watchdog_ms > 0 && service->notify.watchdog_ms / 3 < LOOK_MS)
		service->every = service->notify.watchdog_ms / 3 + 1;
	if (service->notify.fd >= 0)
		service->timer = loop_timer_open(app->loop, look, service);
	service->deadline = loop_now(app->loop) + READY_MS;
	if (service->timer != NULL)
		loop_timer_set(service->timer, 0);
}

void service_close(struct service *service)
{
	if (service->timer != NULL)
		loop_timer_close(service->timer);
	systemd_notify_close(&service->notify);
}

/*
 * Reports the end of a reload by READY=1. Before the first READY=1 nothing is sent, because
 * networks are still being tried.
 */
void service_reloaded(struct service *service)
{
	if (service->ready)
		systemd_notify_send(&service->notify, "READY=1");
}

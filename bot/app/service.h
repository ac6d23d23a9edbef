/*
 * service.h - reports the bot's readiness, watchdog and status to systemd or another service
 * manager.
 */
#ifndef BOT_APP_SERVICE_H
#define BOT_APP_SERVICE_H

#include "bot/app/app.h"
#include "bot/base/systemd_notify.h"

enum { SERVICE_STATUS = 160 };

struct service {
	struct systemd_notify notify;
	const struct app *app;
	struct loop_timer *timer; /* timer of the reports; NULL: no service manager wants reports */
	uint64_t every;           /* ms between two reports */
	bool ready;        /* READY=1 was sent: each network was tried, or the deadline passed */
	uint64_t deadline; /* ms on the loop's clock: latest time to send READY=1 */
	char status[SERVICE_STATUS]; /* the status that was sent last */
};

/*
 * Starts reports from the event loop, so that the watchdog gets none if the loop hangs. The
 * database must be open. app must outlive the service.
 */
void service_open(struct service *service, const struct app *app);
void service_close(struct service *service);
/* Reports the end of a reload. */
void service_reloaded(struct service *service);

#endif

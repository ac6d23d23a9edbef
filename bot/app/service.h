/* service.h - reports to the service manager (systemd): readiness, watchdog, status. */
#ifndef BOT_APP_SERVICE_H
#define BOT_APP_SERVICE_H

#include "bot/app/app.h"
#include "bot/base/systemd_notify.h"

enum { SERVICE_STATUS = 160 };

struct service {
	struct systemd_notify notify;
	const struct app *app;
	struct loop_timer *timer;    /* NULL: the service manager wants no reports */
	uint64_t every;              /* ms between two reports */
	bool ready;                  /* each network was tried, or the deadline passed */
	uint64_t deadline;           /* ms on the loop's clock */
	char status[SERVICE_STATUS]; /* the last one sent */
};

/*
 * Starts reports from the event loop, so that the watchdog notices if it hangs. The database must
 * be open; app must outlive the service.
 */
void service_open(struct service *service, const struct app *app);
void service_close(struct service *service);
/* Reports the start and the end of a reload. */
void service_reloading(struct service *service);
void service_reloaded(struct service *service);
void service_stopping(struct service *service);

#endif

/* service.h - the bot as a service: says when it is ready, that it lives, and how it is doing. */
#ifndef BOT_APP_SERVICE_H
#define BOT_APP_SERVICE_H

#include "bot/app/app.h"
#include "bot/base/notify.h"

enum { SERVICE_STATUS = 160 };

struct service {
	struct notify notify;
	const struct app *app;
	struct loop_timer *timer;    /* NULL: nobody wants to hear anything */
	uint64_t every;              /* ms from one look to the next */
	bool ready;                  /* each network has been tried, or had its time … */
	uint64_t deadline;           /* … until then */
	char status[SERVICE_STATUS]; /* as last told */
};

/*
 * From now on whoever started the program hears of it, from its event loop alone: a loop that hangs
 * says nothing. The database is open, and the app outlives it.
 */
void service_open(struct service *service, const struct app *app);
void service_close(struct service *service);
/* Around the reading of a configuration. */
void service_reloading(struct service *service);
void service_reloaded(struct service *service);
void service_stopping(struct service *service);

#endif

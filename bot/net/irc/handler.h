/*
 * irc/handler.h - the handlers of received lines. dispatch.c calls a handler only if phase, sender
 * and number of parameters are as its table requires.
 */
#ifndef BOT_NET_IRC_HANDLER_H
#define BOT_NET_IRC_HANDLER_H

#include "bot/net/irc/line.h"

struct irc;

/* ---- server_text.c ---- */

void irc_on_server_text(struct irc *irc, const struct irc_line *line);

/* ---- backlog.c ---- */

void irc_on_batch(struct irc *irc, const struct irc_line *line);

/* ---- presence.c ---- */

void irc_on_account(struct irc *irc, const struct irc_line *line);
void irc_on_chghost(struct irc *irc, const struct irc_line *line);
void irc_on_who_reply(struct irc *irc, const struct irc_line *line);
void irc_on_whox_reply(struct irc *irc, const struct irc_line *line);
void irc_on_who_end(struct irc *irc, const struct irc_line *line);

/* ---- login.c ---- */

void irc_on_motd_end(struct irc *irc, const struct irc_line *line);
void irc_on_cap(struct irc *irc, const struct irc_line *line);
void irc_on_authenticate(struct irc *irc, const struct irc_line *line);
void irc_on_notice(struct irc *irc, const struct irc_line *line);
void irc_on_logged_in(struct irc *irc, const struct irc_line *line);
void irc_on_logged_out(struct irc *irc, const struct irc_line *line);
void irc_on_sasl_done(struct irc *irc, const struct irc_line *line);
void irc_on_sasl_refused(struct irc *irc, const struct irc_line *line);
void irc_on_fail(struct irc *irc, const struct irc_line *line);

/* ---- member.c ---- */

void irc_on_join(struct irc *irc, const struct irc_line *line);
void irc_on_part(struct irc *irc, const struct irc_line *line);
void irc_on_kick(struct irc *irc, const struct irc_line *line);
void irc_on_invite(struct irc *irc, const struct irc_line *line);
void irc_on_quit(struct irc *irc, const struct irc_line *line);
void irc_on_nick(struct irc *irc, const struct irc_line *line);
void irc_on_monitor_offline(struct irc *irc, const struct irc_line *line);
void irc_on_mode(struct irc *irc, const struct irc_line *line);
void irc_on_channel_modes(struct irc *irc, const struct irc_line *line);
void irc_on_names(struct irc *irc, const struct irc_line *line);
void irc_on_names_end(struct irc *irc, const struct irc_line *line);

/* ---- message.c ---- */

void irc_on_message(struct irc *irc, const struct irc_line *line);
void irc_on_ctcp(struct irc *irc, const struct irc_line *line);

/* ---- server.c ---- */

void irc_on_ping(struct irc *irc, const struct irc_line *line);
void irc_on_pong(struct irc *irc, const struct irc_line *line);
void irc_on_error(struct irc *irc, const struct irc_line *line);
void irc_on_welcome(struct irc *irc, const struct irc_line *line);
void irc_on_version(struct irc *irc, const struct irc_line *line);
void irc_on_isupport(struct irc *irc, const struct irc_line *line);
void irc_on_own_host(struct irc *irc, const struct irc_line *line);

/* ---- refusal.c ---- */

void irc_on_nick_refused(struct irc *irc, const struct irc_line *line);
void irc_on_other_numeric(struct irc *irc, const struct irc_line *line);
void irc_on_name_unavailable(struct irc *irc, const struct irc_line *line);
void irc_on_banned(struct irc *irc, const struct irc_line *line);
void irc_on_unknown_command(struct irc *irc, const struct irc_line *line);
void irc_on_cannot_send(struct irc *irc, const struct irc_line *line);
void irc_on_message_refused(struct irc *irc, const struct irc_line *line);
void irc_on_target_too_fast(struct irc *irc, const struct irc_line *line);
void irc_on_user_not_in_channel(struct irc *irc, const struct irc_line *line);
void irc_on_not_in_channel(struct irc *irc, const struct irc_line *line);

#endif

/* matrix/invitation.h - invitations to rooms: accepted, or declined with a reason. */
#ifndef BOT_NET_MATRIX_INVITATION_H
#define BOT_NET_MATRIX_INVITATION_H

#include <jansson.h>
#include <stdbool.h>

struct matrix;
struct network;
struct matrix_person;

/* Handles the invitation to a room, a part of a sync answer. */
void matrix_invitation_handle(struct matrix *matrix, const char *id, const json_t *part);
/* Implements network_driver.trusts: true if the key `trusted_servers` names the server. */
bool matrix_invitation_trusts(const struct network *network, const char *server);
/* True if the key `invites` allows a person to invite the bot. */
bool matrix_invitation_is_allowed(struct matrix *matrix, const struct matrix_person *host);

#endif

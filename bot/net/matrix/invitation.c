/* matrix/invitation.c - accepts an invitation, or declines it and tells why. */
#include <string.h>

#include "bot/base/memory.h"
#include "bot/net/matrix/invitation.h"
#include "bot/net/matrix/person.h"
#include "bot/net/matrix/room.h"
#include "bot/net/matrix/state.h"
#include "engine/text.h"

/* Returns the server of an id, or NULL. */
static const char *invitation_server(const char *id)
{
	const char *colon = strchr(id, ':');
	return colon != NULL ? colon + 1 : NULL;
}

bool matrix_invitation_trusts(const struct network *network, const char *server)
{
	const struct matrix *matrix = (const struct matrix *)network;
	const struct config_list *trusted = &matrix->settings->trusted_servers;
	for (size_t i = 0; server != NULL && i < trusted->count; i++)
		if (text_same(trusted->item[i], server))
			return true;
	return false;
}

/*
 * True if a person shares a room with the bot, or may share one whose member list is not read yet.
 */
static bool invitation_shares_room(const struct matrix *matrix, const struct matrix_person *host)
{
	bool unknown = false;
	for (size_t i = 0; i < matrix->rooms->count; i++) {
		const struct matrix_room *room = matrix->rooms->room[i];
		unknown = unknown || (room->in && room->members_unknown && room->large);
	}
	return host->rooms > 0 || unknown;
}

bool matrix_invitation_is_allowed(struct matrix *matrix, const struct matrix_person *host)
{
	const char *invites = matrix->settings->invites;
	struct matrix_sender into;
	if (strcmp(invites, "anyone") == 0)
		return true;
	if (strcmp(invites, "nobody") == 0)
		return false;
	if (matrix->network.events->is_operator(
		    &matrix->network, matrix_person_fill_sender(host, &into)))
		return true;
	return strcmp(invites, "known") == 0 &&
		(invitation_shares_room(matrix, host) ||
			matrix_invitation_trusts(&matrix->network, invitation_server(host->id)));
}

/* True if a person has created another direct room that the bot is in or will join. */
static bool invitation_has_direct(
	const struct matrix *matrix, const struct matrix_room *new, const char *user)
{
	for (size_t i = 0; i < matrix->rooms->count; i++) {
		const struct matrix_room *room = matrix->rooms->room[i];
		if (room != new && room->direct != NULL && !room->created && !room->leaving &&
			strcmp(room->direct, user) == 0 &&
			(room->in || matrix_room_is_wanted(matrix, room)))
			return true;
	}
	return false;
}

/* Returns the event that invites the bot, or NULL. */
static const json_t *invitation_find(const struct matrix *matrix, const json_t *part)
{
	const json_t *state = json_object_get(json_object_get(part, "invite_state"), "events");
	const json_t *found = NULL;
	for (size_t i = 0; i < json_array_size(state); i++) {
		const json_t *event = json_array_get(state, i);
		const char *type = matrix_get_string(event, "type"),
			   *key = matrix_get_string(event, "state_key");
		if (type != NULL && strcmp(type, "m.room.member") == 0 && key != NULL &&
			strcmp(key, matrix->link->user) == 0)
			found = event;
	}
	return found;
}

/* The reasons to decline an invitation: for the log, and for the person. */
static const struct {
	const char *log;
	enum network_notice told;
} reasons[] = {
	{ "accepted", NOTICE_DECLINED_UNKNOWN },
	{ "declined: invites = \"known\", and they share no room with the bot",
		NOTICE_DECLINED_UNKNOWN },
	{ "declined: invites = \"admins\", and they are not one", NOTICE_DECLINED_ADMINS },
	{ "declined: invites = \"nobody\"", NOTICE_DECLINED_ADMINS },
	{ "declined: the bot has another direct room with them", NOTICE_DECLINED_TWICE },
};

/* Returns the index in `reasons` for an invitation; 0: accepted. */
static size_t invitation_judge(struct matrix *matrix, const struct matrix_room *room,
	const struct matrix_person *host, bool direct)
{
	const char *invites = matrix->settings->invites;
	if (direct && invitation_has_direct(matrix, room, host->id))
		return 4;
	if (matrix_room_is_wanted(matrix, room) || matrix_invitation_is_allowed(matrix, host) ||
		(direct && invitation_shares_room(matrix, host)))
		return 0;
	return strcmp(invites, "known") == 0 ? 1 : strcmp(invites, "admins") == 0 ? 2 : 3;
}

void matrix_invitation_handle(struct matrix *matrix, const char *id, const json_t *part)
{
	const json_t *event = invitation_find(matrix, part);
	const char *user = matrix_get_string(event, "sender");
	const json_t *content = json_object_get(event, "content");
	const char *said = matrix_get_string(content, "reason");
	struct matrix_person *host = matrix_person_find_or_add(matrix, user);
	/*
	 * Invitations may fill only half of the room slots. The rest is reserved for direct rooms,
	 * in which the bot sends private lines.
	 */
	bool full =
		matrix->rooms->count >= MATRIX_ROOMS / 2 && matrix_room_find(matrix, id) == NULL;
	struct matrix_room *room = full ? NULL : matrix_room_find_or_add(matrix, id);
	if (host == NULL || room == NULL || room->in)
		return;
	/* A room of the configuration is a channel, even if the invitation calls it direct. */
	bool direct = json_is_true(json_object_get(content, "is_direct")) &&
		(room->direct != NULL || !matrix_room_is_wanted(matrix, room));
	size_t why = invitation_judge(matrix, room, host, direct);
	matrix_log_channel(matrix, LOG_NOTE, id, "%s invites the bot to %s: %s%s%.200s", user, id,
		reasons[why].log, said != NULL ? "; their reason: " : "", said != NULL ? said : "");
	if (why > 0) {
		string_clear(&room->leave_reason);
		matrix->network.events->add_notice(&matrix->network,
			&(struct network_notice_content){ .kind = reasons[why].told, .key = user },
			&room->leave_reason);
		matrix_room_schedule_leave(matrix, room);
		return;
	}
	/* Store the person now: later syncs do not tell whose direct room it is. */
	if (direct && !matrix_room_set_direct(matrix, room, user, false))
		return;
	if (direct)
		matrix_person_retry_room(matrix, host);
	free(room->host);
	room->host = memory_copy(user);
	matrix_room_add_invited(matrix, id, invitation_server(user));
}

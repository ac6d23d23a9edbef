#include "bot/history/scene_bytes.h"

#include <string.h>

/* The version of the format. Scenes of another version are not read. */
enum { SCENE_FORMAT = 1 };

/* A position in the bytes of a scene. `writes`: the bytes are written, otherwise read. */
struct place {
	uint8_t *at;
	size_t left;
	bool writes;
	bool failed; /* no room was left to write, or no bytes to read */
};

/* Writes or reads an unsigned number as `bytes` bytes, the lowest byte first. */
static uint64_t pass(struct place *place, uint64_t number, unsigned bytes)
{
	uint64_t result = 0;
	if (place->left < bytes)
		place->failed = true;
	for (unsigned i = 0; i < bytes && !place->failed; i++) {
		if (place->writes)
			*place->at = (uint8_t)(number >> 8 * i);
		result |= (uint64_t)*place->at++ << 8 * i;
		place->left--;
	}
	return result;
}

#define PASS8(member)  ((member) = (uint8_t)pass(place, (member), 1))
#define PASS16(member) ((member) = (uint16_t)pass(place, (uint16_t)(member), 2))
#define PASS32(member) ((member) = (int32_t)pass(place, (uint32_t)(member), 4))

static void pass_event(struct place *place, struct event *event)
{
	PASS8(event->kind);
	PASS8(event->seat);
	PASS8(event->other);
	PASS8(event->how);
	event->number = (int16_t)pass(place, (uint16_t)event->number, 2);
	event->points = (int16_t)pass(place, (uint16_t)event->points, 2);
	PASS16(event->visible);
	PASS8(event->count);
	if (event->kind >= EVENT_KINDS || event->how >= HOW_KINDS || event->count > CARD_COUNT)
		place->failed = true;
	for (unsigned i = 0; i < event->count && !place->failed; i++) {
		PASS8(event->cards[i]);
		bool hidden = event->visible != VISIBLE_ALL && event->cards[i] == CARD_NONE;
		if (event->cards[i] >= CARD_COUNT && !hidden)
			place->failed = true;
	}
}

static void pass_events(struct place *place, struct events *events)
{
	events->count = (unsigned)pass(place, events->count, 1);
	if (events->count > EVENTS_MAX)
		place->failed = true;
	for (unsigned i = 0; i < events->count && !place->failed; i++)
		pass_event(place, &events->event[i]);
}

static void pass_head(struct place *place, struct state *head)
{
	PASS8(head->phase);
	PASS8(head->players);
	PASS8(head->dealer);
	PASS8(head->turn);
	PASS16(head->hand);
	PASS16(head->winners);
	for (unsigned i = 0; i < SEATS_MAX; i++) {
		PASS32(head->total[i]);
		PASS32(head->points[i]);
	}
	if (head->players > SEATS_MAX || head->turn >= SEATS_MAX)
		place->failed = true;
}

/* Writes or reads a scene. Returns false on a failure. */
static bool pass_scene(struct place *place, struct scene *scene)
{
	if (pass(place, SCENE_FORMAT, 1) != SCENE_FORMAT)
		return false;
	pass_head(place, &scene->head);
	scene->seats = (unsigned)pass(place, scene->seats, 1);
	scene->seat = (unsigned)pass(place, scene->seat, 1);
	if (scene->seats > SEATS_MAX || (scene->seat >= SEATS_MAX && scene->seat != SEAT_NONE))
		return false;
	for (unsigned i = 0; i < scene->seats; i++) {
		PASS8(scene->side[i]);
		PASS8(scene->hand_sizes[i]);
		if (scene->hand_sizes[i] > HAND_MAX)
			return false;
	}
	pass_events(place, &scene->news);
	if (!place->failed)
		pass_events(place, &scene->cards_on_table);
	return !place->failed;
}

bool scene_bytes_write(const struct scene *scene, struct store_scene *out)
{
	struct scene copy = *scene;
	struct place place = { .at = out->bytes, .left = sizeof out->bytes, .writes = true };
	bool good = pass_scene(&place, &copy);
	out->size = sizeof out->bytes - place.left;
	return good;
}

bool scene_bytes_read(const struct store_scene *stored, struct scene *scene)
{
	struct store_scene copy = *stored;
	struct place place = { .at = copy.bytes, .left = copy.size };
	memset(scene, 0, sizeof *scene);
	memset(scene->hand, CARD_NONE, sizeof scene->hand);
	return copy.size <= sizeof copy.bytes && pass_scene(&place, scene) && place.left == 0;
}

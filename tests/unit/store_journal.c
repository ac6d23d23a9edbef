/* store_journal.c - roots, hands, nonces and moves, and the state of their announcements */
#include "storage/journal.h"
#include "storage/matches.h"
#include "storage/scenes.h"
#include "tests/world.h"

WORLD_CASE(the_journal_is_read_back_in_order)
{
	int64_t match = run_match(world);
	struct store_hand hands[4];
	struct store_move moves[8];
	unsigned count = 0;
	done(store_add_root(
		world->store, match, &(struct store_root){ .told = STORE_UNANNOUNCED }));
	for (unsigned h = 0; h < 3; h++) {
		struct store_hand hand = { .hand = h, .dealer = (h + 1) % 3 };
		memset(hand.seed, (int)(200 + h), sizeof(hand.seed));
		done(store_add_hand(world->store, match, &hand));
	}
	for (unsigned n = 1; n <= 20; n++) {
		struct store_move move = { .n = n,
			.hand = 1 + n / 15,
			.seat = n % 3,
			.player = n % 3 == 2 ? world->greedy : world->anna,
			.at = 2000 + n };
		snprintf(move.text, sizeof(move.text), "%uC mitten", n);
		done(store_add_move(world->store, match, &move));
	}
	done(store_commit(world->store));
	world_restart(world);
	done(store_list_hands(world->store, match, 1, hands, 4, &count));
	assert_int_equal(count, 2);
	assert_int_equal(hands[1].hand, 2);
	assert_int_equal(hands[1].dealer, 0);
	assert_int_equal(hands[1].seed[31], 202);
	/* A damaged database may lack a seed. */
	sql_run(handle(world->store),
		"PRAGMA ignore_check_constraints = 1; UPDATE hands SET seed = x'', box = NULL");
	done(store_list_hands(world->store, match, 1, hands, 4, &count));
	assert_int_equal(hands[1].seed[31], 0);
	done(store_list_moves(world->store, match, 10, moves, 8, &count));
	assert_int_equal(count, 8);
	assert_int_equal(moves[0].n, 10);
	assert_int_equal(moves[0].hand, 1);
	assert_int_equal(moves[7].hand, 2);
	assert_int_equal(moves[7].seat, 2);
	assert_int_equal(moves[7].player, world->greedy);
	assert_int_equal(moves[7].at, 2017);
	assert_string_equal(moves[7].text, "17C mitten");
	done(store_list_moves(world->store, match, 18, moves, 8, &count));
	assert_int_equal(count, 3);
	done(store_list_moves(world->store, match + 1, 1, moves, 8, &count));
	assert_int_equal(count, 0);
}

WORLD_CASE(roots_are_stored_and_can_be_marked_as_announced)
{
	struct store_root root = { .told = STORE_UNANNOUNCED };
	struct store_hand hand = { .hand = 0 };
	int64_t match = run_match(world);
	int64_t other = open_match(world, 2);
	enum store_announced next;
	bool busy;
	int64_t untold = 0;
	unsigned count = 0;
	memset(root.root, 1, sizeof(root.root));
	memset(root.commitment, 2, sizeof(root.commitment));
	assert_int_equal(store_get_root(world->store, match, &root), STORE_NONE);
	done(store_add_root(world->store, match, &root));
	done(store_add_root(world->store, other, &root));
	memset(hand.commitment, 3, sizeof(hand.commitment));
	done(store_add_hand(world->store, match, &hand));
	done(store_commit(world->store));
	world_restart(world);
	done(store_get_root(world->store, match, &root));
	assert_int_equal(root.root[31], 1);
	assert_int_equal(root.commitment[31], 2);
	assert_int_equal(root.told, STORE_UNANNOUNCED);
	done(store_list_hands(world->store, match, 0, &hand, 1, &count));
	assert_int_equal(hand.commitment[31], 2);
	done(store_is_root_shared(world->store, match, &busy));
	assert_true(busy);

	/* The commitment is due before the end, the root after it, announced or not. */
	done(store_next_unannounced_root(world->store, &untold, &next));
	assert_int_equal(untold, match);
	assert_int_equal(next, STORE_COMMITMENT_ANNOUNCED);
	done(store_set_root_announced(world->store, match, STORE_COMMITMENT_ANNOUNCED));
	untold = 0;
	done(store_next_unannounced_root(world->store, &untold, &next));
	assert_int_equal(untold, other);
	assert_int_equal(next, STORE_COMMITMENT_ANNOUNCED);
	assert_int_equal(store_next_unannounced_root(world->store, &untold, &next), STORE_NONE);
	untold = 0;
	done(store_end_match(world->store, match, STORE_STOPPED, 1, NULL, 0, 1200));
	done(store_end_match(world->store, other, STORE_STOPPED, 0, NULL, 0, 1200));
	done(store_next_unannounced_root(world->store, &untold, &next));
	assert_int_equal(untold, match);
	assert_int_equal(next, STORE_ROOT_ANNOUNCED);
	done(store_next_unannounced_root(world->store, &untold, &next));
	assert_int_equal(untold, other);
	assert_int_equal(next, STORE_ROOT_ANNOUNCED);
	assert_int_equal(store_next_unannounced_root(world->store, &untold, &next), STORE_NONE);
	done(store_is_root_shared(world->store, match, &busy));
	assert_false(busy);
	done(store_set_root_announced(world->store, match, STORE_ROOT_ANNOUNCED));
	untold = 0;
	done(store_next_unannounced_root(world->store, &untold, &next));
	assert_int_equal(untold, other);
	done(store_commit(world->store));
	assert_int_equal(store_add_root(world->store, match, &root),
		STORE_REFUSED); /* a match has one root */
	assert_int_equal(store_commit(world->store), STORE_REFUSED);
	assert_int_equal(
		store_set_root_announced(world->store, 99, STORE_ROOT_ANNOUNCED), STORE_NONE);
}

WORLD_CASE(a_hand_can_be_dealt_only_once)
{
	int64_t match = run_match(world);
	const struct store_root root = { .commitment = { 3 } };
	struct store_hand hands[3];
	unsigned count = 0;
	done(store_add_root(world->store, match, &root));
	for (unsigned h = 0; h < 3; h++)
		done(store_add_hand(world->store, match, &(struct store_hand){ .hand = h }));
	done(store_deal_hand(world->store, match, 1, 2));
	done(store_commit(world->store));
	world_restart(world);
	done(store_list_hands(world->store, match, 0, hands, 3, &count));
	assert_int_equal(count, 3);
	assert_true(hands[1].dealt && !hands[0].dealt && !hands[2].dealt);
	assert_int_equal(hands[1].dealer, 2);
	assert_int_equal(hands[2].commitment[0], 3);
	assert_int_equal(store_deal_hand(world->store, match, 1, 2), STORE_NONE);
	assert_int_equal(store_commit(world->store), STORE_NONE);
}

WORLD_CASE(a_nonce_is_stored_for_the_seat_that_its_giver_has_at_the_deal)
{
	int64_t match = run_match(world);
	const struct store_hand row = { .hand = 1 };
	struct store_nonce nonces[STORE_SEATS];
	char text[STORE_NONCE];
	char most[STORE_NONCE + 1];
	unsigned count = 9;
	done(store_add_hand(world->store, match, &row));
	assert_int_equal(store_get_nonce(world->store, match, 1, world->anna, text), STORE_NONE);
	done(store_set_nonce(world->store, match, 1, world->anna, "first"));
	done(store_set_nonce(world->store, match, 1, world->anna, "zèbre"));
	memset(most, 'x', sizeof(most));
	most[STORE_NONCE - 1] = '\0';
	done(store_set_nonce(world->store, match, 1, world->luc, most));
	done(store_commit(world->store));
	world_restart(world);
	done(store_get_nonce(world->store, match, 1, world->anna, text));
	assert_string_equal(text, "zèbre");
	done(store_list_nonces(world->store, match, 1, nonces, &count));
	assert_int_equal(count, 0);
	done(store_mark_nonce_used(world->store, match, 1, world->anna, 2));
	done(store_mark_nonce_used(world->store, match, 1, world->luc, 0));
	done(store_list_nonces(world->store, match, 1, nonces, &count));
	assert_int_equal(count, 2);
	assert_int_equal(nonces[0].seat + nonces[1].seat, 2);
	for (unsigned i = 0; i < 2; i++)
		assert_string_equal(nonces[i].text, nonces[i].seat == 2 ? "zèbre" : most);
	done(store_commit(world->store));
	most[STORE_NONCE - 1] = 'x';
	most[STORE_NONCE] = '\0';
	refuse(world, store_set_nonce(world->store, match, 1, world->anna, most));
	refuse(world,
		store_set_nonce(world->store, match, 2, world->anna, "early")); /* no such hand */
}

WORLD_CASE(a_hand_has_at_most_one_nonce_for_each_seat)
{
	int64_t match = run_match(world);
	const struct store_hand row = { .hand = 1 };
	struct store_nonce nonces[STORE_SEATS];
	unsigned count;
	done(store_add_hand(world->store, match, &row));
	for (unsigned i = 0; i < STORE_SEATS; i++) {
		char key[16];
		int64_t id;
		snprintf(key, sizeof(key), "guest %u", i);
		done(store_find_or_add_person(world->store, world->network, key, key, 100, &id));
		done(store_set_nonce(world->store, match, 1, id, "word"));
		done(store_mark_nonce_used(world->store, match, 1, id, i));
	}
	done(store_list_nonces(world->store, match, 1, nonces, &count));
	assert_int_equal(count, STORE_SEATS);
	done(store_commit(world->store));
}

WORLD_CASE(scenes_are_stored_until_the_next_hand_or_the_end_of_the_match)
{
	int64_t match = run_match(world), other = run_match(world);
	struct store_scene scene = { .n = 0, .size = 2, .bytes = { 5, 6 } };
	unsigned hand = 9;
	done(store_get_hand_in_play(world->store, match, &hand));
	assert_int_equal(hand, 0);
	done(store_add_hand(world->store, match, &(struct store_hand){ .hand = 1, .dealt = true }));
	done(store_add_hand(world->store, match, &(struct store_hand){ .hand = 2 }));
	done(store_get_hand_in_play(world->store, match, &hand));
	assert_int_equal(hand, 1);
	assert_int_equal(store_next_scene(world->store, match, true, &scene), STORE_NONE);
	done(store_add_scene(world->store, match, &scene));
	scene = (struct store_scene){ .n = 3, .size = 1, .bytes = { 7 } };
	done(store_add_scene(world->store, match, &scene));
	done(store_add_scene(world->store, other, &scene));
	scene.bytes[0] = 8;
	/* the match has a scene with this n already */
	done(store_add_scene(world->store, match, &scene));
	done(store_commit(world->store));
	done(store_next_scene(world->store, match, true, &scene));
	assert_int_equal(scene.n, 0);
	assert_int_equal(scene.size, 2);
	assert_int_equal(scene.bytes[1], 6);
	done(store_next_scene(world->store, match, false, &scene));
	assert_int_equal(scene.n, 3);
	assert_int_equal(scene.bytes[0], 7);
	assert_int_equal(store_next_scene(world->store, match, false, &scene), STORE_NONE);
	done(store_delete_scenes(world->store, match));
	assert_int_equal(store_next_scene(world->store, match, true, &scene), STORE_NONE);
	done(store_next_scene(world->store, other, true, &scene));
	finish_match(world, other, 5000);
	assert_int_equal(store_next_scene(world->store, other, true, &scene), STORE_NONE);
}

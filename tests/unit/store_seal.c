/* store_seal.c - the sealed values of the database, its key, and its folder */
#define _GNU_SOURCE /* NOLINT(bugprone-reserved-identifier): memmem */
#include <signal.h>
#include <sys/stat.h>
#include <time.h>

#include "storage/credentials.h"
#include "storage/home.h"
#include "storage/journal.h"
#include "storage/network_data.h"
#include "tests/world.h"

/* Secrets of a live match, a person and a network, each 32 bytes long. */
#define ROOT  "the root of a match that goes on"
#define SEED  "the seed of the hand in play now"
#define NEXT  "the seed of a hand not dealt yet"
#define MOVE  "give the three cards of a hand.."
#define CLAIM "the hash of the password of anna"
#define LINE  "the hand of anna, and /join/LINK"

static const char *const secrets[] = { ROOT, SEED, NEXT, MOVE, CLAIM, LINE };

/* A database of the first schema, with all secrets in the clear. */
static const char older[] =
	"INSERT INTO networks VALUES (1, 'local');"
	"INSERT INTO kept VALUES (1, 'out 1', '" LINE "'), (1, 'since', 's1');"
	"INSERT INTO people (id, network, key, name, named, created, claim) VALUES"
	" (1, 1, 'anna', 'anna', 10, 10, '" CLAIM "'), (2, 1, 'luc', 'luc', 10, 10, NULL);"
	"INSERT INTO matches (id, network, channel, number, game, preset, options, state, rated,"
	" opened, started, ended, hands) VALUES"
	" (1, 1, '#m', 1, 'mitaines', 'classic', '', 1, 1, 21, 22, NULL, 0);"
	"INSERT INTO seats VALUES (1, 0, 1, 1, 0, 0, NULL, 0, NULL, '');"
	"INSERT INTO roots VALUES (1, CAST('" ROOT "' AS BLOB), zeroblob(32), 1);"
	"INSERT INTO hands (match, hand, dealer, seed, dealt) VALUES"
	" (1, 1, 0, zeroblob(32), 1),"
	" (1, 2, 0, CAST('" SEED "' AS BLOB), 1), (1, 3, 0, CAST('" NEXT "' AS BLOB), 0);"
	"INSERT INTO moves VALUES (1, 1, 1, 0, 1, 23, 'a move of the first hand'),"
	" (1, 2, 2, 0, 1, 24, '" MOVE "');";

/* Fails if a file of the folder holds a secret, except copies from before an upgrade. */
#define assert_sealed(folder) assert_sealed_at(HERE, folder)
static void assert_sealed_at(AT, const char *folder)
{
	char path[PATH_MAX];
	struct stat status;
	DIR *files = opendir(folder);
	true_at(files != NULL);
	for (struct dirent *entry = readdir(files); entry; entry = readdir(files)) {
		size_t size = 0;
		folder_file(folder, entry->d_name, path);
		if (entry->d_name[0] == '.' || strstr(path, ".schema-") != NULL ||
			lstat(path, &status) != 0)
			continue;
		if (S_ISDIR(status.st_mode))
			assert_sealed_at(THERE, path);
		char *bytes = S_ISREG(status.st_mode) ? folder_read(path, &size) : NULL;
		for (size_t i = 0; size > 0 && i < sizeof secrets / sizeof secrets[0]; i++)
			if (memmem(bytes, size, secrets[i], strlen(secrets[i])) != NULL)
				fail_at("“%s” is in the clear in %s", secrets[i], path);
		free(bytes);
	}
	closedir(files);
}

/* Fails unless the store has all secrets. */
static void assert_known(struct store *store)
{
	struct store_root root;
	struct store_hand hands[3];
	struct store_move moves[3];
	struct store_proof proof;
	char name[STORE_DATA_NAME], *value = malloc(STORE_DATA_VALUE);
	unsigned count;
	assert_non_null(value);
	done(store_get_root(store, 1, &root));
	assert_memory_equal(root.root, ROOT, STORE_SEED);
	done(store_list_hands(store, 1, 1, hands, 3, &count));
	assert_int_equal(count, 3);
	assert_memory_equal(hands[1].seed, SEED, STORE_SEED);
	assert_memory_equal(hands[2].seed, NEXT, STORE_SEED);
	done(store_list_moves(store, 1, 1, moves, 3, &count));
	assert_int_equal(count, 2);
	assert_string_equal(moves[1].text, MOVE);
	done(store_get_credentials(store, 1, &proof));
	assert_string_equal(proof.claim, CLAIM);
	done(store_next_network_data(store, 1, "", name, value));
	assert_string_equal(value, LINE);
	free(value);
}

static void make_older(struct world *world, char path[PATH_MAX])
{
	folder_file(world->folder, "old.db", path);
	sql_make_first(path, older);
}

/* ---- sealing ---- */

WORLD_CASE(secrets_are_sealed_as_they_are_stored)
{
	struct store *store = world->store;
	int64_t match = run_match(world);
	struct store_root root = { .told = STORE_UNANNOUNCED };
	memcpy(root.root, ROOT, sizeof root.root);
	done(store_add_root(store, match, &root));
	static const char *const seeds[] = { "the seed of a hand that is over.", SEED, NEXT };
	static const char *const moves[] = { "a move of the first hand", MOVE };
	for (unsigned i = 0; i < 3; i++) {
		struct store_hand hand = { .hand = i + 1, .dealt = i < 2 };
		memcpy(hand.seed, seeds[i], sizeof hand.seed);
		done(store_add_hand(store, match, &hand));
	}
	for (unsigned i = 0; i < 2; i++) {
		struct store_move move = {
			.n = i + 1, .hand = i + 1, .player = world->anna, .at = 2000
		};
		snprintf(move.text, sizeof move.text, "%s", moves[i]);
		done(store_add_move(store, match, &move));
	}
	done(store_set_password(store, world->anna, CLAIM));
	done(store_set_network_data(store, world->network, "out 1", LINE));
	done(store_commit(store));
	assert_sealed(world->folder);
	assert_known(store);
	world_restart(world);
	assert_known(world->store);
	/* A reader without the key reads sealed values as empty. */
	struct store *reader;
	struct store_move read[2];
	unsigned count;
	done(store_open_read_only(world->path, false, &reader));
	done(store_list_moves(reader, match, 1, read, 2, &count));
	assert_string_equal(read[1].text, "");
	store_close(reader);
}

WORLD_CASE(the_moves_of_a_hand_are_revealed_when_the_next_one_is_dealt)
{
	char path[PATH_MAX];
	struct store *store;
	make_older(world, path);
	done(store_open(path, &store));
	assert_int_equal(
		sql_number(handle(store), "SELECT count(*) FROM moves WHERE text = ''"), 1);
	done(store_deal_hand(store, 1, 3, 0));
	done(store_commit(store));
	assert_int_equal(
		sql_number(handle(store), "SELECT count(*) FROM moves WHERE text = '" MOVE "'"), 1);
	assert_int_equal(
		sql_number(handle(store), "SELECT count(*) FROM hands WHERE box NOTNULL"), 1);
	done(store_end_match(store, 1, STORE_STOPPED, 3, NULL, 0, 3000));
	done(store_commit(store));
	assert_int_equal(sql_number(handle(store),
				 "SELECT (SELECT count(*) FROM hands WHERE box NOTNULL) +"
				 " (SELECT count(*) FROM roots WHERE box NOTNULL)"),
		0);
	store_close(store);
}

/* ---- the key ---- */

WORLD_CASE(a_database_without_its_key_is_not_opened)
{
	char path[PATH_MAX];
	struct store *store;
	struct store_losses lost;
	make_older(world, path);
	const char *key = world_file(world, "old.db-key");
	const char *away = world_file(world, "away");
	done(store_open(path, &store));
	store_close(store);
	assert_int_equal(rename(key, away), 0);
	for (int other = 0; other < 2; other++) {
		if (other)
			folder_write(key, ROOT, 32);
		assert_int_equal(store_open(path, &store), STORE_KEYLESS);
		done(store_open_read_only(path, false, &store));
		assert_int_equal(store_unseal(store, NULL), STORE_KEYLESS);
		store_close(store);
	}
	assert_int_equal(rename(away, key), 0);
	done(store_rekey(path, 5000, &store, &lost));
	assert_false(lost.renewed);
	assert_known(store);
	store_close(store);
}

WORLD_CASE(a_new_key_drops_the_values_that_the_lost_key_sealed)
{
	char path[PATH_MAX];
	struct store *store;
	struct store_losses lost;
	struct store_match match = { .id = 0 };
	struct store_proof proof;
	make_older(world, path);
	const char *key = world_file(world, "old.db-key");
	done(store_open(path, &store));
	store_close(store);
	assert_int_equal(unlink(key), 0);
	done(store_rekey(path, 5000, &store, &lost));
	assert_true(lost.renewed);
	assert_int_equal(lost.matches, 1);
	assert_int_equal(lost.passwords, 1);
	store_close(store);
	done(store_open(path, &store));
	done(store_get_match(store, 1, &match));
	assert_int_equal(match.state, STORE_SET_ASIDE);
	assert_int_equal(match.pruned, 5000);
	done(store_get_credentials(store, 1, &proof));
	assert_string_equal(proof.claim, "");
	assert_int_equal(proof.addressed, 5000);
	done(store_check_integrity(store));
	store_close(store);
}

/* A backup needs no key file. In place of a database with another key, it brings its own key. */
WORLD_CASE(a_backup_has_its_key_inside)
{
	char path[PATH_MAX], copy[PATH_MAX];
	struct store *store;
	struct store_proof proof;
	make_older(world, path);
	done(store_open(path, &store));
	folder_file(world->folder, "copy", copy);
	done(store_backup(store, copy, NULL));
	store_close(store);
	const char *other = world_file(world, "other.db");
	done(home_open(other, &store));
	store_close(store);
	assert_int_equal(rename(copy, other), 0);
	assert_true(home_has_newcomer(other));
	done(home_open(other, &store));
	assert_int_equal(store_get_findings(store).set_aside, 1);
	done(store_get_credentials(store, 1, &proof));
	assert_string_equal(proof.claim, CLAIM);
	assert_int_equal(sql_number(handle(store), "SELECT count(key) FROM settings"), 0);
	store_close(store);
	/* The replaced database is kept, with its key. */
	const char *file = world_file(world, "other.db.replaced");
	assert_true(home_file(other, copy));
	done(store_open_read_only(file, false, &store));
	done(store_unseal(store, copy));
	store_close(store);
}

/* ---- the folder ---- */

/* Fails unless the folder has the database, its WAL and its generation, and nothing else. */
#define assert_alone(folder) assert_alone_at(HERE, folder)
static void assert_alone_at(AT, const char *folder)
{
	static const char *const names[] = { ".", "..", "old.db", "old.db-wal", "old.db-shm",
		"old.db-generation" };
	DIR *files = opendir(folder);
	true_at(files != NULL);
	for (struct dirent *entry = readdir(files); entry; entry = readdir(files)) {
		bool known = false;
		for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
			known = known || strcmp(entry->d_name, names[i]) == 0;
		if (!known)
			fail_at("%s is in the folder of the database", entry->d_name);
	}
	closedir(files);
}

WORLD_CASE(a_database_of_an_older_version_is_moved_into_its_folder)
{
	char path[PATH_MAX], real[PATH_MAX], file[PATH_MAX];
	struct store *store;
	make_older(world, path);
	const char *folder = world_file(world, "old.db-data");
	for (int times = 0; times < 3; times++) {
		assert_int_equal(home_has_newcomer(path), times == 0);
		done(home_open(path, &store));
		assert_int_equal(store_get_findings(store).moved, times == 0);
		assert_int_equal(store_get_findings(store).set_aside, 0);
		assert_known(store);
		assert_alone(folder);
		store_close(store);
		assert_sealed(world->folder);
		assert_true(home_file(path, file));
		assert_non_null(realpath(path, real));
		assert_string_equal(real, file);
		/* The store also finds the moved database without the link at its old path. */
		assert_int_equal(unlink(path), 0);
	}
	folder_file(world->folder, "old.db-generation", file);
	assert_int_equal(access(file, F_OK), -1);
	folder_file(world->folder, "old.db.schema-19", file);
	assert_int_equal(access(file, F_OK), 0);
}

WORLD_CASE(a_link_of_the_operator_is_followed)
{
	char path[PATH_MAX], file[PATH_MAX], other[PATH_MAX];
	struct store *store;
	make_older(world, path);
	const char *link = world_file(world, "link.db");
	assert_int_equal(symlink("old.db", link), 0);
	for (int times = 0; times < 2; times++) {
		done(home_open(link, &store));
		assert_known(store);
		store_close(store);
		assert_true(home_file(link, file));
		assert_true(home_file(path, other));
		assert_string_equal(file, other);
	}
	assert_int_equal(unlink(link), 0);
	assert_int_equal(symlink("link.db", link), 0);
	assert_int_equal(home_open(link, &store), STORE_UNOPENED);
}

static long microseconds(void)
{
	struct timespec now;
	clock_gettime(CLOCK_MONOTONIC, &now);
	return (long)(now.tv_sec * 1000000 + now.tv_nsec / 1000);
}

static pid_t open_elsewhere(const char *path)
{
	struct store *store;
	pid_t child = fork();
	if (child == 0)
		_exit((int)home_open(path, &store));
	return child;
}

/* A process is killed at several moments of the move; the next start goes on. */
WORLD_CASE(a_database_survives_kills_while_it_is_moved_into_its_folder)
{
	enum { MOMENTS = 12 };
	char path[PATH_MAX];
	struct store *store;
	long whole = 0;
	int status;
	const char *folder = world_file(world, "old.db-data");
	for (int i = 0; i <= MOMENTS; i++) {
		make_older(world, path);
		long begin = microseconds();
		pid_t child = open_elsewhere(path);
		if (i > 0) {
			usleep((useconds_t)(whole * i / MOMENTS));
			kill(child, SIGKILL);
		}
		assert_int_equal(waitpid(child, &status, 0), child);
		if (i == 0)
			whole = microseconds() - begin;
		done(home_open(path, &store));
		assert_int_equal(store_get_findings(store).set_aside, 0);
		assert_known(store);
		done(store_check_integrity(store));
		store_close(store);
		assert_alone(folder);
		assert_sealed(world->folder);
		store_close(world->store);
		folder_remove(world->folder);
		assert_int_equal(mkdir(world->folder, 0700), 0);
		done(store_open(world->path, &world->store));
	}
}

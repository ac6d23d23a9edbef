#include "storage/schema.h"

#include <stdio.h>

#include "storage/query.h"

/* "Mita": the application id in the head of our databases. */
#define SCHEMA_APPLICATION 0x4d697461

static const char schema_1[] =
	"CREATE TABLE settings ("
	" id INTEGER PRIMARY KEY CHECK (id = 1),"
	" minimum INTEGER NOT NULL" /* rated matches it takes to be ranked */
	") STRICT;"
	"INSERT INTO settings VALUES (1, 0);"

	"CREATE TABLE networks ("
	" id INTEGER PRIMARY KEY,"
	" name TEXT NOT NULL UNIQUE"
	") STRICT;"

	"CREATE TABLE people ("
	" id INTEGER PRIMARY KEY,"
	" network INTEGER REFERENCES networks," /* NULL: an AI player, key is its level */
	" key TEXT NOT NULL,"
	" name TEXT NOT NULL,"
	" named INTEGER NOT NULL," /* when the name was taken */
	" created INTEGER NOT NULL,"
	" lang TEXT,"
	" cards TEXT,"
	" via TEXT,"
	" UNIQUE (network, key)"
	") STRICT;"
	"CREATE UNIQUE INDEX people_robot ON people (key) WHERE network IS NULL;"
	"CREATE INDEX people_name ON people (network, name COLLATE NOCASE, named);"

	"CREATE TABLE matches ("
	" id INTEGER PRIMARY KEY AUTOINCREMENT,"
	" network INTEGER NOT NULL REFERENCES networks,"
	" channel TEXT NOT NULL,"
	" number INTEGER NOT NULL,"
	" game TEXT NOT NULL,"
	" preset TEXT NOT NULL,"
	" options TEXT NOT NULL,"
	" state INTEGER NOT NULL CHECK (state BETWEEN 0 AND 4)," /* enum store_state */
	" rated INTEGER NOT NULL CHECK (rated IN (0, 1)),"
	" opened INTEGER NOT NULL,"
	" started INTEGER,"
	" ended INTEGER,"
	" hands INTEGER NOT NULL"
	") STRICT;"
	"CREATE INDEX matches_live ON matches (id) WHERE state < 2;"

	"CREATE TABLE seats ("
	" match INTEGER NOT NULL REFERENCES matches,"
	" seat INTEGER NOT NULL CHECK (seat BETWEEN 0 AND 15),"
	" person INTEGER NOT NULL REFERENCES people,"
	" player INTEGER NOT NULL REFERENCES people,"
	" away INTEGER NOT NULL CHECK (away IN (0, 1)),"
	" misses INTEGER NOT NULL,"
	" gone INTEGER," /* when its person left the match */
	" points INTEGER NOT NULL,"
	" won INTEGER CHECK (won IN (0, 1))," /* NULL: the match has no result */
	" PRIMARY KEY (match, seat)"
	") STRICT, WITHOUT ROWID;"
	"CREATE INDEX seats_history ON seats (person, match) WHERE won IS NOT NULL;"

	"CREATE TABLE hands ("
	" match INTEGER NOT NULL REFERENCES matches,"
	" hand INTEGER NOT NULL,"
	" dealer INTEGER NOT NULL,"
	" seed BLOB NOT NULL CHECK (length(seed) = 32),"
	" PRIMARY KEY (match, hand)"
	") STRICT, WITHOUT ROWID;"

	"CREATE TABLE moves ("
	" match INTEGER NOT NULL,"
	" n INTEGER NOT NULL,"
	" hand INTEGER NOT NULL,"
	" seat INTEGER NOT NULL,"
	" player INTEGER NOT NULL REFERENCES people,"
	" at INTEGER NOT NULL,"
	" text TEXT NOT NULL,"
	" PRIMARY KEY (match, n),"
	" FOREIGN KEY (match, hand) REFERENCES hands,"
	" FOREIGN KEY (match, seat) REFERENCES seats"
	") STRICT, WITHOUT ROWID;"

	"CREATE TABLE ratings ("
	" person INTEGER NOT NULL REFERENCES people,"
	" game TEXT NOT NULL,"
	" mu REAL NOT NULL,"
	" sigma REAL NOT NULL,"
	" shown INTEGER NOT NULL,"
	" matches INTEGER NOT NULL,"
	" wins INTEGER NOT NULL,"
	" ranked INTEGER NOT NULL CHECK (ranked IN (0, 1))," /* matches >= settings.minimum */
	" updated INTEGER NOT NULL,"
	" PRIMARY KEY (person, game)"
	") STRICT, WITHOUT ROWID;"
	"CREATE INDEX ratings_top ON ratings (game, shown DESC, person, matches, wins, ranked)"
	" WHERE ranked = 1;"

	/* How many ranked people have a rating: a place is a sum over these few rows. */
	"CREATE TABLE standings ("
	" game TEXT NOT NULL,"
	" shown INTEGER NOT NULL,"
	" people INTEGER NOT NULL,"
	" PRIMARY KEY (game, shown)"
	") STRICT, WITHOUT ROWID;"
	"CREATE TRIGGER ratings_insert AFTER INSERT ON ratings WHEN new.ranked = 1 BEGIN"
	" INSERT INTO standings VALUES (new.game, new.shown, 1)"
	"  ON CONFLICT DO UPDATE SET people = people + 1;"
	"END;"
	"CREATE TRIGGER ratings_update_old AFTER UPDATE ON ratings WHEN old.ranked = 1 BEGIN"
	" UPDATE standings SET people = people - 1 WHERE game = old.game AND shown = old.shown;"
	" DELETE FROM standings WHERE game = old.game AND shown = old.shown AND people = 0;"
	"END;"
	"CREATE TRIGGER ratings_update_new AFTER UPDATE ON ratings WHEN new.ranked = 1 BEGIN"
	" INSERT INTO standings VALUES (new.game, new.shown, 1)"
	"  ON CONFLICT DO UPDATE SET people = people + 1;"
	"END;"

	"CREATE TABLE rating_history ("
	" person INTEGER NOT NULL REFERENCES people,"
	" match INTEGER NOT NULL REFERENCES matches,"
	" mu_before REAL NOT NULL,"
	" sigma_before REAL NOT NULL,"
	" mu REAL NOT NULL,"
	" sigma REAL NOT NULL,"
	" PRIMARY KEY (person, match)"
	") STRICT, WITHOUT ROWID;"

	/* Sums over finished matches, kept as matches end. */
	"CREATE TABLE figures ("
	" person INTEGER NOT NULL REFERENCES people,"
	" game TEXT NOT NULL,"
	" matches INTEGER NOT NULL,"
	" wins INTEGER NOT NULL,"
	" points INTEGER NOT NULL,"
	" hands INTEGER NOT NULL,"
	" PRIMARY KEY (person, game)"
	") STRICT, WITHOUT ROWID;";

/* Who wants to be told when a table wants players. */
static const char schema_2[] =
	"ALTER TABLE people ADD COLUMN notified INTEGER NOT NULL DEFAULT 0 CHECK (notified IN (0, "
	"1));"
	"CREATE INDEX people_notified ON people (network, id) WHERE notified = 1;";

/* Masks of people who are not heard. */
static const char schema_3[] = "CREATE TABLE ignores ("
			       " network INTEGER NOT NULL REFERENCES networks,"
			       " mask TEXT NOT NULL COLLATE NOCASE,"
			       " author TEXT NOT NULL,"
			       " at INTEGER NOT NULL,"
			       " PRIMARY KEY (network, mask)"
			       ") STRICT, WITHOUT ROWID;";

/* How people without an account show that it is them. */
static const char schema_4[] = "ALTER TABLE people ADD COLUMN claim TEXT;"    /* a word's hash */
			       "ALTER TABLE people ADD COLUMN address TEXT;"; /* user@host */

/*
 * Deals that can be checked: a hand's row is there from its commitment on, dealt or not, and told
 * once its seed was said in the channel. Hands of older programs have no commitment; what they
 * would still have to say is the seed of the hand in play.
 */
static const char schema_5[] =
	"ALTER TABLE hands ADD COLUMN commitment BLOB CHECK (length(commitment) = 32);"
	"ALTER TABLE hands ADD COLUMN dealt INTEGER NOT NULL DEFAULT 1 CHECK (dealt IN (0, 1));"
	"ALTER TABLE hands ADD COLUMN told INTEGER NOT NULL DEFAULT 1 CHECK (told IN (0, 1));"
	"UPDATE hands SET told = 0 WHERE match IN (SELECT id FROM matches WHERE state = 1)"
	" AND hand = (SELECT max(hand) FROM hands h WHERE h.match = hands.match);"
	"CREATE INDEX hands_untold ON hands (match, hand) WHERE told = 0;"

	/* What people gave for a hand; seat: where it counted, NULL until the deal or for ever. */
	"CREATE TABLE nonces ("
	" match INTEGER NOT NULL,"
	" hand INTEGER NOT NULL,"
	" person INTEGER NOT NULL REFERENCES people,"
	" seat INTEGER CHECK (seat BETWEEN 0 AND 15),"
	" text TEXT NOT NULL,"
	" PRIMARY KEY (match, hand, person),"
	" FOREIGN KEY (match, hand) REFERENCES hands"
	") STRICT, WITHOUT ROWID;";

/* What people did in their finished matches, and what rating they won since when. */
static const char schema_6[] =
	"ALTER TABLE figures ADD COLUMN mittens INTEGER NOT NULL DEFAULT 0;"
	"ALTER TABLE figures ADD COLUMN gloves INTEGER NOT NULL DEFAULT 0;"
	"ALTER TABLE figures ADD COLUMN socks INTEGER NOT NULL DEFAULT 0;"
	"ALTER TABLE figures ADD COLUMN stolen_mittens INTEGER NOT NULL DEFAULT 0;"
	"ALTER TABLE figures ADD COLUMN stolen_gloves INTEGER NOT NULL DEFAULT 0;"
	"ALTER TABLE figures ADD COLUMN stolen_socks INTEGER NOT NULL DEFAULT 0;"
	"ALTER TABLE figures ADD COLUMN tens INTEGER NOT NULL DEFAULT 0;"
	"ALTER TABLE figures ADD COLUMN mates INTEGER NOT NULL DEFAULT 0;"
	"ALTER TABLE figures ADD COLUMN best INTEGER NOT NULL DEFAULT 0;"
	"ALTER TABLE figures ADD COLUMN streak INTEGER NOT NULL DEFAULT 0;"
	"ALTER TABLE figures ADD COLUMN longest INTEGER NOT NULL DEFAULT 0;"
	"CREATE TABLE tallies ("
	" period TEXT NOT NULL,"
	" game TEXT NOT NULL,"
	" preset TEXT NOT NULL," /* empty: all of them */
	" person INTEGER NOT NULL REFERENCES people,"
	" matches INTEGER NOT NULL,"
	" wins INTEGER NOT NULL,"
	" gained INTEGER NOT NULL,"
	" PRIMARY KEY (period, game, preset, person)"
	") STRICT, WITHOUT ROWID;"
	"CREATE INDEX tallies_top ON tallies (period, game, preset, gained DESC, person);";

/* Who left matches: how many count, matches played to the end since, and when he left last. */
static const char schema_7[] = "ALTER TABLE people ADD COLUMN leaves INTEGER NOT NULL DEFAULT 0;"
			       "ALTER TABLE people ADD COLUMN stays INTEGER NOT NULL DEFAULT 0;"
			       "ALTER TABLE people ADD COLUMN deserted INTEGER;";

/*
 * What two people have with each other, in the order of their ids; tallies by the year; and what
 * was given for a shuffle and never counted, by who gave it.
 */
static const char schema_8[] =
	"CREATE TABLE versus ("
	" one INTEGER NOT NULL REFERENCES people,"
	" other INTEGER NOT NULL REFERENCES people,"
	" matches INTEGER NOT NULL,"
	" wins INTEGER NOT NULL,"   /* of one, */
	" losses INTEGER NOT NULL," /* of the other: both may win, as partners do */
	" points INTEGER NOT NULL,"
	" against INTEGER NOT NULL,"
	" PRIMARY KEY (one, other)"
	") STRICT, WITHOUT ROWID;"
	"INSERT INTO versus SELECT a.person, b.person, count(*), sum(a.won), sum(b.won),"
	" sum(a.points), sum(b.points) FROM matches m JOIN seats a ON a.match = m.id"
	" JOIN seats b ON b.match = m.id AND b.person > a.person WHERE m.state = 2"
	" AND NOT EXISTS (SELECT 1 FROM seats f WHERE f.match = m.id AND f.person = a.person"
	"  AND f.seat < a.seat)"
	" AND NOT EXISTS (SELECT 1 FROM seats f WHERE f.match = m.id AND f.person = b.person"
	"  AND f.seat < b.seat)"
	" AND a.won IS NOT NULL GROUP BY a.person, b.person;"
	"INSERT INTO tallies SELECT 'year ' || (CAST(substr(period, 7) AS INTEGER) / 12), game,"
	" preset, person, sum(matches), sum(wins), sum(gained) FROM tallies"
	" WHERE period LIKE 'month %' GROUP BY 1, 2, 3, 4;"
	"CREATE INDEX nonces_unused ON nonces (person) WHERE seat IS NULL;";

/*
 * Since when an address is somebody's, and the one that was before, see store_address. When they
 * last left a match is asked of the seats they left. Which of several copies of a database is the
 * one that goes on, see copy.h: a number drawn by chance, how often seeds became public, and
 * whether this is a backup.
 *
 * When people are removed unless they are heard of; NULL: never. Playing a match makes it so, by
 * triggers, as nothing finds all rows that refer to somebody. A table that closes before it starts
 * leaves no seats behind. Nobody knows when those of older programs were last heard of: now.
 */
static const char schema_9[] =
	"ALTER TABLE people ADD COLUMN addressed INTEGER NOT NULL DEFAULT 0;"
	"ALTER TABLE people ADD COLUMN home TEXT;"
	"CREATE INDEX seats_gone ON seats (person, gone) WHERE gone IS NOT NULL;"
	"ALTER TABLE settings ADD COLUMN lineage INTEGER NOT NULL DEFAULT 0;"
	"ALTER TABLE settings ADD COLUMN generation INTEGER NOT NULL DEFAULT 0;"
	"ALTER TABLE settings ADD COLUMN copied INTEGER NOT NULL DEFAULT 0 CHECK (copied IN (0, "
	"1));"
	"UPDATE settings SET lineage = random() & 9223372036854775807;"

	"ALTER TABLE people ADD COLUMN expires INTEGER;"
	"DELETE FROM nonces WHERE match IN"
	" (SELECT id FROM matches WHERE state > 1 AND started IS NULL);"
	"DELETE FROM seats WHERE match IN"
	" (SELECT id FROM matches WHERE state > 1 AND started IS NULL);"
	"UPDATE people SET expires = unixepoch() + CASE WHEN coalesce(lang, cards, via) IS NULL"
	" THEN 30 ELSE 365 END * 86400 WHERE network IS NOT NULL AND id NOT IN"
	" (SELECT person FROM seats JOIN matches ON id = match WHERE started IS NOT NULL"
	"  UNION SELECT player FROM seats JOIN matches ON id = match WHERE started IS NOT NULL"
	"  UNION SELECT player FROM moves UNION SELECT person FROM nonces WHERE seat IS NOT NULL"
	"  UNION SELECT person FROM ratings UNION SELECT person FROM rating_history"
	"  UNION SELECT person FROM figures UNION SELECT person FROM tallies"
	"  UNION SELECT one FROM versus UNION SELECT other FROM versus);"
	"CREATE INDEX people_expires ON people (expires) WHERE expires IS NOT NULL;"
	"CREATE TRIGGER matches_start AFTER UPDATE OF state ON matches WHEN new.state = 1 BEGIN"
	" UPDATE people SET expires = NULL WHERE expires IS NOT NULL AND id IN"
	"  (SELECT person FROM seats WHERE match = new.id"
	"   UNION SELECT player FROM seats WHERE match = new.id);"
	"END;"
	"CREATE TRIGGER seats_handed AFTER UPDATE OF person, player ON seats"
	" WHEN (SELECT state FROM matches WHERE id = new.match) = 1 BEGIN"
	" UPDATE people SET expires = NULL"
	"  WHERE expires IS NOT NULL AND id IN (new.person, new.player);"
	"END;"
	"CREATE TRIGGER matches_unplayed AFTER UPDATE OF state ON matches"
	" WHEN new.state > 1 AND new.started IS NULL BEGIN"
	" DELETE FROM nonces WHERE match = new.id;"
	" DELETE FROM seats WHERE match = new.id;"
	"END;";

const char *const schema_migrations[] = { schema_1, schema_2, schema_3, schema_4, schema_5,
	schema_6, schema_7, schema_8, schema_9, NULL };

int schema_count(const char *const *migrations)
{
	int count = 0;

	while (migrations[count])
		count++;
	return count;
}

/* Reads one whole number; returns SQLite's code. */
static int schema_number(sqlite3 *db, const char *sql, sqlite3_int64 *number)
{
	sqlite3_stmt *statement = NULL;
	int code = sqlite3_prepare_v2(db, sql, -1, &statement, NULL);

	if (code != SQLITE_OK)
		return code;
	if (sqlite3_step(statement) == SQLITE_ROW)
		*number = sqlite3_column_int64(statement, 0);
	return sqlite3_finalize(statement);
}

static int schema_execute(sqlite3 *db, const char *sql)
{
	return sqlite3_exec(db, sql, NULL, NULL, NULL);
}

int schema_version(sqlite3 *db)
{
	sqlite3_int64 version = 0;

	return schema_number(db, "PRAGMA user_version", &version) == SQLITE_OK ? (int)version : 0;
}

enum store_error schema_identify(sqlite3 *db, const char *const *migrations)
{
	sqlite3_int64 application = 0;
	sqlite3_int64 version = 0;
	sqlite3_int64 tables = 0;
	/* One look at all three: another program may be creating the database just now. */
	int code = schema_execute(db, "BEGIN");

	if (code == SQLITE_OK)
		code = schema_number(db, "SELECT count(*) FROM sqlite_schema", &tables);
	if (code == SQLITE_OK)
		code = schema_number(db, "PRAGMA application_id", &application);
	if (code == SQLITE_OK)
		code = schema_number(db, "PRAGMA user_version", &version);
	if (!sqlite3_get_autocommit(db))
		schema_execute(db, "COMMIT");
	if (code != SQLITE_OK)
		return query_error(db, code);
	if (application == 0 && version == 0 && tables == 0)
		return STORE_OK;
	if (application != SCHEMA_APPLICATION)
		return STORE_FOREIGN;
	return version > schema_count(migrations) ? STORE_NEWER : STORE_OK;
}

/* Inside a transaction, so that of two programs that start at once only one migrates. */
static int schema_migrate(sqlite3 *db, const char *const *migrations)
{
	char stamp[96];
	sqlite3_int64 version = 0;
	int count = schema_count(migrations);
	int code = schema_number(db, "PRAGMA user_version", &version);

	if (version >= count)
		return code;
	for (sqlite3_int64 i = version; code == SQLITE_OK && i < count; i++)
		code = schema_execute(db, migrations[i]);
	snprintf(stamp, sizeof(stamp), "PRAGMA application_id = %d; PRAGMA user_version = %d",
		SCHEMA_APPLICATION, count);
	return code == SQLITE_OK ? schema_execute(db, stamp) : code;
}

enum store_error schema_upgrade(sqlite3 *db, const char *const *migrations)
{
	sqlite3_int64 version = 0;
	enum store_error error;
	int code = schema_number(db, "PRAGMA user_version", &version);

	if (code == SQLITE_OK && version == schema_count(migrations))
		return STORE_OK;
	if (code == SQLITE_OK)
		code = schema_execute(db, "BEGIN IMMEDIATE");
	if (code == SQLITE_OK)
		code = schema_migrate(db, migrations);
	if (code == SQLITE_OK)
		code = schema_execute(db, "COMMIT");
	error = query_error(db, code);
	if (!sqlite3_get_autocommit(db))
		schema_execute(db, "ROLLBACK");
	return error;
}

-- crowd.sql - made-up people in great numbers.

-- name: crowd_people
WITH RECURSIVE n (i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < ?2)
 INSERT INTO people (id, network, key, name, named, created)
 SELECT i, ?1, 'crowd ' || i, 'crowd' || i, 0, 0 FROM n;

-- name: crowd_matches
WITH RECURSIVE n (i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < ?4)
 INSERT INTO matches (id, network, channel, number, game, preset, options, state,
  rated, opened, started, ended, hands)
 SELECT i, ?1, '#crowd', 1, ?2, ?3, '', 2, 1, i, i, i + 600, 8 FROM n;

-- name: crowd_seats
WITH RECURSIVE n (i) AS (VALUES (0) UNION ALL SELECT i + 1 FROM n WHERE i < ?2 - 1)
 INSERT INTO seats (match, seat, person, player, away, misses, points, won)
 SELECT i / 2 + 1, i % 2, p, p, 0, 0, 300 + i % 400, i % 2
 FROM (SELECT i, 1 + (i % ?1 + i % 2 * 2 * (i / ?1)) % ?1 AS p FROM n);

-- name: crowd_history
INSERT INTO rating_history SELECT person, match, 25.0, 2.0, 25.0 + match % 7 / 10.0, 2.0
 FROM seats;

-- name: crowd_ratings
WITH RECURSIVE n (i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < ?2)
 INSERT INTO ratings
 SELECT i, ?1, 25.0, 2.0, 1000 + i * 7919 % 100003 % 1400, 20, 10, 1, 0 FROM n;

-- name: crowd_figures
INSERT INTO figures (person, game, matches, wins, points, hands)
 SELECT person, game, matches, wins, 10000, 160 FROM ratings;

-- name: crowd_versus
INSERT INTO versus
 SELECT min(a.person, b.person), max(a.person, b.person), 1, 0, 1, a.points, b.points
 FROM seats a JOIN seats b ON b.match = a.match AND b.seat = 1 WHERE a.seat = 0;

-- name: crowd_tallies
INSERT INTO tallies SELECT ?1, game, '', person, 20, 10, shown - 1700 FROM ratings;

-- jobs.sql - the last runs of the calendar's daily jobs.

-- name: job
SELECT ran FROM jobs WHERE name = ?;

-- name: job_ran
INSERT OR REPLACE INTO jobs (name, ran) VALUES (?, ?);

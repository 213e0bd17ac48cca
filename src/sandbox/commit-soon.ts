/**
 * A common table expression; a statement that reads from it commits without waiting for the disk. The sandbox and the store write
 * to the same log, one after the other: whatever the store commits is on disk together with all that the sandbox said before. A crash
 * of the machine can only take what the store had not built on yet, as if the call had never reached the provider.
 *
 * @see https://www.postgresql.org/docs/current/wal-async-commit.html
 */
export const COMMIT_SOON = `soon as materialized (select set_config('synchronous_commit', 'off', true))`

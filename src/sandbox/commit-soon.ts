/**
 * A common table expression; a statement that reads from it commits without waiting for the disk. The sandbox and the
 * store write to the same log, one after another, so when a store commit reaches the disk, everything that the sandbox
 * said before it does too. A crash of the machine can lose only what the store had not used yet, as if the call had
 * never reached the provider.
 *
 * @see https://www.postgresql.org/docs/current/wal-async-commit.html
 */
export const COMMIT_SOON = `soon as materialized (select set_config('synchronous_commit', 'off', true))`

import { type Database, type Executor, inTransaction } from './database.ts'
import { type NoParameters, statement } from './statement.ts'

/**
 * Writes a few bytes of log, so that the transaction waits for the standby when it commits, and with it for everything that it
 * read. Writes nothing where there is no synchronous standby.
 */
export const waitForStandby = statement<NoParameters, { position: string }>(
  'platform.wait_for_standby',
  `select pg_logical_emit_message(true, 'leadyard', '')::text as position where current_setting('synchronous_standby_names') <> ''`,
)

/**
 * Reads what somebody will rely on, such as "paid", and answers only once a synchronous standby has it too. A commit whose wait was
 * canceled, or that a crash interrupted, can be read on the primary and may still get lost.
 *
 * @throws an error that says that the database is unavailable when the standby does not confirm
 */
export function readConfirmed<Result>(
  ctx: { readonly database: Database },
  read: (database: Executor) => Promise<Result>,
): Promise<Result> {
  return inTransaction(ctx, async (tx) => {
    const result = await read(tx)
    await tx.run(waitForStandby)
    return result
  })
}

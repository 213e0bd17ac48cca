import type { Database, Executor } from './database.ts'
import type { Statement } from './statement.ts'

/**
 * Returns the statement with a few bytes of log written beside it, so that its end waits for the standby, and thus for
 * everything that it read. Writes nothing if there is no synchronous standby.
 */
const confirmed = <Parameters extends object, Row>({
  name,
  text,
  parameters,
}: Statement<Parameters, Row>): Statement<Parameters, Row> => ({
  name: `${name}_confirmed`,
  text: `with mark as materialized (
     select pg_logical_emit_message(true, 'leadyard', '') where current_setting('synchronous_standby_names') <> ''
   )
   select found.* from (${text}) found left join mark on true`,
  parameters,
})

/**
 * Reads what someone will rely on, such as "paid", and returns only once a synchronous standby has it too. A commit
 * whose wait was canceled, or that a crash interrupted, can be read on the primary and may still get lost.
 *
 * @param read runs statements that change nothing; their rows come in no particular order
 * @throws an error that means that the database is unavailable if the standby does not confirm
 */
export function readConfirmed<Result>(
  ctx: { readonly database: Database },
  read: (database: Executor) => Promise<Result>,
): Promise<Result> {
  return read({ run: (query, ...parameters) => ctx.database.run(confirmed(query), ...parameters) })
}

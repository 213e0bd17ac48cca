/** PostgreSQL: the pool and transactions. Statements run by name, so that the server plans them once per connection. */
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { hours, seconds } from '#server/platform/clock.ts'
import { errorCode } from '#server/platform/errors.ts'
import { type Log, oncePerMinute } from '#server/platform/logging.ts'
import { type ParametersOf, type Statement, statement, valuesOf } from './statement.ts'
import { watchConnections } from './watched-client.ts'

/*
 * If the wait for a synchronous standby is canceled, PostgreSQL only warns and calls the commit done. A standby that is
 * promoted later has never seen it. https://www.postgresql.org/docs/current/warm-standby.html#SYNCHRONOUS-REPLICATION
 */

/** The function in PostgreSQL that warns. The text of the warning depends on the server's language. */
const WARNS_ABOUT_STANDBY = 'SyncRepWaitForLSN'

/** Thrown instead of returning success. Whether the commit stays is unknown, as after a COMMIT whose answer was lost. */
class UnconfirmedCommit extends Error {
  /** "Transaction resolution unknown": the database counts as unavailable, and the caller retries. */
  readonly code = '08007'

  constructor() {
    super('the standby did not confirm a commit')
  }
}

/** Call what it returns after a commit. @throws UnconfirmedCommit if the standby did not confirm it */
function listenForUnconfirmed(pool: pg.Pool): (client: pg.PoolClient) => void {
  const unconfirmed = new WeakSet<pg.PoolClient>()
  pool.on('connect', (client) =>
    client.on('notice', ({ routine }) => {
      if (routine === WARNS_ABOUT_STANDBY) unconfirmed.add(client)
    }),
  )
  // The job queue's library uses the same connections and does not hear warnings; what it did is not the next caller's.
  pool.on('acquire', (client) => unconfirmed.delete(client))
  return (client) => {
    if (unconfirmed.has(client)) throw new UnconfirmedCommit()
  }
}

/** Shares a connection, until nothing is under way on it. After an error, later calls get another one. */
function shareConnection(pool: pg.Pool): <Result>(run: (client: pg.PoolClient) => Promise<Result>) => Promise<Result> {
  let current: { client: Promise<pg.PoolClient>; underWay: number; failure?: Error } | undefined
  return async (run) => {
    current ??= { client: pool.connect(), underWay: 0 }
    const shared = current
    shared.underWay += 1
    try {
      return await run(await shared.client)
    } catch (error) {
      shared.failure = asError(error)
      if (current === shared) current = undefined
      throw error
    } finally {
      shared.underWay -= 1
      if (shared.underWay === 0) {
        if (current === shared) current = undefined
        const client = await shared.client.catch(() => null)
        client?.release(shared.failure)
      }
    }
  }
}

const asError = (error: unknown): Error => (error instanceof Error ? error : new Error(String(error)))

/** Runs statements: the pool (each its own transaction) or one open transaction. */
export interface Executor {
  run<Parameters extends object, Row>(
    statement: Statement<Parameters, Row>,
    ...parameters: ParametersOf<Parameters>
  ): Promise<Row[]>
}

export interface Transaction extends Executor {
  readonly isTransaction: true
  /** Runs a statement without waiting. Later statements see what it wrote, and its error fails the transaction. */
  send<Parameters extends object>(
    statement: Statement<Parameters, unknown>,
    ...parameters: ParametersOf<Parameters>
  ): void
  /** Lets the rest of the transaction take as long as it needs. */
  liftTimeLimits(): Promise<void>
  /** Calls back once all this is committed, never for a try that was rolled back. It must be quick and must not fail. */
  afterCommit(tell: () => void): void
}

export interface Database extends Executor {
  readonly pool: pg.Pool
  statementCount(): number
  lostConnections(): number
  /** Returns an executor whose statements go out in the order of the calls, without waiting for those ahead. */
  openPipeline(): Executor
  transaction<Result>(work: (tx: Transaction) => Promise<Result>): Promise<Result>
  close(): Promise<void>
}

const RETRYABLE = new Set(['40001', '40P01'])
const TRANSACTION_TRIES_MAX = 3
const RETRY_PAUSE_MS = 20
const RETRY_PAUSE_SPREAD_MS = 60

/**
 * The database is gone, starting, full, out of connections, read-only after a failover, or too busy to answer in time:
 * connection (08), resources (53), retryable (40), shutdown (57P0), timeouts (57014, 55P03).
 */
const UNAVAILABLE_CODES = /^(08|53|40|57P0)|^(57014|55P03|25006)$/
const NETWORK_CODES = /^E(CONNREFUSED|CONNRESET|PIPE|TIMEDOUT|NOTFOUND|AI_AGAIN|HOSTUNREACH|NETUNREACH)$/
/** The last resort if no answer comes and the watch over the connections cannot tell why. */
const ANSWER_LOST_MS = seconds(40)
const NO_LIMIT_MS = hours(24)

const LOST_CONNECTION =
  /Connection terminated|Query read timeout|timeout expired|timeout exceeded when trying to connect|Client has encountered a connection error/

/** Whether an error means that the database could not answer, rather than that our SQL is wrong. */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = errorCode(error)
  if (UNAVAILABLE_CODES.test(code) || NETWORK_CODES.test(code) || LOST_CONNECTION.test(error.message)) return true
  return isDatabaseUnavailable(error.cause)
}

const isLockConflict = (error: unknown): boolean => /^(55P03|40P01)$/.test(errorCode(error))

/** Whether one item of a batch (`batch.ts`) may have caused its error, so that the others may succeed alone. */
export const mayBeOfOne = (error: unknown): boolean => isLockConflict(error) || !isDatabaseUnavailable(error)

export const isDatabaseSilent = (error: unknown): boolean =>
  error instanceof Error && errorCode(error) === '' && LOST_CONNECTION.test(error.message)

/** Whether an error means that the disk of the database is full, or that it may not take more of it. */
export const isDiskFull = (error: unknown): error is Error => /^(53100|53400)$/.test(errorCode(error))

export const isUniqueViolation = (error: unknown): boolean => errorCode(error) === '23505'

export const isUnknownTimeZone = (error: unknown): boolean => errorCode(error) === '22023'

const isAnswerLost = (error: unknown): error is Error =>
  error instanceof Error && error.message === 'Query read timeout'

export const liftTimeLimits = statement('platform.lift_time_limits')`
  select set_config('statement_timeout', '0', true), set_config('lock_timeout', '0', true)`

/** Opens the pool; connections are opened when needed. */
export function openDatabase(options: {
  url: string
  poolSize: number
  log: Log
  applicationName?: string
  answerLostMs?: number
}): Database {
  const usualMs = options.answerLostMs ?? ANSWER_LOST_MS
  const pool = new pg.Pool({
    connectionString: options.url,
    max: options.poolSize,
    // Statements are sent before the ones ahead of them are answered; PostgreSQL runs them in order.
    pipeline: true,
    connectionTimeoutMillis: seconds(5),
    idleTimeoutMillis: seconds(60),
    statement_timeout: seconds(30),
    query_timeout: usualMs,
    // A node that hangs in a transaction must not keep a package from everyone; whoever waits for it fails first.
    lock_timeout: seconds(10),
    idle_in_transaction_session_timeout: seconds(15),
    // Our statements are few and indexed: one plan fits all values, while planning each time took up to 1 ms.
    options: '-c plan_cache_mode=force_generic_plan -c jit=off',
    application_name: options.applicationName ?? 'leadyard',
    keepAlive: true,
    keepAliveInitialDelayMillis: seconds(10),
  })
  // An idle connection that breaks is replaced at the next use. Without a listener it would end the process.
  const warn = oncePerMinute(options.log)
  let lost = 0
  pool.on('error', (error) => {
    lost += 1
    warn({ reason: error.message }, 'a database connection was lost')
  })
  pool.on('connect', (client) => client.on('error', () => undefined))
  const watch = watchConnections(pool, {
    url: options.url,
    onLost(connections) {
      lost += connections
      warn({ connections }, 'answers of the database got lost: their connections are given up')
    },
  })
  const requireConfirmed = listenForUnconfirmed(pool)
  let count = 0

  const runOn = async <Row>(
    client: pg.PoolClient,
    query: Statement<never, Row>,
    values: readonly unknown[],
    answerLostMs = usualMs,
  ): Promise<Row[]> => {
    count += 1
    const config = { name: query.name, text: query.text, values: [...values], query_timeout: answerLostMs }
    return (await client.query(config)).rows
  }

  const runAndConfirm = async <Row>(
    client: pg.PoolClient,
    query: Statement<never, Row>,
    values: readonly unknown[],
  ): Promise<Row[]> => {
    const rows = await runOn(client, query, values)
    requireConfirmed(client)
    return rows
  }

  const runAlone = async <Row>(query: Statement<never, Row>, values: readonly unknown[]): Promise<Row[]> => {
    const client = await pool.connect()
    let broken: Error | undefined
    try {
      return await runAndConfirm(client, query, values)
    } catch (error) {
      broken = asError(error)
      throw error
    } finally {
      client.release(broken)
    }
  }

  const runTransaction = async <Result>(work: (tx: Transaction) => Promise<Result>): Promise<Result> => {
    const client = await pool.connect()
    let broken: Error | undefined
    let answerLostMs = usualMs
    const told: (() => void)[] = []
    const sent: Promise<unknown>[] = []
    const send = (answer: Promise<unknown>) => {
      sent.push(answer)
      answer.catch(() => undefined)
    }
    const control = (text: 'begin' | 'commit') => {
      count += 1
      send(client.query(text))
    }
    try {
      control('begin')
      const result = await work({
        isTransaction: true,
        run: (query, ...parameters) => runOn(client, query, valuesOf(query, ...parameters), answerLostMs),
        send: (query, ...parameters) => send(runOn(client, query, valuesOf(query, ...parameters), answerLostMs)),
        async liftTimeLimits() {
          answerLostMs = NO_LIMIT_MS
          await runOn(client, liftTimeLimits, [])
        },
        afterCommit: (tell) => void told.push(tell),
      })
      // After a failed statement, PostgreSQL treats COMMIT as ROLLBACK.
      control('commit')
      await Promise.all(sent)
      requireConfirmed(client)
      for (const tell of told) tell()
      return result
    } catch (error) {
      // A connection that does not answer one query will not answer the next, so it is closed at once.
      if (isAnswerLost(error) || error instanceof UnconfirmedCommit) broken = error
      else {
        await client.query('rollback').catch((reason: Error) => {
          broken = reason
        })
      }
      // If a sent statement failed unseen, that is why those after it failed, or found what they refuse.
      const failed = broken ? undefined : (await Promise.allSettled(sent)).find(({ status }) => status === 'rejected')
      throw failed?.status === 'rejected' ? failed.reason : error
    } finally {
      client.release(broken)
    }
  }

  return {
    pool,
    statementCount: () => count,
    lostConnections: () => lost,
    openPipeline() {
      const share = shareConnection(pool)
      return {
        run: (query, ...parameters) => share((client) => runAndConfirm(client, query, valuesOf(query, ...parameters))),
      }
    },
    run: (query, ...parameters) => runAlone(query, valuesOf(query, ...parameters)),
    async transaction(work) {
      for (let tries = 1; ; tries += 1) {
        try {
          return await runTransaction(work)
        } catch (error) {
          if (tries >= TRANSACTION_TRIES_MAX || !RETRYABLE.has(errorCode(error))) throw error
          // If it retried at once, it could take its row back before the other wakes, and lose the same deadlock again.
          await wait(tries * (RETRY_PAUSE_MS + Math.random() * RETRY_PAUSE_SPREAD_MS))
        }
      }
    },
    close() {
      watch.close()
      return pool.end()
    },
  }
}

/** A thrown `Refusal` rolls back. `work` may run again after a deadlock, so it must not call the outside world. */
export function inTransaction<Result>(
  ctx: { readonly database: Database },
  work: (tx: Transaction) => Promise<Result>,
): Promise<Result> {
  return ctx.database.transaction(work)
}

/**
 * Runs work while holding an advisory lock, unless another node holds it. The lock belongs to a connection, so it
 * cannot outlive a killed process; the work uses others. @param lock the kind of work, and which piece @returns whether
 * it was done
 */
export async function withAdvisoryLock(database: Database, lock: readonly [number, number], work: () => Promise<void>) {
  const client = await database.pool.connect()
  let broken = true
  try {
    const { rows } = await client.query<{ taken: boolean }>('select pg_try_advisory_lock($1, $2) as taken', [...lock])
    if (!rows[0]?.taken) {
      broken = false
      return false
    }
    try {
      await work()
    } finally {
      await client.query('select pg_advisory_unlock($1, $2)', [...lock])
      broken = false
    }
    return true
  } finally {
    // A connection that may still hold the lock must not go back to the pool.
    client.release(broken)
  }
}

export const lockNameStatement = statement('platform.lock_name')`
  select pg_advisory_xact_lock(hashtextextended($name, 0))`

/**
 * Lets one transaction at a time do something for the same owner. A statement of its own, because the next one then
 * sees what was committed while it waited. Call it before the transaction changes any row, or two of an owner's
 * deadlock.
 * @param name what is done and for whom, such as `webhooks ada@example.com`
 */
export async function lockName(tx: Transaction, name: string): Promise<void> {
  await tx.run(lockNameStatement, { name })
}

/** If there is a synchronous standby, writes log, so that the statement's end waits for all that it read. */
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
 * Reads what someone will rely on, such as "paid", once a synchronous standby has it too: a commit that it did not
 * confirm can be read on the primary and may still get lost.
 * @throws an error that means that the database is unavailable if the standby does not confirm
 */
export function readConfirmed<Result>(
  ctx: { readonly database: Database },
  read: (database: Executor) => Promise<Result>,
): Promise<Result> {
  return read({ run: (query, ...parameters) => ctx.database.run(confirmed(query), ...parameters) })
}

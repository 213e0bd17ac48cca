/** A connection outside the pool that fails rather than hangs, like the pool's. */
import pg from 'pg'
import { seconds } from '#server/platform/clock.ts'

/*
 * Some answers get lost: a firewall forgot the connection, or the machine behind an address changed. A client would
 * never find out, so this asks the database itself which of its connections are still working.
 */

const LOOK_EVERY_MS = seconds(1)
/** Nearly every statement is answered by then; the others are checked. */
const LONG_MS = seconds(3)
const LOOK_WITHIN_MS = seconds(4)

const WHO_IS_BUSY = `
  select pg_backend_pid() as own, array(
    select pid from pg_stat_activity where pid = any($1::int[]) and coalesce(state, 'unknown') not like 'idle%'
  ) as busy`

/** Also replaces idle connections that went the same way. @param options.onLost called with how many were given up */
export function watchConnections(pool: pg.Pool, options: { url: string; onLost: (connections: number) => void }) {
  const watch = watchClients(options.url, async (connections) => {
    options.onLost(connections)
    await dropIdle(pool)
  })
  pool.on('connect', (client) => watch.add(client))
  return watch
}

/**
 * A connection that the database calls idle or unknown twice in a row is given up and fails like a broken one. If it
 * answers no one, statements fail after about 15 s. A statement that is running may take as long as it needs.
 */
export function watchClients(url: string, onLost: (connections: number) => Promise<void> = async () => undefined) {
  const askedAt = new Map<pg.Client | pg.PoolClient, number>()
  let suspected = new Map<pg.Client | pg.PoolClient, number>()
  let isLooking = false

  /** Call it before a connection's first statement. */
  const add = (client: pg.Client | pg.PoolClient) => {
    const send = client.query
    const answered = () => {
      if (askedAt.has(client)) askedAt.set(client, performance.now())
    }
    client.query = ((...query: unknown[]) => {
      if (!askedAt.has(client)) askedAt.set(client, performance.now())
      const answer: unknown = Reflect.apply(send, client, query)
      // A connection with a statement always under way is never drained, but it does answer.
      if (answer instanceof Promise) answer.then(answered, answered)
      return answer
    }) as typeof client.query
    client.on('drain', () => askedAt.delete(client))
    client.on('end', () => askedAt.delete(client))
  }

  const look = async () => {
    const longAgo = performance.now() - LONG_MS
    const waiting = [...askedAt].filter(([, at]) => at < longAgo)
    if (waiting.length === 0) return suspected.clear()
    const pids = waiting.map(([client]) => serverPid(client))
    const busy = await findBusy(url, pids)
    const lazy = waiting.filter(([client, at]) => askedAt.get(client) === at && !busy(serverPid(client)))
    const lost = lazy.filter(([client, at]) => suspected.get(client) === at)
    suspected = new Map(lazy)
    if (lost.length === 0) return
    for (const [client] of lost) {
      askedAt.delete(client)
      // Ending it politely would wait for the answers. Waiting callers get an error.
      Reflect.get(client, 'connection').stream.destroy()
    }
    await onLost(lost.length)
  }

  const handle = setInterval(() => {
    if (isLooking) return
    isLooking = true
    look()
      // If it refuses connections or is full, it does answer, and each connection learns its own fate.
      .catch(() => suspected.clear())
      .finally(() => {
        isLooking = false
      })
  }, LOOK_EVERY_MS)
  handle.unref()
  return { add, close: () => clearInterval(handle) }
}

const serverPid = (client: pg.Client | pg.PoolClient): number => Number(Reflect.get(client, 'processID'))

async function findBusy(url: string, pids: readonly number[]): Promise<(pid: number) => boolean> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: LOOK_WITHIN_MS,
    query_timeout: LOOK_WITHIN_MS,
    application_name: 'leadyard watch',
  })
  client.on('error', () => undefined)
  try {
    await client.connect()
    const { rows } = await client.query<{ own: number; busy: number[] }>(WHO_IS_BUSY, [pids])
    const [row] = rows
    // Behind a pooler, the process ids are the pooler's own and mean nothing.
    if (!row || row.own !== serverPid(client)) return () => true
    return (pid) => row.busy.includes(pid)
  } catch (error) {
    const isSilent = error instanceof Error && /timeout expired|Query read timeout/.test(error.message)
    if (!isSilent) throw error
    return () => false
  } finally {
    client.end().catch(() => undefined)
  }
}

async function dropIdle(pool: pg.Pool): Promise<void> {
  for (let left = pool.idleCount; left > 0 && pool.idleCount > 0; left -= 1) (await pool.connect()).release(true)
}

const CONNECT_WITHIN_MS = seconds(5)
/** A silent database does not answer a polite end either. */
const CLOSE_WITHIN_MS = seconds(5)

/** Its statements have no time limit, but fail if their answer got lost. @throws if the database is silent for 5 s */
export async function openWatchedClient(url: string, applicationName: string) {
  const client = new pg.Client({
    connectionString: url,
    application_name: applicationName,
    connectionTimeoutMillis: CONNECT_WITHIN_MS,
    keepAlive: true,
    keepAliveInitialDelayMillis: seconds(10),
  })
  // A connection that breaks fails what runs on it.
  client.on('error', () => undefined)
  const watch = watchClients(url)
  watch.add(client)
  const close = async () => {
    watch.close()
    const giveUp = setTimeout(() => Reflect.get(client, 'connection').stream.destroy(), CLOSE_WITHIN_MS)
    await client.end().finally(() => clearTimeout(giveUp))
  }
  try {
    await client.connect()
  } catch (error) {
    watch.close()
    throw error
  }
  return { client, close }
}

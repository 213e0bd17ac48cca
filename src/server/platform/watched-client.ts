/** A connection outside the pool that fails rather than hangs, like the pool's. */
import pg from 'pg'
import { seconds } from './clock.ts'
import { watchClients } from './connection-watch.ts'

const CONNECT_WITHIN_MS = seconds(5)
/** A silent database does not answer a polite end either. */
const CLOSE_WITHIN_MS = seconds(5)

export interface WatchedClient {
  client: pg.Client
  close(): Promise<void>
}

/**
 * Opens a connection whose statements may take as long as the database works on them, and fail if their answer got lost
 * or the database is silent.
 *
 * @throws the database's error if it refuses the connection; an error if it is silent for 5 s
 */
export async function openWatchedClient(url: string, applicationName: string): Promise<WatchedClient> {
  const client = new pg.Client({
    connectionString: url,
    application_name: applicationName,
    connectionTimeoutMillis: CONNECT_WITHIN_MS,
    keepAlive: true,
    keepAliveInitialDelayMillis: seconds(10),
  })
  // A connection that breaks fails what runs on it, which is where that is handled.
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

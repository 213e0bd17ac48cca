/** A real node of the store, which a test kills at a chosen moment. */
import { startStore } from '../store-process.ts'

export const NODE_ADMIN = { email: 'admin@example.com', password: 'parcel-oak-71' }

export interface NodeProcess {
  url: string
  /** Ends it without a word, as a power cut does; resolves when it is gone. */
  kill(): Promise<void>
}

/**
 * Starts a node on a database and waits until it is ready. It has the administrator `NODE_ADMIN`, no rate limits and no
 * demo data.
 *
 * @throws Error with what it printed, when it does not become ready
 */
export async function startNode(databaseUrl: string, env: Record<string, string> = {}): Promise<NodeProcess> {
  const store = await startStore(databaseUrl, {
    DEMO: '0',
    LOG_LEVEL: 'error',
    ADMIN_EMAIL: NODE_ADMIN.email,
    ADMIN_PASSWORD: NODE_ADMIN.password,
    ...env,
  })
  // A runner that is stopped itself must not leave it behind.
  const killWithUs = () => store.process.kill('SIGKILL')
  process.once('exit', killWithUs)
  return {
    url: store.url.replace('localhost', '127.0.0.1'),
    async kill() {
      process.removeListener('exit', killWithUs)
      store.process.kill('SIGKILL')
      await store.ended
    },
  }
}

import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { type Config, ConfigError } from '#server/platform/config.ts'

/**
 * Refuses to start a production store whose `ADMIN_PASSWORD` is easy to guess, by the rule for members' own passwords. It
 * looks at every start: an administrator who was made with it may still use it. A thread does it, which gives back the
 * 60 MB of word lists when it ends.
 *
 * @throws ConfigError with the reason and the remedy, never the password
 */
export async function refuseWeakAdministrator(config: Config): Promise<void> {
  const { admin, brand, isProduction } = config
  if (!isProduction || !admin) return
  const worker = new Worker(new URL('./administrator-password-thread.ts', import.meta.url), {
    workerData: { admin, brand },
  })
  const [reason]: (string | null)[] = await once(worker, 'message')
  await worker.terminate()
  if (!reason) return
  throw new ConfigError([
    `ADMIN_PASSWORD cannot be used in production: ${reason} If the administrator of ADMIN_EMAIL signs in with it already, change it there first; afterwards both variables may be removed.`,
  ])
}

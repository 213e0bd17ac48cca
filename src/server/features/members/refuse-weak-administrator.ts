import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { type Config, ConfigError } from '#server/platform/config.ts'

/**
 * Refuses to start a production store whose `ADMIN_PASSWORD` is easy to guess, by the rule for members' own passwords.
 * It checks at every start, because an administrator who was created with it may still use it. The check runs in a
 * thread, so the 60 MB of word lists are freed when it ends.
 *
 * @throws ConfigError with the reason and the remedy, never the password
 */
export async function refuseWeakAdministrator(config: Config): Promise<void> {
  const { admin, brand, isProduction } = config
  if (!isProduction || !admin) return
  const worker = new Worker(new URL('./administrator-password-thread.ts', import.meta.url), {
    workerData: { admin, brand },
  })
  // It ends by itself after its answer. Stopping it earlier could crash the store.
  const [[reason]]: [(string | null)[], unknown] = await Promise.all([once(worker, 'message'), once(worker, 'exit')])
  if (!reason) return
  throw new ConfigError([
    `ADMIN_PASSWORD cannot be used in production: ${reason} If the administrator of ADMIN_EMAIL signs in with it already, change it there first; afterwards both variables may be removed.`,
  ])
}

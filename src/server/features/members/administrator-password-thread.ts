/** A thread that reports what is wrong with ADMIN_PASSWORD, or null. See administrators.ts. */
import { parentPort, workerData } from 'node:worker_threads'
import type { Config } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/errors.ts'
import { checkNewPassword } from './passwords.ts'
import { ADMINISTRATOR_NAME } from './rules.ts'

async function reasonAgainst({ admin, brand }: Pick<Config, 'brand'> & { admin: NonNullable<Config['admin']> }) {
  try {
    await checkNewPassword({ config: { brand } }, admin.password, { username: ADMINISTRATOR_NAME, email: admin.email })
    return null
  } catch (error) {
    if (error instanceof Refusal) return error.message
    throw error
  }
}

parentPort?.postMessage(await reasonAgainst(workerData))

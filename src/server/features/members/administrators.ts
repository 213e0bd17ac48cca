import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { readEmail } from '#contract/email-address.ts'
import { PASSWORD_LENGTH_MAX, PASSWORD_LENGTH_MIN } from '#contract/members/profile.ts'
import type { Role } from '#contract/values.ts'
import { ConfigError } from '#server/config/config.ts'
import type { Config, PlatformContext } from '#server/platform/context.ts'
import type { Executor } from '#server/platform/database/database.ts'
import { invariant } from '#server/platform/errors.ts'
import { addAccount } from './accounts.ts'
import type { Auth } from './create-auth.ts'
import { type AdministratorRow, claimBootstrap, findMemberByEmail, listAdministrators } from './queries.ts'
import { ADMINISTRATOR_NAME } from './rules.ts'

/** Refuses an easy `ADMIN_PASSWORD` in production, in a thread, which frees 60 MB. @throws ConfigError, never naming it */
export async function refuseWeakAdministrator(config: Config): Promise<void> {
  const { admin, brand, isProduction } = config
  if (!isProduction || !admin) return
  const thread = new URL('./administrator-password-thread.ts', import.meta.url)
  const worker = new Worker(thread, { workerData: { admin, brand } })
  // It ends by itself after its answer. Stopping it earlier could crash the store.
  const [[reason]]: [(string | null)[], unknown] = await Promise.all([once(worker, 'message'), once(worker, 'exit')])
  if (!reason) return
  throw new ConfigError([
    `ADMIN_PASSWORD cannot be used in production: ${reason} If the administrator of ADMIN_EMAIL logs in with it already, change it there first; afterwards both variables may be removed.`,
  ])
}

/** Creates a member unless the address has one, who stays as is. @throws Error for an unusable address or password */
export async function ensureMember(
  ctx: Pick<PlatformContext, 'database' | 'clock' | 'config'>,
  auth: Auth,
  input: { email: string; username: string; password: string; role: Role },
): Promise<{ userId: string; isNew: boolean }> {
  const { username, role, password } = input
  const email = input.email.trim().toLowerCase()
  const [present] = await ctx.database.run(findMemberByEmail, { email })
  if (present) return { userId: present.user_id, isNew: false }
  if (readEmail(email) !== email) throw new Error(`No mail can be delivered to ${email}. Write the address plainly.`)
  if (password.length < PASSWORD_LENGTH_MIN || password.length > PASSWORD_LENGTH_MAX)
    throw new Error(`A password has ${PASSWORD_LENGTH_MIN} to ${PASSWORD_LENGTH_MAX} characters.`)
  const passwordHash = await auth.hashPassword(password)
  const added = await addAccount(ctx, ctx.database, { username, email, role, passwordHash, isVerified: true })
  if (added) return { userId: added, isNew: true }
  const [winner] = await ctx.database.run(findMemberByEmail, { email })
  invariant(winner, 'an address that could not be added has a member')
  return { userId: winner.user_id, isNew: false }
}

/** Creates the administrator of `ADMIN_EMAIL`, unless they exist under that address or one they took later. */
export async function ensureAdministrator(
  ctx: Pick<PlatformContext, 'database' | 'clock' | 'config'>,
  auth: Auth,
  input: { email: string; password: string },
): Promise<{ isNew: boolean }> {
  const email = input.email.trim().toLowerCase()
  const claim = () => ctx.database.run(claimBootstrap, { bootstrapEmail: email })
  const [present] = await claim()
  if (present) return { isNew: false }
  const { isNew } = await ensureMember(ctx, auth, { ...input, username: ADMINISTRATOR_NAME, role: 'admin' })
  // Record it now, because the address may be different at the next start.
  await claim()
  return { isNew }
}

/** Lists the ids of all administrators in one fixed order, so emails to them are always written in the same order. */
export async function listAdministratorIds(executor: Executor): Promise<string[]> {
  return (await executor.run(listAdministrators)).map((row) => row.user_id)
}

/** Finds the administrator that an email is for; null if they no longer are one. */
export async function findAdministrator(executor: Executor, userId: string): Promise<AdministratorRow | null> {
  return (await executor.run(listAdministrators)).find((row) => row.user_id === userId) ?? null
}

/** Finds the administrator of an address, or without one the store's only one; null unless exactly one matches. */
export async function findAdministratorAtWork(executor: Executor, email: string | undefined) {
  const all = await executor.run(listAdministrators)
  const [found, ...others] = email === undefined ? all : all.filter((row) => row.email === email.trim().toLowerCase())
  return found && others.length === 0 ? found : null
}

/** Administrators who may sign in: a handful. */
import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { readEmail } from '#contract/email-address.ts'
import { PASSWORD_LENGTH_MAX, PASSWORD_LENGTH_MIN } from '#contract/members/profile.ts'
import type { Role } from '#contract/values.ts'
import { type Config, ConfigError } from '#server/platform/config.ts'
import type { PlatformContext } from '#server/platform/context.ts'
import type { Executor } from '#server/platform/database.ts'
import { invariant } from '#server/platform/errors.ts'
import { newId } from '#server/platform/ids.ts'
import { firstCommissionBps } from './accounts.ts'
import type { Auth } from './create-auth.ts'
import { type AdministratorRow, addMember, claimBootstrap, findMemberByEmail, listAdministrators } from './queries.ts'
import { ADMINISTRATOR_NAME } from './rules.ts'

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

/**
 * Creates a member unless the address has one. An existing member is not changed, not even the password. Two nodes that
 * start at the same time create one.
 *
 * @returns the member's id, and whether this call created it
 * @throws Error if no mail can be delivered to the address, or if the password is too short or too long to log in with
 */
export async function ensureMember(
  ctx: Pick<PlatformContext, 'database' | 'clock' | 'config'>,
  auth: Auth,
  input: { email: string; username: string; password: string; role: Role },
): Promise<{ userId: string; isNew: boolean }> {
  const email = input.email.trim().toLowerCase()
  const [present] = await ctx.database.run(findMemberByEmail, { email })
  if (present) return { userId: present.user_id, isNew: false }
  if (readEmail(email) !== email) throw new Error(`No mail can be delivered to ${email}. Write the address plainly.`)
  if (input.password.length < PASSWORD_LENGTH_MIN || input.password.length > PASSWORD_LENGTH_MAX)
    throw new Error(`A password has ${PASSWORD_LENGTH_MIN} to ${PASSWORD_LENGTH_MAX} characters.`)

  const [added] = await ctx.database.run(addMember, {
    userId: newId('usr', ctx.clock),
    username: input.username,
    email,
    role: input.role,
    accountId: newId('acc', ctx.clock),
    passwordHash: await auth.hashPassword(input.password),
    now: ctx.clock.now(),
    isVerified: true,
    commissionBps: firstCommissionBps(ctx.config, input.role),
  })
  if (added) return { userId: added.user_id, isNew: true }
  const [winner] = await ctx.database.run(findMemberByEmail, { email })
  invariant(winner, 'an address that could not be added has a member')
  return { userId: winner.user_id, isNew: false }
}

/**
 * Creates the administrator of `ADMIN_EMAIL` unless they exist, under that address or one they took later. An existing
 * one is not changed. Two nodes that start at the same time create one.
 *
 * @returns whether this call created them
 * @throws Error if the password is too short or too long to log in with
 */
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

/**
 * Finds the administrator who works at the command line.
 *
 * @param email their address; undefined: the store's only administrator
 * @returns null if no one or more than one matches
 */
export async function findAdministratorAtWork(
  executor: Executor,
  email: string | undefined,
): Promise<AdministratorRow | null> {
  const all = await executor.run(listAdministrators)
  const meant = email === undefined ? all : all.filter((row) => row.email === email.trim().toLowerCase())
  return meant.length === 1 ? (meant[0] ?? null) : null
}

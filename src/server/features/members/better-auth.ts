/**
 * better-auth, set up for this store: sessions in the database, and nothing else. Its HTTP handler is never mounted; only
 * `create-auth.ts` calls it, to begin a session of a member whose password and second factor were seen.
 *
 * The file is loaded at the first log-in rather than at the start: the library and what comes with it cost half a
 * second and 40 MB, and every request of a signed-in member does without.
 */
import { drizzleAdapter } from 'better-auth/adapters/drizzle'
import { betterAuth } from 'better-auth/minimal'
import { drizzle } from 'drizzle-orm/node-postgres'
import type { Clock } from '#server/platform/clock.ts'
import type { Database } from '#server/platform/database.ts'
import { newId } from '#server/platform/ids.ts'
import { findMember } from './queries.ts'
import { SESSION_COOKIE_MS, sessionEnd } from './rules.ts'
import { accounts, sessions, users, verifications } from './tables.ts'

const ID_PREFIXES: Readonly<Record<string, string>> = { user: 'usr', session: 'ses', account: 'acc' }

export interface BetterAuthOptions {
  database: Database
  clock: Clock
  secret: string
  cookieName: string
  isSecure: boolean
  baseUrl: string
}

/** Makes the instance; it reads and writes the tables of this feature. */
export function createBetterAuth({ database, clock, secret, cookieName, isSecure, baseUrl }: BetterAuthOptions) {
  return betterAuth({
    baseURL: baseUrl,
    secret,
    database: drizzleAdapter(drizzle(database.pool), {
      provider: 'pg',
      schema: { user: users, session: sessions, account: accounts, verification: verifications },
    }),
    user: {
      additionalFields: {
        phone: { type: 'string', required: false, input: false },
        role: { type: ['sales', 'admin'], required: false, defaultValue: 'sales', input: false },
        disabledAt: { type: 'date', required: false, input: false },
      },
    },
    // `create-auth.ts` prolongs sessions itself, by the store's clock.
    session: { expiresIn: SESSION_COOKIE_MS / 1_000, disableSessionRefresh: true },
    databaseHooks: {
      session: {
        create: {
          async before(session) {
            const [member] = await database.run(findMember, { userId: session.userId })
            if (!member) return false
            const now = clock.now()
            const expiresAt = sessionEnd({ role: member.role, createdAt: now }, now)
            return { data: { ...session, createdAt: now, updatedAt: now, expiresAt } }
          },
        },
      },
    },
    advanced: {
      database: { generateId: ({ model }) => newId(ID_PREFIXES[model] ?? 'auth', clock) },
      ipAddress: { disableIpTracking: true },
      // The name carries __Host- already where it may; better-auth would put __Secure- before it.
      useSecureCookies: false,
      defaultCookieAttributes: { secure: isSecure },
      cookies: { session_token: { name: cookieName } },
    },
    rateLimit: { enabled: false },
    telemetry: { enabled: false },
    // It would log attempts with their reasons; refusals are answered, faults are thrown.
    logger: { disabled: true },
  })
}

/** Finds out who is asking, from session cookies. @see docs/decisions/0021-second-factor-and-mailed-links.md */
import { createHmac, timingSafeEqual } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { addMilliseconds, type Clock } from '#server/platform/clock.ts'
import type { Actor, Config } from '#server/platform/context.ts'
import type { Database } from '#server/platform/database/database.ts'
import { cookieName, readCookie } from '#server/platform/http/cookies.ts'
import { newId, newToken } from '#server/platform/ids.ts'
import type { Secrets } from '#server/platform/secrets.ts'
import { hashPassword, verifyPassword } from './passwords.ts'
import { beginSession, findMember, findSession, prolongSession } from './queries.ts'
import { actorOf, isEndStale, PROOF_MS, type StartedBy, sessionEnd } from './rules.ts'

/** Readable by the page: says whether it is worth asking for the member. It opens nothing. */
export const SIGNED_IN_HINT_COOKIE = 'leadyard_signed_in'

export type Auth = ReturnType<typeof createAuth>

/** Enough to tell a phone from a laptop in a list of sessions. */
const USER_AGENT_LENGTH_MAX = 200
const VISITOR: Actor = { kind: 'visitor' }

/** Creates the session handling. */
export function createAuth(options: {
  database: Database
  config: Config
  secrets: Pick<Secrets, 'sessions'>
  clock: Clock
}) {
  const { database, clock, config } = options
  const { sessions } = options.secrets
  const sessionCookie = cookieName('leadyard_session', config.publicUrl?.startsWith('https://') ?? false)
  /** The session that a request names, or null if it names none or one that we did not sign. It may have ended. */
  const readSession = (headers: IncomingHttpHeaders) => {
    const cookie = readCookie(headers, sessionCookie)
    const dot = cookie?.lastIndexOf('.') ?? -1
    if (!cookie || dot < 1) return null
    const token = cookie.slice(0, dot)
    const given = Buffer.from(cookie.slice(dot + 1))
    const isOurs = sessions.all.some((secret) => {
      const expected = Buffer.from(sign(token, secret))
      return given.length === expected.length && timingSafeEqual(given, expected)
    })
    return isOurs ? { token, cookie } : null
  }

  return {
    /** Also names the client for the rate limit. */
    sessionCookie,
    readSession,
    verifyPassword,
    hashPassword,
    cookieOf: (token: string) => `${token}.${sign(token, sessions.current)}`,
    /**
     * Finds out whose request this is. Without one of our session cookies it is a visitor, and the database is not
     * asked. A session in use is extended now and then. A page that only reloads what it shows does not count as use.
     * @param isSecondFactorDemanded of administrators: without one they may only do what a rep may
     */
    async authenticate(headers: IncomingHttpHeaders, isSecondFactorDemanded = false): Promise<Actor> {
      const token = readSession(headers)?.token
      if (token === undefined) return VISITOR
      const now = clock.now()
      const [session] = await database.run(findSession, { token, now })
      if (!session) return VISITOR
      const { user_id: userId, role, created_at: createdAt, expires_at: expiresAt } = session
      const end = sessionEnd({ role, createdAt }, now)
      if (end <= now) return VISITOR
      if (headers['x-refresh'] === undefined && isEndStale(role, expiresAt, end))
        await database.run(prolongSession, { token, now, expiresAt: end })
      const { started_by: startedBy, commission_bps: commissionBps } = session
      return actorOf({ userId, role, commissionBps, startedBy }, session.has_second_factor, isSecondFactorDemanded)
    },

    /** Call it once proofs are checked. Null: the member may not log in now. `isProven`: also for `requireProof`. */
    async openSession(
      userId: string,
      userAgent: string | undefined,
      { startedBy, isProven }: { startedBy: StartedBy; isProven: boolean } = { startedBy: 'password', isProven: false },
    ) {
      const [member] = await database.run(findMember, { userId })
      if (!member) return null
      const now = clock.now()
      const [session] = await database.run(beginSession, {
        sessionId: newId('ses', clock),
        userId,
        token: newToken(),
        userAgent: userAgent?.slice(0, USER_AGENT_LENGTH_MAX) ?? '',
        now,
        expiresAt: sessionEnd({ role: member.role, createdAt: now }, now),
        startedBy,
        provenUntil: isProven ? addMilliseconds(now, PROOF_MS) : null,
      })
      return session ?? null
    },
  }
}

/** Cookies have been signed this way since the first version, so sessions survive an upgrade. */
const sign = (token: string, secret: string): string => createHmac('sha256', secret).update(token).digest('base64')

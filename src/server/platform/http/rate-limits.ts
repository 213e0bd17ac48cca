/** Limits how often one client may call a node. Limits across all nodes are counted in the database. */
import rateLimit, { normalizeIP } from '@fastify/rate-limit'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Refusal } from '#server/platform/errors.ts'
import { openLines } from '#server/platform/process/limit-concurrency.ts'
import { minutes } from '../clock.ts'
import { fingerprint } from '../ids.ts'
import { keyIn } from './key-requests.ts'

/** Per minute. Cookies and keys can be made up, so the address counts too; an office shares one, hence the factor. */
export const REQUESTS_PER_MINUTE = { address: 6_000, session: 600 }

/**
 * Changes of one caller under way, and waiting. Each may keep a connection to the database until it gets a lock, so a
 * network gets at most two fifths of them: less than requests have, see `RESERVED_CONNECTIONS`.
 */
export const CHANGES = { address: { callsMax: 8, waitingMax: 600 }, session: { callsMax: 4, waitingMax: 60 } }
const NETWORK_SHARE = 2 / 5
const LINE_FULL_SECONDS = 1

declare module 'fastify' {
  interface FastifyInstance {
    /** Runs a change when it is its caller's turn; absent if nothing is limited. @throws Refusal `rate_limited` */
    inTurn?: <Result>(request: FastifyRequest, reply: FastifyReply, work: () => Promise<Result>) => Promise<Result>
  }
}

/** The network a client calls from: an IPv4 address, or the /64 that one IPv6 household has to itself. */
export const networkOf = (address: string): string => normalizeIP(address, 64)

/**
 * Refuses requests over the maximum of their address, session or API key, and lets the changes of each wait (`inTurn`).
 * Routes without parameters whose `config` has `rateLimit: false` are not counted.
 * @param options.sessionCookies cookies that identify a browser, strongest first
 * Replies to a key say in `ratelimit-*` how many calls are left, and in how many seconds all are back.
 * @throws Refusal `rate_limited`, with the seconds to wait as `retry-after`
 */
export async function limitRequests(
  app: FastifyInstance,
  { sessionCookies, connections }: { sessionCookies: readonly string[]; connections: number },
): Promise<void> {
  await app.register(rateLimit, { global: false })
  const sessionOf = (request: FastifyRequest) =>
    keyIn(request) || sessionCookies.map((name) => request.cookies[name]).find(Boolean)
  const limitOf = (max: number, keyGenerator: (request: FastifyRequest) => string) =>
    app.createRateLimit({ max, timeWindow: minutes(1), keyGenerator })
  const perAddress = limitOf(REQUESTS_PER_MINUTE.address, (request) => networkOf(request.ip))
  const perSession = limitOf(REQUESTS_PER_MINUTE.session, (request) => fingerprint(sessionOf(request) ?? ''))
  const callsMax = Math.min(CHANGES.address.callsMax, Math.max(1, Math.floor(connections * NETWORK_SHARE)))
  const lines = { address: openLines({ ...CHANGES.address, callsMax }), session: openLines(CHANGES.session) }
  app.decorate('inTurn', async (request, reply, work) => {
    const address = networkOf(request.ip)
    const session = fingerprint(sessionOf(request) ?? '')
    if (lines.address.isFull(address) || lines.session.isFull(session)) {
      reply.header('retry-after', String(LINE_FULL_SECONDS))
      throw new Refusal('rate_limited')
    }
    const inTurn = () => lines.address.run(address, work)
    return sessionOf(request) ? lines.session.run(session, inTurn) : inTurn()
  })
  const unlimited = new Set<string>()
  app.addHook('onRoute', (route) => {
    if (route.config?.rateLimit === false) unlimited.add(route.url)
  })
  app.addHook('onRequest', async (request, reply) => {
    if (unlimited.has(request.url)) return
    for (const limit of sessionOf(request) ? [perAddress, perSession] : [perAddress]) {
      const count = await limit(request)
      if (count.isAllowed) continue
      if (keyIn(request)) {
        const { max, remaining, ttlInSeconds } = count
        reply.headers({ 'ratelimit-limit': max, 'ratelimit-remaining': remaining, 'ratelimit-reset': ttlInSeconds })
      }
      if (!count.isExceeded) continue
      reply.header('retry-after', String(count.ttlInSeconds))
      throw new Refusal('rate_limited')
    }
  })
}

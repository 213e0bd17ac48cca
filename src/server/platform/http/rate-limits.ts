/**
 * Limits how often one client may call. Limits that must hold across all nodes (holds, login guesses) are counted in
 * the database.
 */
import rateLimit, { normalizeIP } from '@fastify/rate-limit'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Refusal } from '#server/platform/errors.ts'
import { minutes } from '../clock.ts'
import { fingerprint } from '../ids.ts'
import { openLines } from '../limit-concurrency.ts'
import { keyIn } from './key-requests.ts'

/**
 * Requests per minute, counted per node and in memory: they protect a node from one client. An office shares an
 * address, so its maximum is ten times a browser's. Cookies and API keys can be made up, so the address counts whatever
 * they say.
 */
export const REQUESTS_PER_MINUTE = { address: 6_000, session: 600 }

/**
 * Changes of one caller that a node makes at the same time, and that wait in line for their turn. Each may keep a
 * connection to the database until it gets a lock, so without a limit one caller could take all of them. A network gets
 * at most two fifths of the node's connections: less than requests have, see `RESERVED_CONNECTIONS`.
 */
export const CHANGES = {
  address: { callsMax: 8, waitingMax: 600 },
  session: { callsMax: 4, waitingMax: 60 },
}
const NETWORK_SHARE = 2 / 5
/** A place in line is free again within moments. */
const LINE_FULL_SECONDS = 1

declare module 'fastify' {
  interface FastifyInstance {
    /**
     * Runs a change when it is its caller's turn; absent if nothing is limited.
     *
     * @throws Refusal `rate_limited`
     */
    inTurn?: <Result>(request: FastifyRequest, reply: FastifyReply, work: () => Promise<Result>) => Promise<Result>
  }
}

/** Returns the network a client calls from: an IPv4 address, or the /64 that one IPv6 household has to itself. */
export function networkOf(address: string): string {
  return normalizeIP(address, 64)
}

/**
 * Refuses requests over the maximum of their address, or of their session or API key, and lets the changes of each wait
 * for one another (`inTurn`). A route without parameters whose `config` has `rateLimit: false` is not counted.
 *
 * @param options.sessionCookies cookies that identify a browser, strongest first
 * @param options.connections to the database, of this process
 * @throws Refusal `rate_limited`, with the seconds to wait as `retry-after`
 */
export async function limitRequests(
  app: FastifyInstance,
  { sessionCookies, connections }: { sessionCookies: readonly string[]; connections: number },
): Promise<void> {
  await app.register(rateLimit, { global: false })
  const sessionOf = (request: FastifyRequest) =>
    keyIn(request) || sessionCookies.map((name) => request.cookies[name]).find(Boolean)
  const perAddress = app.createRateLimit({
    max: REQUESTS_PER_MINUTE.address,
    timeWindow: minutes(1),
    keyGenerator: (request) => networkOf(request.ip),
  })
  const perSession = app.createRateLimit({
    max: REQUESTS_PER_MINUTE.session,
    timeWindow: minutes(1),
    keyGenerator: (request) => fingerprint(sessionOf(request) ?? ''),
  })
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
      if (count.isAllowed || !count.isExceeded) continue
      reply.header('retry-after', String(count.ttlInSeconds))
      throw new Refusal('rate_limited')
    }
  })
}

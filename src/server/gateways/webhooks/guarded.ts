/**
 * Calls webhooks, and connects to a mail server that an administrator named, only on the public internet. The very address that the lookup returned is checked and connected to.
 * @see https://cheatsheetseries.owasp.org/cheatsheets/Server_Side_Request_Forgery_Prevention_Cheat_Sheet.html
 */
import { type LookupAddress, lookup as lookUp } from 'node:dns'
import { once } from 'node:events'
import { BlockList, connect as connectTo, isIP, type LookupFunction, type Socket } from 'node:net'
import { Agent, buildConnector, request } from 'undici'
import { seconds } from '#server/platform/clock.ts'
import { errorCode } from '#server/platform/errors.ts'
import { isLoopbackHost } from '#server/platform/text/config-values.ts'

export interface WebhookAnswer {
  status: number | null
  problem: string | null
  body: string
  milliseconds: number
  retryAfterMs: number | null
}

export interface WebhookGateway {
  /** An address as it is called; null if it is refused. A name is looked up at every call. */
  readAddress(typed: string): string | null
  /** Posts a body. Never follows a redirect, never throws; gives up after 10 seconds. */
  post(url: string, headers: Readonly<Record<string, string>>, body: string): Promise<WebhookAnswer>
  get(url: string, headers: Readonly<Record<string, string>>): Promise<WebhookAnswer>
  close(): Promise<void>
}

/** Not on the public internet. @see https://www.iana.org/assignments/iana-ipv4-special-registry */
const IPV4_REFUSED = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  // Link-local, with the metadata services of clouds.
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  // Multicast, reserved and broadcast.
  ['224.0.0.0', 3],
] as const

/** Parts of 2000::/3 that are not, or that carry IPv4. @see https://www.iana.org/assignments/iana-ipv6-special-registry */
const IPV6_REFUSED = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const

const refused = new BlockList()
for (const [net, bits] of IPV4_REFUSED) refused.addSubnet(net, bits, 'ipv4')
for (const [net, bits] of IPV6_REFUSED) refused.addSubnet(net, bits, 'ipv6')

/** The only part of IPv6 that is given out to networks. */
const globalUnicast = new BlockList()
globalUnicast.addSubnet('2000::', 3, 'ipv6')

/** False for whatever is not an IP address. */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address)
  if (family === 4) return !refused.check(address, 'ipv4')
  return family === 6 && globalUnicast.check(address, 'ipv6') && !refused.check(address, 'ipv6')
}

const TIMEOUT_MS = seconds(10)
const ANSWER_BYTES = 1_024

export class RefusedAddressError extends Error {
  override name = 'RefusedAddressError'

  constructor() {
    super('the address is not on the public internet')
  }
}

/** A lookup that returns only allowed addresses, so what was checked is what is connected to. */
const guardLookup =
  (isAllowed: (address: string, hostname: string) => boolean, lookup = lookUp): LookupFunction =>
  (hostname, how, done) => {
    lookup(hostname, { ...how, all: true }, (error, found: LookupAddress[]) => {
      if (error) return done(error, '', 0)
      // One bad address spoils the name: a public service has no reason to have one.
      const [first] = found
      if (!first || !found.every(({ address }) => isAllowed(address, hostname)))
        return done(new RefusedAddressError(), '', 0)
      if (how.all) return done(null, found)
      done(null, first.address, first.family)
    })
  }

/** Connects within 10 seconds, only to the public internet. @throws RefusedAddressError, or the error of the network */
export async function connectPublicly(host: string, port: number): Promise<Socket> {
  if (isIP(host) !== 0 && !isPublicAddress(host)) throw new RefusedAddressError()
  const socket = connectTo({ host, port, lookup: guardLookup(isPublicAddress) })
  try {
    await once(socket, 'connect', { signal: AbortSignal.timeout(TIMEOUT_MS) })
    return socket
  } catch (error) {
    socket.destroy()
    throw error
  }
}

/** Names that are found only on this machine or inside a network (RFC 6761, RFC 6762, RFC 8375, and ICANN's `internal`). */
const PRIVATE_NAME = /(^|\.)(localhost|local|internal|home\.arpa)$/

/** Without the brackets of an IPv6 address. */
const bare = (hostname: string): string => hostname.replace(/^\[(.*)\]$/, '$1')

/** Calls nothing that is not on the public internet, except hosts that the owner lists. */
export function createWebhookGateway(options: {
  /** Over http too. For tests and the sandbox. */
  mayCallLoopback: boolean
  /** Names and addresses in lowercase, over http too, wherever they are. */
  hosts?: readonly string[]
  lookup?: typeof lookUp
}): WebhookGateway {
  const { mayCallLoopback, hosts = [], lookup = lookUp } = options
  const isListed = (host: string): boolean => hosts.includes(host) || (mayCallLoopback && isLoopbackHost(host))
  const isAllowed = (address: string, host: string): boolean =>
    isPublicAddress(address) || isListed(address) || hosts.includes(host)

  const connect = buildConnector({ lookup: guardLookup(isAllowed, lookup), timeout: TIMEOUT_MS })
  const agent = new Agent({
    connections: 10,
    headersTimeout: TIMEOUT_MS,
    bodyTimeout: TIMEOUT_MS,
    // An address instead of a name is connected to without a lookup.
    connect: (target, done) => {
      const host = bare(target.hostname)
      if (isIP(host) !== 0 && !isAllowed(host, host)) return done(new RefusedAddressError(), null)
      connect(target, done)
    },
  })

  const call = async (
    url: string,
    asked: { method: 'GET' | 'POST'; headers: Readonly<Record<string, string>>; body?: string },
  ): Promise<WebhookAnswer> => {
    const started = performance.now()
    const answer = (facts: Partial<WebhookAnswer>): WebhookAnswer => ({
      status: null,
      problem: null,
      body: '',
      milliseconds: Math.round(performance.now() - started),
      retryAfterMs: null,
      ...facts,
    })
    try {
      const reply = await request(url, { ...asked, dispatcher: agent, signal: AbortSignal.timeout(TIMEOUT_MS) })
      const retryAfterMs = retryAfterOf(reply.headers['retry-after'])
      return answer({ status: reply.statusCode, body: await readStart(reply.body), retryAfterMs })
    } catch (error) {
      return answer({ problem: problemOf(error) })
    }
  }

  return {
    readAddress(typed) {
      const url = URL.parse(typed.trim())
      if (url === null || url.username !== '' || url.password !== '') return null
      // The same name as without the dots. URL has written out addresses in hex, octal and one number, and lowered letters.
      url.hostname = url.hostname.replace(/\.+$/, '')
      const host = bare(url.hostname)
      if (host.endsWith('.')) return null
      if (url.protocol !== 'https:' && !(isListed(host) && url.protocol === 'http:')) return null
      if (isIP(host) !== 0 && !isAllowed(host, host)) return null
      // A name without a dot is found only inside a network.
      if (isIP(host) === 0 && !isListed(host) && (!host.includes('.') || PRIVATE_NAME.test(host))) return null
      url.hash = ''
      return url.href
    },
    post: (url, headers, body) => call(url, { method: 'POST', headers, body }),
    get: (url, headers) => call(url, { method: 'GET', headers }),
    close: () => agent.destroy(),
  }
}

/** Services that give a date instead of seconds are not known here. */
const retryAfterOf = (header: string | string[] | undefined): number | null =>
  typeof header === 'string' && /^\d{1,6}$/.test(header) ? seconds(Number(header)) : null

/** The first bytes. A broken answer counts as far as it came. */
async function readStart(body: AsyncIterable<Buffer>): Promise<string> {
  const parts: Buffer[] = []
  let size = 0
  try {
    for await (const part of body) {
      parts.push(part)
      size += part.length
      if (size >= ANSWER_BYTES) break
    }
  } catch {
    // The status came before the body, and it is what counts.
  }
  // PostgreSQL's text cannot contain the byte 0.
  return Buffer.concat(parts).subarray(0, ANSWER_BYTES).toString('utf8').replaceAll('\0', '')
}

const PROBLEMS: Readonly<Record<string, string>> = {
  ENOTFOUND: 'no such host',
  EAI_AGAIN: 'the name could not be looked up',
  ECONNREFUSED: 'the connection was refused',
  ECONNRESET: 'the connection was closed',
  EPIPE: 'the connection was closed',
  UND_ERR_SOCKET: 'the connection was closed',
  UND_ERR_CONNECT_TIMEOUT: 'no connection within 10 seconds',
  UND_ERR_HEADERS_TIMEOUT: 'no answer within 10 seconds',
  UND_ERR_BODY_TIMEOUT: 'no answer within 10 seconds',
  CERT_HAS_EXPIRED: 'the certificate has expired',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'the certificate is self-signed',
  SELF_SIGNED_CERT_IN_CHAIN: 'the certificate is self-signed',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'the certificate could not be checked',
  ERR_TLS_CERT_ALTNAME_INVALID: 'the certificate is for another host',
}

function problemOf(error: unknown): string {
  if (error instanceof RefusedAddressError) return error.message
  if (error instanceof Error && error.name === 'TimeoutError') return 'no answer within 10 seconds'
  return PROBLEMS[errorCode(error)] ?? 'the call failed'
}

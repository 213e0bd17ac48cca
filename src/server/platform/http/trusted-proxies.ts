/** Whose `X-Forwarded-For` counts, from TRUST_PROXY. */
import { isIP } from 'node:net'
import proxyAddress from '@fastify/proxy-addr'
import type { FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import { isLoopbackHost } from '#server/platform/text/config-values.ts'
import { networkOf } from './rate-limits.ts'

export interface PlaceLimits {
  perNetworkMax: number
  perNodeMax: number
}

/** For what stays open, such as streams and uploads, so that one network cannot take all places of a node. */
export class NetworkPlaces {
  readonly #limits: PlaceLimits
  readonly #perNetwork = new Map<string, number>()
  #count = 0

  /** @param hasNetworkMax false lifts the maximum per network, as `RATE_LIMITS=off` does for load tests */
  constructor(limits: PlaceLimits, hasNetworkMax: boolean) {
    this.#limits = hasNetworkMax ? limits : { ...limits, perNetworkMax: limits.perNodeMax }
  }

  get count(): number {
    return this.#count
  }

  fullFor(address: string): 'network' | 'node' | null {
    if ((this.#perNetwork.get(networkOf(address)) ?? 0) >= this.#limits.perNetworkMax) return 'network'
    return this.#count >= this.#limits.perNodeMax ? 'node' : null
  }

  /** Takes a place until the returned function is called, which may be called again. */
  take(address: string): () => void {
    const network = networkOf(address)
    this.#count += 1
    this.#perNetwork.set(network, (this.#perNetwork.get(network) ?? 0) + 1)
    let isOver = false
    return () => {
      if (isOver) return
      isOver = true
      this.#count -= 1
      const left = (this.#perNetwork.get(network) ?? 1) - 1
      if (left > 0) this.#perNetwork.set(network, left)
      else this.#perNetwork.delete(network)
    }
  }
}

/** Headers by which a proxy says that it asks for someone else. */
const PROXY_HEADER =
  /^(x-forwarded(-.+)?|x-real-ip|x-client-ip|x-cluster-client-ip|true-client-ip|forwarded|via|(cf|fastly|fly)-.+)$/

const PORT = /:\d{1,5}$/

/**
 * Whether a request comes straight from this machine. The socket's address counts, since anyone can write headers. But
 * a proxy here has a loopback socket too (nginx speaks HTTP/1.0), and a stranger's page can make its own name lead
 * here.
 */
export function isDirectFromHere({ raw, socket }: FastifyRequest): boolean {
  const { headers, httpVersion } = raw
  return (
    isLoopbackHost(socket.remoteAddress ?? '') &&
    httpVersion !== '1.0' &&
    !Object.keys(headers).some((name) => PROXY_HEADER.test(name)) &&
    isLoopbackHost((headers.host ?? '').replace(PORT, ''))
  )
}

const HOPS_MAX = 10
/** Names of ranges, see https://github.com/fastify/proxy-addr#proxyaddrreq-trust. */
const RANGE_NAMES = ['loopback', 'linklocal', 'uniquelocal']

/** How many proxies there are before this process, or their addresses, ranges and names of ranges. */
export type TrustedProxies = number | readonly string[]

/** @returns the proxies, or what is wrong as the end of a sentence that begins with the variable's name */
export function readTrustedProxies(
  text: string,
): { ok: true; proxies: TrustedProxies } | { ok: false; reason: string } {
  const words = text.split(',').map((word) => word.trim().toLowerCase())
  const hops = Number(text)
  if (words.length === 1 && !Number.isNaN(hops)) {
    if (!Number.isInteger(hops)) return { ok: false, reason: 'must be a whole number of proxies, or their addresses' }
    if (hops < 0 || hops > HOPS_MAX)
      return { ok: false, reason: `must be a number of proxies from 0 to ${HOPS_MAX}, or their addresses` }
    return { ok: true, proxies: hops }
  }
  const wrong = words.find((word) => !isProxyRange(word))
  if (wrong === undefined) return { ok: true, proxies: words }
  const reason =
    `must be a number from 0 to ${HOPS_MAX}, or a list of addresses and ranges such as 10.0.0.5, 172.30.0.0/24, ` +
    `${RANGE_NAMES.join(', ')}, with commas between them; "${wrong}" is none of these`
  return { ok: false, reason }
}

export const TrustedProxiesText = z.transform((text: string | undefined, { issues }) => {
  const read = readTrustedProxies(text ?? '0')
  if (read.ok) return read.proxies
  issues.push({ code: 'custom', input: text, message: read.reason })
  return z.NEVER
})

/** The library alone would take `10.1` and `7` for addresses too. It refuses a range of all addresses. */
function isProxyRange(word: string): boolean {
  if (!RANGE_NAMES.includes(word) && isIP(word.split('/', 1)[0] ?? '') === 0) return false
  try {
    proxyAddress.compile(word)
    return true
  } catch {
    return false
  }
}

/** Returns Fastify's `trustProxy`. Only addresses that our own proxies appended count, not what the client wrote. */
export function trustOf(proxies: TrustedProxies): false | ((address: string, hop: number) => boolean) {
  if (typeof proxies !== 'number') return proxyAddress.compile([...proxies])
  return proxies === 0 ? false : (_address, hop) => hop < proxies
}

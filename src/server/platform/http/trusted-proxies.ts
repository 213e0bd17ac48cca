/** Whose `X-Forwarded-For` counts, from TRUST_PROXY. */
import { isIP } from 'node:net'
import proxyAddress from '@fastify/proxy-addr'
import * as z from 'zod/mini'

/** More proxies in a row than anyone has. */
const HOPS_MAX = 10

/** Names of ranges, see https://github.com/fastify/proxy-addr#proxyaddrreq-trust. */
const RANGE_NAMES = ['loopback', 'linklocal', 'uniquelocal']

/** How many proxies there are between a client and this process, or their addresses, ranges and names of ranges. */
export type TrustedProxies = number | readonly string[]

/**
 * Reads TRUST_PROXY: a number of proxies, or a list of addresses, ranges (CIDR) and names of ranges.
 *
 * @returns the proxies, or what is wrong as the end of a sentence that begins with the variable's name
 */
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
  return {
    ok: false,
    reason:
      `must be a number from 0 to ${HOPS_MAX}, or a list of addresses and ranges such as 10.0.0.5, 172.30.0.0/24, ` +
      `${RANGE_NAMES.join(', ')}, with commas between them; "${wrong}" is none of these`,
  }
}

/** `readTrustedProxies` as a schema for the configuration. No text means no proxy. */
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

/**
 * Returns Fastify's `trustProxy`. Only addresses that our own proxies appended count; what the client wrote before them
 * does not. From an address that is not listed, the whole header counts for nothing.
 */
export function trustOf(proxies: TrustedProxies): false | ((address: string, hop: number) => boolean) {
  if (typeof proxies !== 'number') return proxyAddress.compile([...proxies])
  return proxies === 0 ? false : (_address, hop) => hop < proxies
}

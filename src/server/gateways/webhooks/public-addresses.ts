/** Which network addresses are on the public internet. A webhook must not reach into the store's own network. */
import { BlockList, isIP } from 'node:net'

/** @see https://www.iana.org/assignments/iana-ipv4-special-registry */
const IPV4_REFUSED = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  // Carrier-grade NAT.
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

/**
 * Parts of 2000::/3 that are not the public internet, or that carry an IPv4 address inside.
 *
 * @see https://www.iana.org/assignments/iana-ipv6-special-registry
 */
const IPV6_REFUSED = [
  // Teredo, ORCHID and other protocol assignments.
  ['2001::', 23],
  ['2001:db8::', 32],
  // 6to4.
  ['2002::', 16],
  ['3fff::', 20],
] as const

const refused = new BlockList()
for (const [net, bits] of IPV4_REFUSED) refused.addSubnet(net, bits, 'ipv4')
for (const [net, bits] of IPV6_REFUSED) refused.addSubnet(net, bits, 'ipv6')

/** The only part of IPv6 that is given out to networks: loopback, mapped, unique-local and link-local are outside it. */
const globalUnicast = new BlockList()
globalUnicast.addSubnet('2000::', 3, 'ipv6')

/** Whether an IP address is on the public internet. False for whatever is not an IP address. */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address)
  if (family === 4) return !refused.check(address, 'ipv4')
  return family === 6 && globalUnicast.check(address, 'ipv6') && !refused.check(address, 'ipv6')
}

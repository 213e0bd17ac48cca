/** How much of what anybody can cause is written into a log that keeps everything. */
import { minutes } from '#server/platform/clock.ts'

/** What comes within this time counts together. */
export const ACCESS_WINDOW_MS = minutes(15)
/** Entries of one kind, account and network that are written one by one: more than somebody's bad memory needs. */
const EACH_OF_NETWORK_MAX = 10
/** The same from all networks together: addresses are cheap to have many of, entries are for ever. */
const EACH_OF_ACCOUNT_MAX = 100

const isPowerOfTen = (count: number): boolean => Number.isInteger(Math.log10(count))

/**
 * Whether one more event gets an entry: the first ones do, then the hundredth, the thousandth and so on.
 *
 * @param ofNetwork how many of its kind there were at this account from this network within the window, this one included
 * @param ofAccount the same from all networks
 */
export function isWritten(ofNetwork: number, ofAccount: number): boolean {
  if (ofAccount > EACH_OF_ACCOUNT_MAX) return isPowerOfTen(ofAccount)
  return ofNetwork <= EACH_OF_NETWORK_MAX || isPowerOfTen(ofNetwork)
}

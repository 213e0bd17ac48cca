/** Limits how much the log records of events that anyone can cause, since it keeps everything. */
import { minutes } from '#server/platform/clock.ts'

/** Events within this time are counted together. */
export const ACCESS_WINDOW_MS = minutes(15)
/** Entries of one kind, account and network that are recorded one by one: more than forgetting a password takes. */
const EACH_OF_NETWORK_MAX = 10
/** The same from all networks together: attackers can get many addresses cheaply, but entries stay forever. */
const EACH_OF_ACCOUNT_MAX = 100

const isPowerOfTen = (count: number): boolean => Number.isInteger(Math.log10(count))

/**
 * Whether one more event gets an entry: the first ones do, then the hundredth, the thousandth and so on.
 *
 * @param ofNetwork how many of this kind there were at this account from this network within the window, including this
 * one
 * @param ofAccount the same from all networks
 */
export function isWritten(ofNetwork: number, ofAccount: number): boolean {
  if (ofAccount > EACH_OF_ACCOUNT_MAX) return isPowerOfTen(ofAccount)
  return ofNetwork <= EACH_OF_NETWORK_MAX || isPowerOfTen(ofNetwork)
}

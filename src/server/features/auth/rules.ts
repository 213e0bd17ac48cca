/** The numbers of sign-in. */
import { days, minutes } from '#server/platform/clock.ts'

/** SPEC.md section 5. */
export const PASSWORD_LENGTH_MIN = 6
/** As the contract's: hashing must not be a way to keep a node busy. */
export const PASSWORD_LENGTH_MAX = 256

export const SESSION_MS = days(7)
/** A session in use is prolonged at most once a day, so that reading does not mean writing. */
export const SESSION_PROLONG_AFTER_MS = days(1)

export const ATTEMPT_WINDOW_MS = minutes(15)
/** Guesses at an account by strangers. */
export const ATTEMPTS_PER_ACCOUNT_MAX = 10
/** Guesses at an account from an address that it knows: its owner's tabs may also all log in at once. */
export const ATTEMPTS_PER_KNOWN_ADDRESS_MAX = 30
/** Guesses from one address at any accounts; an office shares one. */
export const ATTEMPTS_PER_ADDRESS_MAX = 50
/** How long a network address stays known to an account after a log-in. */
export const KNOWN_ADDRESS_MS = days(90)

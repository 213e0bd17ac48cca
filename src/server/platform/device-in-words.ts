import type { RequestContext } from './context.ts'

/** The first match counts: most browsers also name the ones they imitate. */
const BROWSERS: readonly (readonly [name: string, pattern: RegExp])[] = [
  ['Edge', /\bEdg(?:e|A|iOS)?\//],
  ['Opera', /\bOPR\/|\bOpera\b/],
  ['Samsung Internet', /\bSamsungBrowser\//],
  ['Firefox', /\bFirefox\/|\bFxiOS\//],
  ['Chrome', /\bChrome\/|\bCriOS\//],
  ['Safari', /\bVersion\/.*\bSafari\//],
]

const SYSTEMS: readonly (readonly [name: string, pattern: RegExp])[] = [
  ['iPhone', /\biPhone\b/],
  ['iPad', /\biPad\b/],
  ['Android', /\bAndroid\b/],
  ['Windows', /\bWindows\b/],
  ['ChromeOS', /\bCrOS\b/],
  ['Mac', /\bMacintosh\b|\bMac OS X\b/],
  ['Linux', /\bLinux\b/],
]

/** Names the device of a call, for an email that warns its owner. */
export const deviceOf = ({ actor, headers }: Pick<RequestContext, 'actor' | 'headers'>): string =>
  actor.kind === 'buyer' ? 'a program with an API key' : deviceInWords(headers['user-agent'] ?? null)

/**
 * Names a device as its owner would, such as `Chrome on Windows`, from its user agent. It only helps people tell their
 * devices apart; a client can claim to be any of them.
 */
export function deviceInWords(userAgent: string | null): string {
  const nameIn = (names: typeof BROWSERS) => names.find(([, pattern]) => pattern.test(userAgent ?? ''))?.[0]
  const browser = nameIn(BROWSERS) ?? 'Unknown browser'
  const system = nameIn(SYSTEMS)
  return system ? `${browser} on ${system}` : browser
}

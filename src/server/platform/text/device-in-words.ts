import type { RequestContext } from '#server/platform/context.ts'

type Names = readonly (readonly [name: string, pattern: RegExp])[]

/** The first match counts: most browsers also name the ones they imitate. */
const BROWSERS: Names = [
  ['Edge', /\bEdg(?:e|A|iOS)?\//],
  ['Opera', /\bOPR\/|\bOpera\b/],
  ['Samsung Internet', /\bSamsungBrowser\//],
  ['Firefox', /\bFirefox\/|\bFxiOS\//],
  ['Chrome', /\bChrome\/|\bCriOS\//],
  ['Safari', /\bVersion\/.*\bSafari\//],
]
const SYSTEMS: Names = [
  ['iPhone', /\biPhone\b/],
  ['iPad', /\biPad\b/],
  ['Android', /\bAndroid\b/],
  ['Windows', /\bWindows\b/],
  ['ChromeOS', /\bCrOS\b/],
  ['Mac', /\bMacintosh\b|\bMac OS X\b/],
  ['Linux', /\bLinux\b/],
]

export const deviceOf = ({ actor, headers }: Pick<RequestContext, 'actor' | 'headers'>): string =>
  actor.kind === 'buyer' ? 'a program with an API key' : deviceInWords(headers['user-agent'] ?? null)

/** Returns a name such as `Chrome on Windows`. It only tells devices apart; a client can claim to be any of them. */
export function deviceInWords(userAgent: string | null): string {
  const nameIn = (names: Names) => names.find(([, pattern]) => pattern.test(userAgent ?? ''))?.[0]
  return [nameIn(BROWSERS) ?? 'Unknown browser', nameIn(SYSTEMS)].filter(Boolean).join(' on ')
}

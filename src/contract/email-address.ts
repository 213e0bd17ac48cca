/** The only parser of email addresses, for every form, call and variable, on both sides. It loads no schema library. */

/** What mail servers accept of an address, and of the part before its @ (RFC 5321, section 4.5.3.1). */
export const EMAIL_LENGTH_MAX = 254
const LOCAL_LENGTH_MAX = 64

/** A fixed text (docs/product.md#fixed-texts). */
export const EMAIL_WRONG = 'Please enter a valid email address.'

/** Characters that no one sees: zero-width spaces, soft hyphens, byte order marks, marks of writing direction. */
const INVISIBLE = /\p{Default_Ignorable_Code_Point}/gu
/** Plain letters only: few mail servers accept others before the @, and a curly apostrophe is a typo. */
const LOCAL = /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/i
/** Plain letters that cannot be in a domain. They would mean something else in a URL. */
const NOT_IN_DOMAIN = /[^a-z0-9.\u0080-\u{10ffff}-]/iu
/** At least two labels, the last of which is a name and not part of a number. */
const DOMAIN = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])?$/i

/**
 * Reads a typed or pasted address as it is stored: without invisible characters, `mailto:` or angle brackets, and with
 * a domain of other alphabets in the form that mail servers know (`xn--…`). Capitals stay as typed. Null for a text
 * that is not exactly one address to which mail can be delivered.
 */
export function readEmail(typed: string): string | null {
  const visible = typed.replace(INVISIBLE, '').replace(/[\p{Cc}\s]+/gu, ' ')
  const bare = visible
    .trim()
    .replace(/^<(.*)>$/, '$1')
    .replace(/^\s*mailto:([^?]*).*$/i, '$1')
    .trim()
  const at = bare.lastIndexOf('@')
  const local = bare.slice(0, Math.max(at, 0))
  const domain = asciiDomain(bare.slice(at + 1))
  if (local.length > LOCAL_LENGTH_MAX || !LOCAL.test(local) || domain === null) return null
  const address = `${local}@${domain}`
  return address.length > EMAIL_LENGTH_MAX ? null : address
}

/** URLs have the same rules for domains of other alphabets as mail, and both browsers and Node know them. */
function asciiDomain(domain: string): string | null {
  const url = `https://${domain}`
  if (NOT_IN_DOMAIN.test(domain) || !URL.canParse(url)) return null
  const { hostname } = new URL(url)
  if (!DOMAIN.test(hostname)) return null
  return hostname === domain.toLowerCase() ? domain : hostname
}

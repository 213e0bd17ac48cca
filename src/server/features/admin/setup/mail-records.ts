/** Looks up the DNS records without which mailbox providers refuse emails or call them spam. */
import type { MailRecord } from '#contract/admin/setup.ts'

/** Like `dns.promises.resolveTxt`: the texts of a name, each in parts. */
export type LookUpTexts = (host: string) => Promise<string[][]>

/** Codes of "this name has no such record"; anything else means that DNS did not answer. */
const NO_RECORD = new Set(['ENOTFOUND', 'ENODATA'])
/**
 * DKIM records hide under a name that the mail service chooses. These are what Google, Microsoft, Amazon's guides,
 * SendGrid, Mailgun, Postmark, Resend, Mailchimp, Fastmail, Zoho and common mail servers use.
 */
const USUAL_SELECTORS = [
  ...['default', 'google', 'selector1', 'selector2', 's1', 's2', 'k1', 'k2', 'k3', 'mail', 'dkim', 'smtp', 'mx'],
  ...['pm', 'resend', 'mandrill', 'fm1', 'fm2', 'fm3', 'zoho', 'zmail', 'mailo', 'pic', 'amazonses', 'krs', 'mta'],
]

/** Returns the domain of a sender such as `Leadyard <sales@example.org>`; undefined for domains made for examples. */
export function senderDomain(mailFrom: string): string | undefined {
  const domain = /@([^\s@<>"]+)>?\s*$/.exec(mailFrom)?.[1]?.toLowerCase()
  if (domain === undefined || !domain.includes('.')) return undefined
  return /(^|\.)(example\.(com|net|org)|example|test|invalid|localhost)$/.test(domain) ? undefined : domain
}

async function find(
  lookUp: LookUpTexts,
  kind: MailRecord['kind'],
  host: string,
  isWanted: (text: string) => boolean,
): Promise<MailRecord> {
  try {
    const texts = await lookUp(host)
    return { kind, host, state: texts.some((parts) => isWanted(parts.join(''))) ? 'found' : 'missing' }
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : ''
    return { kind, host, state: NO_RECORD.has(code) ? 'missing' : 'unknown' }
  }
}

/** Returns the first record found under one of the names, else the worst answer: `unknown` before `missing`. */
async function findDkim(lookUp: LookUpTexts, domain: string, selectors: readonly string[]): Promise<MailRecord> {
  const records = await Promise.all(
    selectors.map((selector) =>
      find(lookUp, 'DKIM', `${selector}._domainkey.${domain}`, (text) => /(^|;)\s*p=[^;\s]/.test(text)),
    ),
  )
  const best =
    records.find(({ state }) => state === 'found') ?? records.find(({ state }) => state === 'unknown') ?? records[0]
  return best?.state === 'found'
    ? best
    : {
        kind: 'DKIM',
        host: `${selectors.length === 1 ? selectors[0] : '*'}._domainkey.${domain}`,
        state: best?.state ?? 'missing',
      }
}

/** Looks up SPF, DKIM and DMARC of a domain. Never throws. @param selector of DKIM; absent: the usual ones are tried */
export async function findMailRecords(lookUp: LookUpTexts, domain: string, selector?: string): Promise<MailRecord[]> {
  return Promise.all([
    find(lookUp, 'SPF', domain, (text) => /^v=spf1(\s|$)/i.test(text)),
    findDkim(lookUp, domain, selector === undefined ? USUAL_SELECTORS : [selector]),
    find(lookUp, 'DMARC', `_dmarc.${domain}`, (text) => /^v=DMARC1\s*(;|$)/i.test(text)),
  ])
}

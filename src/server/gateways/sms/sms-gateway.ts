import { createHmac, timingSafeEqual } from 'node:crypto'

export interface Sms {
  to: string
  text: string
  /** Our id of the message, which the service's reports name; the same at every try. */
  key: string
  attempt: number
}

/** The service will never take a text for this number: it does not exist, or cannot receive texts. */
export class NumberRefused extends Error {
  override name = 'NumberRefused'
}

/** The number's owner told the service that they want no texts from us. */
export class NumberStopped extends Error {
  override name = 'NumberStopped'
}

export interface SmsGateway {
  /** Resolves once the service has taken it. Errors name no number. @throws NumberStopped, NumberRefused, Error */
  send(sms: Sms): Promise<{ providerId: string }>
  /** Asks the service whether it knows the account and its token. @returns the status of its answer */
  check(): Promise<number>
  /** Asks what became of a text, in the service's own words; null if it knows nothing about it. */
  lookUp(providerId: string): Promise<{ status: string; errorCode: number | null } | null>
  /** @param url as we gave it to the service, with its query: built from `publicUrl`, never from the request */
  isSigned(url: string, fields: URLSearchParams, signature: string | undefined): boolean
  /** Deletes up to `rowsMax` texts from before an instant that the gateway itself stores; a real one stores none. */
  forgetTexts(before: Date, rowsMax: number): Promise<number>
}

/** @param publicUrl without a slash at its end */
export function statusUrlOf(publicUrl: string, { key, attempt }: Pick<Sms, 'key' | 'attempt'>): string {
  return `${publicUrl}/api/webhooks/twilio/status?${new URLSearchParams({ message: key, attempt: String(attempt) })}`
}

/** What this needs of the sandbox's phone; neither imports the other. */
interface Phone {
  authToken: string
  /** Reports the text's outcome to `statusUrl`; `refused` is the error of Twilio's API. */
  take(text: Omit<Sms, 'attempt'> & { statusUrl: string }): Promise<{ sid: string } | { refused: number }>
  forget(before: Date, rowsMax: number): Promise<number>
}

const STOPPED_CODE = 21610

/** Lets the whole store run without an SMS service. */
export function createSandboxSms(phone: Phone, publicUrl: () => string): SmsGateway {
  return {
    async send({ to, text, key, attempt }) {
      const answer = await phone.take({ key, to, text, statusUrl: statusUrlOf(publicUrl(), { key, attempt }) })
      if ('sid' in answer) return { providerId: answer.sid }
      const why = `The SMS service did not take the text (400, error ${answer.refused}).`
      throw answer.refused === STOPPED_CODE ? new NumberStopped(why) : new NumberRefused(why)
    },
    check: async () => 200,
    lookUp: async () => null,
    isSigned: (url, fields, signature) => isTwilioSigned(phone.authToken, url, fields, signature),
    forgetTexts: (before, rowsMax) => phone.forget(before, rowsMax),
  }
}

/** For a store without an SMS service: who chose a text gets an email at once. */
export const NO_SMS: SmsGateway = {
  async send() {
    throw new NumberRefused('The store has no SMS service.')
  },
  check: async () => 503,
  lookUp: async () => null,
  isSigned: () => false,
  forgetTexts: async () => 0,
}

/** The address, then each field's name and value, sorted by name; a value sent twice counts once. */
function signedText(url: string, fields: URLSearchParams): string {
  const names = [...new Set(fields.keys())].sort()
  return url + names.flatMap((name) => [...new Set(fields.getAll(name))].sort().map((value) => name + value)).join('')
}

/** The service signs with or without the port. @see https://www.twilio.com/docs/usage/webhooks/webhooks-security */
function signedUrls(url: string): string[] {
  const { protocol, port, hostname } = new URL(url)
  const standard = protocol === 'https:' ? '443' : '80'
  const rest = url.replace(/^[a-z]+:\/\/[^/?#]*/i, '')
  return [`${protocol}//${hostname}${rest}`, `${protocol}//${hostname}:${port || standard}${rest}`]
}

/** A signature (`X-Twilio-Signature`) contains no time, so a captured request can be sent again: act on each once. */
export function isTwilioSigned(authToken: string, url: string, fields: URLSearchParams, signature: string | undefined) {
  if (!signature || !/^[A-Za-z0-9+/]{27}=$/.test(signature)) return false
  const given = Buffer.from(signature, 'base64')
  return signedUrls(url).some((signed) =>
    timingSafeEqual(given, createHmac('sha1', authToken).update(signedText(signed, fields)).digest()),
  )
}

import { createHmac, timingSafeEqual } from 'node:crypto'

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
export function isTwilioSigned(
  authToken: string,
  url: string,
  fields: URLSearchParams,
  signature: string | undefined,
): boolean {
  if (!signature || !/^[A-Za-z0-9+/]{27}=$/.test(signature)) return false
  const given = Buffer.from(signature, 'base64')
  return signedUrls(url).some((signed) =>
    timingSafeEqual(given, createHmac('sha1', authToken).update(signedText(signed, fields)).digest()),
  )
}

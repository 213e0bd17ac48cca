/** Sends text messages through Twilio's API. @see https://www.twilio.com/docs/messaging/api/message-resource */
import { setTimeout as wait } from 'node:timers/promises'
import { seconds } from '#server/platform/clock.ts'
import { NoAnswer } from '#server/platform/jobs/outages.ts'
import { isTwilioSigned, NumberRefused, NumberStopped, type Sms, type SmsGateway, statusUrlOf } from './sms-gateway.ts'

const TWILIO = 'https://api.twilio.com'
const ANSWER_WITHIN_MS = seconds(10)
/** "Too many requests" and "unavailable" mean that nothing was done, so a retry sends nothing twice. */
const ASK_AGAIN = new Set([429, 503])
const ASKS_MAX = 3
const FIRST_WAIT_MS = 500
/** A job waits in the meantime; for longer waits it is rescheduled. */
const WAIT_MAX_MS = seconds(5)
/** The owner of the number replied STOP. @see https://www.twilio.com/docs/api/errors/21610 */
const STOPPED_CODE = 21610
/** About the number itself; other refusals may be about us or this moment. @see https://www.twilio.com/docs/api/errors */
const NUMBER_CODES = new Set([21211, 21214, 21217, 21265, 21407, 21408, 21421, 21612, 21614, 21635])
const SID = /^[A-Z]{2}[0-9a-f]{32}$/i

interface Answer {
  status: number
  retryAfterMs: number
  sid: string | null
  code: number | null
  state: string | null
  errorCode: number | null
}

const codeOf = (field: unknown): number | null => {
  const code = Number(field)
  return Number.isInteger(code) && code > 0 ? code : null
}

/** Leaves out the reply's message, which repeats the number, because our errors are stored and logged. */
async function readAnswer(response: Response): Promise<Answer> {
  const body: unknown = await response.json().catch(() => null)
  const field = (name: string): unknown =>
    typeof body === 'object' && body !== null ? Reflect.get(body, name) : undefined
  const sid = field('sid')
  const state = field('status')
  const retryAfter = Number(response.headers.get('retry-after'))
  return {
    status: response.status,
    retryAfterMs: Number.isFinite(retryAfter) && retryAfter > 0 ? seconds(retryAfter) : 0,
    sid: typeof sid === 'string' && SID.test(sid) ? sid : null,
    code: codeOf(field('code')),
    state: typeof state === 'string' ? state : null,
    errorCode: codeOf(field('error_code')),
  }
}

function describe(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown'
  if (error.name === 'TimeoutError') return `no answer within ${ANSWER_WITHIN_MS / 1_000} s`
  const { cause } = error
  return cause instanceof Error && 'code' in cause ? String(cause.code) : error.name
}

/**
 * How often a report is retried. By default, Twilio retries only if there was no connection. Not sent, and not signed.
 * @see https://www.twilio.com/docs/usage/webhooks/webhooks-connection-overrides
 */
const REPORT_RETRIES = '#rc=5&rp=5xx,ct,rt'

/** Twilio refuses a text whose reports could not arrive, as on a laptop. */
const isReachable = (url: string): boolean => !/^(localhost|127\.|\[::1\])/.test(new URL(url).hostname)

/** If a reply is lost, the text may have been sent; its reports name the message before the next try. */
export function createTwilioSms(options: {
  accountSid: string
  authToken: string
  from: string
  publicUrl: () => string
  apiBase?: string
  answerWithinMs?: number
  pause?: (milliseconds: number) => Promise<unknown>
}): SmsGateway {
  const { accountSid, authToken, from, pause = wait } = options
  const address = `${options.apiBase ?? TWILIO}/2010-04-01/Accounts/${encodeURIComponent(accountSid)}`
  const authorization = `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString('base64')}`

  async function call(path: string, body?: URLSearchParams): Promise<Answer> {
    try {
      const response = await fetch(address + path, {
        method: body ? 'POST' : 'GET',
        headers: { authorization },
        ...(body && { body }),
        // The credentials are only for this host.
        redirect: 'error',
        signal: AbortSignal.timeout(options.answerWithinMs ?? ANSWER_WITHIN_MS),
      })
      return await readAnswer(response)
    } catch (error) {
      throw new NoAnswer(`The SMS service did not answer (${describe(error)}).`)
    }
  }

  function ask(sms: Sms): Promise<Answer> {
    const reportsTo = statusUrlOf(options.publicUrl(), sms)
    const body = new URLSearchParams({
      To: sms.to,
      [from.startsWith('MG') ? 'MessagingServiceSid' : 'From']: from,
      Body: sms.text,
      ...(isReachable(reportsTo) ? { StatusCallback: reportsTo + REPORT_RETRIES } : {}),
    })
    return call('/Messages.json', body)
  }

  async function send(sms: Sms): Promise<{ providerId: string }> {
    let answer = await ask(sms)
    for (let asked = 1; asked < ASKS_MAX && ASK_AGAIN.has(answer.status); asked += 1) {
      await pause(Math.min(Math.max(answer.retryAfterMs, FIRST_WAIT_MS * 2 ** (asked - 1)), WAIT_MAX_MS))
      answer = await ask(sms)
    }
    const { status, sid, code } = answer
    if (status >= 200 && status < 300 && sid) return { providerId: sid }
    const why = `The SMS service did not take the text (${code ? `${status}, error ${code}` : status}).`
    if (code === STOPPED_CODE) throw new NumberStopped(why)
    if (code && NUMBER_CODES.has(code)) throw new NumberRefused(why)
    throw status >= 500 || status === 429 ? new NoAnswer(why) : new Error(why)
  }

  async function lookUp(providerId: string): Promise<{ status: string; errorCode: number | null } | null> {
    const { status, state, errorCode } = await call(`/Messages/${encodeURIComponent(providerId)}.json`)
    if (status === 404) return null
    if (status !== 200 || state === null)
      throw new Error(`The SMS service did not say what became of a text (${status}).`)
    return { status: state, errorCode }
  }

  return {
    send,
    check: async () => (await call('.json')).status,
    lookUp,
    isSigned: (url, fields, signature) => isTwilioSigned(authToken, url, fields, signature),
    forgetTexts: async () => 0,
  }
}

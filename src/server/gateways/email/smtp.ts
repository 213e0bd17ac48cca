import type { Socket } from 'node:net'
import { createTransport } from 'nodemailer'
import { seconds } from '#server/platform/clock.ts'
import { errorCode } from '#server/platform/errors.ts'
import { NoAnswer } from '#server/platform/jobs/outages.ts'
import { limitConcurrency } from '#server/platform/process/limit-concurrency.ts'
import { isLoopbackHost } from '#server/platform/text/config-values.ts'
import { connectPublicly, RefusedAddressError } from '../webhooks/guarded.ts'
import { type EmailGateway, RecipientRefused, requireSendable, type SendableEmail } from './email-gateway.ts'

const CONNECTIONS_MAX = 3

/**
 * Sends over pooled connections to `url` (`smtp://` or `smtps://`, with user and password). If it is unknown whether an
 * email arrived, it counts as failed: the next try has the same Message-ID. Idle connections end by themselves, so a
 * gateway that was replaced need not be closed.
 */
export function createSmtpEmail(options: {
  url: string
  /** Sends nothing, not even the login, to another machine before the connection is encrypted. */
  needsTls: boolean
  /** Connects only to the public internet: an administrator named the server, not whoever runs the store's machine. */
  isGuarded?: boolean
}): EmailGateway {
  const transport = createTransport({
    pool: true,
    url: options.url,
    // The URL may contain options, such as requireTLS=false, that would override ours: production refuses that.
    requireTLS: options.needsTls && !isLoopbackHost(new URL(options.url).hostname),
    maxConnections: CONNECTIONS_MAX,
    // Retries are up to the calling job, which knows how often it has tried.
    maxRequeues: 0,
    connectionTimeout: seconds(10),
    greetingTimeout: seconds(10),
    dnsTimeout: seconds(10),
    socketTimeout: seconds(30),
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  if (options.isGuarded) {
    const getSocket = ({ host = '', port = 0 }, done: (error: Error | null, opened?: { connection: Socket }) => void) =>
      void connectPublicly(host, Number(port)).then((connection) => done(null, { connection }), done)
    // The pool asks its transport for a socket, which nodemailer offers for proxies.
    Object.assign(transport, { getSocket })
  }

  const inLine = limitConcurrency(CONNECTIONS_MAX)
  let unanswered = 0

  async function hand(email: SendableEmail): Promise<void> {
    const { attachments, unsubscribeUrl, ...parts } = email
    try {
      await transport.sendMail({
        ...parts,
        attachments: attachments.map(({ name, type, bytes }) => ({
          filename: name,
          contentType: type,
          content: Buffer.from(bytes),
        })),
        envelope: { from: parts.from.address, to: [parts.to.address] },
        headers: {
          // Tells vacation responders and mail robots that no person wrote this.
          'Auto-Submitted': 'auto-generated',
          ...(unsubscribeUrl === null ? {} : unsubscribeHeaders(unsubscribeUrl)),
        },
      })
    } catch (error) {
      if (answerCode(error) === 0) unanswered += 1
      const why = `The mail server did not take the mail (${describe(error)}).`
      if (isFinal(error)) throw new RecipientRefused(why)
      throw isAway(error) ? new NoAnswer(why, { cause: error }) : new Error(why, { cause: error })
    }
  }

  return {
    async send(email) {
      const sendable = requireSendable(email)
      const unansweredBefore = unanswered
      await inLine(async () => {
        if (unanswered > unansweredBefore) throw new NoAnswer('The mail server did not answer another mail.')
        await hand(sendable)
      })
    },
    verify: () => transport.verify(),
    forgetMails: async () => 0,
    close: async () => transport.close(),
  }
}

/** RFC 8058. `prepared`: a folded or encoded address would not be one anymore. */
const unsubscribeHeaders = (url: string) => ({
  'List-Unsubscribe': { prepared: true, value: `<${url}>` },
  'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
})

/** Refused for good (550 to 559). Other refusals may be about us, or temporary, such as a used-up quota. */
function isFinal(error: unknown): boolean {
  const isOfRecipient = error instanceof Error && 'command' in error && error.command === 'RCPT TO'
  return isOfRecipient && answerCode(error) >= 550 && answerCode(error) < 560
}

/** 0 if the server did not answer. */
const answerCode = (error: unknown): number =>
  error instanceof Error && 'responseCode' in error ? Number(error.responseCode) : 0

const isAway = (error: unknown): boolean => [0, 421].includes(answerCode(error)) || errorCode(error) === 'EAUTH'

/** Without addresses: servers like to repeat the recipient, and this text is stored and logged. */
function describe(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown'
  const code = errorCode(error) || error.name
  const answer = 'response' in error && typeof error.response === 'string' ? error.response : error.message
  return `${code}: ${answer.replace(/\S+@\S+/g, '[address]').slice(0, 200)}`
}

/** Of what an error says, its code first: the field that it is about, and words for whoever typed it. */
const PROBLEMS: readonly (readonly [said: RegExp, field: string, words: string])[] = [
  [/^RefusedAddress/, 'host', 'This server is not on the public internet.'],
  [/^EDNS|ENOTFOUND|EAI_AGAIN/, 'host', 'There is no such server.'],
  [/^EAUTH/, 'password', 'Wrong user or password.'],
  [/certificate|altname/i, 'host', 'The server’s certificate isn’t trusted.'],
  [
    /wrong version number|packet length|record layer/i,
    'security',
    'This port has no TLS from the start. Try STARTTLS.',
  ],
  [/^ETLS/, 'security', 'The server offers no STARTTLS on this port.'],
  [/^EENVELOPE/, 'from', 'The server does not take emails from this sender.'],
  [/ECONNREFUSED/, 'port', 'The server takes no connections on this port.'],
  [/^(ETIMEDOUT|AbortError|TimeoutError)/, 'host', 'No answer in 10 s.'],
  [/^/, 'host', 'The server ended the connection before it took the email.'],
]

/** Why a mail server cannot be used. Never repeats the error, which may have what was sent. */
export function smtpProblem(failure: unknown): { field: string; words: string } {
  const error = failure instanceof Error && failure.cause instanceof Error ? failure.cause : failure
  const isRefused = error instanceof RefusedAddressError
  const facts = error instanceof Error ? [Reflect.get(error, 'code') ?? error.name, error.message] : []
  const original = error instanceof Error ? Reflect.get(error, 'originalCode') : ''
  const said = isRefused ? 'RefusedAddress' : [...facts, original].join(' ')
  const [, field = 'host', words = ''] = PROBLEMS.find(([pattern]) => pattern.test(said)) ?? []
  return { field, words }
}

/** Sends email through a real mail server. */
import { createTransport } from 'nodemailer'
import { seconds } from '#server/platform/clock.ts'
import { NoAnswer } from '#server/platform/jobs/outages.ts'
import { limitConcurrency } from '#server/platform/limit-concurrency.ts'
import { isLoopbackHost } from '#server/platform/loopback.ts'
import { type EmailGateway, RecipientRefused, requireSendable, type SendableEmail } from './email-gateway.ts'

/** Servers limit connections per client; emails wait for a free one. */
const CONNECTIONS_MAX = 3

/**
 * Sends over pooled connections to `url` (`smtp://` or `smtps://`, with user and password in it). If it is unknown
 * whether an email arrived, it counts as failed: the next try has the same Message-ID, so servers and mail programs
 * drop the duplicate. If the server does not answer one email, those in line fail with it immediately, because each
 * would wait as long, one after another.
 *
 * @param options.needsTls sends nothing, not even the login, to another machine before the connection is encrypted
 */
export function createSmtpEmail(options: { url: string; needsTls: boolean }): EmailGateway {
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

  const inLine = limitConcurrency(CONNECTIONS_MAX)
  let unanswered = 0

  async function hand(email: SendableEmail): Promise<void> {
    const { messageId, from, to, subject, text, html, attachments, unsubscribeUrl } = email
    try {
      await transport.sendMail({
        messageId,
        from,
        to,
        subject,
        text,
        html,
        attachments: attachments.map(({ name, type, bytes }) => ({
          filename: name,
          contentType: type,
          content: Buffer.from(bytes),
        })),
        envelope: { from: from.address, to: [to.address] },
        headers: {
          // Tells vacation responders and mail robots that no person wrote this.
          'Auto-Submitted': 'auto-generated',
          ...(unsubscribeUrl === null ? {} : unsubscribeHeaders(unsubscribeUrl)),
        },
      })
    } catch (error) {
      if (!isAnswer(error)) unanswered += 1
      const why = `The mail server did not take the mail (${describe(error)}).`
      if (isFinal(error)) throw new RecipientRefused(why)
      throw isAway(error) ? new NoAnswer(why) : new Error(why)
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
    forgetMails: async () => 0,
    close: async () => transport.close(),
  }
}

/** The headers of RFC 8058. `prepared`: a folded or encoded address would not be one anymore. */
const unsubscribeHeaders = (url: string) => ({
  'List-Unsubscribe': { prepared: true, value: `<${url}>` },
  'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
})

/**
 * Whether the recipient was refused for good (550 to 559). Other refusals may be about us, or temporary, such as a
 * used-up quota, which servers report with the same numbers after the sender's address.
 */
function isFinal(error: unknown): boolean {
  if (!(error instanceof Error && 'responseCode' in error && 'command' in error)) return false
  const { command, responseCode } = error
  return command === 'RCPT TO' && typeof responseCode === 'number' && responseCode >= 550 && responseCode < 560
}

/** Whether the server answered at all, even with a refusal. */
const isAnswer = (error: unknown): boolean => error instanceof Error && 'responseCode' in error

/** Whether the server takes no mail at all: it is silent, not available (421), or refuses our login. */
const isAway = (error: unknown): boolean =>
  !isAnswer(error) ||
  (error instanceof Error &&
    (('responseCode' in error && error.responseCode === 421) || ('code' in error && error.code === 'EAUTH')))

/** Describes the failure without addresses: servers like to repeat the recipient, and this text is stored and logged. */
function describe(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown'
  const code = 'code' in error ? String(error.code) : error.name
  const answer = 'response' in error && typeof error.response === 'string' ? error.response : error.message
  return `${code}: ${answer.replace(/\S+@\S+/g, '[address]').slice(0, 200)}`
}

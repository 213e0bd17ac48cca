import type { FastifyPluginAsync } from 'fastify'
import type pg from 'pg'
import { bareAddress } from './addresses.ts'
import { createMailboxPlugin } from './plugin.ts'
import { forgetMessages } from './queries.ts'
import { prepareMailboxSchema } from './schema.ts'

export interface MailboxMessage {
  /** Made by the sender and the same in every retry: what was accepted once is not kept twice. */
  messageId: string
  from: string
  to: string | readonly string[]
  subject: string
  text: string
  html?: string | null
  kind?: 'mail' | 'sms'
  attachments?: readonly { name: string; type: string; bytes: Uint8Array }[]
}

/** As large mail servers do, so that what passes here passes there. */
const ATTACHED_BYTES_MAX = 10_000_000

export interface Mailbox {
  /**
   * Takes a message as a mail server does: when this returns, the message is kept. The same `messageId` twice is kept
   * once; one with more than 10 MB attached is refused.
   */
  accept(message: MailboxMessage): Promise<void>
  /** Deletes up to `rowsMax` of the messages that came before an instant, oldest first; says how many. */
  forget(before: Date, rowsMax: number): Promise<number>
  /**
   * The next `count` messages fail, in this process: `refuse` as a server that is down (nothing is kept), `lose_answer`
   * as one that keeps the message and then breaks the line.
   */
  failNext(count: number, how?: 'refuse' | 'lose_answer'): void
  plugin: FastifyPluginAsync
}

/**
 * Stands in for mail servers, and keeps what the SMS service's stand-in takes: shown at `/sandbox/mailbox`.
 *
 * @param options.hasPhone whether it also has a phone (see phone.ts)
 */
export async function createMailbox(pool: pg.Pool, options: { hasPhone?: boolean } = {}): Promise<Mailbox> {
  await prepareMailboxSchema(pool)
  let failures = 0
  let failureKind: 'refuse' | 'lose_answer' = 'refuse'

  async function accept(message: MailboxMessage): Promise<void> {
    const isFailing = failures > 0
    if (isFailing) failures -= 1
    if (isFailing && failureKind === 'refuse') throw new Error('The sandbox mail server was told to be down.')
    await keep(message)
    if (isFailing) throw new Error('The sandbox mail server took the message and was told to lose the answer.')
  }

  async function keep(message: MailboxMessage): Promise<void> {
    const to = typeof message.to === 'string' ? [message.to] : message.to
    const attached = message.attachments ?? []
    if (attached.reduce((sum, { bytes }) => sum + bytes.byteLength, 0) > ATTACHED_BYTES_MAX)
      throw new Error('552 5.3.4 The message is larger than the sandbox mail server takes.')
    const attachments = attached.map(({ name, type, bytes }, position) => ({
      position,
      name,
      type,
      bytes: Buffer.from(bytes).toString('base64'),
    }))
    await pool.query(
      `with kept as (
         insert into sandbox_mailbox.messages (message_id, kind, sender, recipients, subject, text, html)
         values ($1, $2, $3, $4, $5, $6, $7)
         on conflict (message_id) do nothing
         returning id
       )
       insert into sandbox_mailbox.attachments (message, position, filename, content_type, content)
       select kept.id, (e->>'position')::integer, e->>'name', e->>'type', decode(e->>'bytes', 'base64')
       from kept, json_array_elements($8::json) e`,
      [
        message.messageId,
        message.kind ?? 'mail',
        message.from,
        to.map(bareAddress),
        message.subject,
        message.text,
        message.html ?? null,
        JSON.stringify(attachments),
      ],
    )
  }

  return {
    accept,
    forget: (before, rowsMax) => forgetMessages(pool, before, rowsMax),
    failNext(count, how = 'refuse') {
      failures = count
      failureKind = how
    },
    plugin: createMailboxPlugin(pool, options.hasPhone ?? false),
  }
}

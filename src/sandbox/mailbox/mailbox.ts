import type { FastifyPluginAsync } from 'fastify'
import type pg from 'pg'
import { batch } from '#server/platform/batch.ts'
import { COMMIT_SOON } from '../commit-soon.ts'
import { bareAddress } from './addresses.ts'
import { createMailboxPlugin } from './plugin.ts'
import { forgetMessages } from './queries.ts'
import { prepareMailboxSchema } from './schema.ts'

export interface MailboxMessage {
  /** Made by the sender and the same in every retry, so a message accepted once is not stored twice. */
  messageId: string
  from: string
  to: string | readonly string[]
  subject: string
  text: string
  html?: string | null
  kind?: 'mail' | 'sms'
  attachments?: readonly { name: string; type: string; bytes: Uint8Array }[]
  /** Where one POST ends further emails like this one (`List-Unsubscribe`). */
  unsubscribeUrl?: string
}

/** The limit of large mail servers, so what passes here also passes there. */
const ATTACHED_BYTES_MAX = 10_000_000

/** Written by one statement. */
const MESSAGES_AT_ONCE = 20

const KEEP = `
with ${COMMIT_SOON}, given as materialized (
  select g.* from soon, json_to_recordset($1::json) as g ("messageId" text, kind text, "from" text, "to" text[], subject text,
    text text, html text, "unsubscribeUrl" text, attachments json)
), kept as (
  insert into sandbox_mailbox.messages (message_id, kind, sender, recipients, subject, text, html, unsubscribe_url)
  select "messageId", kind, "from", "to", subject, text, html, "unsubscribeUrl" from given
  on conflict (message_id) do nothing
  returning id, message_id
)
insert into sandbox_mailbox.attachments (message, position, filename, content_type, content)
select kept.id, (e->>'position')::integer, e->>'name', e->>'type', decode(e->>'bytes', 'base64')
from kept join given on given."messageId" = kept.message_id, json_array_elements(given.attachments) e`

export interface Mailbox {
  /**
   * Accepts a message like a mail server: when this returns, the message is stored. The same `messageId` twice is
   * stored once; a message with more than 10 MB attached is refused.
   */
  accept(message: MailboxMessage): Promise<void>
  /** Deletes up to `rowsMax` messages from before an instant, oldest first; returns how many. */
  forget(before: Date, rowsMax: number): Promise<number>
  /**
   * Makes the next `count` messages fail, in this process: `refuse` like a server that is down (nothing is stored),
   * `lose_answer` like one that stores the message and then loses the connection.
   */
  failNext(count: number, how?: 'refuse' | 'lose_answer'): void
  plugin: FastifyPluginAsync
}

/**
 * Stands in for mail servers, and stores the texts of the SMS stand-in: shown at `/sandbox/mailbox`.
 *
 * @param options.hasPhone whether it also has a phone (see phone.ts)
 */
export async function createMailbox(pool: pg.Pool, options: { hasPhone?: boolean } = {}): Promise<Mailbox> {
  await prepareMailboxSchema(pool)
  const write = batch(async (messages: readonly (Record<string, unknown> & { messageId: string })[]) => {
    // In order of arrival; of duplicates sent at once, only one.
    const each = new Map(messages.map((message) => [message.messageId, message]))
    await pool.query({ name: 'sandbox_mailbox_keep', text: KEEP, values: [JSON.stringify([...each.values()])] })
    return messages
  }, MESSAGES_AT_ONCE)
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
    await write({
      messageId: message.messageId,
      kind: message.kind ?? 'mail',
      from: message.from,
      to: to.map(bareAddress),
      subject: message.subject,
      text: message.text,
      html: message.html ?? null,
      unsubscribeUrl: message.unsubscribeUrl ?? null,
      attachments: attached.map(({ name, type, bytes }, position) => ({
        position,
        name,
        type,
        bytes: Buffer.from(bytes).toString('base64'),
      })),
    })
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

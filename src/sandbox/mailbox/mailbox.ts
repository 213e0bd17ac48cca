import type pg from 'pg'
import { createTables } from '#sandbox/stripe/schema.ts'
import { COMMIT_SOON } from '#sandbox/stripe/storage.ts'
import { batch } from '#server/platform/database/batch.ts'
import { createMailboxPlugin } from './plugin.ts'
import { bareAddress, forgetMessages } from './queries.ts'

/** A number that nothing else in this database uses as an advisory lock: the letters of 'mailbox' as digits. */
const SCHEMA_LOCK = 0x6d61696c626f

const LATEST_PART = `select exists (
  select from pg_attribute where attrelid = to_regclass('sandbox_mailbox.messages') and attname = 'unsubscribe_url') as ready`

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

export type Mailbox = Awaited<ReturnType<typeof createMailbox>>

/** Stands in for mail servers, and stores the SMS stand-in's texts: `/sandbox/mailbox`. `hasPhone`: see phone.ts. */
export async function createMailbox(pool: pg.Pool, options: { hasPhone?: boolean } = {}) {
  const schema = new URL('schema.sql', import.meta.url)
  await createTables(pool, { lock: SCHEMA_LOCK, ready: LATEST_PART, schema }, async () => undefined)
  const write = batch(async (messages: readonly (Record<string, unknown> & { messageId: string })[]) => {
    const each = new Map(messages.map((message) => [message.messageId, message]))
    await pool.query({ name: 'sandbox_mailbox_keep', text: KEEP, values: [JSON.stringify([...each.values()])] })
    return messages
  }, MESSAGES_AT_ONCE)
  let failures = 0
  let failureKind: 'refuse' | 'lose_answer' = 'refuse'

  /** Once this returns, the message is stored; one `messageId` only once. More than 10 MB attached is refused. */
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
    /** Deletes up to `rowsMax` messages from before an instant, oldest first; returns how many. */
    forget: (before: Date, rowsMax: number) => forgetMessages(pool, before, rowsMax),
    /** Makes the next messages fail in this process: `refuse` stores nothing, `lose_answer` stores and then fails. */
    failNext(count: number, how: 'refuse' | 'lose_answer' = 'refuse') {
      failures = count
      failureKind = how
    },
    plugin: createMailboxPlugin(pool, options.hasPhone ?? false),
  }
}

import type pg from 'pg'

export interface MessageSummary {
  id: string
  messageId: string
  kind: 'mail' | 'sms'
  from: string
  to: string
  subject: string
  at: Date
}

export interface Message extends MessageSummary {
  text: string
  html: string | null
  unsubscribeUrl: string | null
  /** `size` in bytes, `url` on this server. */
  attachments: { name: string; type: string; size: number; url: string }[]
}

/** Where a list without a recipient ends: no one reads further, and a load test sends thousands. */
const LIST_MAX = 200

const SUMMARY = `m.id::text, m.message_id as "messageId", m.kind, m.sender as "from",
  array_to_string(m.recipients, ', ') as "to", m.subject, m.at`
const FULL = `${SUMMARY}, m.text, m.html, m.unsubscribe_url as "unsubscribeUrl", coalesce((
    select json_agg(json_build_object('name', filename, 'type', content_type, 'size', length(content),
      'url', concat_ws('/', '/sandbox/mailbox', m.id, 'attachments', position)) order by position)
    from sandbox_mailbox.attachments a where a.message = m.id
  ), '[]') as attachments`

/** Lists messages newest first: all of a recipient, or the latest of anyone. */
export async function listMessages(pool: pg.Pool, to: string | null): Promise<Message[]> {
  const [where, value] = to === null ? ['', LIST_MAX] : ['where m.recipients @> array[$1]', to]
  const text = `select ${FULL} from sandbox_mailbox.messages m ${where} order by m.id desc`
  const { rows } = await pool.query<Message>(to === null ? `${text} limit $1` : text, [value])
  return rows
}

/** Lists messages newest first for the page: without bodies, those whose recipient contains the text. */
export async function listSummaries(pool: pg.Pool, part: string): Promise<MessageSummary[]> {
  const result = await pool.query<MessageSummary>(
    `select ${SUMMARY} from sandbox_mailbox.messages m
     where $1 = '' or strpos(array_to_string(m.recipients, ' '), $1) > 0 order by m.id desc limit $2`,
    [part, LIST_MAX],
  )
  return result.rows
}

export async function findMessage(pool: pg.Pool, id: string): Promise<Message | null> {
  const result = await pool.query<Message>(`select ${FULL} from sandbox_mailbox.messages m where m.id = $1`, [id])
  return result.rows[0] ?? null
}

export async function findAttachment(pool: pg.Pool, id: string, position: number) {
  const result = await pool.query<{ filename: string; contentType: string; content: Buffer }>(
    `select filename, content_type as "contentType", content
     from sandbox_mailbox.attachments where message = $1 and position = $2`,
    [id, position],
  )
  return result.rows[0] ?? null
}

/** Deletes what is before an instant among the `rowsMax` oldest; ids follow the order of arrival. Returns how many. */
export async function forgetMessages(pool: pg.Pool, before: Date, rowsMax: number): Promise<number> {
  const result = await pool.query<{ rows: number }>(
    `with old as materialized (
       select id from sandbox_mailbox.messages
       where id in (select id from sandbox_mailbox.messages order by id limit $2) and at < $1 order by id for update skip locked
     ), detached as (
       delete from sandbox_mailbox.attachments where message in (select id from old)
     ), gone as (
       delete from sandbox_mailbox.messages where id in (select id from old) returning id
     )
     select count(*)::int as rows from gone`,
    [before, rowsMax],
  )
  return result.rows[0]?.rows ?? 0
}

/** `Ada <Ada@Example.com>` and `ada@example.com` are the same mailbox. */
export function bareAddress(address: string): string {
  return (/<([^<>]+)>\s*$/.exec(address)?.[1] ?? address).trim().toLowerCase()
}

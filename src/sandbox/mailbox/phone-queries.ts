import { randomBytes } from 'node:crypto'
import type pg from 'pg'

/** One text, sent to a number or from it. */
export interface PhoneText {
  id: string
  from: string
  to: string
  text: string
  at: Date
}

/** A number with the latest text of its thread. */
export interface PhoneThread {
  number: string
  latest: string
  at: Date
}

/** No one reads further, and a load test sends thousands. */
const THREADS_MAX = 100
const TEXTS_MAX = 200

const TEXT = `m.id::text, m.sender as "from", m.recipients[1] as "to", m.text, m.at`

/** Reads the secret that signs what the phone sends, the same on every node of a database. */
export async function readAuthToken(pool: pg.Pool): Promise<string> {
  await pool.query('insert into sandbox_mailbox.phone_account (auth_token) values ($1) on conflict do nothing', [
    randomBytes(16).toString('hex'),
  ])
  const result = await pool.query<{ auth_token: string }>('select auth_token from sandbox_mailbox.phone_account')
  return result.rows[0]?.auth_token ?? ''
}

/** Lists texts to a number, newest first, or the latest to anyone. */
export async function listTexts(pool: pg.Pool, to: string | null): Promise<PhoneText[]> {
  const result = await pool.query<PhoneText>(
    `select ${TEXT} from sandbox_mailbox.messages m
     where m.kind = 'sms' and m.recipients @> $1 order by m.id desc limit $2`,
    [to === null ? [] : [to], to === null ? TEXTS_MAX : null],
  )
  return result.rows
}

/** Lists the thread of a number: texts to it and its replies, oldest first. */
export async function readThread(pool: pg.Pool, number: string): Promise<PhoneText[]> {
  const result = await pool.query<PhoneText>(
    `select * from (
       select ${TEXT} from sandbox_mailbox.messages m
       where m.kind = 'sms' and (m.recipients @> array[$1] or m.sender = $1) order by m.id desc limit $2
     ) latest order by at, id`,
    [number, TEXTS_MAX],
  )
  return result.rows
}

/** Lists the numbers that got a text, latest first. @param store the store's own number, which is no one's phone */
export async function listThreads(pool: pg.Pool, store: string): Promise<PhoneThread[]> {
  const result = await pool.query<PhoneThread>(
    `select * from (
       select distinct on (number) number, text as latest, at
       from (
         select case when m.sender = $1 then m.recipients[1] else m.sender end as number, m.text, m.at, m.id
         from sandbox_mailbox.messages m where m.kind = 'sms'
       ) texts order by number, id desc
     ) threads order by at desc limit $2`,
    [store, THREADS_MAX],
  )
  return result.rows
}

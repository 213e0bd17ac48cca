import type pg from 'pg'

/** A number that nothing else in this database uses as an advisory lock: the letters of 'mailbox' as digits. */
const SCHEMA_LOCK = 0x6d61696c626f

const SCHEMA = `
-- "if not exists" would need the right to create schemas even if it exists.
do $$ begin
  if to_regnamespace('sandbox_mailbox') is null then create schema sandbox_mailbox; end if;
end $$;
create table if not exists sandbox_mailbox.messages (
  id bigint generated always as identity primary key,
  message_id text not null unique,
  kind text not null check (kind in ('mail', 'sms')),
  sender text not null,
  recipients text[] not null,
  subject text not null,
  text text not null,
  html text,
  at timestamptz not null default clock_timestamp()
-- A typical email stays in its row, neither compressed nor split off.
) with (toast_tuple_target = 8160);
alter table sandbox_mailbox.messages add column if not exists unsubscribe_url text;
create index if not exists messages_of_recipient on sandbox_mailbox.messages using gin (recipients);
create table if not exists sandbox_mailbox.attachments (
  message bigint not null references sandbox_mailbox.messages,
  position integer not null,
  filename text not null,
  content_type text not null,
  content bytea not null,
  primary key (message, position)
);
-- The phone's account; the first caller creates its one row.
create table if not exists sandbox_mailbox.phone_account (
  is_only boolean primary key default true check (is_only),
  auth_token text not null
);
`

/** Whether the part that was added last is there. */
const LATEST_PART = `select exists (
  select from pg_attribute where attrelid = to_regclass('sandbox_mailbox.messages') and attname = 'unsubscribe_url') as ready`

/** Creates the tables unless they exist; two nodes may start at once. */
export async function prepareMailboxSchema(pool: pg.Pool): Promise<void> {
  const client = await pool.connect()
  try {
    await client.query('begin')
    await client.query('select pg_advisory_xact_lock($1)', [SCHEMA_LOCK])
    const present = await client.query(LATEST_PART)
    if (present.rows[0]?.ready !== true) await client.query(SCHEMA)
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw error
  } finally {
    client.release()
  }
}

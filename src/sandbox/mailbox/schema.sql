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

-- The tables of the sandbox. `data` is the Stripe object as it is sent; the columns beside it are what is searched.
-- - payment_intents: one row per intent; `version` counts its changes, and every change to a charge, refund or dispute
--   bumps it too. A change names the version it was computed from, so two confirms at once make one charge.
-- - payment_methods: `behaviour` stands in for the card's number, which is never kept. Databases have this spelling.
-- - idempotency_keys: the first answer to a key, for at least 24 hours.
-- - webhook_deliveries: `due_at` is when some node may send it. Claiming it moves `due_at` past the lease, so a killed
--   node's claim runs out by itself; 'infinity' is a delivery held back by the control surface.

-- "if not exists" would need the right to create schemas even if it exists.
do $$ begin
  if to_regnamespace('sandbox_stripe') is null then create schema sandbox_stripe; end if;
end $$;
create table if not exists sandbox_stripe.settings (
  only_row boolean primary key default true check (only_row),
  secret_key text not null,
  publishable_key text not null,
  webhook_secret text not null,
  control json not null default '{}'
);
create table if not exists sandbox_stripe.payment_intents (
  id text primary key,
  seq bigint generated always as identity,
  created bigint not null,
  version integer not null,
  payment_method text,
  data json not null
);
create index if not exists payment_intents_newest on sandbox_stripe.payment_intents (created, seq);
create table if not exists sandbox_stripe.payment_methods (
  id text primary key,
  behaviour text not null,
  data json not null
);
create table if not exists sandbox_stripe.charges (
  id text primary key,
  seq bigint generated always as identity,
  created bigint not null,
  payment_intent text not null,
  data json not null
);
create index if not exists charges_newest on sandbox_stripe.charges (created, seq);
create index if not exists charges_of_intent on sandbox_stripe.charges (payment_intent);
create table if not exists sandbox_stripe.refunds (
  id text primary key,
  seq bigint generated always as identity,
  created bigint not null,
  payment_intent text not null,
  charge text not null,
  data json not null
);
create index if not exists refunds_newest on sandbox_stripe.refunds (created, seq);
create index if not exists refunds_of_intent on sandbox_stripe.refunds (payment_intent);
create index if not exists refunds_of_charge on sandbox_stripe.refunds (charge);
create table if not exists sandbox_stripe.disputes (
  id text primary key,
  seq bigint generated always as identity,
  created bigint not null,
  payment_intent text not null,
  charge text not null,
  data json not null
);
create index if not exists disputes_newest on sandbox_stripe.disputes (created, seq);
create table if not exists sandbox_stripe.events (
  id text primary key,
  seq bigint generated always as identity,
  created bigint not null,
  type text not null,
  data json not null
);
create index if not exists events_newest on sandbox_stripe.events (created, seq);
create table if not exists sandbox_stripe.idempotency_keys (
  key text primary key,
  request_hash text not null,
  status integer not null,
  body text not null,
  created_at timestamptz not null default now()
);
create index if not exists idempotency_keys_oldest on sandbox_stripe.idempotency_keys (created_at);
create table if not exists sandbox_stripe.webhook_deliveries (
  id bigint generated always as identity primary key,
  event_id text not null,
  attempts integer not null default 0,
  due_at timestamptz not null,
  ended_at timestamptz,
  last_answer text
);
create index if not exists webhook_deliveries_due on sandbox_stripe.webhook_deliveries (due_at) where ended_at is null;
create index if not exists webhook_deliveries_ended on sandbox_stripe.webhook_deliveries (ended_at);

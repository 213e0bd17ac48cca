SET statement_timeout = 0;
SET lock_timeout = 0;
SET idle_in_transaction_session_timeout = 0;
SET client_encoding = 'UTF8';
SET standard_conforming_strings = on;
SELECT pg_catalog.set_config('search_path', '', false);
SET check_function_bodies = false;
SET xmloption = content;
SET client_min_messages = warning;
SET row_security = off;
CREATE SCHEMA graphile_worker;
CREATE SCHEMA partitions;
CREATE SCHEMA sandbox_mailbox;
CREATE SCHEMA sandbox_stripe;
CREATE TYPE graphile_worker.job_spec AS (
	identifier text,
	payload json,
	queue_name text,
	run_at timestamp with time zone,
	max_attempts smallint,
	job_key text,
	priority smallint,
	flags text[]
);
SET default_tablespace = '';
SET default_table_access_method = heap;
CREATE TABLE graphile_worker._private_jobs (
id bigint NOT NULL,
job_queue_id integer,
task_id integer NOT NULL,
payload json DEFAULT '{}'::json NOT NULL,
priority smallint DEFAULT 0 NOT NULL,
run_at timestamp with time zone DEFAULT now() NOT NULL,
attempts smallint DEFAULT 0 NOT NULL,
max_attempts smallint DEFAULT 25 NOT NULL,
last_error text,
created_at timestamp with time zone DEFAULT now() NOT NULL,
updated_at timestamp with time zone DEFAULT now() NOT NULL,
key text,
locked_at timestamp with time zone,
locked_by text,
revision integer DEFAULT 0 NOT NULL,
flags jsonb,
is_available boolean GENERATED ALWAYS AS (((locked_at IS NULL) AND (attempts < max_attempts))) STORED NOT NULL,
CONSTRAINT jobs_key_check CHECK (((length(key) > 0) AND (length(key) <= 512))),
CONSTRAINT jobs_max_attempts_check CHECK ((max_attempts >= 1))
);
CREATE FUNCTION graphile_worker.add_job(identifier text, payload json DEFAULT NULL::json, queue_name text DEFAULT NULL::text, run_at timestamp with time zone DEFAULT NULL::timestamp with time zone, max_attempts integer DEFAULT NULL::integer, job_key text DEFAULT NULL::text, priority integer DEFAULT NULL::integer, flags text[] DEFAULT NULL::text[], job_key_mode text DEFAULT 'replace'::text) RETURNS graphile_worker._private_jobs
LANGUAGE plpgsql
AS $$
declare
  v_job "graphile_worker"._private_jobs;
begin
  if (job_key is null or job_key_mode is null or job_key_mode in ('replace', 'preserve_run_at')) then
select * into v_job
from "graphile_worker".add_jobs(
  ARRAY[(
    identifier,
    payload,
    queue_name,
    run_at,
    max_attempts::smallint,
    job_key,
    priority::smallint,
    flags
  )::"graphile_worker".job_spec],
  (job_key_mode = 'preserve_run_at')
)
limit 1;
return v_job;
  elsif job_key_mode = 'unsafe_dedupe' then
-- Ensure all the tasks exist (insert only missing identifiers so identity is not consumed)
insert into "graphile_worker"._private_tasks as tasks (identifier)
select add_job.identifier
where not exists (
  select 1
  from "graphile_worker"._private_tasks as existing
  where existing.identifier = add_job.identifier
)
on conflict do nothing;
-- Ensure all the queues exist
if add_job.queue_name is not null then
  insert into "graphile_worker"._private_job_queues as job_queues (queue_name)
  select add_job.queue_name
  where not exists (
    select 1
    from "graphile_worker"._private_job_queues as existing
    where existing.queue_name = add_job.queue_name
  )
  on conflict do nothing;
end if;
-- Insert job, but if one already exists then do nothing, even if the
-- existing job has already started (and thus represents an out-of-date
-- world state). This is dangerous because it means that whatever state
-- change triggered this add_job may not be acted upon (since it happened
-- after the existing job started executing, but no further job is being
-- scheduled), but it is useful in very rare circumstances for
-- de-duplication. If in doubt, DO NOT USE THIS.
insert into "graphile_worker"._private_jobs as jobs (
  job_queue_id,
  task_id,
  payload,
  run_at,
  max_attempts,
  key,
  priority,
  flags
)
  select
    job_queues.id,
    tasks.id,
    coalesce(add_job.payload, '{}'::json),
    coalesce(add_job.run_at, now()),
    coalesce(add_job.max_attempts::smallint, 25::smallint),
    add_job.job_key,
    coalesce(add_job.priority::smallint, 0::smallint),
    (
      select jsonb_object_agg(flag, true)
      from unnest(add_job.flags) as item(flag)
    )
  from "graphile_worker"._private_tasks as tasks
  left join "graphile_worker"._private_job_queues as job_queues
  on job_queues.queue_name = add_job.queue_name
  where tasks.identifier = add_job.identifier
on conflict (key)
  -- Bump the updated_at so that there's something to return
  do update set
    revision = jobs.revision + 1,
    updated_at = now()
  returning *
  into v_job;
if v_job.revision = 0 then
  perform pg_notify('jobs:insert', '{"r":' || random()::text || ',"count":1}');
end if;
return v_job;
  else
raise exception 'Invalid job_key_mode value, expected ''replace'', ''preserve_run_at'' or ''unsafe_dedupe''.' using errcode = 'GWBKM';
  end if;
end;
$$;
CREATE FUNCTION graphile_worker.add_jobs(specs graphile_worker.job_spec[], job_key_preserve_run_at boolean DEFAULT false) RETURNS SETOF graphile_worker._private_jobs
LANGUAGE plpgsql
AS $$
begin
  -- Ensure all the tasks exist (insert only missing identifiers so identity is not consumed)
  insert into "graphile_worker"._private_tasks as tasks (identifier)
  select distinct spec.identifier
  from unnest(specs) spec
  where not exists (
select 1
from "graphile_worker"._private_tasks as existing
where existing.identifier = spec.identifier
  )
  on conflict do nothing;
  -- Ensure all the queues exist
  insert into "graphile_worker"._private_job_queues as job_queues (queue_name)
  select distinct spec.queue_name
  from unnest(specs) spec
  where spec.queue_name is not null
  and not exists (
select 1
from "graphile_worker"._private_job_queues as existing
where existing.queue_name = spec.queue_name
  )
  on conflict do nothing;
  -- Ensure any locked jobs have their key cleared - in the case of locked
  -- existing job create a new job instead as it must have already started
  -- executing (i.e. it's world state is out of date, and the fact add_job
  -- has been called again implies there's new information that needs to be
  -- acted upon).
  update "graphile_worker"._private_jobs as jobs
  set
key = null,
attempts = jobs.max_attempts,
updated_at = now()
  from unnest(specs) spec
  where spec.job_key is not null
  and jobs.key = spec.job_key
  and is_available is not true;
  -- WARNING: this count is not 100% accurate; 'on conflict' clause will cause it to be an overestimate
  perform pg_notify('jobs:insert', '{"r":' || random()::text || ',"count":' || array_length(specs, 1)::text || '}');
  -- TODO: is there a risk that a conflict could occur depending on the
  -- isolation level?
  return query insert into "graphile_worker"._private_jobs as jobs (
job_queue_id,
task_id,
payload,
run_at,
max_attempts,
key,
priority,
flags
  )
select
  job_queues.id,
  tasks.id,
  coalesce(spec.payload, '{}'::json),
  coalesce(spec.run_at, now()),
  coalesce(spec.max_attempts, 25),
  spec.job_key,
  coalesce(spec.priority, 0),
  (
    select jsonb_object_agg(flag, true)
    from unnest(spec.flags) as item(flag)
  )
from unnest(specs) spec
inner join "graphile_worker"._private_tasks as tasks
on tasks.identifier = spec.identifier
left join "graphile_worker"._private_job_queues as job_queues
on job_queues.queue_name = spec.queue_name
  on conflict (key) do update set
job_queue_id = excluded.job_queue_id,
task_id = excluded.task_id,
payload =
  case
  when json_typeof(jobs.payload) = 'array' and json_typeof(excluded.payload) = 'array' then
    (jobs.payload::jsonb || excluded.payload::jsonb)::json
  else
    excluded.payload
  end,
max_attempts = excluded.max_attempts,
run_at = (case
  when job_key_preserve_run_at is true and jobs.attempts = 0 then jobs.run_at
  else excluded.run_at
end),
priority = excluded.priority,
revision = jobs.revision + 1,
flags = excluded.flags,
-- always reset error/retry state
attempts = 0,
last_error = null,
updated_at = now()
  where jobs.locked_at is null
  returning *;
end;
$$;
CREATE FUNCTION graphile_worker.complete_jobs(job_ids bigint[]) RETURNS SETOF graphile_worker._private_jobs
LANGUAGE sql
AS $$
  delete from "graphile_worker"._private_jobs as jobs
where id = any(job_ids)
and (
  locked_at is null
or
  locked_at < now() - interval '4 hours'
)
returning *;
$$;
CREATE FUNCTION graphile_worker.force_unlock_workers(worker_ids text[]) RETURNS void
LANGUAGE sql
AS $$
update "graphile_worker"._private_jobs as jobs
set locked_at = null, locked_by = null
where locked_by = any(worker_ids);
update "graphile_worker"._private_job_queues as job_queues
set locked_at = null, locked_by = null
where locked_by = any(worker_ids);
$$;
CREATE FUNCTION graphile_worker.permanently_fail_jobs(job_ids bigint[], error_message text DEFAULT NULL::text) RETURNS SETOF graphile_worker._private_jobs
LANGUAGE sql
AS $$
  update "graphile_worker"._private_jobs as jobs
set
  last_error = coalesce(error_message, 'Manually marked as failed'),
  attempts = max_attempts,
  updated_at = now()
where id = any(job_ids)
and (
  locked_at is null
or
  locked_at < NOW() - interval '4 hours'
)
returning *;
$$;
CREATE FUNCTION graphile_worker.remove_job(job_key text) RETURNS graphile_worker._private_jobs
LANGUAGE plpgsql STRICT
AS $$
declare
  v_job "graphile_worker"._private_jobs;
begin
  -- Delete job if not locked
  delete from "graphile_worker"._private_jobs as jobs
where key = job_key
and (
  locked_at is null
or
  locked_at < NOW() - interval '4 hours'
)
  returning * into v_job;
  if not (v_job is null) then
perform pg_notify('jobs:insert', '{"r":' || random()::text || ',"count":-1}');
return v_job;
  end if;
  -- Otherwise prevent job from retrying, and clear the key
  update "graphile_worker"._private_jobs as jobs
  set
key = null,
attempts = jobs.max_attempts,
updated_at = now()
  where key = job_key
  returning * into v_job;
  return v_job;
end;
$$;
CREATE FUNCTION graphile_worker.reschedule_jobs(job_ids bigint[], run_at timestamp with time zone DEFAULT NULL::timestamp with time zone, priority integer DEFAULT NULL::integer, attempts integer DEFAULT NULL::integer, max_attempts integer DEFAULT NULL::integer) RETURNS SETOF graphile_worker._private_jobs
LANGUAGE sql
AS $$
  update "graphile_worker"._private_jobs as jobs
set
  run_at = coalesce(reschedule_jobs.run_at, jobs.run_at),
  priority = coalesce(reschedule_jobs.priority::smallint, jobs.priority),
  attempts = coalesce(reschedule_jobs.attempts::smallint, jobs.attempts),
  max_attempts = coalesce(reschedule_jobs.max_attempts::smallint, jobs.max_attempts),
  updated_at = now()
where id = any(job_ids)
and (
  locked_at is null
or
  locked_at < NOW() - interval '4 hours'
)
returning *;
$$;
CREATE FUNCTION public.refuse_audit_change() RETURNS trigger
LANGUAGE plpgsql
AS $$
BEGIN
  RAISE EXCEPTION 'the audit log is never changed';
END $$;
CREATE FUNCTION public.refuse_change() RETURNS trigger
LANGUAGE plpgsql
AS $$
begin
  raise exception '% is append only', tg_table_name using errcode = 'restrict_violation';
end
$$;
CREATE TABLE graphile_worker._private_job_queues (
id integer NOT NULL,
queue_name text NOT NULL,
locked_at timestamp with time zone,
locked_by text,
is_available boolean GENERATED ALWAYS AS ((locked_at IS NULL)) STORED NOT NULL,
CONSTRAINT job_queues_queue_name_check CHECK ((length(queue_name) <= 128))
);
CREATE TABLE graphile_worker._private_known_crontabs (
identifier text NOT NULL,
known_since timestamp with time zone NOT NULL,
last_execution timestamp with time zone
);
CREATE TABLE graphile_worker._private_tasks (
id integer NOT NULL,
identifier text NOT NULL,
CONSTRAINT tasks_identifier_check CHECK ((length(identifier) <= 128))
);
ALTER TABLE graphile_worker._private_job_queues ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
SEQUENCE NAME graphile_worker.job_queues_id_seq
START WITH 1
INCREMENT BY 1
NO MINVALUE
NO MAXVALUE
CACHE 1
);
CREATE VIEW graphile_worker.jobs AS
 SELECT jobs.id,
job_queues.queue_name,
tasks.identifier AS task_identifier,
jobs.priority,
jobs.run_at,
jobs.attempts,
jobs.max_attempts,
jobs.last_error,
jobs.created_at,
jobs.updated_at,
jobs.key,
jobs.locked_at,
jobs.locked_by,
jobs.revision,
jobs.flags
   FROM ((graphile_worker._private_jobs jobs
 JOIN graphile_worker._private_tasks tasks ON ((tasks.id = jobs.task_id)))
 LEFT JOIN graphile_worker._private_job_queues job_queues ON ((job_queues.id = jobs.job_queue_id)));
ALTER TABLE graphile_worker._private_jobs ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
SEQUENCE NAME graphile_worker.jobs_id_seq1
START WITH 1
INCREMENT BY 1
NO MINVALUE
NO MAXVALUE
CACHE 1
);
CREATE TABLE graphile_worker.migrations (
id integer NOT NULL,
ts timestamp with time zone DEFAULT now() NOT NULL,
breaking boolean DEFAULT false NOT NULL
);
ALTER TABLE graphile_worker._private_tasks ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
SEQUENCE NAME graphile_worker.tasks_id_seq
START WITH 1
INCREMENT BY 1
NO MINVALUE
NO MAXVALUE
CACHE 1
);
CREATE TABLE public.accounts (
account_id text NOT NULL,
provider_account_id text NOT NULL,
provider_id text NOT NULL,
user_id text NOT NULL,
access_token text,
refresh_token text,
id_token text,
access_token_expires_at timestamp with time zone,
refresh_token_expires_at timestamp with time zone,
scope text,
password_hash text,
created_at timestamp with time zone NOT NULL,
updated_at timestamp with time zone NOT NULL
);
CREATE TABLE public.audit_entries (
audit_id text NOT NULL,
at timestamp with time zone NOT NULL,
member_id text NOT NULL,
action text NOT NULL,
subject text NOT NULL,
before jsonb,
after jsonb,
note text
);
CREATE TABLE public.buyer_addresses (
address text NOT NULL,
order_id text NOT NULL,
token_fingerprints text[] DEFAULT '{}'::text[] NOT NULL,
link_expires_at timestamp with time zone,
verified_at timestamp with time zone,
created_at timestamp with time zone NOT NULL,
CONSTRAINT buyer_addresses_small CHECK ((address = lower(address)))
);
CREATE TABLE public.cart_lines (
hold_id text NOT NULL,
delivery_method text NOT NULL,
added_at timestamp with time zone NOT NULL
);
CREATE TABLE public.commission_rates (
user_id text NOT NULL,
since timestamp with time zone NOT NULL,
rate_bps integer NOT NULL,
set_by text NOT NULL,
CONSTRAINT commission_rates_rate CHECK (((rate_bps >= 0) AND (rate_bps <= 10000)))
);
CREATE TABLE public.counties (
fips text NOT NULL,
state text NOT NULL,
name text NOT NULL
);
CREATE TABLE public.county_demand (
fips text NOT NULL,
day date NOT NULL,
views integer NOT NULL,
holds integer NOT NULL,
sell_outs integer NOT NULL,
CONSTRAINT county_demand_not_negative CHECK (((views >= 0) AND (holds >= 0) AND (sell_outs >= 0)))
);
CREATE TABLE public.credit_codes (
code_id text NOT NULL,
owner_id text NOT NULL,
customer_key text NOT NULL,
email text NOT NULL,
asked_at timestamp with time zone NOT NULL,
expires_at timestamp with time zone NOT NULL,
tries integer DEFAULT 0 NOT NULL,
open_until timestamp with time zone,
CONSTRAINT credit_codes_tries CHECK (((tries >= 0) AND (tries <= 5)))
);
CREATE TABLE public.credit_entries (
entry_id text NOT NULL,
customer_key text NOT NULL,
cents integer NOT NULL,
reason text NOT NULL,
order_id text NOT NULL,
line_number integer,
note text,
decided_by text,
made_at timestamp with time zone NOT NULL,
CONSTRAINT credit_entries_line CHECK (((reason <> ALL (ARRAY['late'::text, 'returning'::text])) OR (line_number IS NOT NULL))),
CONSTRAINT credit_entries_reason CHECK ((reason = ANY (ARRAY['late'::text, 'returning'::text, 'granted'::text, 'reserved'::text, 'returned'::text, 'refund'::text, 'taken_back'::text]))),
CONSTRAINT credit_entries_sign CHECK (
CASE
WHEN (reason = ANY (ARRAY['reserved'::text, 'taken_back'::text])) THEN (cents < 0)
ELSE (cents > 0)
END)
);
CREATE TABLE public.customers (
customer_id text NOT NULL,
rep_id text NOT NULL,
name text NOT NULL,
email text NOT NULL,
phone text,
address text,
business_name text,
notes text DEFAULT ''::text NOT NULL,
created_at timestamp with time zone NOT NULL,
updated_at timestamp with time zone NOT NULL,
search tsvector GENERATED ALWAYS AS (to_tsvector('simple'::regconfig, translate(((((name || ' '::text) || email) || ' '::text) || COALESCE(business_name, ''::text)), '@.-_+/<>:&'::text, repeat(' '::text, 10)))) STORED,
CONSTRAINT customers_name CHECK ((name <> ''::text))
);
CREATE TABLE public.deliveries (
order_id text NOT NULL,
line_number integer NOT NULL,
hold_id text NOT NULL,
kind text NOT NULL,
method text NOT NULL,
state text DEFAULT 'waiting'::text NOT NULL,
leads integer NOT NULL,
created_at timestamp with time zone NOT NULL,
due_at timestamp with time zone NOT NULL,
handover_id text,
sent_at timestamp with time zone,
delivered_at timestamp with time zone,
handled_by text,
note text,
problem text,
first_warning_id text,
last_warning_id text,
late_at timestamp with time zone,
cancelled_at timestamp with time zone,
CONSTRAINT deliveries_failed_why CHECK (((state <> 'failed'::text) OR (problem IS NOT NULL))),
CONSTRAINT deliveries_state CHECK ((state = ANY (ARRAY['waiting'::text, 'sent'::text, 'delivered'::text, 'failed'::text, 'cancelled'::text])))
);
CREATE TABLE public.delivery_downloads (
download_id bigint NOT NULL,
order_id text NOT NULL,
line_number integer NOT NULL,
handover_id text NOT NULL,
format text NOT NULL,
downloaded_at timestamp with time zone NOT NULL,
network text
);
ALTER TABLE public.delivery_downloads ALTER COLUMN download_id ADD GENERATED ALWAYS AS IDENTITY (
SEQUENCE NAME public.delivery_downloads_download_id_seq
START WITH 1
INCREMENT BY 1
NO MINVALUE
NO MAXVALUE
CACHE 1
);
CREATE TABLE public.delivery_files (
order_id text NOT NULL,
line_number integer NOT NULL,
format text NOT NULL,
name text NOT NULL,
bytes bytea NOT NULL,
size integer NOT NULL,
checksum text NOT NULL,
made_at timestamp with time zone NOT NULL,
kept_until timestamp with time zone NOT NULL,
CONSTRAINT delivery_files_format CHECK ((format = ANY (ARRAY['csv'::text, 'xlsx'::text, 'attached'::text])))
);
CREATE TABLE public.delivery_handovers (
handover_id text NOT NULL,
order_id text NOT NULL,
token_fingerprint text NOT NULL,
message_id text NOT NULL,
has_switched boolean DEFAULT false NOT NULL,
sent_to text,
created_at timestamp with time zone NOT NULL,
expires_at timestamp with time zone NOT NULL,
created_by text,
attempt_id text
);
CREATE TABLE public.demo_loads (
name text NOT NULL,
loaded_at timestamp with time zone NOT NULL
);
CREATE TABLE public.disputes (
dispute_id text NOT NULL,
payment_id text NOT NULL,
order_id text NOT NULL,
amount_cents integer NOT NULL,
reason text NOT NULL,
status text NOT NULL,
due_by timestamp with time zone,
opened_at timestamp with time zone NOT NULL,
closed_at timestamp with time zone,
asked_at timestamp with time zone NOT NULL,
evidence jsonb,
evidence_version integer DEFAULT 0 NOT NULL,
submitted_at timestamp with time zone,
submitted_by text,
CONSTRAINT disputes_amount CHECK ((amount_cents >= 0))
);
CREATE TABLE public.hold_leads (
hold_id text NOT NULL,
lead_id bigint NOT NULL
);
CREATE TABLE public.holds (
hold_id text NOT NULL,
package_id text NOT NULL,
owner_id text NOT NULL,
address_key text,
state text DEFAULT 'live'::text NOT NULL,
took_unit boolean NOT NULL,
placed_at timestamp with time zone NOT NULL,
expires_at timestamp with time zone NOT NULL,
ended_at timestamp with time zone,
order_id text,
bonus_leads integer DEFAULT 0 NOT NULL,
bonus_offers jsonb DEFAULT '[]'::jsonb NOT NULL,
released_by text,
has_leads boolean DEFAULT false NOT NULL,
CONSTRAINT holds_ended_once CHECK (((state = 'live'::text) = (ended_at IS NULL))),
CONSTRAINT holds_sold_to_an_order CHECK (((state = 'sold'::text) = (order_id IS NOT NULL))),
CONSTRAINT holds_state CHECK ((state = ANY (ARRAY['live'::text, 'sold'::text, 'released'::text, 'expired'::text])))
);
CREATE TABLE public.job_workers (
worker_id text NOT NULL,
beat_at timestamp with time zone NOT NULL
);
CREATE TABLE public.lead_details (
lead_id bigint NOT NULL,
address text NOT NULL,
city text NOT NULL,
zip text NOT NULL,
owner_names text[] NOT NULL,
mailing_address text,
phones jsonb DEFAULT '[]'::jsonb NOT NULL,
emails text[] DEFAULT '{}'::text[] NOT NULL,
facts jsonb DEFAULT '{}'::jsonb NOT NULL,
source text NOT NULL,
is_do_not_call boolean DEFAULT false NOT NULL,
consent text
);
CREATE UNLOGGED TABLE public.lead_file_parts (
import_id text NOT NULL,
part_number integer NOT NULL,
bytes bytea NOT NULL
);
ALTER TABLE ONLY public.lead_file_parts ALTER COLUMN bytes SET STORAGE EXTERNAL;
CREATE TABLE public.lead_import_changes (
import_no integer NOT NULL,
part_no integer NOT NULL,
lead_id bigint NOT NULL,
fips text NOT NULL,
acquired_at timestamp with time zone NOT NULL,
was_listed boolean NOT NULL,
details jsonb
);
CREATE TABLE public.lead_import_parts (
upload_no integer NOT NULL,
part_no integer NOT NULL,
place_from integer NOT NULL,
key_from uuid NOT NULL,
place_to integer NOT NULL,
key_to uuid NOT NULL,
rows integer NOT NULL,
known_rows integer NOT NULL,
places integer[] NOT NULL,
backed_places integer[] DEFAULT '{}'::integer[] NOT NULL,
is_applied boolean DEFAULT false NOT NULL,
is_undone boolean DEFAULT false NOT NULL,
new_leads integer DEFAULT 0 NOT NULL,
merged integer DEFAULT 0 NOT NULL,
displaced integer DEFAULT 0 NOT NULL,
skipped integer DEFAULT 0 NOT NULL,
kept integer DEFAULT 0 NOT NULL,
lead_from bigint,
lead_to bigint
);
CREATE TABLE public.lead_import_refusals (
upload_no integer NOT NULL,
row_no integer NOT NULL,
reason text NOT NULL,
line text NOT NULL
);
CREATE TABLE public.lead_import_rows (
upload_no integer NOT NULL,
row_no integer NOT NULL,
place_no integer NOT NULL,
verdict smallint DEFAULT 0 NOT NULL,
acquired_at timestamp with time zone NOT NULL,
property_key uuid NOT NULL,
owner_key uuid NOT NULL,
is_do_not_call boolean NOT NULL,
address text NOT NULL,
city text NOT NULL,
zip text NOT NULL,
owner_names text[] NOT NULL,
mailing_address text,
phones jsonb NOT NULL,
emails text[] NOT NULL,
facts jsonb NOT NULL,
source text NOT NULL,
consent text
)
PARTITION BY LIST (upload_no);
CREATE TABLE public.lead_imports (
import_id text NOT NULL,
import_no integer NOT NULL,
created_at timestamp with time zone NOT NULL,
created_by text NOT NULL,
source text NOT NULL,
file_name text NOT NULL,
file_bytes integer NOT NULL,
state text NOT NULL,
upload_no integer,
touched_at timestamp with time zone NOT NULL,
bytes_received integer DEFAULT 0 NOT NULL,
bytes_read integer DEFAULT 0 NOT NULL,
rows_read integer DEFAULT 0 NOT NULL,
checksum text,
columns text[] DEFAULT '{}'::text[] NOT NULL,
mapping jsonb,
problem text,
refused_rows integer DEFAULT 0 NOT NULL,
preview jsonb,
checked_at timestamp with time zone,
applied_at timestamp with time zone,
applied_by text,
undone_at timestamp with time zone,
undone_by text,
has_rows boolean DEFAULT true NOT NULL,
CONSTRAINT lead_imports_state CHECK ((state = ANY (ARRAY['waiting'::text, 'mapping'::text, 'reading'::text, 'interrupted'::text, 'refused'::text, 'ready'::text, 'applying'::text, 'applied'::text, 'undoing'::text, 'undone'::text, 'lapsed'::text])))
);
ALTER TABLE public.lead_imports ALTER COLUMN import_no ADD GENERATED ALWAYS AS IDENTITY (
SEQUENCE NAME public.lead_imports_import_no_seq
START WITH 1
INCREMENT BY 1
NO MINVALUE
NO MAXVALUE
CACHE 1
);
CREATE TABLE public.lead_pools (
pool_id text NOT NULL,
places integer[] DEFAULT '{}'::integer[] NOT NULL,
bonus_leads integer[] DEFAULT '{0,0,0,0}'::integer[] NOT NULL,
is_backed boolean DEFAULT false NOT NULL
);
CREATE TABLE public.lead_shortfalls (
order_id text NOT NULL,
hold_id text NOT NULL,
leads integer NOT NULL,
noted_at timestamp with time zone NOT NULL,
settled_leads integer DEFAULT 0 NOT NULL,
CONSTRAINT lead_shortfalls_settled CHECK (((settled_leads >= 0) AND (settled_leads <= leads))),
CONSTRAINT lead_shortfalls_some CHECK ((leads > 0))
);
CREATE TABLE public.lead_sources (
source text NOT NULL,
mapping jsonb NOT NULL,
used_at timestamp with time zone NOT NULL
);
CREATE SEQUENCE public.lead_upload_numbers
START WITH 1
INCREMENT BY 1
NO MINVALUE
NO MAXVALUE
CACHE 1;
CREATE TABLE public.leads (
lead_id bigint NOT NULL,
fips text NOT NULL,
lead_type text NOT NULL,
pool_id text,
property_key uuid NOT NULL,
owner_key uuid NOT NULL,
acquired_at timestamp with time zone NOT NULL,
ages_at timestamp with time zone,
is_withheld boolean DEFAULT false NOT NULL,
tier_cap smallint NOT NULL,
sold_cap smallint DEFAULT 32767 NOT NULL,
held smallint DEFAULT 0 NOT NULL,
sold smallint DEFAULT 0 NOT NULL,
import_no integer,
taken_beside smallint DEFAULT 0 NOT NULL,
places smallint GENERATED ALWAYS AS (
CASE
WHEN ((pool_id IS NULL) OR is_withheld) THEN 0
ELSE GREATEST(0, ((((LEAST(tier_cap, sold_cap) - held) - sold) - taken_beside))::integer)
END) STORED NOT NULL,
CONSTRAINT leads_counts CHECK (((held >= 0) AND (sold >= 0))),
CONSTRAINT leads_held_within_cap CHECK (((held = 0) OR ((held + sold) <= tier_cap))),
CONSTRAINT leads_within_caps CHECK (((held + sold) <= sold_cap))
);
ALTER TABLE public.leads ALTER COLUMN lead_id ADD GENERATED ALWAYS AS IDENTITY (
SEQUENCE NAME public.leads_lead_id_seq
START WITH 1
INCREMENT BY 1
NO MINVALUE
NO MAXVALUE
CACHE 1
);
CREATE TABLE public.login_attempts (
key text NOT NULL,
attempts integer NOT NULL,
expires_at timestamp with time zone NOT NULL
);
CREATE TABLE public.low_stock_notices (
package_id text NOT NULL,
noted_at timestamp with time zone NOT NULL,
available integer NOT NULL,
mail_id text
);
CREATE TABLE public.messages (
message_id text NOT NULL,
kind text NOT NULL,
subject_id text NOT NULL,
state text DEFAULT 'waiting'::text NOT NULL,
attempts integer DEFAULT 0 NOT NULL,
last_error text,
created_at timestamp with time zone NOT NULL,
sent_at timestamp with time zone,
amount_cents integer,
queued_at timestamp with time zone,
channel text DEFAULT 'email'::text NOT NULL,
sent_to text,
resent_from text,
attempt_id text,
dismissed_at timestamp with time zone,
provider_id text,
provider_state text,
provider_attempt integer DEFAULT 0 NOT NULL,
claimed_until timestamp with time zone,
CONSTRAINT messages_state CHECK ((state = ANY (ARRAY['waiting'::text, 'sent'::text, 'failed'::text, 'stopped'::text])))
);
CREATE TABLE public.offer_denials (
owner_id text NOT NULL,
offer_id text NOT NULL,
customer_key text,
denied_at timestamp with time zone NOT NULL
);
CREATE TABLE public.offer_figure_changes (
change_id bigint NOT NULL,
offer_id text NOT NULL,
orders integer NOT NULL,
discount_cents bigint NOT NULL,
bonus_leads bigint NOT NULL,
bonus_worth_cents bigint NOT NULL
)
WITH (autovacuum_vacuum_scale_factor='0', autovacuum_vacuum_threshold='1000');
ALTER TABLE public.offer_figure_changes ALTER COLUMN change_id ADD GENERATED ALWAYS AS IDENTITY (
SEQUENCE NAME public.offer_figure_changes_change_id_seq
START WITH 1
INCREMENT BY 1
NO MINVALUE
NO MAXVALUE
CACHE 1
);
CREATE TABLE public.offer_figures (
offer_id text NOT NULL,
orders integer NOT NULL,
discount_cents bigint NOT NULL,
bonus_leads bigint NOT NULL,
bonus_worth_cents bigint NOT NULL
);
CREATE TABLE public.offer_uses (
order_id text NOT NULL,
offer_id text NOT NULL,
owner_id text,
customer_key text
);
CREATE TABLE public.offers (
offer_id text NOT NULL,
name text NOT NULL,
kind text NOT NULL,
value integer NOT NULL,
lead_types text[] DEFAULT '{}'::text[] NOT NULL,
tiers text[] DEFAULT '{}'::text[] NOT NULL,
sizes integer[] DEFAULT '{}'::integer[] NOT NULL,
states text[] DEFAULT '{}'::text[] NOT NULL,
starts_at timestamp with time zone,
ends_at timestamp with time zone,
is_active boolean NOT NULL,
is_combinable boolean NOT NULL,
uses_max integer,
uses_per_customer_max integer,
used integer DEFAULT 0 NOT NULL,
standard text,
attempt_id text,
removed_at timestamp with time zone,
revision integer DEFAULT 1 NOT NULL,
created_at timestamp with time zone NOT NULL,
created_by text DEFAULT ''::text NOT NULL,
CONSTRAINT offers_kind CHECK ((kind = ANY (ARRAY['percentage'::text, 'fixed'::text, 'extra_leads'::text, 'bogo'::text]))),
CONSTRAINT offers_period CHECK ((ends_at > starts_at)),
CONSTRAINT offers_used_within_max CHECK (((used >= 0) AND (used <= COALESCE(uses_max, used)))),
CONSTRAINT offers_value CHECK (
CASE kind
WHEN 'percentage'::text THEN ((value >= 1) AND (value <= 10000))
WHEN 'bogo'::text THEN (value = 0)
ELSE (value >= 1)
END)
);
CREATE TABLE public.opt_out_confirmations (
confirmation_id text NOT NULL,
token_fingerprint text NOT NULL,
property_keys uuid[] NOT NULL,
addresses text[] NOT NULL,
zip text NOT NULL,
email text NOT NULL,
asked_at timestamp with time zone NOT NULL
);
CREATE TABLE public.opt_out_notices (
notice_id text NOT NULL,
property_key uuid NOT NULL,
buyer_key text NOT NULL,
order_id text NOT NULL,
address text,
created_at timestamp with time zone NOT NULL
);
CREATE TABLE public.opt_out_requests (
request_id text NOT NULL,
property_key uuid NOT NULL,
address text,
zip text NOT NULL,
email text,
email_key text,
asked_at timestamp with time zone NOT NULL
);
CREATE TABLE public.order_leads (
order_id text NOT NULL,
lead_id bigint NOT NULL,
hold_id text NOT NULL,
buyer_key text NOT NULL,
property_key uuid NOT NULL,
cap smallint NOT NULL,
sold_at timestamp with time zone NOT NULL,
delivered_at timestamp with time zone,
returned_at timestamp with time zone
);
CREATE TABLE public.order_lines (
order_id text NOT NULL,
revision integer NOT NULL,
line_number integer NOT NULL,
hold_id text,
package_id text NOT NULL,
lead_type text NOT NULL,
tier text NOT NULL,
size integer NOT NULL,
state text NOT NULL,
county text NOT NULL,
delivery_method text NOT NULL,
price_cents integer NOT NULL,
discount_cents integer DEFAULT 0 NOT NULL,
bonus_leads integer DEFAULT 0 NOT NULL,
outcome text DEFAULT 'open'::text NOT NULL,
offers jsonb DEFAULT '[]'::jsonb NOT NULL,
credit_cents integer DEFAULT 0 NOT NULL,
open_offers jsonb DEFAULT '[]'::jsonb NOT NULL,
CONSTRAINT order_lines_credit CHECK (((credit_cents >= 0) AND (credit_cents <= (price_cents - discount_cents)))),
CONSTRAINT order_lines_discount CHECK (((discount_cents >= 0) AND (discount_cents <= price_cents))),
CONSTRAINT order_lines_outcome CHECK ((outcome = ANY (ARRAY['open'::text, 'sold'::text, 'refunded'::text])))
);
CREATE TABLE public.orders (
order_id text NOT NULL,
reference text NOT NULL,
token text NOT NULL,
owner_id text NOT NULL,
state text DEFAULT 'awaiting_payment'::text NOT NULL,
revision integer NOT NULL,
total_cents integer NOT NULL,
lines_digest text NOT NULL,
opening_revision integer,
opening_cents integer,
refunded_cents integer DEFAULT 0 NOT NULL,
payment_method text NOT NULL,
is_frozen boolean DEFAULT false NOT NULL,
full_name text,
email text,
business_name text,
cell_phone text,
address text,
rep_id text,
commission_bps integer DEFAULT 0 NOT NULL,
created_at timestamp with time zone NOT NULL,
paid_at timestamp with time zone,
closed_at timestamp with time zone,
forgotten_at timestamp with time zone,
pay_until timestamp with time zone,
close_reason text,
decided_by text,
decision_note text,
credit_cents integer DEFAULT 0 NOT NULL,
refund_state text,
CONSTRAINT orders_close_reason CHECK ((close_reason = ANY (ARRAY['expired'::text, 'rejected'::text]))),
CONSTRAINT orders_credit_within_total CHECK (((credit_cents >= 0) AND (credit_cents <= total_cents))),
CONSTRAINT orders_paid_at CHECK (((state = ANY (ARRAY['paid'::text, 'processed'::text, 'refunded'::text])) = (paid_at IS NOT NULL))),
CONSTRAINT orders_promised_until CHECK (((pay_until IS NOT NULL) OR (payment_method <> 'cash_app'::text) OR (state <> 'awaiting_payment'::text))),
CONSTRAINT orders_refund_state CHECK ((refund_state = ANY (ARRAY['pending'::text, 'refunded'::text, 'failed'::text]))),
CONSTRAINT orders_refund_within_total CHECK (((refunded_cents >= 0) AND (refunded_cents <= total_cents))),
CONSTRAINT orders_state CHECK ((state = ANY (ARRAY['awaiting_payment'::text, 'paid'::text, 'processed'::text, 'refunded'::text, 'cancelled'::text]))),
CONSTRAINT orders_total_not_negative CHECK ((total_cents >= 0))
);
CREATE TABLE public.packages (
package_id text NOT NULL,
fips text NOT NULL,
lead_type text NOT NULL,
tier text NOT NULL,
size integer NOT NULL,
available integer DEFAULT 0 NOT NULL,
is_unlimited boolean DEFAULT false NOT NULL,
unlimited_shown integer DEFAULT 0 NOT NULL,
edits integer DEFAULT 0 NOT NULL,
is_low_news boolean DEFAULT false NOT NULL,
lead_units integer,
CONSTRAINT packages_available_not_negative CHECK ((available >= 0)),
CONSTRAINT packages_unlimited_shown CHECK (((NOT is_unlimited) OR (unlimited_shown > 999)))
)
WITH (fillfactor='60', autovacuum_vacuum_scale_factor='0.02', autovacuum_vacuum_threshold='500');
CREATE TABLE public.payment_declines (
event_id text NOT NULL,
payment_id text NOT NULL,
reason text NOT NULL,
declined_at timestamp with time zone NOT NULL
);
CREATE TABLE public.payment_requests (
payment_request_id text NOT NULL,
token text NOT NULL,
order_id text NOT NULL,
rep_id text NOT NULL,
customer_id text NOT NULL,
attempt_id text,
status text DEFAULT 'sent'::text NOT NULL,
customer_name text NOT NULL,
customer_email text NOT NULL,
total_cents integer NOT NULL,
refunded_cents integer DEFAULT 0 NOT NULL,
special_offers text DEFAULT ''::text NOT NULL,
created_at timestamp with time zone NOT NULL,
expires_at timestamp with time zone NOT NULL,
paid_at timestamp with time zone,
closed_at timestamp with time zone,
close_reason text,
closed_by text,
close_after timestamp with time zone,
replaces_id text,
opened_at timestamp with time zone,
last_opened_at timestamp with time zone,
remind_at timestamp with time zone,
reminded_at timestamp with time zone,
mailings integer DEFAULT 1 NOT NULL,
marked_paid_by text,
mark_reference text,
search tsvector GENERATED ALWAYS AS (to_tsvector('simple'::regconfig, translate(((customer_name || ' '::text) || customer_email), '@.-_+/<>:&'::text, repeat(' '::text, 10)))) STORED,
CONSTRAINT payment_requests_close_reason CHECK ((close_reason = ANY (ARRAY['time'::text, 'replaced'::text, 'voided'::text, 'declined'::text]))),
CONSTRAINT payment_requests_closed CHECK (((status = 'expired'::text) = (close_reason IS NOT NULL))),
CONSTRAINT payment_requests_paid_at CHECK (((status = ANY (ARRAY['paid'::text, 'processed'::text])) = (paid_at IS NOT NULL))),
CONSTRAINT payment_requests_status CHECK ((status = ANY (ARRAY['sent'::text, 'paid'::text, 'processed'::text, 'expired'::text]))),
CONSTRAINT payment_requests_total CHECK ((total_cents > 0))
);
CREATE TABLE public.payments (
payment_id text NOT NULL,
order_id text NOT NULL,
state text NOT NULL,
amount_cents integer NOT NULL,
revision integer NOT NULL,
client_secret text,
created_at timestamp with time zone NOT NULL,
check_at timestamp with time zone NOT NULL,
challenged_at timestamp with time zone,
succeeded_at timestamp with time zone,
disputed_at timestamp with time zone,
network_key text,
CONSTRAINT payments_state CHECK ((state = ANY (ARRAY['open'::text, 'promised'::text, 'succeeded'::text, 'cancelled'::text])))
);
CREATE TABLE public.price_change_rows (
change_id text NOT NULL,
lead_type text NOT NULL,
tier text NOT NULL,
size integer NOT NULL,
before_cents integer NOT NULL,
after_cents integer NOT NULL
);
CREATE TABLE public.price_changes (
change_id text NOT NULL,
state text NOT NULL,
created_at timestamp with time zone NOT NULL,
created_by text NOT NULL,
starts_at timestamp with time zone,
applied_at timestamp with time zone,
note text,
attempt_id text,
undoes_id text,
CONSTRAINT price_changes_applied CHECK (((state = 'applied'::text) = (applied_at IS NOT NULL))),
CONSTRAINT price_changes_state CHECK ((state = ANY (ARRAY['scheduled'::text, 'applied'::text, 'cancelled'::text])))
);
CREATE TABLE public.prices (
lead_type text NOT NULL,
tier text NOT NULL,
size integer NOT NULL,
price_cents integer NOT NULL,
changed_at timestamp with time zone NOT NULL,
changed_by text,
CONSTRAINT prices_chargeable CHECK (((price_cents = 0) OR (price_cents >= 50)))
);
CREATE TABLE public.refund_lines (
refund_id text NOT NULL,
line_number integer NOT NULL,
amount_cents integer NOT NULL,
is_returned boolean NOT NULL,
credit_cents integer DEFAULT 0 NOT NULL,
is_gone boolean DEFAULT false NOT NULL
);
CREATE TABLE public.refunds (
refund_id text NOT NULL,
payment_id text NOT NULL,
order_id text NOT NULL,
amount_cents integer NOT NULL,
reason text NOT NULL,
state text DEFAULT 'due'::text NOT NULL,
provider_refund_id text,
created_at timestamp with time zone NOT NULL,
made_at timestamp with time zone,
attempts integer DEFAULT 0 NOT NULL,
last_error text,
try_at timestamp with time zone,
attempt_id text,
note text,
decided_by text,
is_by_hand boolean DEFAULT false NOT NULL,
sent_at timestamp with time zone,
key_number integer DEFAULT 1 NOT NULL,
credit_cents integer DEFAULT 0 NOT NULL,
CONSTRAINT refunds_amount CHECK (((amount_cents >= 0) AND (credit_cents >= 0) AND ((amount_cents + credit_cents) > 0)))
);
CREATE TABLE public.sale_entries (
order_id text NOT NULL,
line_number integer NOT NULL,
refund_id text DEFAULT ''::text NOT NULL,
at timestamp with time zone NOT NULL,
day date NOT NULL,
rep_id text NOT NULL,
channel text NOT NULL,
package_id text NOT NULL,
lead_type text NOT NULL,
tier text NOT NULL,
size integer NOT NULL,
state text NOT NULL,
packages integer NOT NULL,
leads integer NOT NULL,
amount_cents integer NOT NULL,
commission_cents integer NOT NULL,
CONSTRAINT sale_entries_channel CHECK ((channel = ANY (ARRAY['storefront'::text, 'link'::text, 'team'::text]))),
CONSTRAINT sale_entries_sign CHECK (((refund_id <> ''::text) OR (packages = 1)))
);
CREATE TABLE public.sale_figure_changes (
change_id bigint NOT NULL,
dimension text NOT NULL,
value text NOT NULL,
day date NOT NULL,
orders integer NOT NULL,
packages integer NOT NULL,
leads integer NOT NULL,
sold_cents bigint NOT NULL,
refunded_cents bigint NOT NULL
)
WITH (autovacuum_vacuum_scale_factor='0', autovacuum_vacuum_threshold='10000');
ALTER TABLE public.sale_figure_changes ALTER COLUMN change_id ADD GENERATED ALWAYS AS IDENTITY (
SEQUENCE NAME public.sale_figure_changes_change_id_seq
START WITH 1
INCREMENT BY 1
NO MINVALUE
NO MAXVALUE
CACHE 1
);
CREATE TABLE public.sale_figures (
dimension text NOT NULL,
value text NOT NULL,
day date NOT NULL,
orders integer NOT NULL,
packages integer NOT NULL,
leads integer NOT NULL,
sold_cents bigint NOT NULL,
refunded_cents bigint NOT NULL
);
CREATE TABLE public.schema_migrations (
id integer NOT NULL,
hash text NOT NULL,
created_at bigint
);
CREATE SEQUENCE public.schema_migrations_id_seq
AS integer
START WITH 1
INCREMENT BY 1
NO MINVALUE
NO MAXVALUE
CACHE 1;
ALTER SEQUENCE public.schema_migrations_id_seq OWNED BY public.schema_migrations.id;
CREATE TABLE public.second_factors (
user_id text NOT NULL,
sealed_secret text NOT NULL,
confirmed_at timestamp with time zone,
recovery_codes text[] DEFAULT '{}'::text[] NOT NULL,
last_step integer DEFAULT 0 NOT NULL,
created_at timestamp with time zone NOT NULL
);
CREATE TABLE public.sessions (
session_id text NOT NULL,
user_id text NOT NULL,
token text NOT NULL,
expires_at timestamp with time zone NOT NULL,
ip_address text,
user_agent text,
created_at timestamp with time zone NOT NULL,
updated_at timestamp with time zone NOT NULL,
proven_until timestamp with time zone
);
CREATE TABLE public.settings (
name text NOT NULL,
value jsonb NOT NULL,
changed_at timestamp with time zone NOT NULL,
changed_by text NOT NULL
);
CREATE TABLE public.sms_events (
event_id text NOT NULL,
kind text NOT NULL,
received_at timestamp with time zone NOT NULL
);
CREATE TABLE public.sms_stops (
number_key text NOT NULL,
stopped_at timestamp with time zone,
keyword text NOT NULL,
replied_at timestamp with time zone NOT NULL
);
CREATE TABLE public.stock_changes (
change_id text NOT NULL,
attempt_id text NOT NULL,
created_at timestamp with time zone NOT NULL,
created_by text NOT NULL,
packages integer NOT NULL,
changed integer NOT NULL,
units_before bigint NOT NULL,
units_after bigint NOT NULL
);
CREATE UNLOGGED TABLE public.stock_import_changes (
upload_id text NOT NULL,
package_id text NOT NULL,
available integer NOT NULL,
edits integer NOT NULL
);
CREATE TABLE public.stock_import_refusals (
upload_id text NOT NULL,
row_number integer NOT NULL,
reason text NOT NULL,
line text NOT NULL
);
CREATE UNLOGGED TABLE public.stock_import_rows (
upload_id text NOT NULL,
row_number integer NOT NULL,
package_id text NOT NULL,
available integer NOT NULL,
is_edited boolean NOT NULL
);
CREATE TABLE public.stock_imports (
import_id text NOT NULL,
created_at timestamp with time zone NOT NULL,
created_by text NOT NULL,
file_name text NOT NULL,
file_bytes integer NOT NULL,
state text NOT NULL,
upload_id text,
touched_at timestamp with time zone NOT NULL,
bytes_read integer DEFAULT 0 NOT NULL,
rows_read integer DEFAULT 0 NOT NULL,
checksum text,
ignored_columns text[] DEFAULT '{}'::text[] NOT NULL,
problem text,
refused_rows integer DEFAULT 0 NOT NULL,
preview jsonb,
applied_rows integer DEFAULT 0 NOT NULL,
applied_at timestamp with time zone,
applied_by text,
changed_packages integer,
has_rows boolean DEFAULT false NOT NULL,
CONSTRAINT stock_imports_applied CHECK (((state = 'applied'::text) = (applied_at IS NOT NULL))),
CONSTRAINT stock_imports_state CHECK ((state = ANY (ARRAY['waiting'::text, 'reading'::text, 'interrupted'::text, 'checking'::text, 'refused'::text, 'ready'::text, 'applied'::text, 'lapsed'::text])))
);
CREATE TABLE public.stock_movements (
package_id text NOT NULL,
movement_id bigint NOT NULL,
delta integer NOT NULL,
reason text NOT NULL,
cause text NOT NULL,
note text,
moved_at timestamp with time zone NOT NULL,
shown_before integer,
shown_after integer,
CONSTRAINT stock_movements_reason CHECK ((reason = ANY (ARRAY['set'::text, 'hold'::text, 'release'::text, 'expire'::text, 'refund'::text])))
);
ALTER TABLE public.stock_movements ALTER COLUMN movement_id ADD GENERATED ALWAYS AS IDENTITY (
SEQUENCE NAME public.stock_movements_movement_id_seq
START WITH 1
INCREMENT BY 1
NO MINVALUE
NO MAXVALUE
CACHE 1
);
CREATE TABLE public.store_secrets (
name text NOT NULL,
value text NOT NULL
);
CREATE TABLE public.suppressions (
property_key uuid NOT NULL,
suppressed_at timestamp with time zone NOT NULL,
cause text NOT NULL,
withdraw_at timestamp with time zone,
CONSTRAINT suppressions_cause CHECK ((cause = ANY (ARRAY['owner'::text, 'administrator'::text])))
);
CREATE TABLE public.users (
user_id text NOT NULL,
username text NOT NULL,
email text NOT NULL,
is_verified boolean DEFAULT false NOT NULL,
image text,
phone text,
role text DEFAULT 'sales'::text NOT NULL,
disabled_at timestamp with time zone,
created_at timestamp with time zone NOT NULL,
updated_at timestamp with time zone NOT NULL,
bootstrap_email text,
commission_bps integer DEFAULT 1000 NOT NULL,
invited_at timestamp with time zone,
CONSTRAINT users_commission CHECK (((commission_bps >= 0) AND (commission_bps <= 10000))),
CONSTRAINT users_email_small CHECK ((email = lower(email))),
CONSTRAINT users_role CHECK ((role = ANY (ARRAY['sales'::text, 'admin'::text])))
);
CREATE TABLE public.verifications (
verification_id text NOT NULL,
identifier text NOT NULL,
value text NOT NULL,
expires_at timestamp with time zone NOT NULL,
created_at timestamp with time zone NOT NULL,
updated_at timestamp with time zone NOT NULL
);
CREATE TABLE public.webhook_events (
event_id text NOT NULL,
type text NOT NULL,
subject jsonb NOT NULL,
received_at timestamp with time zone NOT NULL,
handled_at timestamp with time zone,
queued_at timestamp with time zone
);
CREATE TABLE sandbox_mailbox.attachments (
message bigint NOT NULL,
"position" integer NOT NULL,
filename text NOT NULL,
content_type text NOT NULL,
content bytea NOT NULL
);
CREATE TABLE sandbox_mailbox.messages (
id bigint NOT NULL,
message_id text NOT NULL,
kind text NOT NULL,
sender text NOT NULL,
recipients text[] NOT NULL,
subject text NOT NULL,
text text NOT NULL,
html text,
at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
CONSTRAINT messages_kind_check CHECK ((kind = ANY (ARRAY['mail'::text, 'sms'::text])))
);
ALTER TABLE sandbox_mailbox.messages ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
SEQUENCE NAME sandbox_mailbox.messages_id_seq
START WITH 1
INCREMENT BY 1
NO MINVALUE
NO MAXVALUE
CACHE 1
);
CREATE TABLE sandbox_mailbox.phone_account (
is_only boolean DEFAULT true NOT NULL,
auth_token text NOT NULL,
CONSTRAINT phone_account_is_only_check CHECK (is_only)
);
CREATE TABLE sandbox_stripe.charges (
id text NOT NULL,
seq bigint NOT NULL,
created bigint NOT NULL,
payment_intent text NOT NULL,
data json NOT NULL
);
ALTER TABLE sandbox_stripe.charges ALTER COLUMN seq ADD GENERATED ALWAYS AS IDENTITY (
SEQUENCE NAME sandbox_stripe.charges_seq_seq
START WITH 1
INCREMENT BY 1
NO MINVALUE
NO MAXVALUE
CACHE 1
);
CREATE TABLE sandbox_stripe.disputes (
id text NOT NULL,
seq bigint NOT NULL,
created bigint NOT NULL,
payment_intent text NOT NULL,
charge text NOT NULL,
data json NOT NULL
);
ALTER TABLE sandbox_stripe.disputes ALTER COLUMN seq ADD GENERATED ALWAYS AS IDENTITY (
SEQUENCE NAME sandbox_stripe.disputes_seq_seq
START WITH 1
INCREMENT BY 1
NO MINVALUE
NO MAXVALUE
CACHE 1
);
CREATE TABLE sandbox_stripe.events (
id text NOT NULL,
seq bigint NOT NULL,
created bigint NOT NULL,
type text NOT NULL,
data json NOT NULL
);
ALTER TABLE sandbox_stripe.events ALTER COLUMN seq ADD GENERATED ALWAYS AS IDENTITY (
SEQUENCE NAME sandbox_stripe.events_seq_seq
START WITH 1
INCREMENT BY 1
NO MINVALUE
NO MAXVALUE
CACHE 1
);
CREATE TABLE sandbox_stripe.idempotency_keys (
key text NOT NULL,
request_hash text NOT NULL,
status integer NOT NULL,
body text NOT NULL,
created_at timestamp with time zone DEFAULT now() NOT NULL
);
CREATE TABLE sandbox_stripe.payment_intents (
id text NOT NULL,
seq bigint NOT NULL,
created bigint NOT NULL,
version integer NOT NULL,
payment_method text,
data json NOT NULL
);
ALTER TABLE sandbox_stripe.payment_intents ALTER COLUMN seq ADD GENERATED ALWAYS AS IDENTITY (
SEQUENCE NAME sandbox_stripe.payment_intents_seq_seq
START WITH 1
INCREMENT BY 1
NO MINVALUE
NO MAXVALUE
CACHE 1
);
CREATE TABLE sandbox_stripe.payment_methods (
id text NOT NULL,
behaviour text NOT NULL,
data json NOT NULL
);
CREATE TABLE sandbox_stripe.refunds (
id text NOT NULL,
seq bigint NOT NULL,
created bigint NOT NULL,
payment_intent text NOT NULL,
charge text NOT NULL,
data json NOT NULL
);
ALTER TABLE sandbox_stripe.refunds ALTER COLUMN seq ADD GENERATED ALWAYS AS IDENTITY (
SEQUENCE NAME sandbox_stripe.refunds_seq_seq
START WITH 1
INCREMENT BY 1
NO MINVALUE
NO MAXVALUE
CACHE 1
);
CREATE TABLE sandbox_stripe.settings (
only_row boolean DEFAULT true NOT NULL,
secret_key text NOT NULL,
publishable_key text NOT NULL,
webhook_secret text NOT NULL,
control json DEFAULT '{}'::json NOT NULL,
CONSTRAINT settings_only_row_check CHECK (only_row)
);
CREATE TABLE sandbox_stripe.webhook_deliveries (
id bigint NOT NULL,
event_id text NOT NULL,
attempts integer DEFAULT 0 NOT NULL,
due_at timestamp with time zone NOT NULL,
ended_at timestamp with time zone,
last_answer text
);
ALTER TABLE sandbox_stripe.webhook_deliveries ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
SEQUENCE NAME sandbox_stripe.webhook_deliveries_id_seq
START WITH 1
INCREMENT BY 1
NO MINVALUE
NO MAXVALUE
CACHE 1
);
ALTER TABLE ONLY public.schema_migrations ALTER COLUMN id SET DEFAULT nextval('public.schema_migrations_id_seq'::regclass);
INSERT INTO graphile_worker._private_tasks OVERRIDING SYSTEM VALUE VALUES
(1, 'deliver-leads'),
(2, 'forget-old-lines'),
(3, 'forget-old-contacts'),
(4, 'forget-old-holds'),
(5, 'send-message'),
(6, 'note-sms-report'),
(7, 'ask-sms-states'),
(8, 'forget-sms-reports'),
(9, 'forget-old-mails'),
(10, 'settle-payment'),
(11, 'note-decline'),
(12, 'note-dispute'),
(13, 'refund-payment'),
(14, 'check-refunds'),
(15, 'retry-refunds'),
(16, 'forget-old-events'),
(17, 'mail-password-reset'),
(18, 'forget-old-sign-ins'),
(19, 'forget-stock-imports'),
(20, 'read-lead-file'),
(21, 'apply-lead-import'),
(22, 'undo-lead-import'),
(23, 'forget-lead-files'),
(24, 'tell-low-stock'),
(25, 'forget-old-demand'),
(26, 'forget-old-details'),
(27, 'withdraw-property'),
(28, 'withdraw-suppressed'),
(29, 'forget-old-opt-outs'),
(30, 'mail-credit-code'),
(31, 'take-rest-of-late-credit'),
(32, 'credit-returning-customers'),
(33, 'forget-credit-codes'),
(34, 'follow-sale-caps'),
(35, 'look-at-sale-caps'),
(36, 'watch-deliveries'),
(37, 'forget-delivery-files');
INSERT INTO graphile_worker.migrations VALUES
(1, '2026-11-23 14:23:12.135069+00', true),
(2, '2026-11-23 14:23:12.176446+00', false),
(3, '2026-11-23 14:23:12.186823+00', true),
(4, '2026-11-23 14:23:12.192982+00', false),
(5, '2026-11-23 14:23:12.195898+00', false),
(6, '2026-11-23 14:23:12.2031+00', false),
(7, '2026-11-23 14:23:12.214502+00', false),
(8, '2026-11-23 14:23:12.219282+00', false),
(9, '2026-11-23 14:23:12.227104+00', false),
(10, '2026-11-23 14:23:12.238636+00', false),
(11, '2026-11-23 14:23:12.240722+00', true),
(12, '2026-11-23 14:23:12.320033+00', false),
(13, '2026-11-23 14:23:12.343473+00', true),
(14, '2026-11-23 14:23:12.377129+00', true),
(15, '2026-11-23 14:23:12.39994+00', false),
(16, '2026-11-23 14:23:12.431911+00', true),
(17, '2026-11-23 14:23:12.498187+00', false),
(18, '2026-11-23 14:23:12.558263+00', false),
(19, '2026-11-23 14:23:12.582573+00', true),
(20, '2026-11-23 14:23:12.619145+00', false);
INSERT INTO public.accounts VALUES
('acc_1m84cm8rt5xehhznwjccfz', 'usr_1m84cm8rtzravatxnx579m', 'credential', 'usr_1m84cm8rtzravatxnx579m', NULL, NULL, NULL, NULL, NULL, NULL, '$argon2id$v=19$m=19456,t=2,p=1$/TrOVcBqKrIM9KObC0RSMw$RGlgctf8IjwOudRt9f5njdlQ/OsK08eX1fqbxeILd28', '2026-11-23 14:23:14.824+00', '2026-11-23 14:23:14.824+00'),
('acc_1m84cm8wg4smxrt5sc5tdg', 'usr_1m84cm8wgr4q0trdc6pd2t', 'credential', 'usr_1m84cm8wgr4q0trdc6pd2t', NULL, NULL, NULL, NULL, NULL, NULL, '$argon2id$v=19$m=19456,t=2,p=1$Kdadt2XysAldAsH8wmjyAg$dw4HvlCn3AGurQGCfjz4DU1mUbqLt0s0OeOVjJD/sZw', '2026-11-23 14:23:14.942+00', '2026-11-23 14:23:14.942+00'),
('acc_1m8748avgbr97yggq2dpbh', 'usr_1m8748avgnqnwt4y94g5ay', 'credential', 'usr_1m8748avgnqnwt4y94g5ay', NULL, NULL, NULL, NULL, NULL, NULL, '$argon2id$v=19$m=19456,t=2,p=1$WPaoxGjYA5EMVDDdJVP0yA$qfE/31fiNEmt/5jHTJAA9uq9OA+76aLDYaTmh29sQSQ', '2026-11-24 15:54:38.32+00', '2026-11-24 15:54:38.32+00');
INSERT INTO public.audit_entries VALUES
('aud_1m84cmn572gpq913w9dpqy', '2026-11-23 14:23:27.399+00', 'usr_1m84cm8rtzravatxnx579m', 'offer_created', 'Five off', NULL, '{"name": "Five off", "offer": "5% off", "sizes": "all", "tiers": "all", "endsAt": null, "states": "all", "usesMax": 50, "combines": true, "startsAt": null, "leadTypes": "all", "usesPerCustomerMax": null}', NULL),
('aud_1m84cmpry36h5b4sqhjp23', '2026-11-23 14:23:29.054+00', 'usr_1m84cm8rtzravatxnx579m', 'message_resent', 'Order confirmation, Order LY-FCX5JM9P', '{"state": "sent", "attempts": 1}', NULL, NULL),
('aud_1m872fca0ctqpdpnaaxngj', '2026-11-24 15:23:32.032+00', 'usr_1m84cm8rtzravatxnx579m', 'credit_granted', 'Buyer of order LY-2YBZ4ND8', '{"credit": "0.00"}', '{"credit": "40.00"}', 'For the wait'),
('aud_1m872fdp3ves19aec7m6ye', '2026-11-24 15:23:33.443+00', 'usr_1m84cm8rtzravatxnx579m', 'order_refunded', 'Order LY-4WZQK46W', '{"refunded": "0.00"}', '{"lines": "1, 2", "refunded": "473.10", "packagesReturned": 2}', 'Asked.'),
('aud_1m8748960zdrnjsjbyfkx8', '2026-11-24 15:54:36.608+00', 'usr_1m84cm8rtzravatxnx579m', 'cash_app_verified', 'Order LY-XYB4GPWD', NULL, '{"total": "265.05"}', 'transfer #4711'),
('aud_1m8748a29pzq2vm85dnfg0', '2026-11-24 15:54:37.513+00', 'usr_1m84cm8rtzravatxnx579m', 'cash_app_rejected', 'Order LY-9FGPZS6N', NULL, '{"status": "cancelled"}', 'No transfer with this note came.'),
('aud_1m8748avrddspj8rftwm6x', '2026-11-24 15:54:38.328+00', 'usr_1m84cm8rtzravatxnx579m', 'member_created', 'Nora New', NULL, '{"role": "sales", "email": "nora@example.com", "isInvited": true}', NULL),
('aud_1m8748b1zpc7q5d2enwrn1', '2026-11-24 15:54:38.527+00', 'usr_1m84cm8rtzravatxnx579m', 'lead_rows_seen', 'leads.csv', NULL, '{"what": "examples of each column", "import": "lim_1m8748b02084c0qsp4vzrc", "source": "County records"}', NULL),
('aud_1m8748gbs17wwwsyj7v0f4', '2026-11-24 15:54:43.962+00', 'usr_1m84cm8rtzravatxnx579m', 'leads_imported', 'leads.csv', NULL, '{"import": "lim_1m8748b02084c0qsp4vzrc", "merged": 0, "source": "County records", "refused": 0, "checksum": "578cbc25a5f8f60002af3717c2a9038f4936718e72d8b5604d05dd78d7672cf5", "newLeads": 6, "displaced": 0}', NULL),
('aud_1m8748hfz9nwpbt9q4040k', '2026-11-24 15:54:45.119+00', 'usr_1m84cm8rtzravatxnx579m', 'stock_imported', 'stock.csv', '{"units": 29}', '{"units": 25, "import": "sti_1m8748h0psp5sagb9rn1an", "toZero": 0, "changed": 1, "checksum": "7d6a8292c9ed3a79be40484e4355eb487608cc5d9539c7d489c845ffd41982e3", "packages": 1, "toUnlimited": 0}', NULL),
('aud_1m8748m4seczhvhs027mjy', '2026-11-24 15:54:47.833+00', 'usr_1m84cm8rtzravatxnx579m', 'settings_changed', 'Hold time', '{"Hold time": "30 minutes"}', '{"Hold time": "28 minutes"}', NULL),
('aud_1m8748m7w7y0w8zezcxeqk', '2026-11-24 15:54:47.932+00', 'usr_1m84cm8rtzravatxnx579m', 'price_changed', 'VIP Junior Package, Vacant Houses', '{"vacant-vip-20": "299.00"}', '{"vacant-vip-20": "333.00"}', NULL);
INSERT INTO public.buyer_addresses VALUES
('buyer1@example.com', 'ord_1m84cmnb60m9sab95cvvvf', '{3nmNIoHCP3LMGeXeiYH63xUWdoSfcl1H}', '2026-11-30 14:23:28.902+00', NULL, '2026-11-23 14:23:28.597+00'),
('buyer2@example.com', 'ord_1m84cmpxnsgmpcqfqvbfh6', '{Woqd2xbgcRJN-xOhAWtgmtjJ--PSRSsW}', '2026-12-01 10:23:30.589+00', NULL, '2026-11-24 10:23:30.374+00'),
('buyer4@example.com', 'ord_1m872fdcdbepd6xwj20g3e', '{uhlX6IRKdswMYgBmmEZJ3Xaq6Pxa9GPm}', '2026-12-01 15:23:33.702+00', NULL, '2026-11-24 15:23:33.647+00'),
('buyer6@example.com', 'ord_1m87486vv1a2pjvv78kgw8', '{54EWlHSgxpTGK6Iz2FDAAfnurW1Qhh0F}', '2026-12-01 15:54:34.999+00', NULL, '2026-11-24 15:54:34.91+00'),
('buyer7@example.com', 'ord_1m87487w9ja75eycwe0asq', '{XlJzJdgHhsEuwAZC9AH7QxclSxmYEL_Y}', '2026-12-01 15:54:36.177+00', NULL, '2026-11-24 15:54:36.148+00'),
('buyer8@example.com', 'ord_1m87488vj0jvy75mg0redz', '{7oMefPX5xFOzTptrVkieErcXwH5eV67l}', '2026-12-01 15:54:37.358+00', NULL, '2026-11-24 15:54:37.222+00'),
('buyer11@example.com', 'ord_1m8748hq6g70w7vwpeq1vw', '{YqZx1kd7tAb2wsdnO9n9j0DwTzBj5jHO}', '2026-12-01 15:54:46.115+00', NULL, '2026-11-24 15:54:45.968+00'),
('customer2@example.com', 'ord_1m8748k5kqr25mh1qk5kmh', '{q45v7241JVBr_YMRSckzYX4f0L5TqoX8}', '2026-12-01 15:54:47.158+00', NULL, '2026-11-24 15:54:47.139+00'),
('buyer14@example.com', 'ord_1m8761d2ssavew6c28cyxa', '{uiup7Un8gG-lRBuvheFsZMnGMRWEKgN8}', '2026-12-01 16:25:48.69+00', NULL, '2026-11-24 16:25:48.62+00'),
('customer3@example.com', 'ord_1m876ys52f1fbdxmg7ygm0', '{7Lb5yluFnnVpjIRNo_8d9ZSHLeK0_HRf}', '2026-12-01 16:41:51.702+00', NULL, '2026-11-24 16:41:51.617+00'),
('buyer17@example.com', 'ord_1m876ytg2221bynzd1afnw', '{KSnx5f4jvkBNJQNldgLd784V6D_rJib4}', '2026-12-01 16:41:53.078+00', NULL, '2026-11-24 16:41:52.943+00');
INSERT INTO public.commission_rates VALUES
('usr_1m8748avgnqnwt4y94g5ay', '2026-11-24 15:54:38.325+00', 1000, 'usr_1m84cm8rtzravatxnx579m');
INSERT INTO public.counties VALUES
('48011', 'Texas', 'Armstrong'),
('48003', 'Texas', 'Andrews'),
('48453', 'Texas', 'Travis'),
('10001', 'Delaware', 'Kent');
INSERT INTO public.county_demand VALUES
('48011', '2026-11-24', 0, 1, 1),
('48003', '2026-11-24', 0, 3, 1),
('48453', '2026-11-24', 0, 25, 4);
INSERT INTO public.credit_codes VALUES
('crc_1m872fd2yvq2d4hqysmmvz', 'cart:80BPv1nzsrMS4PVzXplqQ-wBkGSBZtWb', 'BHqZZXnkBaQ3WN084xZsQ9BcA2Q', 'buyer2@example.com', '2026-11-24 15:23:32.83+00', '2026-11-24 15:38:32.83+00', 1, '2026-11-24 16:23:33.002+00');
INSERT INTO public.credit_entries VALUES
('granted.ord_1m84cmpxnsgmpcqfqvbfh6.attempt-credit-1', 'BHqZZXnkBaQ3WN084xZsQ9BcA2Q', 4000, 'granted', 'ord_1m84cmpxnsgmpcqfqvbfh6', NULL, 'For the wait', 'usr_1m84cm8rtzravatxnx579m', '2026-11-24 15:23:32.011+00'),
('late.ord_1m84cmpxnsgmpcqfqvbfh6.1', 'BHqZZXnkBaQ3WN084xZsQ9BcA2Q', 2840, 'late', 'ord_1m84cmpxnsgmpcqfqvbfh6', 1, NULL, NULL, '2026-11-24 15:23:32.187+00'),
('returning.ord_1m872fbdpwkd3yqpj9fd8w.1', 'BHqZZXnkBaQ3WN084xZsQ9BcA2Q', 1325, 'returning', 'ord_1m872fbdpwkd3yqpj9fd8w', 1, NULL, NULL, '2026-11-24 15:23:32.304+00'),
('reserved.ord_1m872fd9dyny8q3gtkszfs.1', 'BHqZZXnkBaQ3WN084xZsQ9BcA2Q', -8165, 'reserved', 'ord_1m872fd9dyny8q3gtkszfs', NULL, NULL, NULL, '2026-11-24 15:23:33.043+00');
INSERT INTO public.customers VALUES
('cus_1m84cmqjsw16j26mpy6wwd', 'usr_1m84cm8wgr4q0trdc6pd2t', 'Carla Customer', 'carla@example.com', NULL, NULL, NULL, '', '2026-11-23 14:23:29.881+00', '2026-11-23 14:23:29.881+00', DEFAULT),
('cus_1m8748k5jsekc3v6mqzyfs', 'usr_1m84cm8wgr4q0trdc6pd2t', 'Customer 2', 'customer2@example.com', NULL, NULL, NULL, '', '2026-11-24 15:54:46.834+00', '2026-11-24 15:54:46.834+00', DEFAULT),
('cus_1m876ys4r89rw67kn714kn', 'usr_1m84cm8wgr4q0trdc6pd2t', 'Customer 3', 'customer3@example.com', NULL, NULL, NULL, '', '2026-11-24 16:41:51+00', '2026-11-24 16:41:51+00', DEFAULT),
('cus_1m876ytsnt7chgnad3eev4', 'usr_1m84cm8wgr4q0trdc6pd2t', 'Customer 4', 'customer4@example.com', NULL, NULL, NULL, '', '2026-11-24 16:41:52.693+00', '2026-11-24 16:41:52.693+00', DEFAULT),
('cus_1m876yvdeeaycd9qh8047c', 'usr_1m84cm8wgr4q0trdc6pd2t', 'Customer 5', 'customer5@example.com', NULL, NULL, NULL, '', '2026-11-24 16:41:53.326+00', '2026-11-24 16:41:53.326+00', DEFAULT),
('cus_1m8770pj7a31zz96j78jve', 'usr_1m84cm8wgr4q0trdc6pd2t', 'Carl Customer', 'carl@example.com', NULL, NULL, NULL, '', '2026-11-24 16:42:53.895+00', '2026-11-24 16:42:53.895+00', DEFAULT);
INSERT INTO public.deliveries VALUES
('ord_1m84cmnb60m9sab95cvvvf', 1, 'hld_1m84cmn7x331q8zamd9rwp', 'leads', 'email', 'sent', 25, '2026-11-23 14:23:27.753+00', '2026-11-24 14:23:27.746+00', 'dlh_1m84cmnnjt1bmw10bns1ph', '2026-11-23 14:23:28.804+00', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL),
('ord_1m872fbdpwkd3yqpj9fd8w', 1, 'hld_1m872fbc32dwfqb0xv7g5p', 'by_hand', 'email', 'waiting', 105, '2026-11-24 15:23:31.309+00', '2026-11-25 15:23:31.296+00', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL),
('ord_1m84cmpxnsgmpcqfqvbfh6', 1, 'hld_1m84cmpsrwmwkb0m8x3gab', 'by_hand', 'email', 'waiting', 25, '2026-11-23 14:23:29.623+00', '2026-11-24 14:23:29.589+00', NULL, NULL, NULL, NULL, NULL, NULL, 'dlw_1m872fcc43cejsrkfa2hza', 'dlw_1m872fcc43cejsrkfa2hza', '2026-11-24 15:23:32.135+00', NULL),
('ord_1m872fdcdbepd6xwj20g3e', 1, 'hld_1m872fdak85q7djx7m6nmd', 'by_hand', 'email', 'cancelled', 25, '2026-11-24 15:23:33.178+00', '2026-11-25 15:23:33.177+00', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, '2026-11-24 15:23:33.472+00'),
('ord_1m872fdcdbepd6xwj20g3e', 2, 'hld_1m872fdax4pk13v3dm8kcg', 'by_hand', 'email', 'cancelled', 25, '2026-11-24 15:23:33.178+00', '2026-11-25 15:23:33.177+00', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, '2026-11-24 15:23:33.472+00'),
('ord_1m87486vv1a2pjvv78kgw8', 1, 'hld_1m87486svhjccgt37errcz', 'by_hand', 'email', 'waiting', 105, '2026-11-24 15:54:34.476+00', '2026-11-25 15:54:34.456+00', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL),
('ord_1m87487w9ja75eycwe0asq', 1, 'hld_1m87487vbm9m0wy8f2cdem', 'by_hand', 'email', 'waiting', 105, '2026-11-24 15:54:35.439+00', '2026-11-25 15:54:35.436+00', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL),
('ord_1m87488vj0jvy75mg0redz', 1, 'hld_1m87488tyzc1nnzjsvnmex', 'by_hand', 'email', 'waiting', 105, '2026-11-24 15:54:36.58+00', '2026-11-25 15:54:36.566+00', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL),
('ord_1m8748hq6g70w7vwpeq1vw', 1, 'hld_1m8748hnj2ytvncb9rbegm', 'leads', 'email', 'sent', 25, '2026-11-24 15:54:45.43+00', '2026-11-25 15:54:45.423+00', 'dlh_1m8748j6djhbggpjv3pjcx', '2026-11-24 15:54:46.035+00', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL),
('ord_1m8748k5kqr25mh1qk5kmh', 1, 'hld_1m8748k50g5a3s5rbhsxrc', 'by_hand', 'email', 'waiting', 105, '2026-11-24 15:54:46.991+00', '2026-11-25 15:54:46.981+00', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL),
('ord_1m8761d2ssavew6c28cyxa', 1, 'hld_1m8761d0yastxewca8bw1x', 'by_hand', 'email', 'waiting', 25, '2026-11-24 16:25:48.526+00', '2026-11-25 16:25:48.523+00', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL),
('ord_1m876ys52f1fbdxmg7ygm0', 1, 'hld_1m876ys2q5yjk3wc1jaeyc', 'by_hand', 'email', 'waiting', 105, '2026-11-24 16:41:51.314+00', '2026-11-25 16:41:51.304+00', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL),
('ord_1m876ytg2221bynzd1afnw', 1, 'hld_1m876yte1gjc5rvym910pg', 'by_hand', 'email', 'waiting', 25, '2026-11-24 16:41:52.549+00', '2026-11-25 16:41:52.544+00', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.delivery_files VALUES
('ord_1m84cmnb60m9sab95cvvvf', 1, 'csv', 'LY-FCX5JM9P-1-vip-andrews.csv', '\xefbbbf416464726573732c436974792c53746174652c5a49502c436f756e74792c4c65616420747970652c4f776e65722c4d61696c696e6720616464726573732c50686f6e6520312c50686f6e652031206b696e642c50686f6e65203120646f206e6f742063616c6c2c50686f6e6520322c50686f6e652032206b696e642c50686f6e65203220646f206e6f742063616c6c2c456d61696c20312c56616c75652c4571756974792070657263656e742c426564732c59656172206275696c742c4c6173742073616c652c436f6e73656e742c41676520696e20646179732c536f757263650d0a3120456c6d2053742c41757374696e2c54657861732c37383030312c416e64726577732c566163616e7420486f757365732c224f776e657220313b205365636f6e642c204f776e6572222c504f20426f7820312c3531322d3535352d303030312c4d6f62696c652c4e6f2c3733372d3535352d303030312c4c616e646c696e652c4e6f2c6f776e657231406578616d706c652e636f6d2c3235303030302c2c332c313938372c2c2c312c436f756e7479207265636f7264730d0a3220456c6d2053742c41757374696e2c54657861732c37383030322c416e64726577732c566163616e7420486f757365732c224f776e657220323b205365636f6e642c204f776e6572222c504f20426f7820322c3531322d3535352d303030322c4d6f62696c652c5965732c3733372d3535352d303030322c4c616e646c696e652c4e6f2c6f776e657232406578616d706c652e636f6d2c3235303030302c2c332c313938372c2c2c312c436f756e7479207265636f7264730d0a3320456c6d2053742c41757374696e2c54657861732c37383030332c416e64726577732c566163616e7420486f757365732c224f776e657220333b205365636f6e642c204f776e6572222c504f20426f7820332c3531322d3535352d303030332c4d6f62696c652c4e6f2c3733372d3535352d303030332c4c616e646c696e652c4e6f2c6f776e657233406578616d706c652e636f6d2c3235303030302c2c332c313938372c2c2c312c436f756e7479207265636f7264730d0a3420456c6d2053742c41757374696e2c54657861732c37383030342c416e64726577732c566163616e7420486f757365732c224f776e657220343b205365636f6e642c204f776e6572222c504f20426f7820342c3531322d3535352d303030342c4d6f62696c652c5965732c3733372d3535352d303030342c4c616e646c696e652c4e6f2c6f776e657234406578616d706c652e636f6d2c3235303030302c2c332c313938372c2c2c312c436f756e7479207265636f7264730d0a3520456c6d2053742c41757374696e2c54657861732c37383030352c416e64726577732c566163616e7420486f757365732c224f776e657220353b205365636f6e642c204f776e6572222c504f20426f7820352c3531322d3535352d303030352c4d6f62696c652c4e6f2c3733372d3535352d303030352c4c616e646c696e652c4e6f2c6f776e657235406578616d706c652e636f6d2c3235303030302c2c332c313938372c2c2c312c436f756e7479207265636f7264730d0a3620456c6d2053742c41757374696e2c54657861732c37383030362c416e64726577732c566163616e7420486f757365732c224f776e657220363b205365636f6e642c204f776e6572222c504f20426f7820362c3531322d3535352d303030362c4d6f62696c652c5965732c3733372d3535352d303030362c4c616e646c696e652c4e6f2c6f776e657236406578616d706c652e636f6d2c3235303030302c2c332c313938372c2c2c312c436f756e7479207265636f7264730d0a3720456c6d2053742c41757374696e2c54657861732c37383030372c416e64726577732c566163616e7420486f757365732c224f776e657220373b205365636f6e642c204f776e6572222c504f20426f7820372c3531322d3535352d303030372c4d6f62696c652c4e6f2c3733372d3535352d303030372c4c616e646c696e652c4e6f2c6f776e657237406578616d706c652e636f6d2c3235303030302c2c332c313938372c2c2c312c436f756e7479207265636f7264730d0a3820456c6d2053742c41757374696e2c54657861732c37383030382c416e64726577732c566163616e7420486f757365732c224f776e657220383b205365636f6e642c204f776e6572222c504f20426f7820382c3531322d3535352d303030382c4d6f62696c652c5965732c3733372d3535352d303030382c4c616e646c696e652c4e6f2c6f776e657238406578616d706c652e636f6d2c3235303030302c2c332c313938372c2c2c312c436f756e7479207265636f7264730d0a3920456c6d2053742c41757374696e2c54657861732c37383030392c416e64726577732c566163616e7420486f757365732c224f776e657220393b205365636f6e642c204f776e6572222c504f20426f7820392c3531322d3535352d303030392c4d6f62696c652c4e6f2c3733372d3535352d303030392c4c616e646c696e652c4e6f2c6f776e657239406578616d706c652e636f6d2c3235303030302c2c332c313938372c2c2c312c436f756e7479207265636f7264730d0a313020456c6d2053742c41757374696e2c54657861732c37383031302c416e64726577732c566163616e7420486f757365732c224f776e65722031303b205365636f6e642c204f776e6572222c504f20426f782031302c3531322d3535352d303031302c4d6f62696c652c5965732c3733372d3535352d303031302c4c616e646c696e652c4e6f2c6f776e65723130406578616d706c652e636f6d2c3235303030302c2c332c313938372c2c2c312c436f756e7479207265636f7264730d0a313120456c6d2053742c41757374696e2c54657861732c37383031312c416e64726577732c566163616e7420486f757365732c224f776e65722031313b205365636f6e642c204f776e6572222c504f20426f782031312c3531322d3535352d303031312c4d6f62696c652c4e6f2c3733372d3535352d303031312c4c616e646c696e652c4e6f2c6f776e65723131406578616d706c652e636f6d2c3235303030302c2c332c313938372c2c2c312c436f756e7479207265636f7264730d0a313220456c6d2053742c41757374696e2c54657861732c37383031322c416e64726577732c566163616e7420486f757365732c224f776e65722031323b205365636f6e642c204f776e6572222c504f20426f782031322c3531322d3535352d303031322c4d6f62696c652c5965732c3733372d3535352d303031322c4c616e646c696e652c4e6f2c6f776e65723132406578616d706c652e636f6d2c3235303030302c2c332c313938372c2c2c312c436f756e7479207265636f7264730d0a313320456c6d2053742c41757374696e2c54657861732c37383031332c416e64726577732c566163616e7420486f757365732c224f776e65722031333b205365636f6e642c204f776e6572222c504f20426f782031332c3531322d3535352d303031332c4d6f62696c652c4e6f2c3733372d3535352d303031332c4c616e646c696e652c4e6f2c6f776e65723133406578616d706c652e636f6d2c3235303030302c2c332c313938372c2c2c312c436f756e7479207265636f7264730d0a313420456c6d2053742c41757374696e2c54657861732c37383031342c416e64726577732c566163616e7420486f757365732c224f776e65722031343b205365636f6e642c204f776e6572222c504f20426f782031342c3531322d3535352d303031342c4d6f62696c652c5965732c3733372d3535352d303031342c4c616e646c696e652c4e6f2c6f776e65723134406578616d706c652e636f6d2c3235303030302c2c332c313938372c2c2c312c436f756e7479207265636f7264730d0a313520456c6d2053742c41757374696e2c54657861732c37383031352c416e64726577732c566163616e7420486f757365732c224f776e65722031353b205365636f6e642c204f776e6572222c504f20426f782031352c3531322d3535352d303031352c4d6f62696c652c4e6f2c3733372d3535352d303031352c4c616e646c696e652c4e6f2c6f776e65723135406578616d706c652e636f6d2c3235303030302c2c332c313938372c2c2c312c436f756e7479207265636f7264730d0a313620456c6d2053742c41757374696e2c54657861732c37383031362c416e64726577732c566163616e7420486f757365732c224f776e65722031363b205365636f6e642c204f776e6572222c504f20426f782031362c3531322d3535352d303031362c4d6f62696c652c5965732c3733372d3535352d303031362c4c616e646c696e652c4e6f2c6f776e65723136406578616d706c652e636f6d2c3235303030302c2c332c313938372c2c2c312c436f756e7479207265636f7264730d0a313720456c6d2053742c41757374696e2c54657861732c37383031372c416e64726577732c566163616e7420486f757365732c224f776e65722031373b205365636f6e642c204f776e6572222c504f20426f782031372c3531322d3535352d303031372c4d6f62696c652c4e6f2c3733372d3535352d303031372c4c616e646c696e652c4e6f2c6f776e65723137406578616d706c652e636f6d2c3235303030302c2c332c313938372c2c2c312c436f756e7479207265636f7264730d0a313820456c6d2053742c41757374696e2c54657861732c37383031382c416e64726577732c566163616e7420486f757365732c224f776e65722031383b205365636f6e642c204f776e6572222c504f20426f782031382c3531322d3535352d303031382c4d6f62696c652c5965732c3733372d3535352d303031382c4c616e646c696e652c4e6f2c6f776e65723138406578616d706c652e636f6d2c3235303030302c2c332c313938372c2c2c312c436f756e7479207265636f7264730d0a313920456c6d2053742c41757374696e2c54657861732c37383031392c416e64726577732c566163616e7420486f757365732c224f776e65722031393b205365636f6e642c204f776e6572222c504f20426f782031392c3531322d3535352d303031392c4d6f62696c652c4e6f2c3733372d3535352d303031392c4c616e646c696e652c4e6f2c6f776e65723139406578616d706c652e636f6d2c3235303030302c2c332c313938372c2c2c312c436f756e7479207265636f7264730d0a323020456c6d2053742c41757374696e2c54657861732c37383032302c416e64726577732c566163616e7420486f757365732c224f776e65722032303b205365636f6e642c204f776e6572222c504f20426f782032302c3531322d3535352d303032302c4d6f62696c652c5965732c3733372d3535352d303032302c4c616e646c696e652c4e6f2c6f776e65723230406578616d706c652e636f6d2c3235303030302c2c332c313938372c2c2c312c436f756e7479207265636f7264730d0a323120456c6d2053742c41757374696e2c54657861732c37383032312c416e64726577732c566163616e7420486f757365732c224f776e65722032313b205365636f6e642c204f776e6572222c504f20426f782032312c3531322d3535352d303032312c4d6f62696c652c4e6f2c3733372d3535352d303032312c4c616e646c696e652c4e6f2c6f776e65723231406578616d706c652e636f6d2c3235303030302c2c332c313938372c2c2c312c436f756e7479207265636f7264730d0a323220456c6d2053742c41757374696e2c54657861732c37383032322c416e64726577732c566163616e7420486f757365732c224f776e65722032323b205365636f6e642c204f776e6572222c504f20426f782032322c3531322d3535352d303032322c4d6f62696c652c5965732c3733372d3535352d303032322c4c616e646c696e652c4e6f2c6f776e65723232406578616d706c652e636f6d2c3235303030302c2c332c313938372c2c2c312c436f756e7479207265636f7264730d0a323320456c6d2053742c41757374696e2c54657861732c37383032332c416e64726577732c566163616e7420486f757365732c224f776e65722032333b205365636f6e642c204f776e6572222c504f20426f782032332c3531322d3535352d303032332c4d6f62696c652c4e6f2c3733372d3535352d303032332c4c616e646c696e652c4e6f2c6f776e65723233406578616d706c652e636f6d2c3235303030302c2c332c313938372c2c2c312c436f756e7479207265636f7264730d0a323420456c6d2053742c41757374696e2c54657861732c37383032342c416e64726577732c566163616e7420486f757365732c224f776e65722032343b205365636f6e642c204f776e6572222c504f20426f782032342c3531322d3535352d303032342c4d6f62696c652c5965732c3733372d3535352d303032342c4c616e646c696e652c4e6f2c6f776e65723234406578616d706c652e636f6d2c3235303030302c2c332c313938372c2c2c312c436f756e7479207265636f7264730d0a323520456c6d2053742c41757374696e2c54657861732c37383032352c416e64726577732c566163616e7420486f757365732c224f776e65722032353b205365636f6e642c204f776e6572222c504f20426f782032352c3531322d3535352d303032352c4d6f62696c652c4e6f2c3733372d3535352d303032352c4c616e646c696e652c4e6f2c6f776e65723235406578616d706c652e636f6d2c3235303030302c2c332c313938372c2c2c312c436f756e7479207265636f7264730d0a', 4956, '6e9ec075d818c3e39dcc9ed5a007ef2e413c5e27b5ec9eae6de9e80eff84e340', '2026-11-23 14:23:27.901+00', '2026-12-23 14:23:27.922+00'),
('ord_1m84cmnb60m9sab95cvvvf', 1, 'xlsx', 'LY-FCX5JM9P-1-vip-andrews.xlsx', '\x504b0304140000000800006021000a0879cc0d010000a8020000130000005b436f6e74656e745f54797065735d2e786d6cad92cd4ec3301084ef3c85e52baadd72400825e9819f2370280fb0389bc48affe4754bf2f63869cb0195f6d29365efcc7ca3958bf5600ddb6124ed5dc95762c9193ae56bedda927f6e5e170f9c51025783f10e4b3e22f17575536cc680c4b2d951c9bb94c2a394a43ab440c2077479d2f86821e56b6c6500d5438bf26eb9bc97cabb842e2dd294c1abe2191bd89ac45e86fcbc2f12d110674f7be1c42a398460b48294e772e7ea3f94c58120b273d650a703dd6601972709d3e47fc0c1f79e3713758dec03627a039b557230f2dbc7fecbfb5e9c0f39d1d2378d56587bb5b5d9222844849a3ac4648d984f6141bb63ef33fc594c723e56572ef29b7fa107a5d1205d7b0b73e8912ce78f56fd00504b0304140000000800006021000659c782b2000000280100000b0000005f72656c732f2e72656c7385cf4d0ac2301005e0bda708b3b7a92e44a4693722742bf500319dfed0241392a8ededcdd28ae0729899eff18a6a369a3dd18791ac805d960343aba81d6d2fe0d65cb64760214adb4a4d16052c18a02a37c515b58ce9270ca30b2c21360818627427ce831ad0c89091439b361d7923631a7dcf9d5493ec91eff3fcc0fda701e5ca64752bc0d7ed0e58b3b814fcdfa6ae1b159e493d0cdaf823e2eb22c9d2f71805cc9abfc84f77a2294b28f0b2e0ab82e51b504b030414000000080000602100e042968ac7000000a80100001a000000786c2f5f72656c732f776f726b626f6f6b2e786d6c2e72656c73ad90cbcac2301085f7ff5384d9ff9dd6858898ba11c1ade80384747ac1360999f1d2b737288a82e0c6d5706698ef1cce6279197a75a2c89d771a8a2c0745cefaaa738d86fd6efd3f03c5625c657aef48c3480ccbf26fb1a5de48fae1b60bac12c4b1865624cc11d9b63418ce7c20972eb58f8391246383c1d883690827793ec5f8ca80f28da9369586b8a90a50bb3124e3ef6c5fd79da595b7c7819c7cb0c0b38f076e8924414d6c48343c578cb75164890af839cce4976158c63e95f94c72d70f7b7c2bb8bc02504b030414000000080000602100849ed4df47010000e20200000d000000786c2f7374796c65732e786d6c95923d4fc3301086777e85e51ddc54022194b8035224e61689d5499cc492bf645fab865fcf394ea01d5061f17de4dee72e6797bbb3d1e4244354ce56b478d850226deb3a65878abe1feafb674a2208db09edacace82423ddf1bb32c2a4e57e941208126cace808e05f188bed288d880fce4b8b5f7a178c000cc3c0a20f527431898c66dbcde68919a12ce565ef2c44d2baa3858a6e97042fe32739098d631594f1d20a2373fc2ab46a824a49962bf3d960e2ef9ad944d42aadaf9b6382975e00c8606b0cc8e21f268f2bb0b8888c99eb6e540f414cc5f6f142301becdbb8d0e1e2d7ce0576ce295e6ad9030a821ac664c1793c1b07e00c3a9d1283b34227e4aa581cc4b652eb7dba9d8ffe8a7dee893d9adac05b5751bce6f4f7ab8b032d6ec6e420f12f69997d814dcbfa3f969cfb6ffe6feae2b69a08eff554a32095afb3ce63b29fd7c9bf00504b030414000000080000602100906e60afba0000001b0100000f000000786c2f776f726b626f6f6b2e786d6c8d4f39aec23010edff29ace93f0e1408454968101212251cc0c4136211cf443366bb3d66eba966797a5bb5bcc5c15c503430d5309d1460905af6818e35ec77ebff05184d8ebc1b98b0863b2a2c9bbfeaca723a309f4ce693d6d0a73496d66adb63743ae11129231d4b74299f72b43a0a3aaf3d628a839d15c5dc461708de0aa5fca2c15d175a5c717b8e48e92d2238b894d36b1f4685a67a39e8671a7231a7de3e9d7391e76be3734f305286bcc8c64fc13695fdb2ecb758f300504b030414000000080000602100204c3976380d00007899000018000000786c2f776f726b7368656574732f7368656574312e786d6cb59ddb76db361a85efe729b8743d890eb67ce8d8eee4e0b452adda334e9dd5b9632426d68a446a24da8efbf405c413a86cfc04b7a19b0836888ffa09e82393781b673f7f5f2e82c768bd9927f179a7ffbad709a2789acce6f1d7f3ce1f1f3fbc3ae9049b348c67e12289a3f3ce73b4e9fc7cf18fb3a764fd6d731f4569a000f1e6bc739fa6ab9fbaddcdf43e5a869bd7c92a8a55cf9764bd0c53f5e5fa6b77b35a47e16c3b68b9e80e7abda3ee329cc79d8bb3edf7eee6d1d3c66807fa149f93e49bfe62343beff4d491ab308e82e7dbd5629eaa77db09d26475157d49df458bc579e7cda01384d374fe18dda8c3ce3b9f93344d96ba7f5b43aabef5659dfc15c59deec559b73c91d9566f609a2cb23f83e55c5f924eb00cbf6f5f9fe6b3f45eb55473fab051e84ff93734af1ca0dec476807a2d06a88b2a0c38c807a857b70187f900f5ea3660980f50af6e038ef201eab518a0c60a038ef301ea351f309007a865b51da05e8b33a8b1c280d37c807a2d06a8fa8501bac46ce654c3714839d9d56c0fe4d9ee17d3ad1b8e6729265c371c871453ae1b8e6fac9874dd701c524cbb6eb82d143d69d9906ae6f568694831f5bae1789662f275a318a2aeb7f4292c665f371c3fb8c5eceb86db1b1b941f7663f6d5ac4a438ad9d70df18a7533136dddf43e4cc38bb375f214ac75afe2e9c61bf546957ab507cf3bf378318fa3db74ad7ae76adcd6cc3f6d56e154794fa97713ad1fa3cec59bd94cb53767dd549d411fd79de6b4b704eddd3c7d06a87704ea561b1ab0de13acff8d6e00e9922930798861891f08d895baff05e9f30a95f90bc1bb7e8aa33560fd4ab026e15c1df73508adeb6344506feed55343d007b4314f0bbecde31940fef602e42c09e2240da6e16201c85734790068139e662bfdf71720e5d2af09f2a57aae5bc059bf216877e1e2017d62fec3bcb3ff3f286305ab683d8de21440ff4b40df4633f479b925507f46e13af8fc305fa0f7f691514eb849834db84017f00fca87f1065fb93be666f4350ae671300b9fd105fcc4dc45920735b5755857dd37cb9be7a0bc79aa5bb6a2ab1bbc3bbd1f5c2e96c12d2aff2d817ba3eef9f318dd3f09d8c7e87b88aee27b82757cd2eba18fef255364ac6e284fe89d7d206877e1348cd3e0d7e4611321e62f04737b1b0dfaff0a6ea36912cffe1958efab04fce63a789b7c87321c11b8617ff06a381cbeeae1091a13c849f2790efdf01b01fb3d41b74f66091e1c4b854e08e495fa670c7d20ba7ffa2af59a00257ab9f5ffad3ebfcbd5227a3d4d96e8ce59802fce1e2f064375597a67dd47f3ce651e7050efbb35fbfaa727c7f5eebb5a77bdef135150f6d01cacd5c769bd7b6bacc9f8a094b1facb50dbb30c04191338bb8c099855c6044bcb183d465e3245da654cd01a654c3033190f1c644cc07319a3ab392270868c11724c20ed3226607fc259b962d6606563f8371a0229d998c0611b13a0ad8d074d362ec0561b9b07ecdad8ec0336ae75efd89828c8d9c687a58dd5bf32b63dcb8160630267b73101b3da9860691babf9fcd1c64c91761b13b4461b13ccccc6070e3626e0b98dd1d51c1138c3c608392690761b1330fc68cc2cc14ac6a8d009819464ecabd46b02b495f141938c0bb055c6e601bb3236fb808c6bdd3b32260a7296f1b094b1faff9bb6673914644ce0ec3226605619132c2de3432463a648bb8c095aa38c096626e343071913f05cc6e86a8e089c2163841c1348bb8c0998e5d1985983958d51a5130229d998c0611b13a0ad8d0f9b6c5c80ad36360fd8b5b1d9076c5cebdeb1315190b38d8f4a1babffaa6dfd59106c4ce0ec362660561b132c6de321b23153a4ddc604add1c60433b3f1d0c1c6043cb731ba9a236605563646c83181b4db9880e147636609563246854e08a424635fa55e13a0ad8c874d322ec056199b07eccad8ec0332ae75efc89828c859c6c7a58cd50f1db53dcb9120630267973101b3ca986069191f21193345da654cd01a654c3033191f39c89880e73246577344e00c1923e49840da654cc02c8fc6cc1aac6c8c2a9d1048c9c6040edb98006d6d7cd464e3026cb5b179c0ae8dcd3e60e35af78e8d89829c6d7c52da58ffa878db1522d898c0d96d4cc0ac3666ea54365613f6a38d9922ed3626688d362698998d8f1d6c4cc0731ba3ab392270868d11724c20ed362660f8d1985982958c51a1130229c9d857a9d704682be3e326191760ab8ccd0376656cf60119d7ba77644c14e42ce3d352c6ea27e5db9ee544903181b3cb988059654cb0b48c4f908c9922ed3226688d322698998c4f1c644cc07319a3ab392270868c11724c20ed322660964763660d563646954e08a4646302876d4c80b6363e69b27101b6dad83c60d7c6661fb071ad7bc7c64441ce3656e9a132a9a3ced0f63ca7828f199e5dc80ccd6a6406a6957c0a233b4c9d762733b8462933d0cccaa70e5666e8b996d1151d313cc3cb8839669876313334fc984c2dc5cacca8d609c394d4ecadda6b86b495f369939c4bb2d5ceb52376f55ceb047eaef7ef089aa9caddd04696324b9bb43a4fbf27299a000a8a266876451330a5e8be9a75a068a64e41d104ae59d104348f85f45c1c4de08b6008baa6230658491a32c70c53903441b33c3e53abb1b4342c76c230454b133c8ba509529610e9356aba40db356d1ef183a6cd4ea4e95affaea689b2dc355da5f674eebfb5a6a5dc1e031434ed33b9c7c0b4a661748faa53d0f43ec27b0c34d7b44b7c8fc1179a86013e0668681ae7e2bd46f8189ae559fa45213e58eb84618a96f616e3634899a51b837c25da6e6929ca57eb449696c27c4c59ee96aee27cfa97a0b4b6b414e8638082a57d46fa1898b634ccf451750a96de47aa8f81e69676c9f531f8c2d230d9c7000d4bc3681fc3142ced2fdc47adc64ad3f8f795788ef7313c8ba6d9805fbf31e157a2ed9a96327eb54ea46929e5c794e5aee92ae7a77f9d586b4d4b493f062868da67d68f81694dc3b01f55a7a0e97dc4fd1868ae6997c01f832f340d237f0cd0d034ccfc314c41d3de527fd462ac2c0d637f0c53b4b4b7e01f43ca2cdd18fd2bd1764b4be1bf5a27b2b414ff63ca72b7741500d4bfc1b1b5a5a5082003142ced3304c8c0b4a5610a90aa53b0f43e72800c34b7b44b1290c117968659400668581a860119a660697f71406a35569a86794086296ada5b229021659a6ecc049668bba6a55460ad13695aca053265b96bba4a06eadfe2da5ad3523690010a9af6990e64605ad3301e48d529687a1f0141069a6bda2522c8e00b4dc390200334340d53820c53d0b4b79c20b5182b4bc3a020c3142ded2d2ac890324b3786054bb4ddd2525cb0d6892c2d050699b2dc2d5d4506f52f2a6f6d692934c800054bfb8c0d32306d69981ba4ea142cbd8fe42003cd2ded921d64f085a5617a90011a9686f141862958da5f80905a8d95a6618290618a9af69621644899a61b538425daae69294758eb449a9692844c59ee9aaeb2847a7388d69a96d2840c50d0b4cf3c2103d39a868142aa4e41d3fb881432d05cd32ea142065f681ac60a19a0a169982b649882a6bd250ba9c558591a460b19a668696fe142869459ba315e58a2ed96960286b54e64692962c894e56ee92a64a8f7e3696d692966c800054bfb0c1a32306d699834a4ea142cbd8fac2103cd2ded923664f085a561de90011a96868143862958da5fe4905a8d95a661e690618a9af6963a644899a61b738725daae69297958eb449a96b2874c59ce9a561b9f159ad67ba0b5d6b4943e6480c2662704cdbedb0901d39a86e943aa4e61bf1302d7bce10901cd35ed123f64f085a661fe90011a9a86f94386296c7b42d02cfb9ebc287f086b9d304c71e7136ff943869459ba318058a2edbb9f4801c45a27daff440a203265b95bba0a20ea6d27db9e6720051019a060699f014406a62c3d800144aa4ec1d2fb082032d07c2b14970022832f36438101440658591a32c70c53b0b4bf0022b51a4b4dc362270c53d4b4b7002243ca3645690c209668bba6a50062ad13695a0a203265b96bdad8369088d00cc48d03fdee1ce875eb402e8038c07b077ade3c702fbb07d201c481d3fe817c00115ed3110334348db710f4bb87a0bf4d045f144084b54e18a668697ffb08b201c441f34e82cd5b098a7b09366d2628ee26b8cf00a2da52bdb43491a019480144062858da67009181694bc3002255a760e97d041019686e69970022832f2c0d03880cd0b0340c20324cc1d2fe0288d46aac340d03880c53d4b4b7002243ca34dd18402cd1764d4b01c45a27d2b4144064ca72d774154054cdf69a9602880c50d0b4cf002203d39a860144aa4e41d3fb082032d05cd32e0144065f681a061019a0a1691840649882a6bd0510a9c558591a061019a668696f0144869459ba318058a2ed96960288b54e64692980c894e56ee92a80a89aed2d2d051019a060699f014406a62d0d0388549d82a5f7114064a0b9a55d02880cbeb0340c203240c3d23080c830054bfb0b2052abb1d2340c20324c51d3de02880c29d3746300b144db352d05106b9d48d352009129cb5dd355005135db6b5a0a20324041d33e03880c4c6b1a0610a93a054def2380c840734dbb0410197ca1691840648086a6610091610a9af61640a41663656918406498a2a5bd0510195266e9c6006289b65b5a0a20d63a91a5a500225356b3a5bb9bfb284adf8769a8da4fc9fadbf6eb8bbf01504b01021400140000000800006021000a0879cc0d010000a80200001300000000000000000000000000000000005b436f6e74656e745f54797065735d2e786d6c504b01021400140000000800006021000659c782b2000000280100000b000000000000000000000000003e0100005f72656c732f2e72656c73504b0102140014000000080000602100e042968ac7000000a80100001a0000000000000000000000000019020000786c2f5f72656c732f776f726b626f6f6b2e786d6c2e72656c73504b0102140014000000080000602100849ed4df47010000e20200000d0000000000000000000000000018030000786c2f7374796c65732e786d6c504b0102140014000000080000602100906e60afba0000001b0100000f000000000000000000000000008a040000786c2f776f726b626f6f6b2e786d6c504b0102140014000000080000602100204c3976380d000078990000180000000000000000000000000071050000786c2f776f726b7368656574732f7368656574312e786d6c504b0506000000000600060080010000df1200000000', 5237, '2c4c72cd098457a59a7cacb5f77cda99b97ffee14dd0ff61ac5077ebe5d80b7b', '2026-11-23 14:23:27.901+00', '2026-12-23 14:23:27.922+00');
INSERT INTO public.delivery_handovers VALUES
('dlh_1m84cmnnjt1bmw10bns1ph', 'ord_1m84cmnb60m9sab95cvvvf', 'w9v8BJ7hUKs2ciKbRsurRuyjtf2BrC5o', 'leads_delivered.dlh_1m84cmnnjt1bmw10bns1ph', false, NULL, '2026-11-23 14:23:27.922+00', '2026-12-23 14:23:27.922+00', NULL, NULL),
('dlh_1m8748j6djhbggpjv3pjcx', 'ord_1m8748hq6g70w7vwpeq1vw', 'CAEiqlY1jUuh6JLoDEiP1wxCN6ZJxxcV', 'leads_delivered.dlh_1m8748j6djhbggpjv3pjcx', false, NULL, '2026-11-24 15:54:45.837+00', '2026-12-24 15:54:45.837+00', NULL, NULL);
INSERT INTO public.disputes VALUES
('dp_3ss46yO7wD4luzBpZr618L1z', 'pi_3vBs2dSrawpc65dUYJcajG2k', 'ord_1m87487w9ja75eycwe0asq', 26505, 'fraudulent', 'needs_response', '2026-12-03 15:54:35+00', '2026-11-24 15:54:35+00', NULL, '2026-11-23 14:23:35.918+00', NULL, 0, NULL, NULL);
INSERT INTO public.hold_leads VALUES
('hld_1m876ytqf39ghs3naq2a2d', 79),
('hld_1m876ytqf39ghs3naq2a2d', 80),
('hld_1m876ytqf39ghs3naq2a2d', 81),
('hld_1m876ytqf39ghs3naq2a2d', 82),
('hld_1m876ytqf39ghs3naq2a2d', 83),
('hld_1m876ytqf39ghs3naq2a2d', 84),
('hld_1m876ytqf39ghs3naq2a2d', 26),
('hld_1m876ytqf39ghs3naq2a2d', 27),
('hld_1m876ytqf39ghs3naq2a2d', 28),
('hld_1m876ytqf39ghs3naq2a2d', 29),
('hld_1m876ytqf39ghs3naq2a2d', 30),
('hld_1m876ytqf39ghs3naq2a2d', 31),
('hld_1m876ytqf39ghs3naq2a2d', 32),
('hld_1m876ytqf39ghs3naq2a2d', 33),
('hld_1m876ytqf39ghs3naq2a2d', 34),
('hld_1m876ytqf39ghs3naq2a2d', 35),
('hld_1m876ytqf39ghs3naq2a2d', 36),
('hld_1m876ytqf39ghs3naq2a2d', 37),
('hld_1m876ytqf39ghs3naq2a2d', 38),
('hld_1m876ytqf39ghs3naq2a2d', 39),
('hld_1m876ytqf39ghs3naq2a2d', 40),
('hld_1m876ytqf39ghs3naq2a2d', 41),
('hld_1m876ytqf39ghs3naq2a2d', 42),
('hld_1m876ytqf39ghs3naq2a2d', 43),
('hld_1m876ytqf39ghs3naq2a2d', 44),
('hld_1m876yvjmkjsxw4wm3rray', 45),
('hld_1m876yvjmkjsxw4wm3rray', 46),
('hld_1m876yvjmkjsxw4wm3rray', 47),
('hld_1m876yvjmkjsxw4wm3rray', 48),
('hld_1m876yvjmkjsxw4wm3rray', 49),
('hld_1m876yvjmkjsxw4wm3rray', 50),
('hld_1m876yvjmkjsxw4wm3rray', 51),
('hld_1m876yvjmkjsxw4wm3rray', 52),
('hld_1m876yvjmkjsxw4wm3rray', 53),
('hld_1m876yvjmkjsxw4wm3rray', 54),
('hld_1m876yvjmkjsxw4wm3rray', 55),
('hld_1m876yvjmkjsxw4wm3rray', 56),
('hld_1m876yvjmkjsxw4wm3rray', 57),
('hld_1m876yvjmkjsxw4wm3rray', 58),
('hld_1m876yvjmkjsxw4wm3rray', 59),
('hld_1m876yvjmkjsxw4wm3rray', 60),
('hld_1m876yvjmkjsxw4wm3rray', 61),
('hld_1m876yvjmkjsxw4wm3rray', 62),
('hld_1m876yvjmkjsxw4wm3rray', 63),
('hld_1m876yvjmkjsxw4wm3rray', 64),
('hld_1m876yvjmkjsxw4wm3rray', 65),
('hld_1m876yvjmkjsxw4wm3rray', 66),
('hld_1m876yvjmkjsxw4wm3rray', 67),
('hld_1m876yvjmkjsxw4wm3rray', 68),
('hld_1m876yvjmkjsxw4wm3rray', 69);
INSERT INTO public.holds VALUES
('hld_1m84cmn7x331q8zamd9rwp', '48003-vacant-vip-20', 'cart:DiZ0xwlkuwOEiUnjtAqgh3te9sQYv8J0', 'nn2pYoT3g3OJOmkMMtpwEUD1mSZ', 'sold', false, '2026-11-23 14:23:27.485+00', '2026-11-23 14:53:27.485+00', '2026-11-23 14:23:27.732+00', 'ord_1m84cmnb60m9sab95cvvvf', 5, '[{"name": "5 Extra Leads", "leads": 5, "offerId": "off_standard_extra_leads"}]', NULL, true),
('hld_1m84cmpsrwmwkb0m8x3gab', '48453-vacant-vip-20', 'cart:80BPv1nzsrMS4PVzXplqQ-wBkGSBZtWb', 'nn2pYoT3g3OJOmkMMtpwEUD1mSZ', 'sold', true, '2026-11-23 14:23:29.08+00', '2026-11-23 14:53:29.08+00', '2026-11-23 14:23:29.578+00', 'ord_1m84cmpxnsgmpcqfqvbfh6', 5, '[{"name": "5 Extra Leads", "leads": 5, "offerId": "off_standard_extra_leads"}]', NULL, false),
('hld_1m84cmqfrngj57bn3xns8m', '48453-vacant-premier-20', 'request:prq_1m84cmqk1a1yx8y2m6vs90', 'nn2pYoT3g3OJOmkMMtpwEUD1mSZ', 'expired', true, '2026-11-23 14:23:29.784+00', '2026-11-24 15:23:29.89+00', '2026-11-24 15:23:30.657+00', NULL, 5, '[{"name": "5 Extra Leads", "leads": 5, "offerId": "off_standard_extra_leads"}]', NULL, false),
('hld_1m872fbc32dwfqb0xv7g5p', '48453-vacant-standard-100', 'cart:80BPv1nzsrMS4PVzXplqQ-wBkGSBZtWb', 'nn2pYoT3g3OJOmkMMtpwEUD1mSZ', 'sold', true, '2026-11-24 15:23:31.075+00', '2026-11-24 15:53:31.075+00', '2026-11-24 15:23:31.29+00', 'ord_1m872fbdpwkd3yqpj9fd8w', 5, '[{"name": "5 Extra Leads", "leads": 5, "offerId": "off_standard_extra_leads"}]', NULL, false),
('hld_1m872fdax4pk13v3dm8kcg', '48453-vacant-premier-20', 'cart:Vx7I8j1zDjuMjp07Og_CQC7eD0BtRVuX', 'nn2pYoT3g3OJOmkMMtpwEUD1mSZ', 'sold', true, '2026-11-24 15:23:33.085+00', '2026-11-24 15:53:33.085+00', '2026-11-24 15:23:33.176+00', 'ord_1m872fdcdbepd6xwj20g3e', 5, '[{"name": "5 Extra Leads", "leads": 5, "offerId": "off_standard_extra_leads"}]', NULL, false),
('hld_1m872fdak85q7djx7m6nmd', '48453-vacant-vip-20', 'cart:Vx7I8j1zDjuMjp07Og_CQC7eD0BtRVuX', 'nn2pYoT3g3OJOmkMMtpwEUD1mSZ', 'sold', true, '2026-11-24 15:23:33.075+00', '2026-11-24 15:53:33.075+00', '2026-11-24 15:23:33.176+00', 'ord_1m872fdcdbepd6xwj20g3e', 5, '[{"name": "5 Extra Leads", "leads": 5, "offerId": "off_standard_extra_leads"}]', NULL, false),
('hld_1m872fd01p7qzazw4javyb', '48453-vacant-vip-20', 'cart:80BPv1nzsrMS4PVzXplqQ-wBkGSBZtWb', 'nn2pYoT3g3OJOmkMMtpwEUD1mSZ', 'expired', true, '2026-11-24 15:23:32.737+00', '2026-11-24 15:53:32.737+00', '2026-11-24 15:54:33.936+00', NULL, 5, '[{"name": "5 Extra Leads", "leads": 5, "offerId": "off_standard_extra_leads"}]', NULL, false),
('hld_1m872fe06v1kf8xnk1g9wt', '48453-owner-standard-100', 'cart:EShBDbWmUr8_kTMikvEYhcGZmqdIBSC7', 'nn2pYoT3g3OJOmkMMtpwEUD1mSZ', 'expired', true, '2026-11-24 15:23:33.766+00', '2026-11-24 15:53:33.766+00', '2026-11-24 15:54:33.936+00', NULL, 5, '[{"name": "5 Extra Leads", "leads": 5, "offerId": "off_standard_extra_leads"}]', NULL, false),
('hld_1m87486svhjccgt37errcz', '48453-owner-standard-100', 'cart:FMbm1nKILemWolt1fPekJA19eInZB7UL', 'nn2pYoT3g3OJOmkMMtpwEUD1mSZ', 'sold', true, '2026-11-24 15:54:34.171+00', '2026-11-24 16:24:34.171+00', '2026-11-24 15:54:34.421+00', 'ord_1m87486vv1a2pjvv78kgw8', 5, '[{"name": "5 Extra Leads", "leads": 5, "offerId": "off_standard_extra_leads"}]', NULL, false),
('hld_1m87487vbm9m0wy8f2cdem', '48453-vacant-standard-100', 'cart:s2FYkxncKkiPBG_LJCfegdcquLXK13F8', 'nn2pYoT3g3OJOmkMMtpwEUD1mSZ', 'sold', true, '2026-11-24 15:54:35.243+00', '2026-11-24 16:24:35.243+00', '2026-11-24 15:54:35.434+00', 'ord_1m87487w9ja75eycwe0asq', 5, '[{"name": "5 Extra Leads", "leads": 5, "offerId": "off_standard_extra_leads"}]', NULL, false),
('hld_1m87488tyzc1nnzjsvnmex', '48453-vacant-standard-100', 'order:ord_1m87488vj0jvy75mg0redz', 'nn2pYoT3g3OJOmkMMtpwEUD1mSZ', 'sold', true, '2026-11-24 15:54:36.254+00', '2026-11-25 15:54:36.28+00', '2026-11-24 15:54:36.557+00', 'ord_1m87488vj0jvy75mg0redz', 5, '[{"name": "5 Extra Leads", "leads": 5, "offerId": "off_standard_extra_leads"}]', NULL, false),
('hld_1m87489681qa990ftd7ch0', '48453-vacant-standard-100', 'order:ord_1m87489a3ax58smx8t559k', 'nn2pYoT3g3OJOmkMMtpwEUD1mSZ', 'released', true, '2026-11-24 15:54:36.616+00', '2026-11-25 15:54:36.742+00', '2026-11-24 15:54:37.451+00', NULL, 5, '[{"name": "5 Extra Leads", "leads": 5, "offerId": "off_standard_extra_leads"}]', NULL, false),
('hld_1m8748hnj2ytvncb9rbegm', '48011-vacant-vip-20', 'cart:eVpEBw9UdfVT-b2Ir_iNiXOQPbOz_r7-', 'nn2pYoT3g3OJOmkMMtpwEUD1mSZ', 'sold', false, '2026-11-24 15:54:45.298+00', '2026-11-24 16:24:45.298+00', '2026-11-24 15:54:45.408+00', 'ord_1m8748hq6g70w7vwpeq1vw', 5, '[{"name": "5 Extra Leads", "leads": 5, "offerId": "off_standard_extra_leads"}]', NULL, true),
('hld_1m8748k50g5a3s5rbhsxrc', '48453-vacant-standard-100', 'request:prq_1m8748k5jn8h93cgydjgbq', 'nn2pYoT3g3OJOmkMMtpwEUD1mSZ', 'sold', true, '2026-11-24 15:54:46.816+00', '2026-11-25 16:54:46.834+00', '2026-11-24 15:54:46.97+00', 'ord_1m8748k5kqr25mh1qk5kmh', 5, '[{"name": "5 Extra Leads", "leads": 5, "offerId": "off_standard_extra_leads"}]', NULL, false),
('hld_1m8748m923hc4ah6bnxf7r', '48453-owner-premier-20', 'cart:Z2w-opPyZc71JdhX9tpAsZPh8WGrdhqp', 'nn2pYoT3g3OJOmkMMtpwEUD1mSZ', 'expired', true, '2026-11-24 15:54:47.97+00', '2026-11-24 16:22:47.97+00', '2026-11-24 16:25:48.091+00', NULL, 5, '[{"name": "5 Extra Leads", "leads": 5, "offerId": "off_standard_extra_leads"}]', NULL, false),
('hld_1m8748a34qzthj3dbmghkf', '48453-vacant-standard-100', 'cart:glNoQD1QiRSyL1MjLQYRX2J6YC8t3qCF', 'nn2pYoT3g3OJOmkMMtpwEUD1mSZ', 'expired', true, '2026-11-24 15:54:37.54+00', '2026-11-24 16:24:37.886+00', '2026-11-24 16:25:48.091+00', NULL, 5, '[{"name": "5 Extra Leads", "leads": 5, "offerId": "off_standard_extra_leads"}]', NULL, false),
('hld_1m8761d0yastxewca8bw1x', '48453-owner-premier-20', 'cart:aGWLtFxgX67abuN3LD2g-otx7EP3qoHK', 'nn2pYoT3g3OJOmkMMtpwEUD1mSZ', 'sold', true, '2026-11-24 16:25:48.318+00', '2026-11-24 16:53:48.318+00', '2026-11-24 16:25:48.52+00', 'ord_1m8761d2ssavew6c28cyxa', 5, '[{"name": "5 Extra Leads", "leads": 5, "offerId": "off_standard_extra_leads"}]', NULL, false),
('hld_1m876ys2q5yjk3wc1jaeyc', '48453-vacant-standard-100', 'request:prq_1m876ys4zg6dqaesa8f2xh', 'nn2pYoT3g3OJOmkMMtpwEUD1mSZ', 'sold', true, '2026-11-24 16:41:50.935+00', '2026-11-25 17:41:51.007+00', '2026-11-24 16:41:51.302+00', 'ord_1m876ys52f1fbdxmg7ygm0', 5, '[{"name": "5 Extra Leads", "leads": 5, "offerId": "off_standard_extra_leads"}]', NULL, false),
('hld_1m876yszjs64kewpe75sva', '48453-vacant-standard-100', 'order:ord_1m876yt372js7pden22amx', 'nn2pYoT3g3OJOmkMMtpwEUD1mSZ', 'live', true, '2026-11-24 16:41:51.858+00', '2026-11-25 16:41:52.021+00', NULL, NULL, 5, '[{"name": "5 Extra Leads", "leads": 5, "offerId": "off_standard_extra_leads"}]', NULL, false),
('hld_1m876yte1gjc5rvym910pg', '48453-vacant-premier-20', 'cart:hkmd8FHBpS9X3FSk5_oudEvWFIzaspvR', 'nn2pYoT3g3OJOmkMMtpwEUD1mSZ', 'sold', true, '2026-11-24 16:41:52.321+00', '2026-11-24 17:09:52.321+00', '2026-11-24 16:41:52.544+00', 'ord_1m876ytg2221bynzd1afnw', 5, '[{"name": "5 Extra Leads", "leads": 5, "offerId": "off_standard_extra_leads"}]', NULL, false),
('hld_1m876ytqf39ghs3naq2a2d', '48003-vacant-vip-20', 'request:prq_1m876ytspehqfz32w8sg3j', 'nn2pYoT3g3OJOmkMMtpwEUD1mSZ', 'live', false, '2026-11-24 16:41:52.623+00', '2026-11-25 17:41:52.694+00', NULL, NULL, 5, '[{"name": "5 Extra Leads", "leads": 5, "offerId": "off_standard_extra_leads"}]', NULL, true),
('hld_1m876ytp970dfxr0vck0c0', '48453-vacant-premier-20', 'request:prq_1m876ytspehqfz32w8sg3j', 'nn2pYoT3g3OJOmkMMtpwEUD1mSZ', 'live', true, '2026-11-24 16:41:52.585+00', '2026-11-25 17:41:52.694+00', NULL, NULL, 5, '[{"name": "5 Extra Leads", "leads": 5, "offerId": "off_standard_extra_leads"}]', NULL, false),
('hld_1m876yv6qvetf7cyg40k6e', '48453-vacant-vip-20', 'request:prq_1m876yvdfv3ynjwk6htxjr', 'nn2pYoT3g3OJOmkMMtpwEUD1mSZ', 'live', true, '2026-11-24 16:41:53.111+00', '2026-11-25 17:41:53.327+00', NULL, NULL, 5, '[{"name": "5 Extra Leads", "leads": 5, "offerId": "off_standard_extra_leads"}]', NULL, false),
('hld_1m876yvjdhqkg4x8esjdhq', '48453-vacant-vip-20', 'cart:LJbspLEpieH5Zu8avrd5i-ZHoEElJ8cD', 'nn2pYoT3g3OJOmkMMtpwEUD1mSZ', 'live', true, '2026-11-24 16:41:53.485+00', '2026-11-24 17:09:53.485+00', NULL, NULL, 5, '[{"name": "5 Extra Leads", "leads": 5, "offerId": "off_standard_extra_leads"}]', NULL, false),
('hld_1m876yvjmkjsxw4wm3rray', '48003-vacant-vip-20', 'cart:LJbspLEpieH5Zu8avrd5i-ZHoEElJ8cD', 'nn2pYoT3g3OJOmkMMtpwEUD1mSZ', 'live', false, '2026-11-24 16:41:53.492+00', '2026-11-24 17:09:53.492+00', NULL, NULL, 5, '[{"name": "5 Extra Leads", "leads": 5, "offerId": "off_standard_extra_leads"}]', NULL, true),
('hld_1m876yvktkwr5589q16j5f', '48453-vacant-premier-20', 'cart:zU7DwqfjBfXIAHv6e9S1c1GU0qYsvHHP', 'nn2pYoT3g3OJOmkMMtpwEUD1mSZ', 'live', true, '2026-11-24 16:41:53.53+00', '2026-11-24 17:09:53.53+00', NULL, NULL, 5, '[{"name": "5 Extra Leads", "leads": 5, "offerId": "off_standard_extra_leads"}]', NULL, false),
('hld_1m876yvs7be3ap4s4epvn9', '48453-vacant-standard-100', 'request:prq_1m8770pjf0mrqbch8we2mh', 'nn2pYoT3g3OJOmkMMtpwEUD1mSZ', 'live', true, '2026-11-24 16:41:53.703+00', '2026-11-25 17:42:53.903+00', NULL, NULL, 5, '[{"name": "5 Extra Leads", "leads": 5, "offerId": "off_standard_extra_leads"}]', NULL, false),
('hld_1m8770peccfmrh2pgxw9z0', '48453-vacant-vip-20', 'request:prq_1m8770pjf0mrqbch8we2mh', 'nn2pYoT3g3OJOmkMMtpwEUD1mSZ', 'live', true, '2026-11-24 16:42:53.772+00', '2026-11-25 17:42:53.903+00', NULL, NULL, 5, '[{"name": "5 Extra Leads", "leads": 5, "offerId": "off_standard_extra_leads"}]', NULL, false),
('hld_1m8770pq6h3nf43x2n5bvk', '48453-vacant-premier-20', 'user:usr_1m84cm8wgr4q0trdc6pd2t', 'nn2pYoT3g3OJOmkMMtpwEUD1mSZ', 'live', true, '2026-11-24 16:42:54.054+00', '2026-11-24 17:10:54.054+00', NULL, NULL, 5, '[{"name": "5 Extra Leads", "leads": 5, "offerId": "off_standard_extra_leads"}]', NULL, false);
INSERT INTO public.lead_details VALUES
(1, '1 Elm St', 'Austin', '78001', '{"Owner 1","Second, Owner"}', 'PO Box 1', '[{"kind": "mobile", "number": "+15125550001", "isDoNotCall": false}, {"kind": "landline", "number": "+17375550001", "isDoNotCall": false}]', '{owner1@example.com}', '{"beds": 3, "yearBuilt": 1987, "valueCents": 25000000}', 'County records', false, NULL),
(2, '2 Elm St', 'Austin', '78002', '{"Owner 2","Second, Owner"}', 'PO Box 2', '[{"kind": "mobile", "number": "+15125550002", "isDoNotCall": true}, {"kind": "landline", "number": "+17375550002", "isDoNotCall": false}]', '{owner2@example.com}', '{"beds": 3, "yearBuilt": 1987, "valueCents": 25000000}', 'County records', false, NULL),
(3, '3 Elm St', 'Austin', '78003', '{"Owner 3","Second, Owner"}', 'PO Box 3', '[{"kind": "mobile", "number": "+15125550003", "isDoNotCall": false}, {"kind": "landline", "number": "+17375550003", "isDoNotCall": false}]', '{owner3@example.com}', '{"beds": 3, "yearBuilt": 1987, "valueCents": 25000000}', 'County records', false, NULL),
(4, '4 Elm St', 'Austin', '78004', '{"Owner 4","Second, Owner"}', 'PO Box 4', '[{"kind": "mobile", "number": "+15125550004", "isDoNotCall": true}, {"kind": "landline", "number": "+17375550004", "isDoNotCall": false}]', '{owner4@example.com}', '{"beds": 3, "yearBuilt": 1987, "valueCents": 25000000}', 'County records', false, NULL),
(5, '5 Elm St', 'Austin', '78005', '{"Owner 5","Second, Owner"}', 'PO Box 5', '[{"kind": "mobile", "number": "+15125550005", "isDoNotCall": false}, {"kind": "landline", "number": "+17375550005", "isDoNotCall": false}]', '{owner5@example.com}', '{"beds": 3, "yearBuilt": 1987, "valueCents": 25000000}', 'County records', false, NULL),
(6, '6 Elm St', 'Austin', '78006', '{"Owner 6","Second, Owner"}', 'PO Box 6', '[{"kind": "mobile", "number": "+15125550006", "isDoNotCall": true}, {"kind": "landline", "number": "+17375550006", "isDoNotCall": false}]', '{owner6@example.com}', '{"beds": 3, "yearBuilt": 1987, "valueCents": 25000000}', 'County records', false, NULL),
(7, '7 Elm St', 'Austin', '78007', '{"Owner 7","Second, Owner"}', 'PO Box 7', '[{"kind": "mobile", "number": "+15125550007", "isDoNotCall": false}, {"kind": "landline", "number": "+17375550007", "isDoNotCall": false}]', '{owner7@example.com}', '{"beds": 3, "yearBuilt": 1987, "valueCents": 25000000}', 'County records', false, NULL),
(8, '8 Elm St', 'Austin', '78008', '{"Owner 8","Second, Owner"}', 'PO Box 8', '[{"kind": "mobile", "number": "+15125550008", "isDoNotCall": true}, {"kind": "landline", "number": "+17375550008", "isDoNotCall": false}]', '{owner8@example.com}', '{"beds": 3, "yearBuilt": 1987, "valueCents": 25000000}', 'County records', false, NULL),
(9, '9 Elm St', 'Austin', '78009', '{"Owner 9","Second, Owner"}', 'PO Box 9', '[{"kind": "mobile", "number": "+15125550009", "isDoNotCall": false}, {"kind": "landline", "number": "+17375550009", "isDoNotCall": false}]', '{owner9@example.com}', '{"beds": 3, "yearBuilt": 1987, "valueCents": 25000000}', 'County records', false, NULL),
(10, '10 Elm St', 'Austin', '78010', '{"Owner 10","Second, Owner"}', 'PO Box 10', '[{"kind": "mobile", "number": "+15125550010", "isDoNotCall": true}, {"kind": "landline", "number": "+17375550010", "isDoNotCall": false}]', '{owner10@example.com}', '{"beds": 3, "yearBuilt": 1987, "valueCents": 25000000}', 'County records', false, NULL),
(11, '11 Elm St', 'Austin', '78011', '{"Owner 11","Second, Owner"}', 'PO Box 11', '[{"kind": "mobile", "number": "+15125550011", "isDoNotCall": false}, {"kind": "landline", "number": "+17375550011", "isDoNotCall": false}]', '{owner11@example.com}', '{"beds": 3, "yearBuilt": 1987, "valueCents": 25000000}', 'County records', false, NULL),
(12, '12 Elm St', 'Austin', '78012', '{"Owner 12","Second, Owner"}', 'PO Box 12', '[{"kind": "mobile", "number": "+15125550012", "isDoNotCall": true}, {"kind": "landline", "number": "+17375550012", "isDoNotCall": false}]', '{owner12@example.com}', '{"beds": 3, "yearBuilt": 1987, "valueCents": 25000000}', 'County records', false, NULL),
(13, '13 Elm St', 'Austin', '78013', '{"Owner 13","Second, Owner"}', 'PO Box 13', '[{"kind": "mobile", "number": "+15125550013", "isDoNotCall": false}, {"kind": "landline", "number": "+17375550013", "isDoNotCall": false}]', '{owner13@example.com}', '{"beds": 3, "yearBuilt": 1987, "valueCents": 25000000}', 'County records', false, NULL),
(14, '14 Elm St', 'Austin', '78014', '{"Owner 14","Second, Owner"}', 'PO Box 14', '[{"kind": "mobile", "number": "+15125550014", "isDoNotCall": true}, {"kind": "landline", "number": "+17375550014", "isDoNotCall": false}]', '{owner14@example.com}', '{"beds": 3, "yearBuilt": 1987, "valueCents": 25000000}', 'County records', false, NULL),
(15, '15 Elm St', 'Austin', '78015', '{"Owner 15","Second, Owner"}', 'PO Box 15', '[{"kind": "mobile", "number": "+15125550015", "isDoNotCall": false}, {"kind": "landline", "number": "+17375550015", "isDoNotCall": false}]', '{owner15@example.com}', '{"beds": 3, "yearBuilt": 1987, "valueCents": 25000000}', 'County records', false, NULL),
(16, '16 Elm St', 'Austin', '78016', '{"Owner 16","Second, Owner"}', 'PO Box 16', '[{"kind": "mobile", "number": "+15125550016", "isDoNotCall": true}, {"kind": "landline", "number": "+17375550016", "isDoNotCall": false}]', '{owner16@example.com}', '{"beds": 3, "yearBuilt": 1987, "valueCents": 25000000}', 'County records', false, NULL),
(17, '17 Elm St', 'Austin', '78017', '{"Owner 17","Second, Owner"}', 'PO Box 17', '[{"kind": "mobile", "number": "+15125550017", "isDoNotCall": false}, {"kind": "landline", "number": "+17375550017", "isDoNotCall": false}]', '{owner17@example.com}', '{"beds": 3, "yearBuilt": 1987, "valueCents": 25000000}', 'County records', false, NULL),
(18, '18 Elm St', 'Austin', '78018', '{"Owner 18","Second, Owner"}', 'PO Box 18', '[{"kind": "mobile", "number": "+15125550018", "isDoNotCall": true}, {"kind": "landline", "number": "+17375550018", "isDoNotCall": false}]', '{owner18@example.com}', '{"beds": 3, "yearBuilt": 1987, "valueCents": 25000000}', 'County records', false, NULL),
(19, '19 Elm St', 'Austin', '78019', '{"Owner 19","Second, Owner"}', 'PO Box 19', '[{"kind": "mobile", "number": "+15125550019", "isDoNotCall": false}, {"kind": "landline", "number": "+17375550019", "isDoNotCall": false}]', '{owner19@example.com}', '{"beds": 3, "yearBuilt": 1987, "valueCents": 25000000}', 'County records', false, NULL),
(20, '20 Elm St', 'Austin', '78020', '{"Owner 20","Second, Owner"}', 'PO Box 20', '[{"kind": "mobile", "number": "+15125550020", "isDoNotCall": true}, {"kind": "landline", "number": "+17375550020", "isDoNotCall": false}]', '{owner20@example.com}', '{"beds": 3, "yearBuilt": 1987, "valueCents": 25000000}', 'County records', false, NULL),
(21, '21 Elm St', 'Austin', '78021', '{"Owner 21","Second, Owner"}', 'PO Box 21', '[{"kind": "mobile", "number": "+15125550021", "isDoNotCall": false}, {"kind": "landline", "number": "+17375550021", "isDoNotCall": false}]', '{owner21@example.com}', '{"beds": 3, "yearBuilt": 1987, "valueCents": 25000000}', 'County records', false, NULL),
(22, '22 Elm St', 'Austin', '78022', '{"Owner 22","Second, Owner"}', 'PO Box 22', '[{"kind": "mobile", "number": "+15125550022", "isDoNotCall": true}, {"kind": "landline", "number": "+17375550022", "isDoNotCall": false}]', '{owner22@example.com}', '{"beds": 3, "yearBuilt": 1987, "valueCents": 25000000}', 'County records', false, NULL),
(23, '23 Elm St', 'Austin', '78023', '{"Owner 23","Second, Owner"}', 'PO Box 23', '[{"kind": "mobile", "number": "+15125550023", "isDoNotCall": false}, {"kind": "landline", "number": "+17375550023", "isDoNotCall": false}]', '{owner23@example.com}', '{"beds": 3, "yearBuilt": 1987, "valueCents": 25000000}', 'County records', false, NULL),
(24, '24 Elm St', 'Austin', '78024', '{"Owner 24","Second, Owner"}', 'PO Box 24', '[{"kind": "mobile", "number": "+15125550024", "isDoNotCall": true}, {"kind": "landline", "number": "+17375550024", "isDoNotCall": false}]', '{owner24@example.com}', '{"beds": 3, "yearBuilt": 1987, "valueCents": 25000000}', 'County records', false, NULL),
(25, '25 Elm St', 'Austin', '78025', '{"Owner 25","Second, Owner"}', 'PO Box 25', '[{"kind": "mobile", "number": "+15125550025", "isDoNotCall": false}, {"kind": "landline", "number": "+17375550025", "isDoNotCall": false}]', '{owner25@example.com}', '{"beds": 3, "yearBuilt": 1987, "valueCents": 25000000}', 'County records', false, NULL),
(26, '26 Elm St', 'Austin', '78026', '{"Owner 26","Second, Owner"}', 'PO Box 26', '[{"kind": "mobile", "number": "+15125550026", "isDoNotCall": true}, {"kind": "landline", "number": "+17375550026", "isDoNotCall": false}]', '{owner26@example.com}', '{"beds": 3, "yearBuilt": 1987, "valueCents": 25000000}', 'County records', false, NULL),
(27, '27 Elm St', 'Austin', '78027', '{"Owner 27","Second, Owner"}', 'PO Box 27', '[{"kind": "mobile", "number": "+15125550027", "isDoNotCall": false}, {"kind": "landline", "number": "+17375550027", "isDoNotCall": false}]', '{owner27@example.com}', '{"beds": 3, "yearBuilt": 1987, "valueCents": 25000000}', 'County records', false, NULL),
(28, '28 Elm St', 'Austin', '78028', '{"Owner 28","Second, Owner"}', 'PO Box 28', '[{"kind": "mobile", "number": "+15125550028", "isDoNotCall": true}, {"kind": "landline", "number": "+17375550028", "isDoNotCall": false}]', '{owner28@example.com}', '{"beds": 3, "yearBuilt": 1987, "valueCents": 25000000}', 'County records', false, NULL),
(29, '29 Elm St', 'Austin', '78029', '{"Owner 29","Second, Owner"}', 'PO Box 29', '[{"kind": "mobile", "number": "+15125550029", "isDoNotCall": false}, {"kind": "landline", "number": "+17375550029", "isDoNotCall": false}]', '{owner29@example.com}', '{"beds": 3, "yearBuilt": 1987, "valueCents": 25000000}', 'County records', false, NULL),
(30, '30 Elm St', 'Austin', '78030', '{"Owner 30","Second, Owner"}', 'PO Box 30', '[{"kind": "mobile", "number": "+15125550030", "isDoNotCall": true}, {"kind": "landline", "number": "+17375550030", "isDoNotCall": false}]', '{owner30@example.com}', '{"beds": 3, "yearBuilt": 1987, "valueCents": 25000000}', 'County records', false, NULL),
(31, '31 Elm St', 'Austin', '78031', '{"Owner 31","Second, Owner"}', 'PO Box 31', '[{"kind": "mobile", "number": "+15125550031", "isDoNotCall": false}, {"kind": "landline", "number": "+17375550031", "isDoNotCall": false}]', '{owner31@example.com}', '{"beds": 3, "yearBuilt": 1987, "valueCents": 25000000}', 'County records', false, NULL),
(32, '32 Elm St', 'Austin', '78032', '{"Owner 32","Second, Owner"}', 'PO Box 32', '[{"kind": "mobile", "number": "+15125550032", "isDoNotCall": true}, {"kind": "landline", "number": "+17375550032", "isDoNotCall": false}]', '{owner32@example.com}', '{"beds": 3, "yearBuilt": 1987, "valueCents": 25000000}', 'County records', false, NULL),
(33, '33 Elm St', 'Austin', '78033', '{"Owner 33","Second, Owner"}', 'PO Box 33', '[{"kind": "mobile", "number": "+15125550033", "isDoNotCall": false}, {"kind": "landline", "number": "+17375550033", "isDoNotCall": false}]', '{owner33@example.com}', '{"beds": 3, "yearBuilt": 1987, "valueCents": 25000000}', 'County records', false, NULL),
(34, '34 Elm St', 'Austin', '78034', '{"Owner 34","Second, Owner"}', 'PO Box 34', '[{"kind": "mobile", "number": "+15125550034", "isDoNotCall": true}, {"kind": "landline", "number": "+17375550034", "isDoNotCall": false}]', '{owner34@example.com}', '{"beds": 3, "yearBuilt": 1987, "valueCents": 25000000}', 'County records', false, NULL),
(35, '35 Elm St', 'Austin', '78035', '{"Owner 35","Second, Owner"}', 'PO Box 35', '[{"kind": "mobile", "number": "+15125550035", "isDoNotCall": false}, {"kind": "landline", "number": "+17375550035", "isDoNotCall": false}]', '{owner35@example.com}', '{"beds": 3, "yearBuilt": 1987, "valueCents": 25000000}', 'County records', false, NULL),
(36, '36 Elm St', 'Austin', '78036', '{"Owner 36","Second, Owner"}', 'PO Box 36', '[{"kind": "mobile", "number": "+15125550036", "isDoNotCall": true}, {"kind": "landline", "number": "+17375550036", "isDoNotCall": false}]', '{owner36@example.com}', '{"beds": 3, "yearBuilt": 1987, "valueCents": 25000000}', 'County records', false, NULL),
(37, '37 Elm St', 'Austin', '78037', '{"Owner 37","Second, Owner"}', 'PO Box 37', '[{"kind": "mobile", "number": "+15125550037", "isDoNotCall": false}, {"kind": "landline", "number": "+17375550037", "isDoNotCall": false}]', '{owner37@example.com}', '{"beds": 3, "yearBuilt": 1987, "valueCents": 25000000}', 'County records', false, NULL),
(38, '38 Elm St', 'Austin', '78038', '{"Owner 38","Second, Owner"}', 'PO Box 38', '[{"kind": "mobile", "number": "+15125550038", "isDoNotCall": true}, {"kind": "landline", "number": "+17375550038", "isDoNotCall": false}]', '{owner38@example.com}', '{"beds": 3, "yearBuilt": 1987, "valueCents": 25000000}', 'County records', false, NULL),
(39, '39 Elm St', 'Austin', '78039', '{"Owner 39","Second, Owner"}', 'PO Box 39', '[{"kind": "mobile", "number": "+15125550039", "isDoNotCall": false}, {"kind": "landline", "number": "+17375550039", "isDoNotCall": false}]', '{owner39@example.com}', '{"beds": 3, "yearBuilt": 1987, "valueCents": 25000000}', 'County records', false, NULL),
(40, '40 Elm St', 'Austin', '78040', '{"Owner 40","Second, Owner"}', 'PO Box 40', '[{"kind": "mobile", "number": "+15125550040", "isDoNotCall": true}, {"kind": "landline", "number": "+17375550040", "isDoNotCall": false}]', '{owner40@example.com}', '{"beds": 3, "yearBuilt": 1987, "valueCents": 25000000}', 'County records', false, NULL),
(41, '41 Elm St', 'Austin', '78041', '{"Owner 41","Second, Owner"}', 'PO Box 41', '[{"kind": "mobile", "number": "+15125550041", "isDoNotCall": false}, {"kind": "landline", "number": "+17375550041", "isDoNotCall": false}]', '{owner41@example.com}', '{"beds": 3, "yearBuilt": 1987, "valueCents": 25000000}', 'County records', false, NULL),
(42, '42 Elm St', 'Austin', '78042', '{"Owner 42","Second, Owner"}', 'PO Box 42', '[{"kind": "mobile", "number": "+15125550042", "isDoNotCall": true}, {"kind": "landline", "number": "+17375550042", "isDoNotCall": false}]', '{owner42@example.com}', '{"beds": 3, "yearBuilt": 1987, "valueCents": 25000000}', 'County records', false, NULL),
(43, '43 Elm St', 'Austin', '78043', '{"Owner 43","Second, Owner"}', 'PO Box 43', '[{"kind": "mobile", "number": "+15125550043", "isDoNotCall": false}, {"kind": "landline", "number": "+17375550043", "isDoNotCall": false}]', '{owner43@example.com}', '{"beds": 3, "yearBuilt": 1987, "valueCents": 25000000}', 'County records', false, NULL),
(44, '44 Elm St', 'Austin', '78044', '{"Owner 44","Second, Owner"}', 'PO Box 44', '[{"kind": "mobile", "number": "+15125550044", "isDoNotCall": true}, {"kind": "landline", "number": "+17375550044", "isDoNotCall": false}]', '{owner44@example.com}', '{"beds": 3, "yearBuilt": 1987, "valueCents": 25000000}', 'County records', false, NULL),
(45, '45 Elm St', 'Austin', '78045', '{"Owner 45","Second, Owner"}', 'PO Box 45', '[{"kind": "mobile", "number": "+15125550045", "isDoNotCall": false}, {"kind": "landline", "number": "+17375550045", "isDoNotCall": false}]', '{owner45@example.com}', '{"beds": 3, "yearBuilt": 1987, "valueCents": 25000000}', 'County records', false, NULL),
(46, '46 Elm St', 'Austin', '78046', '{"Owner 46","Second, Owner"}', 'PO Box 46', '[{"kind": "mobile", "number": "+15125550046", "isDoNotCall": true}, {"kind": "landline", "number": "+17375550046", "isDoNotCall": false}]', '{owner46@example.com}', '{"beds": 3, "yearBuilt": 1987, "valueCents": 25000000}', 'County records', false, NULL),
(47, '47 Elm St', 'Austin', '78047', '{"Owner 47","Second, Owner"}', 'PO Box 47', '[{"kind": "mobile", "number": "+15125550047", "isDoNotCall": false}, {"kind": "landline", "number": "+17375550047", "isDoNotCall": false}]', '{owner47@example.com}', '{"beds": 3, "yearBuilt": 1987, "valueCents": 25000000}', 'County records', false, NULL),
(48, '48 Elm St', 'Austin', '78048', '{"Owner 48","Second, Owner"}', 'PO Box 48', '[{"kind": "mobile", "number": "+15125550048", "isDoNotCall": true}, {"kind": "landline", "number": "+17375550048", "isDoNotCall": false}]', '{owner48@example.com}', '{"beds": 3, "yearBuilt": 1987, "valueCents": 25000000}', 'County records', false, NULL),
(49, '49 Elm St', 'Austin', '78049', '{"Owner 49","Second, Owner"}', 'PO Box 49', '[{"kind": "mobile", "number": "+15125550049", "isDoNotCall": false}, {"kind": "landline", "number": "+17375550049", "isDoNotCall": false}]', '{owner49@example.com}', '{"beds": 3, "yearBuilt": 1987, "valueCents": 25000000}', 'County records', false, NULL),
(50, '50 Elm St', 'Austin', '78050', '{"Owner 50","Second, Owner"}', 'PO Box 50', '[{"kind": "mobile", "number": "+15125550050", "isDoNotCall": true}, {"kind": "landline", "number": "+17375550050", "isDoNotCall": false}]', '{owner50@example.com}', '{"beds": 3, "yearBuilt": 1987, "valueCents": 25000000}', 'County records', false, NULL),
(51, '51 Elm St', 'Austin', '78051', '{"Owner 51","Second, Owner"}', 'PO Box 51', '[{"kind": "mobile", "number": "+15125550051", "isDoNotCall": false}, {"kind": "landline", "number": "+17375550051", "isDoNotCall": false}]', '{owner51@example.com}', '{"beds": 3, "yearBuilt": 1987, "valueCents": 25000000}', 'County records', false, NULL),
(52, '52 Elm St', 'Austin', '78052', '{"Owner 52","Second, Owner"}', 'PO Box 52', '[{"kind": "mobile", "number": "+15125550052", "isDoNotCall": true}, {"kind": "landline", "number": "+17375550052", "isDoNotCall": false}]', '{owner52@example.com}', '{"beds": 3, "yearBuilt": 1987, "valueCents": 25000000}', 'County records', false, NULL),
(53, '53 Elm St', 'Austin', '78053', '{"Owner 53","Second, Owner"}', 'PO Box 53', '[{"kind": "mobile", "number": "+15125550053", "isDoNotCall": false}, {"kind": "landline", "number": "+17375550053", "isDoNotCall": false}]', '{owner53@example.com}', '{"beds": 3, "yearBuilt": 1987, "valueCents": 25000000}', 'County records', false, NULL),
(54, '54 Elm St', 'Austin', '78054', '{"Owner 54","Second, Owner"}', 'PO Box 54', '[{"kind": "mobile", "number": "+15125550054", "isDoNotCall": true}, {"kind": "landline", "number": "+17375550054", "isDoNotCall": false}]', '{owner54@example.com}', '{"beds": 3, "yearBuilt": 1987, "valueCents": 25000000}', 'County records', false, NULL),
(55, '55 Elm St', 'Austin', '78055', '{"Owner 55","Second, Owner"}', 'PO Box 55', '[{"kind": "mobile", "number": "+15125550055", "isDoNotCall": false}, {"kind": "landline", "number": "+17375550055", "isDoNotCall": false}]', '{owner55@example.com}', '{"beds": 3, "yearBuilt": 1987, "valueCents": 25000000}', 'County records', false, NULL),
(56, '56 Elm St', 'Austin', '78056', '{"Owner 56","Second, Owner"}', 'PO Box 56', '[{"kind": "mobile", "number": "+15125550056", "isDoNotCall": true}, {"kind": "landline", "number": "+17375550056", "isDoNotCall": false}]', '{owner56@example.com}', '{"beds": 3, "yearBuilt": 1987, "valueCents": 25000000}', 'County records', false, NULL),
(57, '57 Elm St', 'Austin', '78057', '{"Owner 57","Second, Owner"}', 'PO Box 57', '[{"kind": "mobile", "number": "+15125550057", "isDoNotCall": false}, {"kind": "landline", "number": "+17375550057", "isDoNotCall": false}]', '{owner57@example.com}', '{"beds": 3, "yearBuilt": 1987, "valueCents": 25000000}', 'County records', false, NULL),
(58, '58 Elm St', 'Austin', '78058', '{"Owner 58","Second, Owner"}', 'PO Box 58', '[{"kind": "mobile", "number": "+15125550058", "isDoNotCall": true}, {"kind": "landline", "number": "+17375550058", "isDoNotCall": false}]', '{owner58@example.com}', '{"beds": 3, "yearBuilt": 1987, "valueCents": 25000000}', 'County records', false, NULL),
(59, '59 Elm St', 'Austin', '78059', '{"Owner 59","Second, Owner"}', 'PO Box 59', '[{"kind": "mobile", "number": "+15125550059", "isDoNotCall": false}, {"kind": "landline", "number": "+17375550059", "isDoNotCall": false}]', '{owner59@example.com}', '{"beds": 3, "yearBuilt": 1987, "valueCents": 25000000}', 'County records', false, NULL),
(60, '60 Elm St', 'Austin', '78060', '{"Owner 60","Second, Owner"}', 'PO Box 60', '[{"kind": "mobile", "number": "+15125550060", "isDoNotCall": true}, {"kind": "landline", "number": "+17375550060", "isDoNotCall": false}]', '{owner60@example.com}', '{"beds": 3, "yearBuilt": 1987, "valueCents": 25000000}', 'County records', false, NULL),
(61, '61 Elm St', 'Austin', '78061', '{"Owner 61","Second, Owner"}', 'PO Box 61', '[{"kind": "mobile", "number": "+15125550061", "isDoNotCall": false}, {"kind": "landline", "number": "+17375550061", "isDoNotCall": false}]', '{owner61@example.com}', '{"beds": 3, "yearBuilt": 1987, "valueCents": 25000000}', 'County records', false, NULL),
(62, '62 Elm St', 'Austin', '78062', '{"Owner 62","Second, Owner"}', 'PO Box 62', '[{"kind": "mobile", "number": "+15125550062", "isDoNotCall": true}, {"kind": "landline", "number": "+17375550062", "isDoNotCall": false}]', '{owner62@example.com}', '{"beds": 3, "yearBuilt": 1987, "valueCents": 25000000}', 'County records', false, NULL),
(63, '63 Elm St', 'Austin', '78063', '{"Owner 63","Second, Owner"}', 'PO Box 63', '[{"kind": "mobile", "number": "+15125550063", "isDoNotCall": false}, {"kind": "landline", "number": "+17375550063", "isDoNotCall": false}]', '{owner63@example.com}', '{"beds": 3, "yearBuilt": 1987, "valueCents": 25000000}', 'County records', false, NULL),
(64, '64 Elm St', 'Austin', '78064', '{"Owner 64","Second, Owner"}', 'PO Box 64', '[{"kind": "mobile", "number": "+15125550064", "isDoNotCall": true}, {"kind": "landline", "number": "+17375550064", "isDoNotCall": false}]', '{owner64@example.com}', '{"beds": 3, "yearBuilt": 1987, "valueCents": 25000000}', 'County records', false, NULL),
(65, '65 Elm St', 'Austin', '78065', '{"Owner 65","Second, Owner"}', 'PO Box 65', '[{"kind": "mobile", "number": "+15125550065", "isDoNotCall": false}, {"kind": "landline", "number": "+17375550065", "isDoNotCall": false}]', '{owner65@example.com}', '{"beds": 3, "yearBuilt": 1987, "valueCents": 25000000}', 'County records', false, NULL),
(66, '66 Elm St', 'Austin', '78066', '{"Owner 66","Second, Owner"}', 'PO Box 66', '[{"kind": "mobile", "number": "+15125550066", "isDoNotCall": true}, {"kind": "landline", "number": "+17375550066", "isDoNotCall": false}]', '{owner66@example.com}', '{"beds": 3, "yearBuilt": 1987, "valueCents": 25000000}', 'County records', false, NULL),
(67, '67 Elm St', 'Austin', '78067', '{"Owner 67","Second, Owner"}', 'PO Box 67', '[{"kind": "mobile", "number": "+15125550067", "isDoNotCall": false}, {"kind": "landline", "number": "+17375550067", "isDoNotCall": false}]', '{owner67@example.com}', '{"beds": 3, "yearBuilt": 1987, "valueCents": 25000000}', 'County records', false, NULL),
(68, '68 Elm St', 'Austin', '78068', '{"Owner 68","Second, Owner"}', 'PO Box 68', '[{"kind": "mobile", "number": "+15125550068", "isDoNotCall": true}, {"kind": "landline", "number": "+17375550068", "isDoNotCall": false}]', '{owner68@example.com}', '{"beds": 3, "yearBuilt": 1987, "valueCents": 25000000}', 'County records', false, NULL),
(69, '69 Elm St', 'Austin', '78069', '{"Owner 69","Second, Owner"}', 'PO Box 69', '[{"kind": "mobile", "number": "+15125550069", "isDoNotCall": false}, {"kind": "landline", "number": "+17375550069", "isDoNotCall": false}]', '{owner69@example.com}', '{"beds": 3, "yearBuilt": 1987, "valueCents": 25000000}', 'County records', false, NULL),
(70, '70 Elm St', 'Austin', '78070', '{"Owner 70","Second, Owner"}', 'PO Box 70', '[{"kind": "mobile", "number": "+15125550070", "isDoNotCall": true}, {"kind": "landline", "number": "+17375550070", "isDoNotCall": false}]', '{owner70@example.com}', '{"beds": 3, "yearBuilt": 1987, "valueCents": 25000000}', 'County records', false, NULL),
(71, '71 Elm St', 'Austin', '78071', '{"Owner 71","Second, Owner"}', 'PO Box 71', '[{"kind": "mobile", "number": "+15125550071", "isDoNotCall": false}, {"kind": "landline", "number": "+17375550071", "isDoNotCall": false}]', '{owner71@example.com}', '{"beds": 3, "yearBuilt": 1987, "valueCents": 25000000}', 'County records', false, NULL),
(72, '72 Elm St', 'Austin', '78072', '{"Owner 72","Second, Owner"}', 'PO Box 72', '[{"kind": "mobile", "number": "+15125550072", "isDoNotCall": true}, {"kind": "landline", "number": "+17375550072", "isDoNotCall": false}]', '{owner72@example.com}', '{"beds": 3, "yearBuilt": 1987, "valueCents": 25000000}', 'County records', false, NULL),
(73, '73 Elm St', 'Austin', '78073', '{"Owner 73","Second, Owner"}', 'PO Box 73', '[{"kind": "mobile", "number": "+15125550073", "isDoNotCall": false}, {"kind": "landline", "number": "+17375550073", "isDoNotCall": false}]', '{owner73@example.com}', '{"beds": 3, "yearBuilt": 1987, "valueCents": 25000000}', 'County records', false, NULL),
(74, '74 Elm St', 'Austin', '78074', '{"Owner 74","Second, Owner"}', 'PO Box 74', '[{"kind": "mobile", "number": "+15125550074", "isDoNotCall": true}, {"kind": "landline", "number": "+17375550074", "isDoNotCall": false}]', '{owner74@example.com}', '{"beds": 3, "yearBuilt": 1987, "valueCents": 25000000}', 'County records', false, NULL),
(75, '75 Elm St', 'Austin', '78075', '{"Owner 75","Second, Owner"}', 'PO Box 75', '[{"kind": "mobile", "number": "+15125550075", "isDoNotCall": false}, {"kind": "landline", "number": "+17375550075", "isDoNotCall": false}]', '{owner75@example.com}', '{"beds": 3, "yearBuilt": 1987, "valueCents": 25000000}', 'County records', false, NULL),
(76, '76 Elm St', 'Austin', '78076', '{"Owner 76","Second, Owner"}', 'PO Box 76', '[{"kind": "mobile", "number": "+15125550076", "isDoNotCall": true}, {"kind": "landline", "number": "+17375550076", "isDoNotCall": false}]', '{owner76@example.com}', '{"beds": 3, "yearBuilt": 1987, "valueCents": 25000000}', 'County records', false, NULL),
(77, '77 Elm St', 'Austin', '78077', '{"Owner 77","Second, Owner"}', 'PO Box 77', '[{"kind": "mobile", "number": "+15125550077", "isDoNotCall": false}, {"kind": "landline", "number": "+17375550077", "isDoNotCall": false}]', '{owner77@example.com}', '{"beds": 3, "yearBuilt": 1987, "valueCents": 25000000}', 'County records', false, NULL),
(78, '78 Elm St', 'Austin', '78078', '{"Owner 78","Second, Owner"}', 'PO Box 78', '[{"kind": "mobile", "number": "+15125550078", "isDoNotCall": true}, {"kind": "landline", "number": "+17375550078", "isDoNotCall": false}]', '{owner78@example.com}', '{"beds": 3, "yearBuilt": 1987, "valueCents": 25000000}', 'County records', false, NULL),
(79, '2 Pecan Road', 'Austin', '78701', '{"Jane Doe"}', NULL, '[{"kind": "unknown", "number": "+15125550101", "isDoNotCall": false}]', '{}', '{}', 'County records', false, NULL),
(80, '5 Pecan Road', 'Austin', '78701', '{"Jane Doe"}', NULL, '[]', '{}', '{}', 'County records', false, NULL),
(81, '6 Pecan Road', 'Austin', '78701', '{"Jane Doe"}', NULL, '[]', '{}', '{}', 'County records', false, NULL),
(82, '1 Pecan Road', 'Austin', '78701', '{"Jane Doe"}', NULL, '[]', '{}', '{}', 'County records', false, NULL),
(83, '3 Pecan Road', 'Austin', '78701', '{"Jane Doe"}', NULL, '[]', '{}', '{}', 'County records', false, NULL),
(84, '4 Pecan Road', 'Austin', '78701', '{"Jane Doe"}', NULL, '[]', '{}', '{}', 'County records', false, NULL),
(86, '502 Oak Street', 'Austin', '78701', '{"Olive Owner"}', NULL, '[{"kind": "mobile", "number": "+15125550100", "isDoNotCall": false}]', '{olive@example.com}', '{}', 'County records', false, NULL),
(87, '503 Oak Street', 'Austin', '78701', '{"Olive Owner"}', NULL, '[{"kind": "mobile", "number": "+15125550100", "isDoNotCall": false}]', '{olive@example.com}', '{}', 'County records', false, NULL),
(88, '504 Oak Street', 'Austin', '78701', '{"Olive Owner"}', NULL, '[{"kind": "mobile", "number": "+15125550100", "isDoNotCall": false}]', '{olive@example.com}', '{}', 'County records', false, NULL),
(89, '505 Oak Street', 'Austin', '78701', '{"Olive Owner"}', NULL, '[{"kind": "mobile", "number": "+15125550100", "isDoNotCall": false}]', '{olive@example.com}', '{}', 'County records', false, NULL),
(90, '506 Oak Street', 'Austin', '78701', '{"Olive Owner"}', NULL, '[{"kind": "mobile", "number": "+15125550100", "isDoNotCall": false}]', '{olive@example.com}', '{}', 'County records', false, NULL),
(91, '507 Oak Street', 'Austin', '78701', '{"Olive Owner"}', NULL, '[{"kind": "mobile", "number": "+15125550100", "isDoNotCall": false}]', '{olive@example.com}', '{}', 'County records', false, NULL),
(92, '508 Oak Street', 'Austin', '78701', '{"Olive Owner"}', NULL, '[{"kind": "mobile", "number": "+15125550100", "isDoNotCall": false}]', '{olive@example.com}', '{}', 'County records', false, NULL),
(93, '509 Oak Street', 'Austin', '78701', '{"Olive Owner"}', NULL, '[{"kind": "mobile", "number": "+15125550100", "isDoNotCall": false}]', '{olive@example.com}', '{}', 'County records', false, NULL),
(94, '510 Oak Street', 'Austin', '78701', '{"Olive Owner"}', NULL, '[{"kind": "mobile", "number": "+15125550100", "isDoNotCall": false}]', '{olive@example.com}', '{}', 'County records', false, NULL),
(95, '511 Oak Street', 'Austin', '78701', '{"Olive Owner"}', NULL, '[{"kind": "mobile", "number": "+15125550100", "isDoNotCall": false}]', '{olive@example.com}', '{}', 'County records', false, NULL),
(96, '512 Oak Street', 'Austin', '78701', '{"Olive Owner"}', NULL, '[{"kind": "mobile", "number": "+15125550100", "isDoNotCall": false}]', '{olive@example.com}', '{}', 'County records', false, NULL),
(97, '513 Oak Street', 'Austin', '78701', '{"Olive Owner"}', NULL, '[{"kind": "mobile", "number": "+15125550100", "isDoNotCall": false}]', '{olive@example.com}', '{}', 'County records', false, NULL),
(98, '514 Oak Street', 'Austin', '78701', '{"Olive Owner"}', NULL, '[{"kind": "mobile", "number": "+15125550100", "isDoNotCall": false}]', '{olive@example.com}', '{}', 'County records', false, NULL),
(99, '515 Oak Street', 'Austin', '78701', '{"Olive Owner"}', NULL, '[{"kind": "mobile", "number": "+15125550100", "isDoNotCall": false}]', '{olive@example.com}', '{}', 'County records', false, NULL),
(100, '516 Oak Street', 'Austin', '78701', '{"Olive Owner"}', NULL, '[{"kind": "mobile", "number": "+15125550100", "isDoNotCall": false}]', '{olive@example.com}', '{}', 'County records', false, NULL),
(101, '517 Oak Street', 'Austin', '78701', '{"Olive Owner"}', NULL, '[{"kind": "mobile", "number": "+15125550100", "isDoNotCall": false}]', '{olive@example.com}', '{}', 'County records', false, NULL),
(102, '518 Oak Street', 'Austin', '78701', '{"Olive Owner"}', NULL, '[{"kind": "mobile", "number": "+15125550100", "isDoNotCall": false}]', '{olive@example.com}', '{}', 'County records', false, NULL),
(103, '519 Oak Street', 'Austin', '78701', '{"Olive Owner"}', NULL, '[{"kind": "mobile", "number": "+15125550100", "isDoNotCall": false}]', '{olive@example.com}', '{}', 'County records', false, NULL),
(104, '520 Oak Street', 'Austin', '78701', '{"Olive Owner"}', NULL, '[{"kind": "mobile", "number": "+15125550100", "isDoNotCall": false}]', '{olive@example.com}', '{}', 'County records', false, NULL),
(105, '521 Oak Street', 'Austin', '78701', '{"Olive Owner"}', NULL, '[{"kind": "mobile", "number": "+15125550100", "isDoNotCall": false}]', '{olive@example.com}', '{}', 'County records', false, NULL),
(106, '522 Oak Street', 'Austin', '78701', '{"Olive Owner"}', NULL, '[{"kind": "mobile", "number": "+15125550100", "isDoNotCall": false}]', '{olive@example.com}', '{}', 'County records', false, NULL),
(107, '523 Oak Street', 'Austin', '78701', '{"Olive Owner"}', NULL, '[{"kind": "mobile", "number": "+15125550100", "isDoNotCall": false}]', '{olive@example.com}', '{}', 'County records', false, NULL),
(108, '524 Oak Street', 'Austin', '78701', '{"Olive Owner"}', NULL, '[{"kind": "mobile", "number": "+15125550100", "isDoNotCall": false}]', '{olive@example.com}', '{}', 'County records', false, NULL),
(109, '525 Oak Street', 'Austin', '78701', '{"Olive Owner"}', NULL, '[{"kind": "mobile", "number": "+15125550100", "isDoNotCall": false}]', '{olive@example.com}', '{}', 'County records', false, NULL);
INSERT INTO public.lead_import_parts VALUES
(2, 1, 192012, '00000000-0000-0000-0000-000000000000', 192012, 'ffffffff-ffff-ffff-ffff-ffffffffffff', 6, 0, '{192012}', '{}', true, false, 6, 0, 0, 0, 0, 79, 84);
INSERT INTO public.lead_imports OVERRIDING SYSTEM VALUE VALUES
('lim_1m8748b02084c0qsp4vzrc', 1, '2026-11-24 15:54:38.466+00', 'usr_1m84cm8rtzravatxnx579m', 'County records', 'leads.csv', 449, 'applied', 2, '2026-11-24 15:54:44.235+00', 449, 0, 6, '578cbc25a5f8f60002af3717c2a9038f4936718e72d8b5604d05dd78d7672cf5', '{Address,City,Zip,FIPS,"Lead Type",Acquired,Owner,Phone}', '{"zip": {"column": "Zip"}, "city": {"column": "City"}, "fips": {"column": "FIPS"}, "phone1": {"column": "Phone"}, "address": {"column": "Address"}, "leadType": {"column": "Lead Type"}, "ownerName": {"column": "Owner"}, "acquiredAt": {"column": "Acquired"}}', NULL, 0, '{"tiers": {"vip": 6, "premier": 0, "premium": 0, "standard": 0}, "merged": 0, "leftOut": {"facts": 0, "emails": 0, "phones": 0}, "refused": {}, "newLeads": 6, "repeated": 0, "displaced": 0, "unchanged": 0, "newlyBacked": {"first": [], "places": 0, "forSale": 0, "soldOut": 0, "packages": 0}}', '2026-11-24 15:54:43.346+00', '2026-11-24 15:54:43.958+00', 'usr_1m84cm8rtzravatxnx579m', NULL, NULL, true);
INSERT INTO public.lead_pools VALUES
('48003-vacant-premier', '{}', '{5,5,5,5}', true),
('48003-vacant-premium', '{}', '{5,5,5,5}', true),
('48003-vacant-standard', '{}', '{5,5,5,5}', true),
('48011-vacant-premier', '{}', '{5,5,5,5}', true),
('48011-vacant-premium', '{}', '{5,5,5,5}', true),
('48011-vacant-standard', '{}', '{5,5,5,5}', true),
('48011-vacant-vip', '{0}', '{5,5,5,5}', true),
('48003-vacant-vip', '{9}', '{5,5,5,5}', true);
INSERT INTO public.lead_sources VALUES
('County records', '{"zip": {"column": "Zip"}, "city": {"column": "City"}, "fips": {"column": "FIPS"}, "phone1": {"column": "Phone"}, "address": {"column": "Address"}, "leadType": {"column": "Lead Type"}, "ownerName": {"column": "Owner"}, "acquiredAt": {"column": "Acquired"}}', '2026-11-24 15:54:38.554+00');
INSERT INTO public.leads OVERRIDING SYSTEM VALUE VALUES
(26, '48003', 'vacant', '48003-vacant-vip', '00000000-0000-0000-0000-000000000026', '00000000-0000-0000-0000-000000000026', '2026-11-22 14:23:27.406+00', '2026-11-25 14:23:27.406+00', false, 1, 32767, 1, 0, NULL, 0, DEFAULT),
(27, '48003', 'vacant', '48003-vacant-vip', '00000000-0000-0000-0000-000000000027', '00000000-0000-0000-0000-000000000027', '2026-11-22 14:23:27.406+00', '2026-11-25 14:23:27.406+00', false, 1, 32767, 1, 0, NULL, 0, DEFAULT),
(28, '48003', 'vacant', '48003-vacant-vip', '00000000-0000-0000-0000-000000000028', '00000000-0000-0000-0000-000000000028', '2026-11-22 14:23:27.406+00', '2026-11-25 14:23:27.406+00', false, 1, 32767, 1, 0, NULL, 0, DEFAULT),
(29, '48003', 'vacant', '48003-vacant-vip', '00000000-0000-0000-0000-000000000029', '00000000-0000-0000-0000-000000000029', '2026-11-22 14:23:27.406+00', '2026-11-25 14:23:27.406+00', false, 1, 32767, 1, 0, NULL, 0, DEFAULT),
(30, '48003', 'vacant', '48003-vacant-vip', '00000000-0000-0000-0000-000000000030', '00000000-0000-0000-0000-000000000030', '2026-11-22 14:23:27.406+00', '2026-11-25 14:23:27.406+00', false, 1, 32767, 1, 0, NULL, 0, DEFAULT),
(31, '48003', 'vacant', '48003-vacant-vip', '00000000-0000-0000-0000-000000000031', '00000000-0000-0000-0000-000000000031', '2026-11-22 14:23:27.406+00', '2026-11-25 14:23:27.406+00', false, 1, 32767, 1, 0, NULL, 0, DEFAULT),
(32, '48003', 'vacant', '48003-vacant-vip', '00000000-0000-0000-0000-000000000032', '00000000-0000-0000-0000-000000000032', '2026-11-22 14:23:27.406+00', '2026-11-25 14:23:27.406+00', false, 1, 32767, 1, 0, NULL, 0, DEFAULT),
(33, '48003', 'vacant', '48003-vacant-vip', '00000000-0000-0000-0000-000000000033', '00000000-0000-0000-0000-000000000033', '2026-11-22 14:23:27.406+00', '2026-11-25 14:23:27.406+00', false, 1, 32767, 1, 0, NULL, 0, DEFAULT),
(34, '48003', 'vacant', '48003-vacant-vip', '00000000-0000-0000-0000-000000000034', '00000000-0000-0000-0000-000000000034', '2026-11-22 14:23:27.406+00', '2026-11-25 14:23:27.406+00', false, 1, 32767, 1, 0, NULL, 0, DEFAULT),
(35, '48003', 'vacant', '48003-vacant-vip', '00000000-0000-0000-0000-000000000035', '00000000-0000-0000-0000-000000000035', '2026-11-22 14:23:27.406+00', '2026-11-25 14:23:27.406+00', false, 1, 32767, 1, 0, NULL, 0, DEFAULT),
(36, '48003', 'vacant', '48003-vacant-vip', '00000000-0000-0000-0000-000000000036', '00000000-0000-0000-0000-000000000036', '2026-11-22 14:23:27.406+00', '2026-11-25 14:23:27.406+00', false, 1, 32767, 1, 0, NULL, 0, DEFAULT),
(37, '48003', 'vacant', '48003-vacant-vip', '00000000-0000-0000-0000-000000000037', '00000000-0000-0000-0000-000000000037', '2026-11-22 14:23:27.406+00', '2026-11-25 14:23:27.406+00', false, 1, 32767, 1, 0, NULL, 0, DEFAULT),
(38, '48003', 'vacant', '48003-vacant-vip', '00000000-0000-0000-0000-000000000038', '00000000-0000-0000-0000-000000000038', '2026-11-22 14:23:27.406+00', '2026-11-25 14:23:27.406+00', false, 1, 32767, 1, 0, NULL, 0, DEFAULT),
(39, '48003', 'vacant', '48003-vacant-vip', '00000000-0000-0000-0000-000000000039', '00000000-0000-0000-0000-000000000039', '2026-11-22 14:23:27.406+00', '2026-11-25 14:23:27.406+00', false, 1, 32767, 1, 0, NULL, 0, DEFAULT),
(40, '48003', 'vacant', '48003-vacant-vip', '00000000-0000-0000-0000-000000000040', '00000000-0000-0000-0000-000000000040', '2026-11-22 14:23:27.406+00', '2026-11-25 14:23:27.406+00', false, 1, 32767, 1, 0, NULL, 0, DEFAULT),
(41, '48003', 'vacant', '48003-vacant-vip', '00000000-0000-0000-0000-000000000041', '00000000-0000-0000-0000-000000000041', '2026-11-22 14:23:27.406+00', '2026-11-25 14:23:27.406+00', false, 1, 32767, 1, 0, NULL, 0, DEFAULT),
(42, '48003', 'vacant', '48003-vacant-vip', '00000000-0000-0000-0000-000000000042', '00000000-0000-0000-0000-000000000042', '2026-11-22 14:23:27.406+00', '2026-11-25 14:23:27.406+00', false, 1, 32767, 1, 0, NULL, 0, DEFAULT),
(43, '48003', 'vacant', '48003-vacant-vip', '00000000-0000-0000-0000-000000000043', '00000000-0000-0000-0000-000000000043', '2026-11-22 14:23:27.406+00', '2026-11-25 14:23:27.406+00', false, 1, 32767, 1, 0, NULL, 0, DEFAULT),
(44, '48003', 'vacant', '48003-vacant-vip', '00000000-0000-0000-0000-000000000044', '00000000-0000-0000-0000-000000000044', '2026-11-22 14:23:27.406+00', '2026-11-25 14:23:27.406+00', false, 1, 32767, 1, 0, NULL, 0, DEFAULT),
(45, '48003', 'vacant', '48003-vacant-vip', '00000000-0000-0000-0000-000000000045', '00000000-0000-0000-0000-000000000045', '2026-11-22 14:23:27.406+00', '2026-11-25 14:23:27.406+00', false, 1, 32767, 1, 0, NULL, 0, DEFAULT),
(46, '48003', 'vacant', '48003-vacant-vip', '00000000-0000-0000-0000-000000000046', '00000000-0000-0000-0000-000000000046', '2026-11-22 14:23:27.406+00', '2026-11-25 14:23:27.406+00', false, 1, 32767, 1, 0, NULL, 0, DEFAULT),
(47, '48003', 'vacant', '48003-vacant-vip', '00000000-0000-0000-0000-000000000047', '00000000-0000-0000-0000-000000000047', '2026-11-22 14:23:27.406+00', '2026-11-25 14:23:27.406+00', false, 1, 32767, 1, 0, NULL, 0, DEFAULT),
(48, '48003', 'vacant', '48003-vacant-vip', '00000000-0000-0000-0000-000000000048', '00000000-0000-0000-0000-000000000048', '2026-11-22 14:23:27.406+00', '2026-11-25 14:23:27.406+00', false, 1, 32767, 1, 0, NULL, 0, DEFAULT),
(49, '48003', 'vacant', '48003-vacant-vip', '00000000-0000-0000-0000-000000000049', '00000000-0000-0000-0000-000000000049', '2026-11-22 14:23:27.406+00', '2026-11-25 14:23:27.406+00', false, 1, 32767, 1, 0, NULL, 0, DEFAULT),
(50, '48003', 'vacant', '48003-vacant-vip', '00000000-0000-0000-0000-000000000050', '00000000-0000-0000-0000-000000000050', '2026-11-22 14:23:27.406+00', '2026-11-25 14:23:27.406+00', false, 1, 32767, 1, 0, NULL, 0, DEFAULT),
(51, '48003', 'vacant', '48003-vacant-vip', '00000000-0000-0000-0000-000000000051', '00000000-0000-0000-0000-000000000051', '2026-11-22 14:23:27.406+00', '2026-11-25 14:23:27.406+00', false, 1, 32767, 1, 0, NULL, 0, DEFAULT),
(52, '48003', 'vacant', '48003-vacant-vip', '00000000-0000-0000-0000-000000000052', '00000000-0000-0000-0000-000000000052', '2026-11-22 14:23:27.406+00', '2026-11-25 14:23:27.406+00', false, 1, 32767, 1, 0, NULL, 0, DEFAULT),
(53, '48003', 'vacant', '48003-vacant-vip', '00000000-0000-0000-0000-000000000053', '00000000-0000-0000-0000-000000000053', '2026-11-22 14:23:27.406+00', '2026-11-25 14:23:27.406+00', false, 1, 32767, 1, 0, NULL, 0, DEFAULT),
(54, '48003', 'vacant', '48003-vacant-vip', '00000000-0000-0000-0000-000000000054', '00000000-0000-0000-0000-000000000054', '2026-11-22 14:23:27.406+00', '2026-11-25 14:23:27.406+00', false, 1, 32767, 1, 0, NULL, 0, DEFAULT),
(55, '48003', 'vacant', '48003-vacant-vip', '00000000-0000-0000-0000-000000000055', '00000000-0000-0000-0000-000000000055', '2026-11-22 14:23:27.406+00', '2026-11-25 14:23:27.406+00', false, 1, 32767, 1, 0, NULL, 0, DEFAULT),
(56, '48003', 'vacant', '48003-vacant-vip', '00000000-0000-0000-0000-000000000056', '00000000-0000-0000-0000-000000000056', '2026-11-22 14:23:27.406+00', '2026-11-25 14:23:27.406+00', false, 1, 32767, 1, 0, NULL, 0, DEFAULT),
(57, '48003', 'vacant', '48003-vacant-vip', '00000000-0000-0000-0000-000000000057', '00000000-0000-0000-0000-000000000057', '2026-11-22 14:23:27.406+00', '2026-11-25 14:23:27.406+00', false, 1, 32767, 1, 0, NULL, 0, DEFAULT),
(58, '48003', 'vacant', '48003-vacant-vip', '00000000-0000-0000-0000-000000000058', '00000000-0000-0000-0000-000000000058', '2026-11-22 14:23:27.406+00', '2026-11-25 14:23:27.406+00', false, 1, 32767, 1, 0, NULL, 0, DEFAULT),
(70, '48003', 'vacant', '48003-vacant-vip', '00000000-0000-0000-0000-000000000070', '00000000-0000-0000-0000-000000000070', '2026-11-22 14:23:27.406+00', '2026-11-25 14:23:27.406+00', false, 1, 32767, 0, 0, NULL, 0, DEFAULT),
(71, '48003', 'vacant', '48003-vacant-vip', '00000000-0000-0000-0000-000000000071', '00000000-0000-0000-0000-000000000071', '2026-11-22 14:23:27.406+00', '2026-11-25 14:23:27.406+00', false, 1, 32767, 0, 0, NULL, 0, DEFAULT),
(72, '48003', 'vacant', '48003-vacant-vip', '00000000-0000-0000-0000-000000000072', '00000000-0000-0000-0000-000000000072', '2026-11-22 14:23:27.406+00', '2026-11-25 14:23:27.406+00', false, 1, 32767, 0, 0, NULL, 0, DEFAULT),
(73, '48003', 'vacant', '48003-vacant-vip', '00000000-0000-0000-0000-000000000073', '00000000-0000-0000-0000-000000000073', '2026-11-22 14:23:27.406+00', '2026-11-25 14:23:27.406+00', false, 1, 32767, 0, 0, NULL, 0, DEFAULT),
(74, '48003', 'vacant', '48003-vacant-vip', '00000000-0000-0000-0000-000000000074', '00000000-0000-0000-0000-000000000074', '2026-11-22 14:23:27.406+00', '2026-11-25 14:23:27.406+00', false, 1, 32767, 0, 0, NULL, 0, DEFAULT),
(75, '48003', 'vacant', '48003-vacant-vip', '00000000-0000-0000-0000-000000000075', '00000000-0000-0000-0000-000000000075', '2026-11-22 14:23:27.406+00', '2026-11-25 14:23:27.406+00', false, 1, 32767, 0, 0, NULL, 0, DEFAULT),
(76, '48003', 'vacant', '48003-vacant-vip', '00000000-0000-0000-0000-000000000076', '00000000-0000-0000-0000-000000000076', '2026-11-22 14:23:27.406+00', '2026-11-25 14:23:27.406+00', false, 1, 32767, 0, 0, NULL, 0, DEFAULT),
(77, '48003', 'vacant', '48003-vacant-vip', '00000000-0000-0000-0000-000000000077', '00000000-0000-0000-0000-000000000077', '2026-11-22 14:23:27.406+00', '2026-11-25 14:23:27.406+00', false, 1, 32767, 0, 0, NULL, 0, DEFAULT),
(78, '48003', 'vacant', '48003-vacant-vip', '00000000-0000-0000-0000-000000000078', '00000000-0000-0000-0000-000000000078', '2026-11-22 14:23:27.406+00', '2026-11-25 14:23:27.406+00', false, 1, 32767, 0, 0, NULL, 0, DEFAULT),
(1, '48003', 'vacant', '48003-vacant-vip', '00000000-0000-0000-0000-000000000001', '00000000-0000-0000-0000-000000000001', '2026-11-22 14:23:27.406+00', '2026-11-25 14:23:27.406+00', false, 1, 1, 0, 1, NULL, 0, DEFAULT),
(2, '48003', 'vacant', '48003-vacant-vip', '00000000-0000-0000-0000-000000000002', '00000000-0000-0000-0000-000000000002', '2026-11-22 14:23:27.406+00', '2026-11-25 14:23:27.406+00', false, 1, 1, 0, 1, NULL, 0, DEFAULT),
(3, '48003', 'vacant', '48003-vacant-vip', '00000000-0000-0000-0000-000000000003', '00000000-0000-0000-0000-000000000003', '2026-11-22 14:23:27.406+00', '2026-11-25 14:23:27.406+00', false, 1, 1, 0, 1, NULL, 0, DEFAULT),
(4, '48003', 'vacant', '48003-vacant-vip', '00000000-0000-0000-0000-000000000004', '00000000-0000-0000-0000-000000000004', '2026-11-22 14:23:27.406+00', '2026-11-25 14:23:27.406+00', false, 1, 1, 0, 1, NULL, 0, DEFAULT),
(5, '48003', 'vacant', '48003-vacant-vip', '00000000-0000-0000-0000-000000000005', '00000000-0000-0000-0000-000000000005', '2026-11-22 14:23:27.406+00', '2026-11-25 14:23:27.406+00', false, 1, 1, 0, 1, NULL, 0, DEFAULT),
(6, '48003', 'vacant', '48003-vacant-vip', '00000000-0000-0000-0000-000000000006', '00000000-0000-0000-0000-000000000006', '2026-11-22 14:23:27.406+00', '2026-11-25 14:23:27.406+00', false, 1, 1, 0, 1, NULL, 0, DEFAULT),
(7, '48003', 'vacant', '48003-vacant-vip', '00000000-0000-0000-0000-000000000007', '00000000-0000-0000-0000-000000000007', '2026-11-22 14:23:27.406+00', '2026-11-25 14:23:27.406+00', false, 1, 1, 0, 1, NULL, 0, DEFAULT),
(8, '48003', 'vacant', '48003-vacant-vip', '00000000-0000-0000-0000-000000000008', '00000000-0000-0000-0000-000000000008', '2026-11-22 14:23:27.406+00', '2026-11-25 14:23:27.406+00', false, 1, 1, 0, 1, NULL, 0, DEFAULT),
(9, '48003', 'vacant', '48003-vacant-vip', '00000000-0000-0000-0000-000000000009', '00000000-0000-0000-0000-000000000009', '2026-11-22 14:23:27.406+00', '2026-11-25 14:23:27.406+00', false, 1, 1, 0, 1, NULL, 0, DEFAULT),
(10, '48003', 'vacant', '48003-vacant-vip', '00000000-0000-0000-0000-000000000010', '00000000-0000-0000-0000-000000000010', '2026-11-22 14:23:27.406+00', '2026-11-25 14:23:27.406+00', false, 1, 1, 0, 1, NULL, 0, DEFAULT),
(11, '48003', 'vacant', '48003-vacant-vip', '00000000-0000-0000-0000-000000000011', '00000000-0000-0000-0000-000000000011', '2026-11-22 14:23:27.406+00', '2026-11-25 14:23:27.406+00', false, 1, 1, 0, 1, NULL, 0, DEFAULT),
(12, '48003', 'vacant', '48003-vacant-vip', '00000000-0000-0000-0000-000000000012', '00000000-0000-0000-0000-000000000012', '2026-11-22 14:23:27.406+00', '2026-11-25 14:23:27.406+00', false, 1, 1, 0, 1, NULL, 0, DEFAULT),
(13, '48003', 'vacant', '48003-vacant-vip', '00000000-0000-0000-0000-000000000013', '00000000-0000-0000-0000-000000000013', '2026-11-22 14:23:27.406+00', '2026-11-25 14:23:27.406+00', false, 1, 1, 0, 1, NULL, 0, DEFAULT),
(59, '48003', 'vacant', '48003-vacant-vip', '00000000-0000-0000-0000-000000000059', '00000000-0000-0000-0000-000000000059', '2026-11-22 14:23:27.406+00', '2026-11-25 14:23:27.406+00', false, 1, 32767, 1, 0, NULL, 0, DEFAULT),
(60, '48003', 'vacant', '48003-vacant-vip', '00000000-0000-0000-0000-000000000060', '00000000-0000-0000-0000-000000000060', '2026-11-22 14:23:27.406+00', '2026-11-25 14:23:27.406+00', false, 1, 32767, 1, 0, NULL, 0, DEFAULT),
(61, '48003', 'vacant', '48003-vacant-vip', '00000000-0000-0000-0000-000000000061', '00000000-0000-0000-0000-000000000061', '2026-11-22 14:23:27.406+00', '2026-11-25 14:23:27.406+00', false, 1, 32767, 1, 0, NULL, 0, DEFAULT),
(62, '48003', 'vacant', '48003-vacant-vip', '00000000-0000-0000-0000-000000000062', '00000000-0000-0000-0000-000000000062', '2026-11-22 14:23:27.406+00', '2026-11-25 14:23:27.406+00', false, 1, 32767, 1, 0, NULL, 0, DEFAULT),
(63, '48003', 'vacant', '48003-vacant-vip', '00000000-0000-0000-0000-000000000063', '00000000-0000-0000-0000-000000000063', '2026-11-22 14:23:27.406+00', '2026-11-25 14:23:27.406+00', false, 1, 32767, 1, 0, NULL, 0, DEFAULT),
(64, '48003', 'vacant', '48003-vacant-vip', '00000000-0000-0000-0000-000000000064', '00000000-0000-0000-0000-000000000064', '2026-11-22 14:23:27.406+00', '2026-11-25 14:23:27.406+00', false, 1, 32767, 1, 0, NULL, 0, DEFAULT),
(65, '48003', 'vacant', '48003-vacant-vip', '00000000-0000-0000-0000-000000000065', '00000000-0000-0000-0000-000000000065', '2026-11-22 14:23:27.406+00', '2026-11-25 14:23:27.406+00', false, 1, 32767, 1, 0, NULL, 0, DEFAULT),
(66, '48003', 'vacant', '48003-vacant-vip', '00000000-0000-0000-0000-000000000066', '00000000-0000-0000-0000-000000000066', '2026-11-22 14:23:27.406+00', '2026-11-25 14:23:27.406+00', false, 1, 32767, 1, 0, NULL, 0, DEFAULT),
(67, '48003', 'vacant', '48003-vacant-vip', '00000000-0000-0000-0000-000000000067', '00000000-0000-0000-0000-000000000067', '2026-11-22 14:23:27.406+00', '2026-11-25 14:23:27.406+00', false, 1, 32767, 1, 0, NULL, 0, DEFAULT),
(68, '48003', 'vacant', '48003-vacant-vip', '00000000-0000-0000-0000-000000000068', '00000000-0000-0000-0000-000000000068', '2026-11-22 14:23:27.406+00', '2026-11-25 14:23:27.406+00', false, 1, 32767, 1, 0, NULL, 0, DEFAULT),
(69, '48003', 'vacant', '48003-vacant-vip', '00000000-0000-0000-0000-000000000069', '00000000-0000-0000-0000-000000000069', '2026-11-22 14:23:27.406+00', '2026-11-25 14:23:27.406+00', false, 1, 32767, 1, 0, NULL, 0, DEFAULT),
(14, '48003', 'vacant', '48003-vacant-vip', '00000000-0000-0000-0000-000000000014', '00000000-0000-0000-0000-000000000014', '2026-11-22 14:23:27.406+00', '2026-11-25 14:23:27.406+00', false, 1, 1, 0, 1, NULL, 0, DEFAULT),
(15, '48003', 'vacant', '48003-vacant-vip', '00000000-0000-0000-0000-000000000015', '00000000-0000-0000-0000-000000000015', '2026-11-22 14:23:27.406+00', '2026-11-25 14:23:27.406+00', false, 1, 1, 0, 1, NULL, 0, DEFAULT),
(16, '48003', 'vacant', '48003-vacant-vip', '00000000-0000-0000-0000-000000000016', '00000000-0000-0000-0000-000000000016', '2026-11-22 14:23:27.406+00', '2026-11-25 14:23:27.406+00', false, 1, 1, 0, 1, NULL, 0, DEFAULT),
(17, '48003', 'vacant', '48003-vacant-vip', '00000000-0000-0000-0000-000000000017', '00000000-0000-0000-0000-000000000017', '2026-11-22 14:23:27.406+00', '2026-11-25 14:23:27.406+00', false, 1, 1, 0, 1, NULL, 0, DEFAULT),
(18, '48003', 'vacant', '48003-vacant-vip', '00000000-0000-0000-0000-000000000018', '00000000-0000-0000-0000-000000000018', '2026-11-22 14:23:27.406+00', '2026-11-25 14:23:27.406+00', false, 1, 1, 0, 1, NULL, 0, DEFAULT),
(19, '48003', 'vacant', '48003-vacant-vip', '00000000-0000-0000-0000-000000000019', '00000000-0000-0000-0000-000000000019', '2026-11-22 14:23:27.406+00', '2026-11-25 14:23:27.406+00', false, 1, 1, 0, 1, NULL, 0, DEFAULT),
(20, '48003', 'vacant', '48003-vacant-vip', '00000000-0000-0000-0000-000000000020', '00000000-0000-0000-0000-000000000020', '2026-11-22 14:23:27.406+00', '2026-11-25 14:23:27.406+00', false, 1, 1, 0, 1, NULL, 0, DEFAULT),
(21, '48003', 'vacant', '48003-vacant-vip', '00000000-0000-0000-0000-000000000021', '00000000-0000-0000-0000-000000000021', '2026-11-22 14:23:27.406+00', '2026-11-25 14:23:27.406+00', false, 1, 1, 0, 1, NULL, 0, DEFAULT),
(22, '48003', 'vacant', '48003-vacant-vip', '00000000-0000-0000-0000-000000000022', '00000000-0000-0000-0000-000000000022', '2026-11-22 14:23:27.406+00', '2026-11-25 14:23:27.406+00', false, 1, 1, 0, 1, NULL, 0, DEFAULT),
(23, '48003', 'vacant', '48003-vacant-vip', '00000000-0000-0000-0000-000000000023', '00000000-0000-0000-0000-000000000023', '2026-11-22 14:23:27.406+00', '2026-11-25 14:23:27.406+00', false, 1, 1, 0, 1, NULL, 0, DEFAULT),
(24, '48003', 'vacant', '48003-vacant-vip', '00000000-0000-0000-0000-000000000024', '00000000-0000-0000-0000-000000000024', '2026-11-22 14:23:27.406+00', '2026-11-25 14:23:27.406+00', false, 1, 1, 0, 1, NULL, 0, DEFAULT),
(25, '48003', 'vacant', '48003-vacant-vip', '00000000-0000-0000-0000-000000000025', '00000000-0000-0000-0000-000000000025', '2026-11-22 14:23:27.406+00', '2026-11-25 14:23:27.406+00', false, 1, 1, 0, 1, NULL, 0, DEFAULT),
(86, '48011', 'vacant', '48011-vacant-vip', '6f1f7dd2-2d4b-f47e-c9e4-ac883acd5c1b', '00000000-0000-0000-0000-000000000502', '2026-11-24 15:54:45.224+00', '2026-11-27 15:54:45.224+00', false, 1, 1, 0, 1, NULL, 0, DEFAULT),
(87, '48011', 'vacant', '48011-vacant-vip', '6f1f7db2-dad1-b173-3975-2f8de0681951', '00000000-0000-0000-0000-000000000503', '2026-11-24 15:54:45.224+00', '2026-11-27 15:54:45.224+00', false, 1, 1, 0, 1, NULL, 0, DEFAULT),
(88, '48011', 'vacant', '48011-vacant-vip', '6f1f7db2-e710-55e4-507f-da6cf7795458', '00000000-0000-0000-0000-000000000504', '2026-11-24 15:54:45.224+00', '2026-11-27 15:54:45.224+00', false, 1, 1, 0, 1, NULL, 0, DEFAULT),
(89, '48011', 'vacant', '48011-vacant-vip', '6f1f7da4-d4d5-42f4-c56a-adb7b7d5ebf2', '00000000-0000-0000-0000-000000000505', '2026-11-24 15:54:45.224+00', '2026-11-27 15:54:45.224+00', false, 1, 1, 0, 1, NULL, 0, DEFAULT),
(90, '48011', 'vacant', '48011-vacant-vip', '6f1f7d2b-118f-bd5d-bb31-a87d5e00f611', '00000000-0000-0000-0000-000000000506', '2026-11-24 15:54:45.224+00', '2026-11-27 15:54:45.224+00', false, 1, 1, 0, 1, NULL, 0, DEFAULT),
(91, '48011', 'vacant', '48011-vacant-vip', '6f1f7d8a-e789-8ec8-afee-a4c54307ca58', '00000000-0000-0000-0000-000000000507', '2026-11-24 15:54:45.224+00', '2026-11-27 15:54:45.224+00', false, 1, 1, 0, 1, NULL, 0, DEFAULT),
(92, '48011', 'vacant', '48011-vacant-vip', '6f1f7d90-836b-ebf1-e954-33c258198c73', '00000000-0000-0000-0000-000000000508', '2026-11-24 15:54:45.224+00', '2026-11-27 15:54:45.224+00', false, 1, 1, 0, 1, NULL, 0, DEFAULT),
(93, '48011', 'vacant', '48011-vacant-vip', '6f1f7de4-423a-5598-1f05-612788dd8813', '00000000-0000-0000-0000-000000000509', '2026-11-24 15:54:45.224+00', '2026-11-27 15:54:45.224+00', false, 1, 1, 0, 1, NULL, 0, DEFAULT),
(85, '48011', 'vacant', NULL, '6f1f7db1-8bb2-e1a8-7081-6a4a46ea7854', '00000000-0000-0000-0000-000000000501', '2026-11-24 15:54:45.224+00', NULL, false, 1, 1, 0, 1, NULL, 0, DEFAULT),
(79, '48003', 'vacant', '48003-vacant-vip', '6f1f7d18-1075-f486-4bf0-2abe46eee186', '74a6f7dc-0245-d722-b67f-a67399fe48a7', '2026-11-23 05:00:00+00', '2026-11-26 05:00:00+00', false, 1, 32767, 1, 0, 1, 0, DEFAULT),
(80, '48003', 'vacant', '48003-vacant-vip', '6f1f7d2e-950e-3b0f-475f-36636dae9806', '74a6f7dc-0245-d722-b67f-a67399fe48a7', '2026-11-23 05:00:00+00', '2026-11-26 05:00:00+00', false, 1, 32767, 1, 0, 1, 0, DEFAULT),
(81, '48003', 'vacant', '48003-vacant-vip', '6f1f7d2f-cbfa-0eb1-9b49-fe258d4bc2c0', '74a6f7dc-0245-d722-b67f-a67399fe48a7', '2026-11-23 05:00:00+00', '2026-11-26 05:00:00+00', false, 1, 32767, 1, 0, 1, 0, DEFAULT),
(82, '48003', 'vacant', '48003-vacant-vip', '6f1f7d73-c27c-5997-ca27-d971f597a4ba', '74a6f7dc-0245-d722-b67f-a67399fe48a7', '2026-11-23 05:00:00+00', '2026-11-26 05:00:00+00', false, 1, 32767, 1, 0, 1, 0, DEFAULT),
(83, '48003', 'vacant', '48003-vacant-vip', '6f1f7de6-56f0-2d1c-e9a2-f836d1e45ba0', '74a6f7dc-0245-d722-b67f-a67399fe48a7', '2026-11-23 05:00:00+00', '2026-11-26 05:00:00+00', false, 1, 32767, 1, 0, 1, 0, DEFAULT),
(84, '48003', 'vacant', '48003-vacant-vip', '6f1f7dff-df59-c363-9b61-19ef85816358', '74a6f7dc-0245-d722-b67f-a67399fe48a7', '2026-11-23 05:00:00+00', '2026-11-26 05:00:00+00', false, 1, 32767, 1, 0, 1, 0, DEFAULT),
(100, '48011', 'vacant', '48011-vacant-vip', '6f1f7d5e-f2af-6573-4bcf-c0d3fd125659', '00000000-0000-0000-0000-000000000516', '2026-11-24 15:54:45.224+00', '2026-11-27 15:54:45.224+00', false, 1, 1, 0, 1, NULL, 0, DEFAULT),
(101, '48011', 'vacant', '48011-vacant-vip', '6f1f7dfa-887b-ffa8-de6d-ba6d2c585cfb', '00000000-0000-0000-0000-000000000517', '2026-11-24 15:54:45.224+00', '2026-11-27 15:54:45.224+00', false, 1, 1, 0, 1, NULL, 0, DEFAULT),
(102, '48011', 'vacant', '48011-vacant-vip', '6f1f7dc3-39f0-a959-598a-f005f66ec310', '00000000-0000-0000-0000-000000000518', '2026-11-24 15:54:45.224+00', '2026-11-27 15:54:45.224+00', false, 1, 1, 0, 1, NULL, 0, DEFAULT),
(103, '48011', 'vacant', '48011-vacant-vip', '6f1f7da9-157d-e899-75a3-da5433c1691d', '00000000-0000-0000-0000-000000000519', '2026-11-24 15:54:45.224+00', '2026-11-27 15:54:45.224+00', false, 1, 1, 0, 1, NULL, 0, DEFAULT),
(104, '48011', 'vacant', '48011-vacant-vip', '6f1f7d35-c576-b8eb-14b6-eada0e4a6864', '00000000-0000-0000-0000-000000000520', '2026-11-24 15:54:45.224+00', '2026-11-27 15:54:45.224+00', false, 1, 1, 0, 1, NULL, 0, DEFAULT),
(105, '48011', 'vacant', '48011-vacant-vip', '6f1f7d09-9441-069f-dedc-8df82172dcc0', '00000000-0000-0000-0000-000000000521', '2026-11-24 15:54:45.224+00', '2026-11-27 15:54:45.224+00', false, 1, 1, 0, 1, NULL, 0, DEFAULT),
(106, '48011', 'vacant', '48011-vacant-vip', '6f1f7d96-f6c4-1ed5-930c-79b06385fbb2', '00000000-0000-0000-0000-000000000522', '2026-11-24 15:54:45.224+00', '2026-11-27 15:54:45.224+00', false, 1, 1, 0, 1, NULL, 0, DEFAULT),
(107, '48011', 'vacant', '48011-vacant-vip', '6f1f7df6-aa34-4a29-0138-71b4d0f48eee', '00000000-0000-0000-0000-000000000523', '2026-11-24 15:54:45.224+00', '2026-11-27 15:54:45.224+00', false, 1, 1, 0, 1, NULL, 0, DEFAULT),
(108, '48011', 'vacant', '48011-vacant-vip', '6f1f7d3e-f2f7-52a0-3904-2940f57d066a', '00000000-0000-0000-0000-000000000524', '2026-11-24 15:54:45.224+00', '2026-11-27 15:54:45.224+00', false, 1, 1, 0, 1, NULL, 0, DEFAULT),
(109, '48011', 'vacant', '48011-vacant-vip', '6f1f7d0f-5e37-303b-a9cb-0b22ab464fbd', '00000000-0000-0000-0000-000000000525', '2026-11-24 15:54:45.224+00', '2026-11-27 15:54:45.224+00', false, 1, 1, 0, 1, NULL, 0, DEFAULT),
(94, '48011', 'vacant', '48011-vacant-vip', '6f1f7db4-0a31-6fa4-6388-c826fbbfbe31', '00000000-0000-0000-0000-000000000510', '2026-11-24 15:54:45.224+00', '2026-11-27 15:54:45.224+00', false, 1, 1, 0, 1, NULL, 0, DEFAULT),
(95, '48011', 'vacant', '48011-vacant-vip', '6f1f7d70-3ee3-ac52-1d7b-e5a8a4bc3eac', '00000000-0000-0000-0000-000000000511', '2026-11-24 15:54:45.224+00', '2026-11-27 15:54:45.224+00', false, 1, 1, 0, 1, NULL, 0, DEFAULT),
(96, '48011', 'vacant', '48011-vacant-vip', '6f1f7d0d-5706-528c-cda1-394c9babf2fd', '00000000-0000-0000-0000-000000000512', '2026-11-24 15:54:45.224+00', '2026-11-27 15:54:45.224+00', false, 1, 1, 0, 1, NULL, 0, DEFAULT),
(97, '48011', 'vacant', '48011-vacant-vip', '6f1f7d8a-174f-e31c-3382-7211a65c51ab', '00000000-0000-0000-0000-000000000513', '2026-11-24 15:54:45.224+00', '2026-11-27 15:54:45.224+00', false, 1, 1, 0, 1, NULL, 0, DEFAULT),
(98, '48011', 'vacant', '48011-vacant-vip', '6f1f7dc3-806d-b3f2-a3bc-181eeac79892', '00000000-0000-0000-0000-000000000514', '2026-11-24 15:54:45.224+00', '2026-11-27 15:54:45.224+00', false, 1, 1, 0, 1, NULL, 0, DEFAULT),
(99, '48011', 'vacant', '48011-vacant-vip', '6f1f7d39-fc41-caa5-d3fb-6e0d09ed7e90', '00000000-0000-0000-0000-000000000515', '2026-11-24 15:54:45.224+00', '2026-11-27 15:54:45.224+00', false, 1, 1, 0, 1, NULL, 0, DEFAULT);
INSERT INTO public.low_stock_notices VALUES
('48453-vacant-vip-30', '2026-11-24 16:25:49.412+00', 3, 'lsm_1m8761e4zrypx4fff19azj');
INSERT INTO public.messages VALUES
('order_confirmation.ord_1m84cmnb60m9sab95cvvvf', 'order_confirmation', 'ord_1m84cmnb60m9sab95cvvvf', 'sent', 1, NULL, '2026-11-23 14:23:27.789+00', '2026-11-23 14:23:28.587+00', NULL, '2026-11-23 14:23:27.962+00', 'email', 'buyer1@example.com', NULL, NULL, NULL, NULL, NULL, 0, NULL),
('order_confirmation.ord_1m8748hq6g70w7vwpeq1vw', 'order_confirmation', 'ord_1m8748hq6g70w7vwpeq1vw', 'sent', 1, NULL, '2026-11-24 15:54:45.46+00', '2026-11-24 15:54:45.965+00', NULL, '2026-11-24 15:54:45.885+00', 'email', 'buyer11@example.com', NULL, NULL, NULL, NULL, NULL, 0, NULL),
('leads_delivered.dlh_1m84cmnnjt1bmw10bns1ph', 'leads_delivered', 'ord_1m84cmnb60m9sab95cvvvf', 'sent', 1, NULL, '2026-11-23 14:23:27.922+00', '2026-11-23 14:23:28.753+00', NULL, '2026-11-23 14:23:27.962+00', 'email', 'buyer1@example.com', NULL, NULL, NULL, NULL, NULL, 0, NULL),
('buyer_verification.ord_1m84cmnb60m9sab95cvvvf', 'buyer_verification', 'ord_1m84cmnb60m9sab95cvvvf', 'sent', 1, NULL, '2026-11-23 14:23:28.597+00', '2026-11-23 14:23:28.931+00', NULL, '2026-11-23 14:23:28.835+00', 'email', 'buyer1@example.com', NULL, NULL, NULL, NULL, NULL, 0, NULL),
('leads_delivered.dlh_1m8748j6djhbggpjv3pjcx', 'leads_delivered', 'ord_1m8748hq6g70w7vwpeq1vw', 'sent', 1, NULL, '2026-11-24 15:54:45.838+00', '2026-11-24 15:54:46.025+00', NULL, '2026-11-24 15:54:45.885+00', 'email', 'buyer11@example.com', NULL, NULL, NULL, NULL, NULL, 0, NULL),
('buyer_verification.ord_1m8748hq6g70w7vwpeq1vw', 'buyer_verification', 'ord_1m8748hq6g70w7vwpeq1vw', 'sent', 1, NULL, '2026-11-24 15:54:45.968+00', '2026-11-24 15:54:46.132+00', NULL, '2026-11-24 15:54:46.069+00', 'email', 'buyer11@example.com', NULL, NULL, NULL, NULL, NULL, 0, NULL),
('opt_out_receipt.opt_1m8748jk6wxect90sqd5n2', 'opt_out_receipt', 'opt_1m8748jk6wxect90sqd5n2', 'sent', 1, NULL, '2026-11-24 15:54:46.251+00', '2026-11-24 15:54:46.498+00', NULL, '2026-11-24 15:54:46.453+00', 'email', 'olive@example.com', NULL, NULL, NULL, NULL, NULL, 0, NULL),
('order_confirmation.ord_1m84cmnb60m9sab95cvvvf.2', 'order_confirmation', 'ord_1m84cmnb60m9sab95cvvvf', 'sent', 1, NULL, '2026-11-23 14:23:29.049+00', '2026-11-24 10:23:30.246+00', NULL, '2026-11-24 10:23:30.033+00', 'email', 'buyer1@example.com', 'order_confirmation.ord_1m84cmnb60m9sab95cvvvf', 'attempt-message-1', NULL, NULL, NULL, 0, NULL),
('order_confirmation.ord_1m84cmpxnsgmpcqfqvbfh6', 'order_confirmation', 'ord_1m84cmpxnsgmpcqfqvbfh6', 'sent', 1, NULL, '2026-11-23 14:23:29.682+00', '2026-11-24 10:23:30.348+00', NULL, '2026-11-24 10:23:30.033+00', 'email', 'buyer2@example.com', NULL, NULL, NULL, NULL, NULL, 0, NULL),
('payment_request.prq_1m84cmqk1a1yx8y2m6vs90.1', 'payment_request', 'prq_1m84cmqk1a1yx8y2m6vs90', 'sent', 1, NULL, '2026-11-23 14:23:29.936+00', '2026-11-24 10:23:30.421+00', NULL, '2026-11-24 10:23:30.033+00', 'email', 'carla@example.com', NULL, NULL, NULL, NULL, NULL, 0, NULL),
('opt_out_notice.oon_1m8748k0er7aqehse3pcm5', 'opt_out_notice', 'ord_1m8748hq6g70w7vwpeq1vw', 'sent', 1, NULL, '2026-11-24 15:54:46.672+00', '2026-11-24 15:54:46.793+00', NULL, '2026-11-24 15:54:46.741+00', 'email', 'buyer11@example.com', NULL, NULL, NULL, NULL, NULL, 0, NULL),
('payment_reminder.prq_1m84cmqk1a1yx8y2m6vs90', 'payment_reminder', 'prq_1m84cmqk1a1yx8y2m6vs90', 'sent', 1, NULL, '2026-11-24 10:23:30.095+00', '2026-11-24 10:23:30.558+00', NULL, '2026-11-24 10:23:30.45+00', 'email', 'carla@example.com', NULL, NULL, NULL, NULL, NULL, 0, NULL),
('buyer_verification.ord_1m84cmpxnsgmpcqfqvbfh6', 'buyer_verification', 'ord_1m84cmpxnsgmpcqfqvbfh6', 'sent', 1, NULL, '2026-11-24 10:23:30.374+00', '2026-11-24 10:23:30.598+00', NULL, '2026-11-24 10:23:30.45+00', 'email', 'buyer2@example.com', NULL, NULL, NULL, NULL, NULL, 0, NULL),
('new_link_asked.prq_1m84cmqk1a1yx8y2m6vs90', 'new_link_asked', 'prq_1m84cmqk1a1yx8y2m6vs90', 'sent', 1, NULL, '2026-11-24 15:23:30.857+00', '2026-11-24 15:23:31.029+00', NULL, '2026-11-24 15:23:30.877+00', 'email', 'rep@example.com', NULL, NULL, NULL, NULL, NULL, 0, NULL),
('payment_request.prq_1m8748k5jn8h93cgydjgbq.1', 'payment_request', 'prq_1m8748k5jn8h93cgydjgbq', 'failed', 0, 'the payment request had ended', '2026-11-24 15:54:46.839+00', NULL, NULL, '2026-11-24 15:54:47.064+00', 'email', NULL, NULL, NULL, NULL, NULL, NULL, 0, NULL),
('order_confirmation.ord_1m872fbdpwkd3yqpj9fd8w', 'order_confirmation', 'ord_1m872fbdpwkd3yqpj9fd8w', 'sent', 1, NULL, '2026-11-24 15:23:31.366+00', '2026-11-24 15:23:31.435+00', NULL, '2026-11-24 15:23:31.395+00', 'email', 'buyer2@example.com', NULL, NULL, NULL, NULL, NULL, 0, NULL),
('buyer_verification.ord_1m8748k5kqr25mh1qk5kmh', 'buyer_verification', 'ord_1m8748k5kqr25mh1qk5kmh', 'sent', 1, NULL, '2026-11-24 15:54:47.139+00', '2026-11-24 15:54:47.16+00', NULL, '2026-11-24 15:54:47.14+00', 'email', 'customer2@example.com', NULL, NULL, NULL, NULL, NULL, 0, NULL),
('credit_granted.ord_1m84cmpxnsgmpcqfqvbfh6.attempt-credit-1', 'credit_granted', 'ord_1m84cmpxnsgmpcqfqvbfh6', 'sent', 1, NULL, '2026-11-24 15:23:32.019+00', '2026-11-24 15:23:32.506+00', NULL, '2026-11-24 15:23:32.361+00', 'email', 'buyer2@example.com', NULL, NULL, NULL, NULL, NULL, 0, NULL),
('delivery_warning.dlw_1m872fcc43cejsrkfa2hza.usr_1m84cm8rtzravatxnx579m', 'delivery_warning', 'dlw_1m872fcc43cejsrkfa2hza usr_1m84cm8rtzravatxnx579m', 'sent', 1, NULL, '2026-11-24 15:23:32.107+00', '2026-11-24 15:23:32.578+00', NULL, '2026-11-24 15:23:32.361+00', 'email', 'admin@example.com', NULL, NULL, NULL, NULL, NULL, 0, NULL),
('credit_late.ord_1m84cmpxnsgmpcqfqvbfh6.1', 'credit_late', 'ord_1m84cmpxnsgmpcqfqvbfh6', 'sent', 1, NULL, '2026-11-24 15:23:32.202+00', '2026-11-24 15:23:32.623+00', NULL, '2026-11-24 15:23:32.361+00', 'email', 'buyer2@example.com', NULL, NULL, NULL, NULL, NULL, 0, NULL),
('credit_returning.ord_1m872fbdpwkd3yqpj9fd8w.1', 'credit_returning', 'ord_1m872fbdpwkd3yqpj9fd8w', 'sent', 1, NULL, '2026-11-24 15:23:32.312+00', '2026-11-24 15:23:32.685+00', NULL, '2026-11-24 15:23:32.361+00', 'email', 'buyer2@example.com', NULL, NULL, NULL, NULL, NULL, 0, NULL),
('credit_code.crc_1m872fd2yvq2d4hqysmmvz', 'credit_code', 'crc_1m872fd2yvq2d4hqysmmvz', 'sent', 1, NULL, '2026-11-24 15:23:32.96+00', '2026-11-24 15:23:32.98+00', NULL, '2026-11-24 15:23:32.969+00', 'email', 'buyer2@example.com', NULL, NULL, NULL, NULL, NULL, 0, NULL),
('order_confirmation.ord_1m872fdcdbepd6xwj20g3e', 'order_confirmation', 'ord_1m872fdcdbepd6xwj20g3e', 'sent', 1, NULL, '2026-11-24 15:23:33.188+00', '2026-11-24 15:23:33.638+00', NULL, '2026-11-24 15:23:33.581+00', 'email', 'buyer4@example.com', NULL, NULL, NULL, NULL, NULL, 0, NULL),
('order_refunded.rfd_1m872fdk4sbwfeve9nytg0', 'order_refunded', 'ord_1m872fdcdbepd6xwj20g3e', 'sent', 1, NULL, '2026-11-24 15:23:33.385+00', '2026-11-24 15:23:33.675+00', 47310, '2026-11-24 15:23:33.581+00', 'email', 'buyer4@example.com', NULL, NULL, NULL, NULL, NULL, 0, NULL),
('buyer_verification.ord_1m872fdcdbepd6xwj20g3e', 'buyer_verification', 'ord_1m872fdcdbepd6xwj20g3e', 'sent', 1, NULL, '2026-11-24 15:23:33.647+00', '2026-11-24 15:23:33.706+00', NULL, '2026-11-24 15:23:33.682+00', 'email', 'buyer4@example.com', NULL, NULL, NULL, NULL, NULL, 0, NULL),
('order_confirmation.ord_1m87486vv1a2pjvv78kgw8', 'order_confirmation', 'ord_1m87486vv1a2pjvv78kgw8', 'sent', 1, NULL, '2026-11-24 15:54:34.493+00', '2026-11-24 15:54:34.886+00', NULL, '2026-11-24 15:54:34.667+00', 'email', 'buyer6@example.com', NULL, NULL, NULL, NULL, NULL, 0, NULL),
('buyer_verification.ord_1m87486vv1a2pjvv78kgw8', 'buyer_verification', 'ord_1m87486vv1a2pjvv78kgw8', 'sent', 1, NULL, '2026-11-24 15:54:34.91+00', '2026-11-24 15:54:35.033+00', NULL, '2026-11-24 15:54:34.941+00', 'email', 'buyer6@example.com', NULL, NULL, NULL, NULL, NULL, 0, NULL),
('order_confirmation.ord_1m872fe3mgfrbc905eyze2', 'order_confirmation', 'ord_1m872fe3mgfrbc905eyze2', 'sent', 1, NULL, '2026-11-24 15:54:35.102+00', '2026-11-24 15:54:35.24+00', NULL, '2026-11-24 15:54:35.229+00', 'email', 'buyer5@example.com', NULL, NULL, NULL, NULL, NULL, 0, NULL),
('order_confirmation.ord_1m87487w9ja75eycwe0asq', 'order_confirmation', 'ord_1m87487w9ja75eycwe0asq', 'sent', 1, NULL, '2026-11-24 15:54:35.462+00', '2026-11-24 15:54:36.129+00', NULL, '2026-11-24 15:54:36.045+00', 'email', 'buyer7@example.com', NULL, NULL, NULL, NULL, NULL, 0, NULL),
('buyer_verification.ord_1m87487w9ja75eycwe0asq', 'buyer_verification', 'ord_1m87487w9ja75eycwe0asq', 'sent', 1, NULL, '2026-11-24 15:54:36.148+00', '2026-11-24 15:54:36.201+00', NULL, '2026-11-24 15:54:36.149+00', 'email', 'buyer7@example.com', NULL, NULL, NULL, NULL, NULL, 0, NULL),
('cash_app_instructions.ord_1m87488vj0jvy75mg0redz.1', 'cash_app_instructions', 'ord_1m87488vj0jvy75mg0redz', 'sent', 1, NULL, '2026-11-24 15:54:36.283+00', '2026-11-24 15:54:36.446+00', NULL, '2026-11-24 15:54:36.344+00', 'email', 'buyer8@example.com', NULL, NULL, NULL, NULL, NULL, 0, NULL),
('order_confirmation.ord_1m87488vj0jvy75mg0redz', 'order_confirmation', 'ord_1m87488vj0jvy75mg0redz', 'sent', 1, NULL, '2026-11-24 15:54:36.596+00', '2026-11-24 15:54:37.203+00', NULL, '2026-11-24 15:54:36.797+00', 'email', 'buyer8@example.com', NULL, NULL, NULL, NULL, NULL, 0, NULL),
('cash_app_instructions.ord_1m87489a3ax58smx8t559k.1', 'cash_app_instructions', 'ord_1m87489a3ax58smx8t559k', 'sent', 1, NULL, '2026-11-24 15:54:36.752+00', '2026-11-24 15:54:37.301+00', NULL, '2026-11-24 15:54:36.797+00', 'email', 'buyer9@example.com', NULL, NULL, NULL, NULL, NULL, 0, NULL),
('buyer_verification.ord_1m87488vj0jvy75mg0redz', 'buyer_verification', 'ord_1m87488vj0jvy75mg0redz', 'sent', 1, NULL, '2026-11-24 15:54:37.222+00', '2026-11-24 15:54:37.368+00', NULL, '2026-11-24 15:54:37.304+00', 'email', 'buyer8@example.com', NULL, NULL, NULL, NULL, NULL, 0, NULL),
('cash_app_closed.ord_1m87489a3ax58smx8t559k', 'cash_app_closed', 'ord_1m87489a3ax58smx8t559k', 'sent', 1, NULL, '2026-11-24 15:54:37.5+00', '2026-11-24 15:54:37.75+00', NULL, '2026-11-24 15:54:37.695+00', 'email', 'buyer9@example.com', NULL, NULL, NULL, NULL, NULL, 0, NULL),
('cash_app_instructions.ord_1m8748a4s3wkvb7akyq7t9.1', 'cash_app_instructions', 'ord_1m8748a4s3wkvb7akyq7t9', 'sent', 1, NULL, '2026-11-24 15:54:37.645+00', '2026-11-24 15:54:37.799+00', NULL, '2026-11-24 15:54:37.695+00', 'email', 'buyer10@example.com', NULL, NULL, NULL, NULL, NULL, 0, NULL),
('cash_app_withdrawn.ord_1m8748a4s3wkvb7akyq7t9.1', 'cash_app_withdrawn', 'ord_1m8748a4s3wkvb7akyq7t9', 'sent', 1, NULL, '2026-11-24 15:54:37.907+00', '2026-11-24 15:54:38.05+00', NULL, '2026-11-24 15:54:37.951+00', 'email', 'buyer10@example.com', NULL, NULL, NULL, NULL, NULL, 0, NULL),
('member_invited.ver_1m8748avqsvq147fpv5f1h', 'member_invited', 'ver_1m8748avqsvq147fpv5f1h', 'sent', 1, NULL, '2026-11-24 15:54:38.327+00', '2026-11-24 15:54:38.432+00', NULL, '2026-11-24 15:54:38.418+00', 'email', 'nora@example.com', NULL, NULL, NULL, NULL, NULL, 0, NULL),
('password_reset.ver_1m8748axae74e0znm4bb10', 'password_reset', 'ver_1m8748axae74e0znm4bb10', 'sent', 1, NULL, '2026-11-24 15:54:38.417+00', '2026-11-24 15:54:38.445+00', NULL, '2026-11-24 15:54:38.418+00', 'email', 'rep@example.com', NULL, NULL, NULL, NULL, NULL, 0, NULL),
('order_confirmation.ord_1m8748k5kqr25mh1qk5kmh', 'order_confirmation', 'ord_1m8748k5kqr25mh1qk5kmh', 'sent', 1, NULL, '2026-11-24 15:54:47.013+00', '2026-11-24 15:54:47.136+00', NULL, '2026-11-24 15:54:47.064+00', 'email', 'customer2@example.com', NULL, NULL, NULL, NULL, NULL, 0, NULL),
('order_confirmation.ord_1m8761d2ssavew6c28cyxa', 'order_confirmation', 'ord_1m8761d2ssavew6c28cyxa', 'sent', 1, NULL, '2026-11-24 16:25:48.533+00', '2026-11-24 16:25:48.61+00', NULL, '2026-11-24 16:25:48.554+00', 'email', 'buyer14@example.com', NULL, NULL, NULL, NULL, NULL, 0, NULL),
('buyer_verification.ord_1m8761d2ssavew6c28cyxa', 'buyer_verification', 'ord_1m8761d2ssavew6c28cyxa', 'sent', 1, NULL, '2026-11-24 16:25:48.62+00', '2026-11-24 16:25:48.703+00', NULL, '2026-11-24 16:25:48.64+00', 'email', 'buyer14@example.com', NULL, NULL, NULL, NULL, NULL, 0, NULL),
('order_confirmation.ord_1m8748mak9nhrp8fw7cc8m', 'order_confirmation', 'ord_1m8748mak9nhrp8fw7cc8m', 'sent', 1, NULL, '2026-11-24 16:25:48.981+00', '2026-11-24 16:25:49.292+00', NULL, '2026-11-24 16:25:49.22+00', 'email', 'buyer13@example.com', NULL, NULL, NULL, NULL, NULL, 0, NULL),
('low_stock.lsm_1m8761e4zrypx4fff19azj.usr_1m84cm8rtzravatxnx579m', 'low_stock', 'lsm_1m8761e4zrypx4fff19azj usr_1m84cm8rtzravatxnx579m', 'sent', 1, NULL, '2026-11-24 16:25:49.533+00', '2026-11-24 16:41:49.703+00', NULL, '2026-11-24 16:41:49.632+00', 'email', 'admin@example.com', NULL, NULL, NULL, NULL, NULL, 0, NULL),
('buyer_verification.ord_1m876ys52f1fbdxmg7ygm0', 'buyer_verification', 'ord_1m876ys52f1fbdxmg7ygm0', 'sent', 1, NULL, '2026-11-24 16:41:51.617+00', '2026-11-24 16:41:51.722+00', NULL, '2026-11-24 16:41:51.623+00', 'email', 'customer3@example.com', NULL, NULL, NULL, NULL, NULL, 0, NULL),
('order_confirmation.ord_1m876ytg2221bynzd1afnw', 'order_confirmation', 'ord_1m876ytg2221bynzd1afnw', 'sent', 1, NULL, '2026-11-24 16:41:52.554+00', '2026-11-24 16:41:52.925+00', NULL, '2026-11-24 16:41:52.773+00', 'email', 'buyer17@example.com', NULL, NULL, NULL, NULL, NULL, 0, NULL),
('payment_request.prq_1m876ytspehqfz32w8sg3j.1', 'payment_request', 'prq_1m876ytspehqfz32w8sg3j', 'sent', 1, NULL, '2026-11-24 16:41:52.706+00', '2026-11-24 16:41:53.01+00', NULL, '2026-11-24 16:41:52.773+00', 'email', 'customer4@example.com', NULL, NULL, NULL, NULL, NULL, 0, NULL),
('buyer_verification.ord_1m876ytg2221bynzd1afnw', 'buyer_verification', 'ord_1m876ytg2221bynzd1afnw', 'sent', 1, NULL, '2026-11-24 16:41:52.943+00', '2026-11-24 16:41:53.097+00', NULL, '2026-11-24 16:41:53.024+00', 'email', 'buyer17@example.com', NULL, NULL, NULL, NULL, NULL, 0, NULL),
('payment_request.prq_1m8770pjf0mrqbch8we2mh.1', 'payment_request', 'prq_1m8770pjf0mrqbch8we2mh', 'waiting', 0, NULL, '2026-11-24 16:42:53.991+00', NULL, NULL, NULL, 'email', NULL, NULL, NULL, NULL, NULL, NULL, 0, NULL),
('pay_report.usr_1m84cm8wgr4q0trdc6pd2t.attempt-report-1', 'pay_report', 'usr_1m84cm8wgr4q0trdc6pd2t 2026-11-24 2026-11-24', 'sent', 1, NULL, '2026-11-24 15:54:47.182+00', '2026-11-24 15:54:47.241+00', NULL, '2026-11-24 15:54:47.212+00', 'email', 'rep@example.com', NULL, NULL, NULL, NULL, NULL, 0, NULL),
('payment_request.prq_1m876ys4zg6dqaesa8f2xh.1', 'payment_request', 'prq_1m876ys4zg6dqaesa8f2xh', 'failed', 0, 'the payment request had ended', '2026-11-24 16:41:51.048+00', NULL, NULL, '2026-11-24 16:41:51.414+00', 'email', NULL, NULL, NULL, NULL, NULL, NULL, 0, NULL),
('order_confirmation.ord_1m876ys52f1fbdxmg7ygm0', 'order_confirmation', 'ord_1m876ys52f1fbdxmg7ygm0', 'sent', 1, NULL, '2026-11-24 16:41:51.351+00', '2026-11-24 16:41:51.614+00', NULL, '2026-11-24 16:41:51.414+00', 'email', 'customer3@example.com', NULL, NULL, NULL, NULL, NULL, 0, NULL),
('cash_app_instructions.ord_1m876yt372js7pden22amx.1', 'cash_app_instructions', 'ord_1m876yt372js7pden22amx', 'sent', 1, NULL, '2026-11-24 16:41:52.117+00', '2026-11-24 16:41:52.29+00', NULL, '2026-11-24 16:41:52.209+00', 'email', 'buyer16@example.com', NULL, NULL, NULL, NULL, NULL, 0, NULL),
('payment_request.prq_1m876yvdfv3ynjwk6htxjr.1', 'payment_request', 'prq_1m876yvdfv3ynjwk6htxjr', 'waiting', 0, NULL, '2026-11-24 16:41:53.393+00', NULL, NULL, NULL, 'email', NULL, NULL, NULL, NULL, NULL, NULL, 0, NULL);
INSERT INTO public.offer_figures VALUES
('off_1m84cmn4n5a9pxsvbtkwyk', 12, 15145, 0, 0),
('off_standard_extra_leads', 12, 0, 55, 41645);
INSERT INTO public.offer_uses VALUES
('ord_1m84cmnb60m9sab95cvvvf', 'off_1m84cmn4n5a9pxsvbtkwyk', NULL, '4Oqu00y_rjJ5fqs30E9CxasnZ-n'),
('ord_1m84cmpxnsgmpcqfqvbfh6', 'off_1m84cmn4n5a9pxsvbtkwyk', NULL, 'BHqZZXnkBaQ3WN084xZsQ9BcA2Q'),
('ord_1m872fbdpwkd3yqpj9fd8w', 'off_1m84cmn4n5a9pxsvbtkwyk', NULL, 'BHqZZXnkBaQ3WN084xZsQ9BcA2Q'),
('ord_1m872fd9dyny8q3gtkszfs', 'off_1m84cmn4n5a9pxsvbtkwyk', 'cart:80BPv1nzsrMS4PVzXplqQ-wBkGSBZtWb', 'BHqZZXnkBaQ3WN084xZsQ9BcA2Q'),
('ord_1m872fdcdbepd6xwj20g3e', 'off_1m84cmn4n5a9pxsvbtkwyk', NULL, 'O_zWpWBdwe6POMKfbdkLYhmMaZi'),
('ord_1m87486vv1a2pjvv78kgw8', 'off_1m84cmn4n5a9pxsvbtkwyk', NULL, 'UnwTyyuQv9WNgo-saBdPM7zLJeg'),
('ord_1m87487w9ja75eycwe0asq', 'off_1m84cmn4n5a9pxsvbtkwyk', NULL, 'BOMIXwEcOs-EMYauD9zm3v5qmkz'),
('ord_1m87488vj0jvy75mg0redz', 'off_1m84cmn4n5a9pxsvbtkwyk', NULL, 'bFKbRXGeB59ZVSNctNpNBjIPcaa'),
('ord_1m8748a4s3wkvb7akyq7t9', 'off_1m84cmn4n5a9pxsvbtkwyk', 'cart:glNoQD1QiRSyL1MjLQYRX2J6YC8t3qCF', 'whr49FI1OIz8W95yZhRYK0_rPLE'),
('ord_1m8748hq6g70w7vwpeq1vw', 'off_1m84cmn4n5a9pxsvbtkwyk', NULL, 'UBfWR_LgDICy7Li8cdC4-UrsASd'),
('ord_1m8748k5kqr25mh1qk5kmh', 'off_1m84cmn4n5a9pxsvbtkwyk', NULL, 'RbRVxvjrVBGh9i5lx-nZw8gCDG3'),
('ord_1m8761d2ssavew6c28cyxa', 'off_1m84cmn4n5a9pxsvbtkwyk', NULL, 'JDw-VfhqabP3Fh26v1-VbpVxi8X'),
('ord_1m876ys52f1fbdxmg7ygm0', 'off_1m84cmn4n5a9pxsvbtkwyk', NULL, 'MNMIRotGc7tbkIXwrRfjketd028'),
('ord_1m876yt372js7pden22amx', 'off_1m84cmn4n5a9pxsvbtkwyk', NULL, '9NFH4SDCfh9g4TdmBwmOy_d36pf'),
('ord_1m876ytg2221bynzd1afnw', 'off_1m84cmn4n5a9pxsvbtkwyk', NULL, 'MknSEQ0KD5tiRy9VAEs6UzqciEr'),
('ord_1m876ytspnd758zcscw06c', 'off_1m84cmn4n5a9pxsvbtkwyk', NULL, 'dt48qxDFCttyVFtVl0hfvqhBjGD'),
('ord_1m876yvdg0pmm0g0e91wtm', 'off_1m84cmn4n5a9pxsvbtkwyk', NULL, 'uqzK6p_ZZWlaSkBLD0jCrn1mpYL'),
('ord_1m876yvp3h5a7vvwp4y4he', 'off_1m84cmn4n5a9pxsvbtkwyk', 'cart:zU7DwqfjBfXIAHv6e9S1c1GU0qYsvHHP', '1Gkw5c1AabjwfQ-JCovwHy8JE4Q'),
('ord_1m8770pjxpevhbx31rg5a2', 'off_1m84cmn4n5a9pxsvbtkwyk', NULL, '6688-fvIm2X5picpPrXDeU8hgvY');
INSERT INTO public.offers VALUES
('off_standard_extra_leads', '5 Extra Leads', 'extra_leads', 5, '{}', '{}', '{}', '{}', NULL, NULL, true, true, NULL, NULL, 0, 'extra_leads_5', NULL, NULL, 1, '2000-01-01 00:00:00+00', ''),
('off_standard_discount', '30% Discount', 'percentage', 3000, '{}', '{}', '{}', '{}', NULL, NULL, false, true, NULL, NULL, 0, 'discount_30', NULL, NULL, 1, '2000-01-01 00:00:00+00', ''),
('off_1m84cmn4n5a9pxsvbtkwyk', 'Five off', 'percentage', 500, '{}', '{}', '{}', '{}', NULL, NULL, true, true, 50, NULL, 19, NULL, 'attempt-offer-1', NULL, 1, '2026-11-23 14:23:27.381+00', 'usr_1m84cm8rtzravatxnx579m');
INSERT INTO public.opt_out_notices VALUES
('oon_1m8748k0er7aqehse3pcm5', '6f1f7db1-8bb2-e1a8-7081-6a4a46ea7854', 'UBfWR_LgDICy7Li8cdC4-UrsASd', 'ord_1m8748hq6g70w7vwpeq1vw', NULL, '2026-11-24 15:54:46.67+00');
INSERT INTO public.opt_out_requests VALUES
('opt_1m8748jk6wxect90sqd5n2', '6f1f7db1-8bb2-e1a8-7081-6a4a46ea7854', NULL, '78701', NULL, 'YEBkxKqoPPxkmSxchqVdkdOr2yT', '2026-11-24 15:54:46.246+00');
INSERT INTO public.order_leads VALUES
('ord_1m84cmnb60m9sab95cvvvf', 1, 'hld_1m84cmn7x331q8zamd9rwp', '4Oqu00y_rjJ5fqs30E9CxasnZ-n', '00000000-0000-0000-0000-000000000001', 1, '2026-11-23 14:23:27.736+00', '2026-11-23 14:23:27.954+00', NULL),
('ord_1m84cmnb60m9sab95cvvvf', 2, 'hld_1m84cmn7x331q8zamd9rwp', '4Oqu00y_rjJ5fqs30E9CxasnZ-n', '00000000-0000-0000-0000-000000000002', 1, '2026-11-23 14:23:27.736+00', '2026-11-23 14:23:27.954+00', NULL),
('ord_1m84cmnb60m9sab95cvvvf', 3, 'hld_1m84cmn7x331q8zamd9rwp', '4Oqu00y_rjJ5fqs30E9CxasnZ-n', '00000000-0000-0000-0000-000000000003', 1, '2026-11-23 14:23:27.736+00', '2026-11-23 14:23:27.954+00', NULL),
('ord_1m84cmnb60m9sab95cvvvf', 4, 'hld_1m84cmn7x331q8zamd9rwp', '4Oqu00y_rjJ5fqs30E9CxasnZ-n', '00000000-0000-0000-0000-000000000004', 1, '2026-11-23 14:23:27.736+00', '2026-11-23 14:23:27.954+00', NULL),
('ord_1m84cmnb60m9sab95cvvvf', 5, 'hld_1m84cmn7x331q8zamd9rwp', '4Oqu00y_rjJ5fqs30E9CxasnZ-n', '00000000-0000-0000-0000-000000000005', 1, '2026-11-23 14:23:27.736+00', '2026-11-23 14:23:27.954+00', NULL),
('ord_1m84cmnb60m9sab95cvvvf', 6, 'hld_1m84cmn7x331q8zamd9rwp', '4Oqu00y_rjJ5fqs30E9CxasnZ-n', '00000000-0000-0000-0000-000000000006', 1, '2026-11-23 14:23:27.736+00', '2026-11-23 14:23:27.954+00', NULL),
('ord_1m84cmnb60m9sab95cvvvf', 7, 'hld_1m84cmn7x331q8zamd9rwp', '4Oqu00y_rjJ5fqs30E9CxasnZ-n', '00000000-0000-0000-0000-000000000007', 1, '2026-11-23 14:23:27.736+00', '2026-11-23 14:23:27.954+00', NULL),
('ord_1m84cmnb60m9sab95cvvvf', 8, 'hld_1m84cmn7x331q8zamd9rwp', '4Oqu00y_rjJ5fqs30E9CxasnZ-n', '00000000-0000-0000-0000-000000000008', 1, '2026-11-23 14:23:27.736+00', '2026-11-23 14:23:27.954+00', NULL),
('ord_1m84cmnb60m9sab95cvvvf', 9, 'hld_1m84cmn7x331q8zamd9rwp', '4Oqu00y_rjJ5fqs30E9CxasnZ-n', '00000000-0000-0000-0000-000000000009', 1, '2026-11-23 14:23:27.736+00', '2026-11-23 14:23:27.954+00', NULL),
('ord_1m84cmnb60m9sab95cvvvf', 10, 'hld_1m84cmn7x331q8zamd9rwp', '4Oqu00y_rjJ5fqs30E9CxasnZ-n', '00000000-0000-0000-0000-000000000010', 1, '2026-11-23 14:23:27.736+00', '2026-11-23 14:23:27.954+00', NULL),
('ord_1m84cmnb60m9sab95cvvvf', 11, 'hld_1m84cmn7x331q8zamd9rwp', '4Oqu00y_rjJ5fqs30E9CxasnZ-n', '00000000-0000-0000-0000-000000000011', 1, '2026-11-23 14:23:27.736+00', '2026-11-23 14:23:27.954+00', NULL),
('ord_1m84cmnb60m9sab95cvvvf', 12, 'hld_1m84cmn7x331q8zamd9rwp', '4Oqu00y_rjJ5fqs30E9CxasnZ-n', '00000000-0000-0000-0000-000000000012', 1, '2026-11-23 14:23:27.736+00', '2026-11-23 14:23:27.954+00', NULL),
('ord_1m84cmnb60m9sab95cvvvf', 13, 'hld_1m84cmn7x331q8zamd9rwp', '4Oqu00y_rjJ5fqs30E9CxasnZ-n', '00000000-0000-0000-0000-000000000013', 1, '2026-11-23 14:23:27.736+00', '2026-11-23 14:23:27.954+00', NULL),
('ord_1m84cmnb60m9sab95cvvvf', 14, 'hld_1m84cmn7x331q8zamd9rwp', '4Oqu00y_rjJ5fqs30E9CxasnZ-n', '00000000-0000-0000-0000-000000000014', 1, '2026-11-23 14:23:27.736+00', '2026-11-23 14:23:27.954+00', NULL),
('ord_1m84cmnb60m9sab95cvvvf', 15, 'hld_1m84cmn7x331q8zamd9rwp', '4Oqu00y_rjJ5fqs30E9CxasnZ-n', '00000000-0000-0000-0000-000000000015', 1, '2026-11-23 14:23:27.736+00', '2026-11-23 14:23:27.954+00', NULL),
('ord_1m84cmnb60m9sab95cvvvf', 16, 'hld_1m84cmn7x331q8zamd9rwp', '4Oqu00y_rjJ5fqs30E9CxasnZ-n', '00000000-0000-0000-0000-000000000016', 1, '2026-11-23 14:23:27.736+00', '2026-11-23 14:23:27.954+00', NULL),
('ord_1m84cmnb60m9sab95cvvvf', 17, 'hld_1m84cmn7x331q8zamd9rwp', '4Oqu00y_rjJ5fqs30E9CxasnZ-n', '00000000-0000-0000-0000-000000000017', 1, '2026-11-23 14:23:27.736+00', '2026-11-23 14:23:27.954+00', NULL),
('ord_1m84cmnb60m9sab95cvvvf', 18, 'hld_1m84cmn7x331q8zamd9rwp', '4Oqu00y_rjJ5fqs30E9CxasnZ-n', '00000000-0000-0000-0000-000000000018', 1, '2026-11-23 14:23:27.736+00', '2026-11-23 14:23:27.954+00', NULL),
('ord_1m84cmnb60m9sab95cvvvf', 19, 'hld_1m84cmn7x331q8zamd9rwp', '4Oqu00y_rjJ5fqs30E9CxasnZ-n', '00000000-0000-0000-0000-000000000019', 1, '2026-11-23 14:23:27.736+00', '2026-11-23 14:23:27.954+00', NULL),
('ord_1m84cmnb60m9sab95cvvvf', 20, 'hld_1m84cmn7x331q8zamd9rwp', '4Oqu00y_rjJ5fqs30E9CxasnZ-n', '00000000-0000-0000-0000-000000000020', 1, '2026-11-23 14:23:27.736+00', '2026-11-23 14:23:27.954+00', NULL),
('ord_1m84cmnb60m9sab95cvvvf', 21, 'hld_1m84cmn7x331q8zamd9rwp', '4Oqu00y_rjJ5fqs30E9CxasnZ-n', '00000000-0000-0000-0000-000000000021', 1, '2026-11-23 14:23:27.736+00', '2026-11-23 14:23:27.954+00', NULL),
('ord_1m84cmnb60m9sab95cvvvf', 22, 'hld_1m84cmn7x331q8zamd9rwp', '4Oqu00y_rjJ5fqs30E9CxasnZ-n', '00000000-0000-0000-0000-000000000022', 1, '2026-11-23 14:23:27.736+00', '2026-11-23 14:23:27.954+00', NULL),
('ord_1m84cmnb60m9sab95cvvvf', 23, 'hld_1m84cmn7x331q8zamd9rwp', '4Oqu00y_rjJ5fqs30E9CxasnZ-n', '00000000-0000-0000-0000-000000000023', 1, '2026-11-23 14:23:27.736+00', '2026-11-23 14:23:27.954+00', NULL),
('ord_1m84cmnb60m9sab95cvvvf', 24, 'hld_1m84cmn7x331q8zamd9rwp', '4Oqu00y_rjJ5fqs30E9CxasnZ-n', '00000000-0000-0000-0000-000000000024', 1, '2026-11-23 14:23:27.736+00', '2026-11-23 14:23:27.954+00', NULL),
('ord_1m84cmnb60m9sab95cvvvf', 25, 'hld_1m84cmn7x331q8zamd9rwp', '4Oqu00y_rjJ5fqs30E9CxasnZ-n', '00000000-0000-0000-0000-000000000025', 1, '2026-11-23 14:23:27.736+00', '2026-11-23 14:23:27.954+00', NULL),
('ord_1m8748hq6g70w7vwpeq1vw', 85, 'hld_1m8748hnj2ytvncb9rbegm', 'UBfWR_LgDICy7Li8cdC4-UrsASd', '6f1f7db1-8bb2-e1a8-7081-6a4a46ea7854', 1, '2026-11-24 15:54:45.421+00', '2026-11-24 15:54:45.858+00', NULL),
('ord_1m8748hq6g70w7vwpeq1vw', 86, 'hld_1m8748hnj2ytvncb9rbegm', 'UBfWR_LgDICy7Li8cdC4-UrsASd', '6f1f7dd2-2d4b-f47e-c9e4-ac883acd5c1b', 1, '2026-11-24 15:54:45.421+00', '2026-11-24 15:54:45.858+00', NULL),
('ord_1m8748hq6g70w7vwpeq1vw', 87, 'hld_1m8748hnj2ytvncb9rbegm', 'UBfWR_LgDICy7Li8cdC4-UrsASd', '6f1f7db2-dad1-b173-3975-2f8de0681951', 1, '2026-11-24 15:54:45.421+00', '2026-11-24 15:54:45.858+00', NULL),
('ord_1m8748hq6g70w7vwpeq1vw', 88, 'hld_1m8748hnj2ytvncb9rbegm', 'UBfWR_LgDICy7Li8cdC4-UrsASd', '6f1f7db2-e710-55e4-507f-da6cf7795458', 1, '2026-11-24 15:54:45.421+00', '2026-11-24 15:54:45.858+00', NULL),
('ord_1m8748hq6g70w7vwpeq1vw', 89, 'hld_1m8748hnj2ytvncb9rbegm', 'UBfWR_LgDICy7Li8cdC4-UrsASd', '6f1f7da4-d4d5-42f4-c56a-adb7b7d5ebf2', 1, '2026-11-24 15:54:45.421+00', '2026-11-24 15:54:45.858+00', NULL),
('ord_1m8748hq6g70w7vwpeq1vw', 90, 'hld_1m8748hnj2ytvncb9rbegm', 'UBfWR_LgDICy7Li8cdC4-UrsASd', '6f1f7d2b-118f-bd5d-bb31-a87d5e00f611', 1, '2026-11-24 15:54:45.421+00', '2026-11-24 15:54:45.858+00', NULL),
('ord_1m8748hq6g70w7vwpeq1vw', 91, 'hld_1m8748hnj2ytvncb9rbegm', 'UBfWR_LgDICy7Li8cdC4-UrsASd', '6f1f7d8a-e789-8ec8-afee-a4c54307ca58', 1, '2026-11-24 15:54:45.421+00', '2026-11-24 15:54:45.858+00', NULL),
('ord_1m8748hq6g70w7vwpeq1vw', 92, 'hld_1m8748hnj2ytvncb9rbegm', 'UBfWR_LgDICy7Li8cdC4-UrsASd', '6f1f7d90-836b-ebf1-e954-33c258198c73', 1, '2026-11-24 15:54:45.421+00', '2026-11-24 15:54:45.858+00', NULL),
('ord_1m8748hq6g70w7vwpeq1vw', 93, 'hld_1m8748hnj2ytvncb9rbegm', 'UBfWR_LgDICy7Li8cdC4-UrsASd', '6f1f7de4-423a-5598-1f05-612788dd8813', 1, '2026-11-24 15:54:45.421+00', '2026-11-24 15:54:45.858+00', NULL),
('ord_1m8748hq6g70w7vwpeq1vw', 94, 'hld_1m8748hnj2ytvncb9rbegm', 'UBfWR_LgDICy7Li8cdC4-UrsASd', '6f1f7db4-0a31-6fa4-6388-c826fbbfbe31', 1, '2026-11-24 15:54:45.421+00', '2026-11-24 15:54:45.858+00', NULL),
('ord_1m8748hq6g70w7vwpeq1vw', 95, 'hld_1m8748hnj2ytvncb9rbegm', 'UBfWR_LgDICy7Li8cdC4-UrsASd', '6f1f7d70-3ee3-ac52-1d7b-e5a8a4bc3eac', 1, '2026-11-24 15:54:45.421+00', '2026-11-24 15:54:45.858+00', NULL),
('ord_1m8748hq6g70w7vwpeq1vw', 96, 'hld_1m8748hnj2ytvncb9rbegm', 'UBfWR_LgDICy7Li8cdC4-UrsASd', '6f1f7d0d-5706-528c-cda1-394c9babf2fd', 1, '2026-11-24 15:54:45.421+00', '2026-11-24 15:54:45.858+00', NULL),
('ord_1m8748hq6g70w7vwpeq1vw', 97, 'hld_1m8748hnj2ytvncb9rbegm', 'UBfWR_LgDICy7Li8cdC4-UrsASd', '6f1f7d8a-174f-e31c-3382-7211a65c51ab', 1, '2026-11-24 15:54:45.421+00', '2026-11-24 15:54:45.858+00', NULL),
('ord_1m8748hq6g70w7vwpeq1vw', 98, 'hld_1m8748hnj2ytvncb9rbegm', 'UBfWR_LgDICy7Li8cdC4-UrsASd', '6f1f7dc3-806d-b3f2-a3bc-181eeac79892', 1, '2026-11-24 15:54:45.421+00', '2026-11-24 15:54:45.858+00', NULL),
('ord_1m8748hq6g70w7vwpeq1vw', 99, 'hld_1m8748hnj2ytvncb9rbegm', 'UBfWR_LgDICy7Li8cdC4-UrsASd', '6f1f7d39-fc41-caa5-d3fb-6e0d09ed7e90', 1, '2026-11-24 15:54:45.421+00', '2026-11-24 15:54:45.858+00', NULL),
('ord_1m8748hq6g70w7vwpeq1vw', 100, 'hld_1m8748hnj2ytvncb9rbegm', 'UBfWR_LgDICy7Li8cdC4-UrsASd', '6f1f7d5e-f2af-6573-4bcf-c0d3fd125659', 1, '2026-11-24 15:54:45.421+00', '2026-11-24 15:54:45.858+00', NULL),
('ord_1m8748hq6g70w7vwpeq1vw', 101, 'hld_1m8748hnj2ytvncb9rbegm', 'UBfWR_LgDICy7Li8cdC4-UrsASd', '6f1f7dfa-887b-ffa8-de6d-ba6d2c585cfb', 1, '2026-11-24 15:54:45.421+00', '2026-11-24 15:54:45.858+00', NULL),
('ord_1m8748hq6g70w7vwpeq1vw', 102, 'hld_1m8748hnj2ytvncb9rbegm', 'UBfWR_LgDICy7Li8cdC4-UrsASd', '6f1f7dc3-39f0-a959-598a-f005f66ec310', 1, '2026-11-24 15:54:45.421+00', '2026-11-24 15:54:45.858+00', NULL),
('ord_1m8748hq6g70w7vwpeq1vw', 103, 'hld_1m8748hnj2ytvncb9rbegm', 'UBfWR_LgDICy7Li8cdC4-UrsASd', '6f1f7da9-157d-e899-75a3-da5433c1691d', 1, '2026-11-24 15:54:45.421+00', '2026-11-24 15:54:45.858+00', NULL),
('ord_1m8748hq6g70w7vwpeq1vw', 104, 'hld_1m8748hnj2ytvncb9rbegm', 'UBfWR_LgDICy7Li8cdC4-UrsASd', '6f1f7d35-c576-b8eb-14b6-eada0e4a6864', 1, '2026-11-24 15:54:45.421+00', '2026-11-24 15:54:45.858+00', NULL),
('ord_1m8748hq6g70w7vwpeq1vw', 105, 'hld_1m8748hnj2ytvncb9rbegm', 'UBfWR_LgDICy7Li8cdC4-UrsASd', '6f1f7d09-9441-069f-dedc-8df82172dcc0', 1, '2026-11-24 15:54:45.421+00', '2026-11-24 15:54:45.858+00', NULL),
('ord_1m8748hq6g70w7vwpeq1vw', 106, 'hld_1m8748hnj2ytvncb9rbegm', 'UBfWR_LgDICy7Li8cdC4-UrsASd', '6f1f7d96-f6c4-1ed5-930c-79b06385fbb2', 1, '2026-11-24 15:54:45.421+00', '2026-11-24 15:54:45.858+00', NULL),
('ord_1m8748hq6g70w7vwpeq1vw', 107, 'hld_1m8748hnj2ytvncb9rbegm', 'UBfWR_LgDICy7Li8cdC4-UrsASd', '6f1f7df6-aa34-4a29-0138-71b4d0f48eee', 1, '2026-11-24 15:54:45.421+00', '2026-11-24 15:54:45.858+00', NULL),
('ord_1m8748hq6g70w7vwpeq1vw', 108, 'hld_1m8748hnj2ytvncb9rbegm', 'UBfWR_LgDICy7Li8cdC4-UrsASd', '6f1f7d3e-f2f7-52a0-3904-2940f57d066a', 1, '2026-11-24 15:54:45.421+00', '2026-11-24 15:54:45.858+00', NULL),
('ord_1m8748hq6g70w7vwpeq1vw', 109, 'hld_1m8748hnj2ytvncb9rbegm', 'UBfWR_LgDICy7Li8cdC4-UrsASd', '6f1f7d0f-5e37-303b-a9cb-0b22ab464fbd', 1, '2026-11-24 15:54:45.421+00', '2026-11-24 15:54:45.858+00', NULL);
INSERT INTO public.order_lines VALUES
('ord_1m84cmnb60m9sab95cvvvf', 1, 1, 'hld_1m84cmn7x331q8zamd9rwp', '48003-vacant-vip-20', 'vacant', 'vip', 20, 'Texas', 'Andrews', 'email', 29900, 1495, 5, 'sold', '[{"name": "Five off", "cents": 1495, "leads": 0, "offerId": "off_1m84cmn4n5a9pxsvbtkwyk"}, {"name": "5 Extra Leads", "cents": 0, "leads": 5, "offerId": "off_standard_extra_leads"}]', 0, '[{"kind": "percentage", "name": "Five off", "value": 500, "offerId": "off_1m84cmn4n5a9pxsvbtkwyk", "isCombinable": true}]'),
('ord_1m84cmpxnsgmpcqfqvbfh6', 1, 1, 'hld_1m84cmpsrwmwkb0m8x3gab', '48453-vacant-vip-20', 'vacant', 'vip', 20, 'Texas', 'Travis', 'email', 29900, 1495, 5, 'sold', '[{"name": "Five off", "cents": 1495, "leads": 0, "offerId": "off_1m84cmn4n5a9pxsvbtkwyk"}, {"name": "5 Extra Leads", "cents": 0, "leads": 5, "offerId": "off_standard_extra_leads"}]', 0, '[{"kind": "percentage", "name": "Five off", "value": 500, "offerId": "off_1m84cmn4n5a9pxsvbtkwyk", "isCombinable": true}]'),
('ord_1m84cmqkkdg6mnj9rrdq2t', 1, 1, 'hld_1m84cmqfrngj57bn3xns8m', '48453-vacant-premier-20', 'vacant', 'premier', 20, 'Texas', 'Travis', 'email', 19900, 995, 5, 'open', '[{"name": "Five off", "cents": 995, "leads": 0, "offerId": "off_1m84cmn4n5a9pxsvbtkwyk"}, {"name": "5 Extra Leads", "cents": 0, "leads": 5, "offerId": "off_standard_extra_leads"}]', 0, '[{"kind": "percentage", "name": "Five off", "value": 500, "offerId": "off_1m84cmn4n5a9pxsvbtkwyk", "isCombinable": true}]'),
('ord_1m872fbdpwkd3yqpj9fd8w', 1, 1, 'hld_1m872fbc32dwfqb0xv7g5p', '48453-vacant-standard-100', 'vacant', 'standard', 100, 'Texas', 'Travis', 'email', 27900, 1395, 5, 'sold', '[{"name": "Five off", "cents": 1395, "leads": 0, "offerId": "off_1m84cmn4n5a9pxsvbtkwyk"}, {"name": "5 Extra Leads", "cents": 0, "leads": 5, "offerId": "off_standard_extra_leads"}]', 0, '[{"kind": "percentage", "name": "Five off", "value": 500, "offerId": "off_1m84cmn4n5a9pxsvbtkwyk", "isCombinable": true}]'),
('ord_1m872fd9dyny8q3gtkszfs', 1, 1, 'hld_1m872fd01p7qzazw4javyb', '48453-vacant-vip-20', 'vacant', 'vip', 20, 'Texas', 'Travis', 'email', 29900, 1495, 5, 'open', '[{"name": "Five off", "cents": 1495, "leads": 0, "offerId": "off_1m84cmn4n5a9pxsvbtkwyk"}, {"name": "5 Extra Leads", "cents": 0, "leads": 5, "offerId": "off_standard_extra_leads"}]', 8165, '[{"kind": "percentage", "name": "Five off", "value": 500, "offerId": "off_1m84cmn4n5a9pxsvbtkwyk", "isCombinable": true}]'),
('ord_1m872fdcdbepd6xwj20g3e', 1, 1, 'hld_1m872fdak85q7djx7m6nmd', '48453-vacant-vip-20', 'vacant', 'vip', 20, 'Texas', 'Travis', 'email', 29900, 1495, 5, 'sold', '[{"name": "Five off", "cents": 1495, "leads": 0, "offerId": "off_1m84cmn4n5a9pxsvbtkwyk"}, {"name": "5 Extra Leads", "cents": 0, "leads": 5, "offerId": "off_standard_extra_leads"}]', 0, '[{"kind": "percentage", "name": "Five off", "value": 500, "offerId": "off_1m84cmn4n5a9pxsvbtkwyk", "isCombinable": true}]'),
('ord_1m872fdcdbepd6xwj20g3e', 1, 2, 'hld_1m872fdax4pk13v3dm8kcg', '48453-vacant-premier-20', 'vacant', 'premier', 20, 'Texas', 'Travis', 'email', 19900, 995, 5, 'sold', '[{"name": "Five off", "cents": 995, "leads": 0, "offerId": "off_1m84cmn4n5a9pxsvbtkwyk"}, {"name": "5 Extra Leads", "cents": 0, "leads": 5, "offerId": "off_standard_extra_leads"}]', 0, '[{"kind": "percentage", "name": "Five off", "value": 500, "offerId": "off_1m84cmn4n5a9pxsvbtkwyk", "isCombinable": true}]'),
('ord_1m87486vv1a2pjvv78kgw8', 1, 1, 'hld_1m87486svhjccgt37errcz', '48453-owner-standard-100', 'owner', 'standard', 100, 'Texas', 'Travis', 'email', 30900, 1545, 5, 'sold', '[{"name": "Five off", "cents": 1545, "leads": 0, "offerId": "off_1m84cmn4n5a9pxsvbtkwyk"}, {"name": "5 Extra Leads", "cents": 0, "leads": 5, "offerId": "off_standard_extra_leads"}]', 0, '[{"kind": "percentage", "name": "Five off", "value": 500, "offerId": "off_1m84cmn4n5a9pxsvbtkwyk", "isCombinable": true}]'),
('ord_1m872fe3mgfrbc905eyze2', 1, 1, 'hld_1m872fe06v1kf8xnk1g9wt', '48453-owner-standard-100', 'owner', 'standard', 100, 'Texas', 'Travis', 'email', 30900, 1545, 5, 'refunded', '[{"name": "Five off", "cents": 1545, "leads": 0, "offerId": "off_1m84cmn4n5a9pxsvbtkwyk"}, {"name": "5 Extra Leads", "cents": 0, "leads": 5, "offerId": "off_standard_extra_leads"}]', 0, '[{"kind": "percentage", "name": "Five off", "value": 500, "offerId": "off_1m84cmn4n5a9pxsvbtkwyk", "isCombinable": true}]'),
('ord_1m87487w9ja75eycwe0asq', 1, 1, 'hld_1m87487vbm9m0wy8f2cdem', '48453-vacant-standard-100', 'vacant', 'standard', 100, 'Texas', 'Travis', 'email', 27900, 1395, 5, 'sold', '[{"name": "Five off", "cents": 1395, "leads": 0, "offerId": "off_1m84cmn4n5a9pxsvbtkwyk"}, {"name": "5 Extra Leads", "cents": 0, "leads": 5, "offerId": "off_standard_extra_leads"}]', 0, '[{"kind": "percentage", "name": "Five off", "value": 500, "offerId": "off_1m84cmn4n5a9pxsvbtkwyk", "isCombinable": true}]'),
('ord_1m87488vj0jvy75mg0redz', 1, 1, 'hld_1m87488tyzc1nnzjsvnmex', '48453-vacant-standard-100', 'vacant', 'standard', 100, 'Texas', 'Travis', 'email', 27900, 1395, 5, 'sold', '[{"name": "Five off", "cents": 1395, "leads": 0, "offerId": "off_1m84cmn4n5a9pxsvbtkwyk"}, {"name": "5 Extra Leads", "cents": 0, "leads": 5, "offerId": "off_standard_extra_leads"}]', 0, '[{"kind": "percentage", "name": "Five off", "value": 500, "offerId": "off_1m84cmn4n5a9pxsvbtkwyk", "isCombinable": true}]'),
('ord_1m87489a3ax58smx8t559k', 1, 1, 'hld_1m87489681qa990ftd7ch0', '48453-vacant-standard-100', 'vacant', 'standard', 100, 'Texas', 'Travis', 'email', 27900, 1395, 5, 'open', '[{"name": "Five off", "cents": 1395, "leads": 0, "offerId": "off_1m84cmn4n5a9pxsvbtkwyk"}, {"name": "5 Extra Leads", "cents": 0, "leads": 5, "offerId": "off_standard_extra_leads"}]', 0, '[{"kind": "percentage", "name": "Five off", "value": 500, "offerId": "off_1m84cmn4n5a9pxsvbtkwyk", "isCombinable": true}]'),
('ord_1m8748a4s3wkvb7akyq7t9', 1, 1, 'hld_1m8748a34qzthj3dbmghkf', '48453-vacant-standard-100', 'vacant', 'standard', 100, 'Texas', 'Travis', 'email', 27900, 1395, 5, 'open', '[{"name": "Five off", "cents": 1395, "leads": 0, "offerId": "off_1m84cmn4n5a9pxsvbtkwyk"}, {"name": "5 Extra Leads", "cents": 0, "leads": 5, "offerId": "off_standard_extra_leads"}]', 0, '[{"kind": "percentage", "name": "Five off", "value": 500, "offerId": "off_1m84cmn4n5a9pxsvbtkwyk", "isCombinable": true}]'),
('ord_1m8748hq6g70w7vwpeq1vw', 1, 1, 'hld_1m8748hnj2ytvncb9rbegm', '48011-vacant-vip-20', 'vacant', 'vip', 20, 'Texas', 'Armstrong', 'email', 29900, 1495, 5, 'sold', '[{"name": "Five off", "cents": 1495, "leads": 0, "offerId": "off_1m84cmn4n5a9pxsvbtkwyk"}, {"name": "5 Extra Leads", "cents": 0, "leads": 5, "offerId": "off_standard_extra_leads"}]', 0, '[{"kind": "percentage", "name": "Five off", "value": 500, "offerId": "off_1m84cmn4n5a9pxsvbtkwyk", "isCombinable": true}]'),
('ord_1m876ys52f1fbdxmg7ygm0', 1, 1, 'hld_1m876ys2q5yjk3wc1jaeyc', '48453-vacant-standard-100', 'vacant', 'standard', 100, 'Texas', 'Travis', 'email', 27900, 1395, 5, 'sold', '[{"name": "Five off", "cents": 1395, "leads": 0, "offerId": "off_1m84cmn4n5a9pxsvbtkwyk"}, {"name": "5 Extra Leads", "cents": 0, "leads": 5, "offerId": "off_standard_extra_leads"}]', 0, '[{"kind": "percentage", "name": "Five off", "value": 500, "offerId": "off_1m84cmn4n5a9pxsvbtkwyk", "isCombinable": true}]'),
('ord_1m876yt372js7pden22amx', 1, 1, 'hld_1m876yszjs64kewpe75sva', '48453-vacant-standard-100', 'vacant', 'standard', 100, 'Texas', 'Travis', 'email', 27900, 1395, 5, 'open', '[{"name": "Five off", "cents": 1395, "leads": 0, "offerId": "off_1m84cmn4n5a9pxsvbtkwyk"}, {"name": "5 Extra Leads", "cents": 0, "leads": 5, "offerId": "off_standard_extra_leads"}]', 0, '[{"kind": "percentage", "name": "Five off", "value": 500, "offerId": "off_1m84cmn4n5a9pxsvbtkwyk", "isCombinable": true}]'),
('ord_1m876ytg2221bynzd1afnw', 1, 1, 'hld_1m876yte1gjc5rvym910pg', '48453-vacant-premier-20', 'vacant', 'premier', 20, 'Texas', 'Travis', 'email', 19900, 995, 5, 'sold', '[{"name": "Five off", "cents": 995, "leads": 0, "offerId": "off_1m84cmn4n5a9pxsvbtkwyk"}, {"name": "5 Extra Leads", "cents": 0, "leads": 5, "offerId": "off_standard_extra_leads"}]', 0, '[{"kind": "percentage", "name": "Five off", "value": 500, "offerId": "off_1m84cmn4n5a9pxsvbtkwyk", "isCombinable": true}]'),
('ord_1m876yvdg0pmm0g0e91wtm', 1, 1, 'hld_1m876yv6qvetf7cyg40k6e', '48453-vacant-vip-20', 'vacant', 'vip', 20, 'Texas', 'Travis', 'email', 33300, 1665, 5, 'open', '[{"name": "Five off", "cents": 1665, "leads": 0, "offerId": "off_1m84cmn4n5a9pxsvbtkwyk"}, {"name": "5 Extra Leads", "cents": 0, "leads": 5, "offerId": "off_standard_extra_leads"}]', 0, '[{"kind": "percentage", "name": "Five off", "value": 500, "offerId": "off_1m84cmn4n5a9pxsvbtkwyk", "isCombinable": true}]'),
('ord_1m876yvp3h5a7vvwp4y4he', 1, 1, 'hld_1m876yvktkwr5589q16j5f', '48453-vacant-premier-20', 'vacant', 'premier', 20, 'Texas', 'Travis', 'email', 19900, 995, 5, 'open', '[{"name": "Five off", "cents": 995, "leads": 0, "offerId": "off_1m84cmn4n5a9pxsvbtkwyk"}, {"name": "5 Extra Leads", "cents": 0, "leads": 5, "offerId": "off_standard_extra_leads"}]', 0, '[{"kind": "percentage", "name": "Five off", "value": 500, "offerId": "off_1m84cmn4n5a9pxsvbtkwyk", "isCombinable": true}]'),
('ord_1m8748k5kqr25mh1qk5kmh', 1, 1, 'hld_1m8748k50g5a3s5rbhsxrc', '48453-vacant-standard-100', 'vacant', 'standard', 100, 'Texas', 'Travis', 'email', 27900, 1395, 5, 'sold', '[{"name": "Five off", "cents": 1395, "leads": 0, "offerId": "off_1m84cmn4n5a9pxsvbtkwyk"}, {"name": "5 Extra Leads", "cents": 0, "leads": 5, "offerId": "off_standard_extra_leads"}]', 0, '[{"kind": "percentage", "name": "Five off", "value": 500, "offerId": "off_1m84cmn4n5a9pxsvbtkwyk", "isCombinable": true}]'),
('ord_1m8761d2ssavew6c28cyxa', 1, 1, 'hld_1m8761d0yastxewca8bw1x', '48453-owner-premier-20', 'owner', 'premier', 20, 'Texas', 'Travis', 'email', 22900, 1145, 5, 'sold', '[{"name": "Five off", "cents": 1145, "leads": 0, "offerId": "off_1m84cmn4n5a9pxsvbtkwyk"}, {"name": "5 Extra Leads", "cents": 0, "leads": 5, "offerId": "off_standard_extra_leads"}]', 0, '[{"kind": "percentage", "name": "Five off", "value": 500, "offerId": "off_1m84cmn4n5a9pxsvbtkwyk", "isCombinable": true}]'),
('ord_1m8748mak9nhrp8fw7cc8m', 1, 1, 'hld_1m8748m923hc4ah6bnxf7r', '48453-owner-premier-20', 'owner', 'premier', 20, 'Texas', 'Travis', 'email', 22900, 1145, 5, 'refunded', '[{"name": "Five off", "cents": 1145, "leads": 0, "offerId": "off_1m84cmn4n5a9pxsvbtkwyk"}, {"name": "5 Extra Leads", "cents": 0, "leads": 5, "offerId": "off_standard_extra_leads"}]', 0, '[{"kind": "percentage", "name": "Five off", "value": 500, "offerId": "off_1m84cmn4n5a9pxsvbtkwyk", "isCombinable": true}]'),
('ord_1m876ytspnd758zcscw06c', 1, 1, 'hld_1m876ytp970dfxr0vck0c0', '48453-vacant-premier-20', 'vacant', 'premier', 20, 'Texas', 'Travis', 'email', 19900, 995, 5, 'open', '[{"name": "Five off", "cents": 995, "leads": 0, "offerId": "off_1m84cmn4n5a9pxsvbtkwyk"}, {"name": "5 Extra Leads", "cents": 0, "leads": 5, "offerId": "off_standard_extra_leads"}]', 0, '[{"kind": "percentage", "name": "Five off", "value": 500, "offerId": "off_1m84cmn4n5a9pxsvbtkwyk", "isCombinable": true}]'),
('ord_1m876ytspnd758zcscw06c', 1, 2, 'hld_1m876ytqf39ghs3naq2a2d', '48003-vacant-vip-20', 'vacant', 'vip', 20, 'Texas', 'Andrews', 'email', 33300, 1665, 5, 'open', '[{"name": "Five off", "cents": 1665, "leads": 0, "offerId": "off_1m84cmn4n5a9pxsvbtkwyk"}, {"name": "5 Extra Leads", "cents": 0, "leads": 5, "offerId": "off_standard_extra_leads"}]', 0, '[{"kind": "percentage", "name": "Five off", "value": 500, "offerId": "off_1m84cmn4n5a9pxsvbtkwyk", "isCombinable": true}]'),
('ord_1m8770pjxpevhbx31rg5a2', 1, 1, 'hld_1m876yvs7be3ap4s4epvn9', '48453-vacant-standard-100', 'vacant', 'standard', 100, 'Texas', 'Travis', 'email', 27900, 1395, 5, 'open', '[{"name": "Five off", "cents": 1395, "leads": 0, "offerId": "off_1m84cmn4n5a9pxsvbtkwyk"}, {"name": "5 Extra Leads", "cents": 0, "leads": 5, "offerId": "off_standard_extra_leads"}]', 0, '[{"kind": "percentage", "name": "Five off", "value": 500, "offerId": "off_1m84cmn4n5a9pxsvbtkwyk", "isCombinable": true}]'),
('ord_1m8770pjxpevhbx31rg5a2', 1, 2, 'hld_1m8770peccfmrh2pgxw9z0', '48453-vacant-vip-20', 'vacant', 'vip', 20, 'Texas', 'Travis', 'email', 33300, 1665, 5, 'open', '[{"name": "Five off", "cents": 1665, "leads": 0, "offerId": "off_1m84cmn4n5a9pxsvbtkwyk"}, {"name": "5 Extra Leads", "cents": 0, "leads": 5, "offerId": "off_standard_extra_leads"}]', 0, '[{"kind": "percentage", "name": "Five off", "value": 500, "offerId": "off_1m84cmn4n5a9pxsvbtkwyk", "isCombinable": true}]');
INSERT INTO public.orders VALUES
('ord_1m84cmnb60m9sab95cvvvf', 'LY-FCX5JM9P', 'EF71HvYb4agDwofsMqx3W_hOmCuNuEPy', 'cart:DiZ0xwlkuwOEiUnjtAqgh3te9sQYv8J0', 'processed', 1, 28405, 'zTdbRMzVhI3BuE_aZTPRx6H6KBQZHsNb', 1, 28405, 0, 'stripe', false, 'Bea Buyer', 'buyer1@example.com', NULL, NULL, NULL, NULL, 0, '2026-11-23 14:23:27.59+00', '2026-11-23 14:23:27.746+00', NULL, NULL, NULL, NULL, NULL, NULL, 0, NULL),
('ord_1m84cmpxnsgmpcqfqvbfh6', 'LY-2YBZ4ND8', 'Rj8TPmqyHMsxxw92RM-Y7VoNJET6fTq2', 'cart:80BPv1nzsrMS4PVzXplqQ-wBkGSBZtWb', 'paid', 1, 28405, 'xr0IZ3UvIad7mQQW55nxw7MBuA0npo2J', 1, 28405, 0, 'stripe', false, 'Bea Buyer', 'buyer2@example.com', NULL, NULL, NULL, NULL, 0, '2026-11-23 14:23:29.205+00', '2026-11-23 14:23:29.589+00', NULL, NULL, NULL, NULL, NULL, NULL, 0, NULL),
('ord_1m84cmqkkdg6mnj9rrdq2t', 'LY-55VFWR27', 'iWVATyXzW5JgPqxv95oSKrIUAJuRhBxk', 'request:prq_1m84cmqk1a1yx8y2m6vs90', 'cancelled', 1, 18905, 'L7TFGR9zbYTxRD02JJOTrSEvr2Y4YgsQ', 1, 18905, 0, 'stripe', false, 'Carla Customer', 'carla@example.com', NULL, NULL, NULL, 'usr_1m84cm8wgr4q0trdc6pd2t', 1000, '2026-11-23 14:23:29.907+00', NULL, '2026-11-24 15:23:30.729+00', NULL, '2026-11-24 14:23:29.907+00', NULL, NULL, NULL, 0, NULL),
('ord_1m872fbdpwkd3yqpj9fd8w', 'LY-W9MW5R26', 'HiUjmYb_EJttq4lZrZpq7inhe0sJLvU9', 'cart:80BPv1nzsrMS4PVzXplqQ-wBkGSBZtWb', 'paid', 1, 26505, '24tGdGtMf_iKjklUEH5P2v46W8Jyapmc', 1, 26505, 0, 'stripe', false, 'Bea Buyer', 'buyer2@example.com', NULL, NULL, NULL, NULL, 0, '2026-11-24 15:23:31.126+00', '2026-11-24 15:23:31.296+00', NULL, NULL, NULL, NULL, NULL, NULL, 0, NULL),
('ord_1m872fd9dyny8q3gtkszfs', 'LY-ZAFEZK8W', 'VXLnVDe2U0HFXoEIe-Twt9r4btaeUDVV', 'cart:80BPv1nzsrMS4PVzXplqQ-wBkGSBZtWb', 'awaiting_payment', 1, 28405, 'tXWhjrRxqDsYiPyRag3SmbuDlbJxohbB', 1, 20240, 0, 'stripe', false, 'Bea Buyer', 'buyer2@example.com', NULL, NULL, NULL, NULL, 0, '2026-11-24 15:23:33.037+00', NULL, NULL, NULL, NULL, NULL, NULL, NULL, 8165, NULL),
('ord_1m872fdcdbepd6xwj20g3e', 'LY-4WZQK46W', 'mQYQXAT1tArJOV2endHNT8N64jVpXGEL', 'cart:Vx7I8j1zDjuMjp07Og_CQC7eD0BtRVuX', 'refunded', 1, 47310, 'U-gmQkZ3__-f7C7p26Lih3a4mWbo0r0R', 1, 47310, 47310, 'stripe', false, 'Bea Buyer', 'buyer4@example.com', NULL, NULL, NULL, NULL, 0, '2026-11-24 15:23:33.133+00', '2026-11-24 15:23:33.177+00', NULL, NULL, NULL, NULL, NULL, NULL, 0, 'refunded'),
('ord_1m87486vv1a2pjvv78kgw8', 'LY-8ZMB6V5R', 'RhVPkPTE2GxXlViW15onRT4C_LtiEFYL', 'cart:FMbm1nKILemWolt1fPekJA19eInZB7UL', 'paid', 1, 29355, 'qyd5rI9LZLa4FOTZI3nyF_rpLhAC_U2r', 1, 29355, 0, 'stripe', false, 'Bea Buyer', 'buyer6@example.com', NULL, NULL, NULL, NULL, 0, '2026-11-24 15:54:34.236+00', '2026-11-24 15:54:34.456+00', NULL, NULL, NULL, NULL, NULL, NULL, 0, NULL),
('ord_1m87488vj0jvy75mg0redz', 'LY-XYB4GPWD', 'YTF1tzFUWoElT8301tL0Wih7Ynfk2s2P', 'cart:1xkX-wwBU0Wda27dr9vrXMwBz_Br2qE0', 'paid', 1, 26505, 'jhU85FP5v_7AFTdiolxqD9pMV90s0Icm', 1, 26505, 0, 'cash_app', false, 'Bea Buyer', 'buyer8@example.com', NULL, NULL, NULL, NULL, 0, '2026-11-24 15:54:36.274+00', '2026-11-24 15:54:36.566+00', NULL, NULL, '2026-11-25 15:54:36.28+00', NULL, 'usr_1m84cm8rtzravatxnx579m', 'transfer #4711', 0, NULL),
('ord_1m872fe3mgfrbc905eyze2', 'LY-K8PGMJ42', 's2Bdc1cIWwGWqRN0tGmDQkRiR-YUlkS0', 'cart:EShBDbWmUr8_kTMikvEYhcGZmqdIBSC7', 'refunded', 1, 29355, '0hX630M_R5yss10SqjyLZKhWwkiWcxTn', 1, 29355, 29355, 'stripe', false, 'Bea Buyer', 'buyer5@example.com', NULL, NULL, NULL, NULL, 0, '2026-11-24 15:23:33.876+00', '2026-11-24 15:54:35.087+00', NULL, NULL, NULL, NULL, NULL, NULL, 0, 'refunded'),
('ord_1m87487w9ja75eycwe0asq', 'LY-PCQFWXKF', '-n0zN_TsmBYPAfDUOfRL4dNsS2DmgYqh', 'cart:s2FYkxncKkiPBG_LJCfegdcquLXK13F8', 'paid', 1, 26505, 'Vkrjrb34D8iH8cQnSOU032lc_Y7lIW3s', 1, 26505, 0, 'stripe', false, 'Bea Buyer', 'buyer7@example.com', NULL, NULL, NULL, NULL, 0, '2026-11-24 15:54:35.273+00', '2026-11-24 15:54:35.436+00', NULL, NULL, NULL, NULL, NULL, NULL, 0, NULL),
('ord_1m87489a3ax58smx8t559k', 'LY-9FGPZS6N', '0k1FI3bW26LS3fZQjyfOwkipE3L_WmJA', 'cart:eIkGrFI2DTaV9vF6nlYXSRo6Qj2iRk-B', 'cancelled', 1, 26505, 'M5Ztjp7P1gAjWhr-cY5Bs1Raeh7cPW8H', 1, 26505, 0, 'cash_app', false, 'Bea Buyer', 'buyer9@example.com', NULL, NULL, NULL, NULL, 0, '2026-11-24 15:54:36.739+00', NULL, '2026-11-24 15:54:37.484+00', NULL, '2026-11-25 15:54:36.742+00', 'rejected', 'usr_1m84cm8rtzravatxnx579m', 'No transfer with this note came.', 0, NULL),
('ord_1m8748a4s3wkvb7akyq7t9', 'LY-7K7YAEAY', '5lws7EPPZ8CEPykYRIEEbOqwR4GdXx4z', 'cart:glNoQD1QiRSyL1MjLQYRX2J6YC8t3qCF', 'awaiting_payment', 1, 26505, '', NULL, NULL, 0, 'stripe', false, 'Bea Buyer', 'buyer10@example.com', NULL, NULL, NULL, NULL, 0, '2026-11-24 15:54:37.593+00', NULL, NULL, NULL, NULL, NULL, NULL, NULL, 0, NULL),
('ord_1m8748hq6g70w7vwpeq1vw', 'LY-64VR9KKG', 'IEwoKTIa3xlZ4NyGslEmZM7OVAVD9j5G', 'cart:eVpEBw9UdfVT-b2Ir_iNiXOQPbOz_r7-', 'processed', 1, 28405, 'Ea0V5LhGj5d37slnmO4cdLOeRQq61mf7', 1, 28405, 0, 'stripe', false, 'Bea Buyer', 'buyer11@example.com', NULL, NULL, NULL, NULL, 0, '2026-11-24 15:54:45.35+00', '2026-11-24 15:54:45.423+00', NULL, NULL, NULL, NULL, NULL, NULL, 0, NULL),
('ord_1m8748k5kqr25mh1qk5kmh', 'LY-N5334N79', 'RApLGfNdzYucyXGuHMGqnmaJtcRGDDzh', 'request:prq_1m8748k5jn8h93cgydjgbq', 'paid', 1, 26505, 'p-a3uuonblyHAI7hliRCk_nowqCLbNor', 1, 26505, 0, 'stripe', false, 'Customer 2', 'customer2@example.com', NULL, NULL, NULL, 'usr_1m84cm8wgr4q0trdc6pd2t', 1000, '2026-11-24 15:54:46.835+00', '2026-11-24 15:54:46.981+00', NULL, NULL, '2026-11-25 15:54:46.835+00', NULL, NULL, NULL, 0, NULL),
('ord_1m8761d2ssavew6c28cyxa', 'LY-KQ4JDABM', 'RmZJ5QGCaA_SUdrd2qlwskCbmonLPIo5', 'cart:aGWLtFxgX67abuN3LD2g-otx7EP3qoHK', 'paid', 1, 21755, 'bRLqvnzpf6pGg-wf7QvimwgsuFOxpsWU', 1, 21755, 0, 'stripe', false, 'Bea Buyer', 'buyer14@example.com', NULL, NULL, NULL, NULL, 0, '2026-11-24 16:25:48.378+00', '2026-11-24 16:25:48.523+00', NULL, NULL, NULL, NULL, NULL, NULL, 0, NULL),
('ord_1m8748mak9nhrp8fw7cc8m', 'LY-RDCD2GS5', 'UFE38vxI99Qo3-rYqolKBsLgSnCCMND-', 'cart:Z2w-opPyZc71JdhX9tpAsZPh8WGrdhqp', 'refunded', 1, 21755, 'u4Cq5gnAX0qvCQTKAFGWVAaP69rRHC-9', 1, 21755, 21755, 'stripe', false, 'Bea Buyer', 'buyer13@example.com', NULL, NULL, NULL, NULL, 0, '2026-11-24 15:54:48.019+00', '2026-11-24 16:25:48.87+00', NULL, NULL, NULL, NULL, NULL, NULL, 0, 'refunded'),
('ord_1m876ys52f1fbdxmg7ygm0', 'LY-32JR85DW', 'l6_TX7LZDLUMRKVJ-fjplTg7ML_a4IcK', 'request:prq_1m876ys4zg6dqaesa8f2xh', 'paid', 1, 26505, '_v7XkmuIVMz1uRtakFekEQhsJJdnMBE1', 1, 26505, 0, 'stripe', false, 'Customer 3', 'customer3@example.com', NULL, NULL, NULL, 'usr_1m84cm8wgr4q0trdc6pd2t', 1000, '2026-11-24 16:41:51.01+00', '2026-11-24 16:41:51.304+00', NULL, NULL, '2026-11-25 16:41:51.01+00', NULL, NULL, NULL, 0, NULL),
('ord_1m876yt372js7pden22amx', 'LY-4V5PJF68', 'Pvx04iDylm-dGfQv1VY6d8UzGau1kK-O', 'cart:Q9u0hc3hwF6Qfczl8lT4ug-Oki1efUBn', 'awaiting_payment', 1, 26505, 'LwUe3FOBghwMc9zz265l-tzNwjEV9jrH', 1, 26505, 0, 'cash_app', true, 'Bea Buyer', 'buyer16@example.com', NULL, NULL, NULL, NULL, 0, '2026-11-24 16:41:51.975+00', NULL, NULL, NULL, '2026-11-25 16:41:52.021+00', NULL, NULL, NULL, 0, NULL),
('ord_1m876ytg2221bynzd1afnw', 'LY-J8PHH7NJ', 'NEdbghYYtmDg2VkjcuWeO6nNJ_Q74nwN', 'cart:hkmd8FHBpS9X3FSk5_oudEvWFIzaspvR', 'paid', 1, 18905, 'uNn4LWPRq3Od3I9D32W2x6q7KEftMgEx', 1, 18905, 0, 'stripe', false, 'Bea Buyer', 'buyer17@example.com', NULL, NULL, NULL, NULL, 0, '2026-11-24 16:41:52.386+00', '2026-11-24 16:41:52.544+00', NULL, NULL, NULL, NULL, NULL, NULL, 0, NULL),
('ord_1m876ytspnd758zcscw06c', 'LY-TQC76M5Q', 'vmlzT6yPVYkFWnXZDuuTYkigi8WzrYGO', 'request:prq_1m876ytspehqfz32w8sg3j', 'awaiting_payment', 1, 50540, 'JDtrTlPiZG7sUxZyIw7yQ4P2k3Vi54cn', 1, 50540, 0, 'stripe', false, 'Customer 4', 'customer4@example.com', NULL, NULL, NULL, 'usr_1m84cm8wgr4q0trdc6pd2t', 1000, '2026-11-24 16:41:52.694+00', NULL, NULL, NULL, '2026-11-25 16:41:52.694+00', NULL, NULL, NULL, 0, NULL),
('ord_1m876yvdg0pmm0g0e91wtm', 'LY-S9FW2B4T', 'rLksFXkMQhnVZXyCUTa25p06ZPg9mUnA', 'request:prq_1m876yvdfv3ynjwk6htxjr', 'awaiting_payment', 1, 31635, '8H897mpu1CzMWQslJ80iDeGeR52BhvSc', 1, 31635, 0, 'stripe', false, 'Customer 5', 'customer5@example.com', NULL, NULL, NULL, 'usr_1m84cm8wgr4q0trdc6pd2t', 1000, '2026-11-24 16:41:53.328+00', NULL, NULL, NULL, '2026-11-25 16:41:53.328+00', NULL, NULL, NULL, 0, NULL),
('ord_1m876yvp3h5a7vvwp4y4he', 'LY-YY2RSGJY', 'XBjQspazAWcL5a2SsFyK1Hc62XxqKckW', 'cart:zU7DwqfjBfXIAHv6e9S1c1GU0qYsvHHP', 'awaiting_payment', 1, 18905, 'FXW6i8GMSLHUOzq64jN9w9Ua8MGtMX6W', 1, 18905, 0, 'stripe', false, 'Bea Buyer', 'buyer20@example.com', NULL, NULL, NULL, NULL, 0, '2026-11-24 16:41:53.603+00', NULL, NULL, NULL, NULL, NULL, NULL, NULL, 0, NULL),
('ord_1m8770pjxpevhbx31rg5a2', 'LY-HWPZQNHX', 'CcfqZPQ561qtV53LP936_Hyak57vsCwo', 'request:prq_1m8770pjf0mrqbch8we2mh', 'awaiting_payment', 1, 58140, 'tzNZ3ZYm5p3zlogGbq1Iv7ah_um9Ppp9', 1, 58140, 0, 'stripe', false, 'Carl Customer', 'carl@example.com', NULL, NULL, NULL, 'usr_1m84cm8wgr4q0trdc6pd2t', 1000, '2026-11-24 16:42:53.917+00', NULL, NULL, NULL, '2026-11-25 16:42:53.916+00', NULL, NULL, NULL, 0, NULL);
INSERT INTO public.packages VALUES
('10001-vacant-vip-20', '10001', 'vacant', 'vip', 20, 0, false, 0, 0, false, NULL),
('10001-vacant-vip-30', '10001', 'vacant', 'vip', 30, 0, false, 0, 0, false, NULL),
('10001-vacant-vip-50', '10001', 'vacant', 'vip', 50, 0, false, 0, 0, false, NULL),
('10001-vacant-vip-100', '10001', 'vacant', 'vip', 100, 0, false, 0, 0, false, NULL),
('48003-vacant-premier-20', '48003', 'vacant', 'premier', 20, 0, false, 0, 0, false, 0),
('48003-vacant-premier-30', '48003', 'vacant', 'premier', 30, 0, false, 0, 0, false, 0),
('48003-vacant-premier-50', '48003', 'vacant', 'premier', 50, 0, false, 0, 0, false, 0),
('48003-vacant-premier-100', '48003', 'vacant', 'premier', 100, 0, false, 0, 0, false, 0),
('48003-vacant-premium-20', '48003', 'vacant', 'premium', 20, 0, false, 0, 0, false, 0),
('48003-vacant-premium-30', '48003', 'vacant', 'premium', 30, 0, false, 0, 0, false, 0),
('48003-vacant-premium-50', '48003', 'vacant', 'premium', 50, 0, false, 0, 0, false, 0),
('48003-vacant-premium-100', '48003', 'vacant', 'premium', 100, 0, false, 0, 0, false, 0),
('48003-vacant-standard-20', '48003', 'vacant', 'standard', 20, 0, false, 0, 0, false, 0),
('48003-vacant-standard-30', '48003', 'vacant', 'standard', 30, 0, false, 0, 0, false, 0),
('48003-vacant-standard-50', '48003', 'vacant', 'standard', 50, 0, false, 0, 0, false, 0),
('48003-vacant-standard-100', '48003', 'vacant', 'standard', 100, 0, false, 0, 0, false, 0),
('48003-vacant-vip-20', '48003', 'vacant', 'vip', 20, 0, false, 0, 0, false, 0),
('48003-vacant-vip-30', '48003', 'vacant', 'vip', 30, 0, false, 0, 0, false, 0),
('48003-vacant-vip-100', '48003', 'vacant', 'vip', 100, 0, false, 0, 0, false, 0),
('48003-vacant-vip-50', '48003', 'vacant', 'vip', 50, 0, false, 0, 0, false, 0),
('48011-vacant-premier-20', '48011', 'vacant', 'premier', 20, 0, false, 0, 0, false, 0),
('48011-vacant-premier-30', '48011', 'vacant', 'premier', 30, 0, false, 0, 0, false, 0),
('48011-vacant-premier-50', '48011', 'vacant', 'premier', 50, 0, false, 0, 0, false, 0),
('48011-vacant-premier-100', '48011', 'vacant', 'premier', 100, 0, false, 0, 0, false, 0),
('48011-vacant-premium-20', '48011', 'vacant', 'premium', 20, 0, false, 0, 0, false, 0),
('48011-vacant-premium-30', '48011', 'vacant', 'premium', 30, 0, false, 0, 0, false, 0),
('48011-vacant-premium-50', '48011', 'vacant', 'premium', 50, 0, false, 0, 0, false, 0),
('48011-vacant-premium-100', '48011', 'vacant', 'premium', 100, 0, false, 0, 0, false, 0),
('48011-vacant-standard-20', '48011', 'vacant', 'standard', 20, 0, false, 0, 0, false, 0),
('48011-vacant-standard-30', '48011', 'vacant', 'standard', 30, 0, false, 0, 0, false, 0),
('48011-vacant-standard-50', '48011', 'vacant', 'standard', 50, 0, false, 0, 0, false, 0),
('48011-vacant-standard-100', '48011', 'vacant', 'standard', 100, 0, false, 0, 0, false, 0),
('48011-vacant-vip-30', '48011', 'vacant', 'vip', 30, 0, false, 0, 0, false, 0),
('48011-vacant-vip-50', '48011', 'vacant', 'vip', 50, 0, false, 0, 0, false, 0),
('48011-vacant-vip-100', '48011', 'vacant', 'vip', 100, 0, false, 0, 0, false, 0),
('48011-vacant-vip-20', '48011', 'vacant', 'vip', 20, 0, false, 0, 0, false, 0),
('48453-vacant-vip-50', '48453', 'vacant', 'vip', 50, 0, false, 0, 0, false, NULL),
('48453-vacant-vip-100', '48453', 'vacant', 'vip', 100, 0, false, 0, 0, false, NULL),
('48453-vacant-premier-20', '48453', 'vacant', 'premier', 20, 26, false, 0, 1, true, NULL),
('48453-owner-standard-100', '48453', 'owner', 'standard', 100, 0, false, 0, 1, false, NULL),
('48453-vacant-vip-30', '48453', 'vacant', 'vip', 30, 3, false, 0, 2, false, NULL),
('48453-owner-premier-20', '48453', 'owner', 'premier', 20, 0, false, 0, 1, false, NULL),
('48453-vacant-standard-100', '48453', 'vacant', 'standard', 100, 23, false, 0, 1, true, NULL),
('48453-vacant-vip-20', '48453', 'vacant', 'vip', 20, 22, false, 0, 2, true, NULL);
INSERT INTO public.payment_requests VALUES
('prq_1m84cmqk1a1yx8y2m6vs90', 'qP6zJ80spOZ2G4MISID2nQsVOEdYroUw', 'ord_1m84cmqkkdg6mnj9rrdq2t', 'usr_1m84cm8wgr4q0trdc6pd2t', 'cus_1m84cmqjsw16j26mpy6wwd', NULL, 'expired', 'Carla Customer', 'carla@example.com', 18905, 0, '', '2026-11-23 14:23:29.907+00', '2026-11-24 14:23:29.907+00', NULL, '2026-11-24 15:23:30.742+00', 'time', NULL, NULL, NULL, NULL, NULL, '2026-11-24 08:23:29.907+00', '2026-11-24 10:23:30.092+00', 1, NULL, NULL, DEFAULT),
('prq_1m8748k5jn8h93cgydjgbq', 'gP-0_E_ChWk2eiraGyE_Qf1IFeB4sFyb', 'ord_1m8748k5kqr25mh1qk5kmh', 'usr_1m84cm8wgr4q0trdc6pd2t', 'cus_1m8748k5jsekc3v6mqzyfs', NULL, 'paid', 'Customer 2', 'customer2@example.com', 26505, 0, '', '2026-11-24 15:54:46.835+00', '2026-11-25 15:54:46.835+00', '2026-11-24 15:54:46.987+00', NULL, NULL, NULL, NULL, NULL, NULL, NULL, '2026-11-25 09:54:46.835+00', NULL, 1, NULL, NULL, DEFAULT),
('prq_1m876ys4zg6dqaesa8f2xh', 'mTqzrrHHxkrZnFW9ZrM176f2uWkw-45X', 'ord_1m876ys52f1fbdxmg7ygm0', 'usr_1m84cm8wgr4q0trdc6pd2t', 'cus_1m876ys4r89rw67kn714kn', NULL, 'paid', 'Customer 3', 'customer3@example.com', 26505, 0, '', '2026-11-24 16:41:51.01+00', '2026-11-25 16:41:51.01+00', '2026-11-24 16:41:51.305+00', NULL, NULL, NULL, NULL, NULL, NULL, NULL, '2026-11-25 10:41:51.01+00', NULL, 1, NULL, NULL, DEFAULT),
('prq_1m876ytspehqfz32w8sg3j', 'N4WnepU4IGt6mH6W9yaGJszC2i94APQf', 'ord_1m876ytspnd758zcscw06c', 'usr_1m84cm8wgr4q0trdc6pd2t', 'cus_1m876ytsnt7chgnad3eev4', NULL, 'sent', 'Customer 4', 'customer4@example.com', 50540, 0, '', '2026-11-24 16:41:52.694+00', '2026-11-25 16:41:52.694+00', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, '2026-11-25 10:41:52.694+00', NULL, 1, NULL, NULL, DEFAULT),
('prq_1m876yvdfv3ynjwk6htxjr', 'Vw2W9QGZRUTatQTw4x4O0SyTKcOJSEc3', 'ord_1m876yvdg0pmm0g0e91wtm', 'usr_1m84cm8wgr4q0trdc6pd2t', 'cus_1m876yvdeeaycd9qh8047c', NULL, 'sent', 'Customer 5', 'customer5@example.com', 31635, 0, '', '2026-11-24 16:41:53.328+00', '2026-11-25 16:41:53.328+00', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, '2026-11-25 10:41:53.328+00', NULL, 1, NULL, NULL, DEFAULT),
('prq_1m8770pjf0mrqbch8we2mh', 'VhMtvJ8aBmu3DpBlsLS6zVJiMoSYlEhy', 'ord_1m8770pjxpevhbx31rg5a2', 'usr_1m84cm8wgr4q0trdc6pd2t', 'cus_1m8770pj7a31zz96j78jve', NULL, 'sent', 'Carl Customer', 'carl@example.com', 58140, 0, '', '2026-11-24 16:42:53.916+00', '2026-11-25 16:42:53.916+00', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, '2026-11-25 10:42:53.916+00', NULL, 1, NULL, NULL, DEFAULT);
INSERT INTO public.payments VALUES
('pi_3hO5TffwvUskZ9GBoTlghIKa', 'ord_1m84cmnb60m9sab95cvvvf', 'succeeded', 28405, 1, 'pi_3hO5TffwvUskZ9GBoTlghIKa_secret_dLtpZOhtVX7K0YzeAA7RY2bz9', '2026-11-23 14:23:27.649+00', '2026-11-23 14:23:47.649+00', NULL, '2026-11-23 14:23:27.73+00', NULL, 'nn2pYoT3g3OJOmkMMtpwEUD1mSZ'),
('pi_3KeBxTEZ8Ugsyw08MFhzzEkd', 'ord_1m84cmpxnsgmpcqfqvbfh6', 'succeeded', 28405, 1, 'pi_3KeBxTEZ8Ugsyw08MFhzzEkd_secret_mrCzP45TlcHTQ3P4atFjW8Tm8', '2026-11-23 14:23:29.373+00', '2026-11-23 14:23:49.373+00', NULL, '2026-11-23 14:23:29.576+00', NULL, 'nn2pYoT3g3OJOmkMMtpwEUD1mSZ'),
('none_ord_1m84cmqkkdg6mnj9rrdq2t', 'ord_1m84cmqkkdg6mnj9rrdq2t', 'cancelled', 0, 0, NULL, '2026-11-24 15:23:30.722+00', '2026-11-24 15:23:30.722+00', NULL, NULL, NULL, NULL),
('pi_3z2FAKxP2ZLsXE184oVkakgK', 'ord_1m872fbdpwkd3yqpj9fd8w', 'succeeded', 26505, 1, 'pi_3z2FAKxP2ZLsXE184oVkakgK_secret_ZJ0hYSmHelnE26neZr6i23y0z', '2026-11-24 15:23:31.189+00', '2026-11-24 15:23:51.189+00', NULL, '2026-11-24 15:23:31.284+00', NULL, 'nn2pYoT3g3OJOmkMMtpwEUD1mSZ'),
('pi_30925U0rUYWHHXRhoV9a70In', 'ord_1m872fdcdbepd6xwj20g3e', 'succeeded', 47310, 1, 'pi_30925U0rUYWHHXRhoV9a70In_secret_P4ADVzCQ6TAKLJ9wshFCwP341', '2026-11-24 15:23:33.153+00', '2026-11-24 15:23:53.153+00', NULL, '2026-11-24 15:23:33.175+00', NULL, 'nn2pYoT3g3OJOmkMMtpwEUD1mSZ'),
('pi_3lwKWjUB6iqUfSsQndwN5oHK', 'ord_1m87486vv1a2pjvv78kgw8', 'succeeded', 29355, 1, 'pi_3lwKWjUB6iqUfSsQndwN5oHK_secret_BbA8kZ0EqGI7nfoPDNrYFrHlQ', '2026-11-24 15:54:34.28+00', '2026-11-24 15:54:54.28+00', NULL, '2026-11-24 15:54:34.42+00', NULL, 'nn2pYoT3g3OJOmkMMtpwEUD1mSZ'),
('pi_3JeG15RIXbd0sqxpVQKXIbE8', 'ord_1m872fe3mgfrbc905eyze2', 'succeeded', 29355, 1, 'pi_3JeG15RIXbd0sqxpVQKXIbE8_secret_Y0Lvw7DUg9XYx9GsgpWtstLsf', '2026-11-24 15:23:33.919+00', '2026-11-24 16:25:34.113+00', NULL, '2026-11-24 15:54:35.084+00', NULL, 'nn2pYoT3g3OJOmkMMtpwEUD1mSZ'),
('pi_3vBs2dSrawpc65dUYJcajG2k', 'ord_1m87487w9ja75eycwe0asq', 'succeeded', 26505, 1, 'pi_3vBs2dSrawpc65dUYJcajG2k_secret_ujUvdMi1RwyZKQ0Y65AtCCaAq', '2026-11-24 15:54:35.311+00', '2026-11-24 15:54:55.311+00', NULL, '2026-11-24 15:54:35.433+00', '2026-11-24 15:54:35+00', 'nn2pYoT3g3OJOmkMMtpwEUD1mSZ'),
('cash_ord_1m87488vj0jvy75mg0redz', 'ord_1m87488vj0jvy75mg0redz', 'succeeded', 26505, 1, NULL, '2026-11-24 15:54:36.28+00', '2026-11-24 15:54:36.28+00', NULL, '2026-11-24 15:54:36.529+00', NULL, NULL),
('cash_ord_1m87489a3ax58smx8t559k', 'ord_1m87489a3ax58smx8t559k', 'cancelled', 26505, 1, NULL, '2026-11-24 15:54:36.743+00', '2026-11-24 15:54:36.743+00', NULL, NULL, NULL, NULL),
('pi_3OFuWzt2TRhkZInTNBSO2lgT', 'ord_1m8748hq6g70w7vwpeq1vw', 'succeeded', 28405, 1, 'pi_3OFuWzt2TRhkZInTNBSO2lgT_secret_37jh6A75ElCBm6gsqu60idWbU', '2026-11-24 15:54:45.378+00', '2026-11-24 15:55:05.378+00', NULL, '2026-11-24 15:54:45.406+00', NULL, 'nn2pYoT3g3OJOmkMMtpwEUD1mSZ'),
('pi_3n3eV7DmUrcEe6yGTohwP6NF', 'ord_1m8748k5kqr25mh1qk5kmh', 'succeeded', 26505, 1, 'pi_3n3eV7DmUrcEe6yGTohwP6NF_secret_bLCxOySCoFxXoleCacN1Lu5Dq', '2026-11-24 15:54:46.881+00', '2026-11-24 15:55:06.881+00', NULL, '2026-11-24 15:54:46.964+00', NULL, 'nn2pYoT3g3OJOmkMMtpwEUD1mSZ'),
('pi_39N4kxNCMGauFdwfhy538LXl', 'ord_1m872fd9dyny8q3gtkszfs', 'open', 20240, 1, 'pi_39N4kxNCMGauFdwfhy538LXl_secret_HevrrmMfOgDEjoGiwnhDvtNTT', '2026-11-24 15:23:33.07+00', '2026-11-24 17:28:03.352+00', NULL, NULL, NULL, 'nn2pYoT3g3OJOmkMMtpwEUD1mSZ'),
('pi_3rxuZCpvmF5CGF4BY1IsuhA0', 'ord_1m8761d2ssavew6c28cyxa', 'succeeded', 21755, 1, 'pi_3rxuZCpvmF5CGF4BY1IsuhA0_secret_mBhwnOUt6LbwfBu8vW2FCpxYj', '2026-11-24 16:25:48.411+00', '2026-11-24 16:26:08.411+00', NULL, '2026-11-24 16:25:48.51+00', NULL, 'nn2pYoT3g3OJOmkMMtpwEUD1mSZ'),
('pi_3C3C01jk8ZClCj3rd8fsajHF', 'ord_1m8748mak9nhrp8fw7cc8m', 'succeeded', 21755, 1, 'pi_3C3C01jk8ZClCj3rd8fsajHF_secret_22dfE5ypGu7rsVf2V1fNeQ74H', '2026-11-24 15:54:48.084+00', '2026-11-24 16:56:48.338+00', NULL, '2026-11-24 16:25:48.829+00', NULL, 'nn2pYoT3g3OJOmkMMtpwEUD1mSZ'),
('pi_3vdqbH9lOKziHrjQXPeh55X7', 'ord_1m876ys52f1fbdxmg7ygm0', 'succeeded', 26505, 1, 'pi_3vdqbH9lOKziHrjQXPeh55X7_secret_L6opwTymQf5d6sTD6cBEC3Q5d', '2026-11-24 16:41:51.155+00', '2026-11-24 16:42:11.155+00', NULL, '2026-11-24 16:41:51.296+00', NULL, 'nn2pYoT3g3OJOmkMMtpwEUD1mSZ'),
('cash_ord_1m876yt372js7pden22amx', 'ord_1m876yt372js7pden22amx', 'promised', 26505, 1, NULL, '2026-11-24 16:41:52.061+00', '2026-11-24 16:41:52.061+00', NULL, NULL, NULL, 'nn2pYoT3g3OJOmkMMtpwEUD1mSZ'),
('pi_3MiGlGEA5gaTMt9GtgfT1hVS', 'ord_1m876ytg2221bynzd1afnw', 'succeeded', 18905, 1, 'pi_3MiGlGEA5gaTMt9GtgfT1hVS_secret_AXPu77e9Nlq7V4BJVXVEaQmTX', '2026-11-24 16:41:52.398+00', '2026-11-24 16:42:12.398+00', NULL, '2026-11-24 16:41:52.543+00', NULL, 'nn2pYoT3g3OJOmkMMtpwEUD1mSZ'),
('pi_3EY0GZhdKztbzvxklmCRsFey', 'ord_1m876yvdg0pmm0g0e91wtm', 'open', 31635, 1, 'pi_3EY0GZhdKztbzvxklmCRsFey_secret_WZgSGHhuo3T0N3FBOCTIBJIjm', '2026-11-24 16:41:53.464+00', '2026-11-24 16:42:13.464+00', NULL, NULL, NULL, 'nn2pYoT3g3OJOmkMMtpwEUD1mSZ'),
('pi_35OvNB1FhtfmPBKOsdcxWF6q', 'ord_1m876yvp3h5a7vvwp4y4he', 'open', 18905, 1, 'pi_35OvNB1FhtfmPBKOsdcxWF6q_secret_4yxtfC8rQfTzoSgxBs9peBWPb', '2026-11-24 16:41:53.639+00', '2026-11-24 16:42:13.639+00', NULL, NULL, NULL, 'nn2pYoT3g3OJOmkMMtpwEUD1mSZ');
INSERT INTO public.price_change_rows VALUES
('prc_1m8748m8aev1gszk9qpw6b', 'vacant', 'vip', 20, 29900, 33300);
INSERT INTO public.price_changes VALUES
('prc_1m8748m8aev1gszk9qpw6b', 'applied', '2026-11-24 15:54:47.946+00', 'usr_1m84cm8rtzravatxnx579m', NULL, '2026-11-24 15:54:47.946+00', NULL, NULL, NULL);
INSERT INTO public.prices VALUES
('vacant', 'vip', 30, 39900, '2026-11-23 14:23:12.827+00', NULL),
('vacant', 'vip', 50, 59900, '2026-11-23 14:23:12.827+00', NULL),
('vacant', 'vip', 100, 99900, '2026-11-23 14:23:12.827+00', NULL),
('vacant', 'premier', 20, 19900, '2026-11-23 14:23:12.827+00', NULL),
('vacant', 'premier', 30, 27900, '2026-11-23 14:23:12.827+00', NULL),
('vacant', 'premier', 50, 39900, '2026-11-23 14:23:12.827+00', NULL),
('vacant', 'premier', 100, 69900, '2026-11-23 14:23:12.827+00', NULL),
('vacant', 'premium', 20, 12900, '2026-11-23 14:23:12.827+00', NULL),
('vacant', 'premium', 30, 17900, '2026-11-23 14:23:12.827+00', NULL),
('vacant', 'premium', 50, 25900, '2026-11-23 14:23:12.827+00', NULL),
('vacant', 'premium', 100, 44900, '2026-11-23 14:23:12.827+00', NULL),
('vacant', 'standard', 20, 7900, '2026-11-23 14:23:12.827+00', NULL),
('vacant', 'standard', 30, 10900, '2026-11-23 14:23:12.827+00', NULL),
('vacant', 'standard', 50, 15900, '2026-11-23 14:23:12.827+00', NULL),
('vacant', 'standard', 100, 27900, '2026-11-23 14:23:12.827+00', NULL),
('owner', 'vip', 20, 34900, '2026-11-23 14:23:12.827+00', NULL),
('owner', 'vip', 30, 44900, '2026-11-23 14:23:12.827+00', NULL),
('owner', 'vip', 50, 64900, '2026-11-23 14:23:12.827+00', NULL),
('owner', 'vip', 100, 109900, '2026-11-23 14:23:12.827+00', NULL),
('owner', 'premier', 20, 22900, '2026-11-23 14:23:12.827+00', NULL),
('owner', 'premier', 30, 30900, '2026-11-23 14:23:12.827+00', NULL),
('owner', 'premier', 50, 43900, '2026-11-23 14:23:12.827+00', NULL),
('owner', 'premier', 100, 76900, '2026-11-23 14:23:12.827+00', NULL),
('owner', 'premium', 20, 14900, '2026-11-23 14:23:12.827+00', NULL),
('owner', 'premium', 30, 19900, '2026-11-23 14:23:12.827+00', NULL),
('owner', 'premium', 50, 28900, '2026-11-23 14:23:12.827+00', NULL),
('owner', 'premium', 100, 49900, '2026-11-23 14:23:12.827+00', NULL),
('owner', 'standard', 20, 8900, '2026-11-23 14:23:12.827+00', NULL),
('owner', 'standard', 30, 11900, '2026-11-23 14:23:12.827+00', NULL),
('owner', 'standard', 50, 17900, '2026-11-23 14:23:12.827+00', NULL),
('owner', 'standard', 100, 30900, '2026-11-23 14:23:12.827+00', NULL),
('landlord', 'vip', 20, 37900, '2026-11-23 14:23:12.827+00', NULL),
('landlord', 'vip', 30, 47900, '2026-11-23 14:23:12.827+00', NULL),
('landlord', 'vip', 50, 69900, '2026-11-23 14:23:12.827+00', NULL),
('landlord', 'vip', 100, 119900, '2026-11-23 14:23:12.827+00', NULL),
('landlord', 'premier', 20, 24900, '2026-11-23 14:23:12.827+00', NULL),
('landlord', 'premier', 30, 32900, '2026-11-23 14:23:12.827+00', NULL),
('landlord', 'premier', 50, 46900, '2026-11-23 14:23:12.827+00', NULL),
('landlord', 'premier', 100, 81900, '2026-11-23 14:23:12.827+00', NULL),
('landlord', 'premium', 20, 15900, '2026-11-23 14:23:12.827+00', NULL),
('landlord', 'premium', 30, 21900, '2026-11-23 14:23:12.827+00', NULL),
('landlord', 'premium', 50, 30900, '2026-11-23 14:23:12.827+00', NULL),
('landlord', 'premium', 100, 52900, '2026-11-23 14:23:12.827+00', NULL),
('landlord', 'standard', 20, 9900, '2026-11-23 14:23:12.827+00', NULL),
('landlord', 'standard', 30, 12900, '2026-11-23 14:23:12.827+00', NULL),
('landlord', 'standard', 50, 18900, '2026-11-23 14:23:12.827+00', NULL),
('landlord', 'standard', 100, 32900, '2026-11-23 14:23:12.827+00', NULL),
('vacant', 'vip', 20, 33300, '2026-11-24 15:54:47.916+00', 'usr_1m84cm8rtzravatxnx579m');
INSERT INTO public.refund_lines VALUES
('rfd_1m872fdk4sbwfeve9nytg0', 1, 28405, true, 0, true),
('rfd_1m872fdk4sbwfeve9nytg0', 2, 18905, true, 0, true);
INSERT INTO public.refunds VALUES
('rfd_1m872fdk4sbwfeve9nytg0', 'pi_30925U0rUYWHHXRhoV9a70In', 'ord_1m872fdcdbepd6xwj20g3e', 47310, 'admin', 'made', 're_374gEdkv6qQqvC1EFnpyqjmn', '2026-11-24 15:23:33.348+00', '2026-11-24 15:23:33.545+00', 0, NULL, NULL, 'attempt-refund-1', 'Asked.', 'usr_1m84cm8rtzravatxnx579m', false, '2026-11-23 14:23:33.503+00', 1, 0),
('rfd_1m87487psq5sxefvb27kxq', 'pi_3JeG15RIXbd0sqxpVQKXIbE8', 'ord_1m872fe3mgfrbc905eyze2', 29355, 'no_stock', 'made', 're_3BK8vbph8bbyJTHhE7RZ2N5j', '2026-11-24 15:54:35.098+00', '2026-11-24 15:54:35.226+00', 0, NULL, NULL, NULL, NULL, NULL, false, '2026-11-23 14:23:35.163+00', 1, 0),
('rfd_1m8761dk2nhk9aetnd7vtf', 'pi_3C3C01jk8ZClCj3rd8fsajHF', 'ord_1m8748mak9nhrp8fw7cc8m', 21755, 'no_stock', 'made', 're_3dUgX68sBqK0NNH6F3WtD7u0', '2026-11-24 16:25:48.898+00', '2026-11-24 16:25:49.17+00', 0, NULL, NULL, NULL, NULL, NULL, false, '2026-11-23 14:23:49.136+00', 1, 0);
INSERT INTO public.sale_entries VALUES
('ord_1m84cmnb60m9sab95cvvvf', 1, '', '2026-11-23 14:23:27.746+00', '2026-11-23', '', 'storefront', '48003-vacant-vip-20', 'vacant', 'vip', 20, 'Texas', 1, 25, 28405, 0),
('ord_1m84cmpxnsgmpcqfqvbfh6', 1, '', '2026-11-23 14:23:29.589+00', '2026-11-23', '', 'storefront', '48453-vacant-vip-20', 'vacant', 'vip', 20, 'Texas', 1, 25, 28405, 0),
('ord_1m872fbdpwkd3yqpj9fd8w', 1, '', '2026-11-24 15:23:31.296+00', '2026-11-24', '', 'storefront', '48453-vacant-standard-100', 'vacant', 'standard', 100, 'Texas', 1, 105, 26505, 0),
('ord_1m872fdcdbepd6xwj20g3e', 1, '', '2026-11-24 15:23:33.177+00', '2026-11-24', '', 'storefront', '48453-vacant-vip-20', 'vacant', 'vip', 20, 'Texas', 1, 25, 28405, 0),
('ord_1m872fdcdbepd6xwj20g3e', 2, '', '2026-11-24 15:23:33.177+00', '2026-11-24', '', 'storefront', '48453-vacant-premier-20', 'vacant', 'premier', 20, 'Texas', 1, 25, 18905, 0),
('ord_1m872fdcdbepd6xwj20g3e', 1, 'rfd_1m872fdk4sbwfeve9nytg0', '2026-11-24 15:23:33.348+00', '2026-11-24', '', 'storefront', '48453-vacant-vip-20', 'vacant', 'vip', 20, 'Texas', -1, -25, -28405, 0),
('ord_1m872fdcdbepd6xwj20g3e', 2, 'rfd_1m872fdk4sbwfeve9nytg0', '2026-11-24 15:23:33.348+00', '2026-11-24', '', 'storefront', '48453-vacant-premier-20', 'vacant', 'premier', 20, 'Texas', -1, -25, -18905, 0),
('ord_1m87486vv1a2pjvv78kgw8', 1, '', '2026-11-24 15:54:34.456+00', '2026-11-24', '', 'storefront', '48453-owner-standard-100', 'owner', 'standard', 100, 'Texas', 1, 105, 29355, 0),
('ord_1m87487w9ja75eycwe0asq', 1, '', '2026-11-24 15:54:35.436+00', '2026-11-24', '', 'storefront', '48453-vacant-standard-100', 'vacant', 'standard', 100, 'Texas', 1, 105, 26505, 0),
('ord_1m87488vj0jvy75mg0redz', 1, '', '2026-11-24 15:54:36.566+00', '2026-11-24', '', 'storefront', '48453-vacant-standard-100', 'vacant', 'standard', 100, 'Texas', 1, 105, 26505, 0),
('ord_1m8748hq6g70w7vwpeq1vw', 1, '', '2026-11-24 15:54:45.423+00', '2026-11-24', '', 'storefront', '48011-vacant-vip-20', 'vacant', 'vip', 20, 'Texas', 1, 25, 28405, 0),
('ord_1m8748k5kqr25mh1qk5kmh', 1, '', '2026-11-24 15:54:46.981+00', '2026-11-24', 'usr_1m84cm8wgr4q0trdc6pd2t', 'link', '48453-vacant-standard-100', 'vacant', 'standard', 100, 'Texas', 1, 105, 26505, 2651),
('ord_1m8761d2ssavew6c28cyxa', 1, '', '2026-11-24 16:25:48.523+00', '2026-11-24', '', 'storefront', '48453-owner-premier-20', 'owner', 'premier', 20, 'Texas', 1, 25, 21755, 0),
('ord_1m876ys52f1fbdxmg7ygm0', 1, '', '2026-11-24 16:41:51.304+00', '2026-11-24', 'usr_1m84cm8wgr4q0trdc6pd2t', 'link', '48453-vacant-standard-100', 'vacant', 'standard', 100, 'Texas', 1, 105, 26505, 2651),
('ord_1m876ytg2221bynzd1afnw', 1, '', '2026-11-24 16:41:52.544+00', '2026-11-24', '', 'storefront', '48453-vacant-premier-20', 'vacant', 'premier', 20, 'Texas', 1, 25, 18905, 0);
INSERT INTO public.sale_figures VALUES
('all', '', '2026-11-23', 2, 2, 50, 56810, 0),
('channel', 'storefront', '2026-11-23', 2, 2, 50, 56810, 0),
('county', '48003', '2026-11-23', 1, 1, 25, 28405, 0),
('county', '48453', '2026-11-23', 1, 1, 25, 28405, 0),
('lead_type', 'vacant', '2026-11-23', 2, 2, 50, 56810, 0),
('package', 'vacant-vip-20', '2026-11-23', 2, 2, 50, 56810, 0),
('rep', '', '2026-11-23', 2, 2, 50, 56810, 0),
('state', 'Texas', '2026-11-23', 2, 2, 50, 56810, 0),
('tier', 'vip', '2026-11-23', 2, 2, 50, 56810, 0),
('county', '48011', '2026-11-24', 1, 1, 25, 28405, 0),
('package', 'owner-standard-100', '-infinity', 1, 1, 105, 29355, 0),
('package', 'owner-standard-100', '2026-11-24', 1, 1, 105, 29355, 0),
('package', 'vacant-vip-20', '-infinity', 4, 3, 75, 113620, 28405),
('package', 'vacant-vip-20', '2026-11-24', 2, 1, 25, 56810, 28405),
('tier', 'vip', '2026-11-24', 2, 1, 25, 56810, 28405),
('channel', 'link', '2026-11-24', 2, 2, 210, 53010, 0),
('lead_type', 'owner', '2026-11-24', 2, 2, 130, 51110, 0),
('package', 'owner-premier-20', '-infinity', 1, 1, 25, 21755, 0),
('package', 'owner-premier-20', '2026-11-24', 1, 1, 25, 21755, 0),
('package', 'vacant-standard-100', '-infinity', 5, 5, 525, 132525, 0),
('package', 'vacant-standard-100', '2026-11-24', 5, 5, 525, 132525, 0),
('rep', 'usr_1m84cm8wgr4q0trdc6pd2t', '2026-11-24', 2, 2, 210, 53010, 0),
('tier', 'standard', '2026-11-24', 6, 6, 630, 161880, 0),
('all', '', '-infinity', 12, 11, 755, 335065, 47310),
('all', '', '2026-11-24', 10, 9, 705, 278255, 47310),
('channel', 'storefront', '2026-11-24', 8, 7, 495, 225245, 47310),
('county', '48453', '2026-11-24', 9, 8, 680, 249850, 47310),
('lead_type', 'vacant', '2026-11-24', 8, 7, 575, 227145, 47310),
('package', 'vacant-premier-20', '-infinity', 2, 1, 25, 37810, 18905),
('package', 'vacant-premier-20', '2026-11-24', 2, 1, 25, 37810, 18905),
('rep', '', '2026-11-24', 8, 7, 495, 225245, 47310),
('state', 'Texas', '2026-11-24', 10, 9, 705, 278255, 47310),
('tier', 'premier', '2026-11-24', 3, 2, 50, 59565, 18905);
INSERT INTO public.schema_migrations VALUES
(1, '13282509a9c4154e86c696bb8c4015ed7a2893f4f0595dd161d6c05c9d57af00', 1795223554170),
(2, 'e31f1898d03de3f749dcd49741c1e69b2f707e96ddd85cf5ad28d98c5e074440', 1795223556169),
(3, '49226c6e6bce9daa0ae18b0c4cf72fee3ec250f7fb1b6719f9e8107651cfba0d', 1795223894598),
(4, '59bb543fcc63f786a8eb4ed3ca4e0d12726fc551f63036f65bdd617f429cf75c', 1795224568116),
(5, '00a3a70852c1815d556cb67adb0f000be4c5cf3083e84da2968f4e226ff80c0e', 1795229278241),
(6, 'f1439a5a5f164d0dd9ca8d09f81e64d8cb72d68f65edcc1e6957943caa407fc5', 1795232674724),
(7, '3ae8c2250822d045aaeb339e2759bcfc77e21157c7fd2e560f897a3cf9c69115', 1795233505186),
(8, '6a2d03052ccec913bcec6f7502e90a08906420222843e3debd1ddb2642d696b2', 1795234162088),
(9, '85ebc26443b319610f2357cbae38e9a1212e0082d785a6296f9a621a9f6d509a', 1795238836622),
(10, '7208f1e7715a671452410336251752a6519b186bf758805a2e6d25ce8c8d57b6', 1795289980710),
(11, 'd95b0f616a28b0f64f4b963f7af99695a87973ba230a3b737651d2cbace4d937', 1795293575761),
(12, 'aa4eb715ef4a2297a4e7a5269df11c2bd9e68b55de6fc35090bb207a666a69e4', 1795297769386),
(13, '12cc5935ac521b5190eadde2e89f28d098c7fbe68cc8fde3885489da8807b292', 1795303819942),
(14, '1489c1bccc4e5637d147fc2aedca9c3df46df901857c2b6a7886e855df6a6a25', 1795304554973),
(15, 'd24549e6c45993b7a4d750675f196a6a775ecf05d8c8ef5b9890b949f57b8c37', 1795305500185),
(16, '29e1d410733a30ea7c6a49d1b76ba880b0226f2bf19f3885c4df0ce44b18ca44', 1795306215568),
(17, '04707ef55175e470aa119adabe44761dc4bcddf157d4fefd0163462469a1ac0b', 1795307299648),
(18, '34b18d2ce21e5d5388cb91f079a16574140feb1f108250779af6daaed1760ae7', 1795314029938),
(19, 'a7863536d541898efa6ba8df1627ce326bbe75e358ec8a8833114102edc59372', 1795314078789),
(20, 'bf1bf973a3af2bef3408df01f4243ea267228a58d8471e83e07542502f915efe', 1795314202126),
(21, 'b7bf94057ffe0a5bc6a0209bc98721aefc7da108e92b82a583bbd991b70b3a5d', 1795314266102),
(22, '37c4c7b8f39aca9dc794abef1d4519f59cdcde91d6a1b2dae3cdb6866308bd2d', 1795314363454),
(23, '72e46053827a29c2ffb0d1ea6f1ed0de76259b08760b693ab7c7f5d3dfba9d89', 1795314549633),
(24, 'e0818e8e9587067005f0f960d853863d46f791d2b8fbcdc3e813ed116ca3bbe3', 1795321228856),
(25, 'db201387357052d2e4050ec180beb2ad60274c0be8503e9682c369d17670017c', 1795341425896),
(26, 'b480efd616df43a190a300d2e8fe4dc972fb4ef8c55971dcf530ace32550cfde', 1795342563761),
(27, 'ea3a178ca6eaf0fbe5889c530c3fdedceb62619ff848cc274950bed6c2711b49', 1795343544698),
(28, '1e634cafabfc7388cf3723e0fc377cf407f115e6ac9c2757869079967d3f0491', 1795343868854),
(29, '84ffbe79162535192fb43f3249fa0f070583a9df0ab512f1739844a46d2ccaca', 1795344027202),
(30, 'abb678a32092cb76aa54cc015e9ef38b1cf909823bec4249ca541d8da2ba206f', 1795344188022),
(31, '3ab64bf48617658d97030513a987b910d037f9e1eb23b4e96f70ccb15bf9240b', 1795344391174),
(32, '265086678fdb505254e5ec0bb23f204d570a5259552d1f4a188fc8beee225361', 1795353957318),
(33, 'bbbe8015d5a3c86b1cbf5a7982a9c872be4a40be1a26d63dc26b83ef89887dc4', 1795357463689),
(34, 'd997b262f1c02097c8030fa5e9e0bed5742f847b0ecfd607bd410d43a32ac1ac', 1795377624447),
(35, 'c1ca48fd502ea44c066613380b55097359a95200ed734ecf9fdd0dc17c0c4ca7', 1795379478692),
(36, '828b8db708ff6b1014c8db9d5152a7749f04c24dcdeb489428c39b76ff587bdc', 1795388187659),
(37, 'a3daca2e815a14765146854a9f5abad11285dbd8057a9defcccdd68cd32ecf7e', 1795413862040),
(38, '2daeade6ccf249d728314a5235c40a264ddbbb18eba9ba0ac78b17c8818d8ac4', 1795414619711),
(39, 'f5d76b13118d695bd1554b716d09e56314e4ad414f92695910ff84888192e246', 1795415288128),
(40, '5bd9ce0dbeff59f8dcea201dbf9c1b57e4518344a9e78b90e38a4b6f6d74374f', 1795416181467),
(41, '2bc17f41a741cb08bcba0ceee847d60a9ab60555e43aa9cde2f26826ba29ee5c', 1795418026862),
(42, '762cacc2c6d688340b1fed6018f34aab753d380db45c37b35e838ce8f52a5440', 1795418573586),
(43, '44b6a5b3eafe7fc60e50a1487f3801a057a46bf2d7422cb3fc696720c37b54a0', 1795418982948),
(44, '7224071c1103f5eab196fd0c7789ac05f294700cccacdcc2cf23d42baef91b19', 1795419515804),
(45, 'f9d49bb0364484b4fc82daf5829242b71d1faa68f4d1b74431b7a06443b30c92', 1795419694640);
INSERT INTO public.sessions VALUES
('ses_1m872fc5teexvfrttcn9fw', 'usr_1m84cm8rtzravatxnx579m', 'sKaXSfGI7txvnrAifycUECz9Rk3IJuHn', '2026-11-25 03:54:36.47+00', '', 'lightMyRequest', '2026-11-24 15:23:31.889+00', '2026-11-24 15:54:36.47+00', NULL),
('ses_1m84cmn26r3752z183yztd', 'usr_1m84cm8wgr4q0trdc6pd2t', 'aA7BhFErQwOEQ0aRMnhHaN9s9GgLGUqt', '2026-12-01 15:54:38.343+00', '', 'lightMyRequest', '2026-11-23 14:23:27.302+00', '2026-11-24 15:54:38.343+00', NULL),
('ses_1m8748kpzkycjrbfqymsjv', 'usr_1m84cm8rtzravatxnx579m', 'etTRhOi9riDM1l9cb4hTBd923IJf66Vw', '2026-11-25 03:54:47.391+00', '', 'lightMyRequest', '2026-11-24 15:54:47.391+00', '2026-11-24 15:54:47.391+00', '2026-11-24 15:59:47.528+00'),
('ses_1m8748kyhhhzt6j06ga0dn', 'usr_1m84cm8rtzravatxnx579m', 'Rbej1NpUrzESa6KPou93oc6iIbceQKjT', '2026-11-25 03:54:47.632+00', '', 'lightMyRequest', '2026-11-24 15:54:47.632+00', '2026-11-24 15:54:47.632+00', '2026-11-24 15:59:47.777+00'),
('ses_1m876yr8dj63rb0z2hpydh', 'usr_1m84cm8wgr4q0trdc6pd2t', 'Rg9ifdDt224rZ2vpakHs8EofqWCSLmaa', '2026-12-01 16:41:50.093+00', '', 'lightMyRequest', '2026-11-24 16:41:50.093+00', '2026-11-24 16:41:50.093+00', NULL),
('ses_1m876yrmtfp16pwqspt21q', 'usr_1m84cm8wgr4q0trdc6pd2t', 'vCowPvet1rgDPiYpuAKpoaqlhkNkf29p', '2026-12-01 16:41:50.489+00', '', 'lightMyRequest', '2026-11-24 16:41:50.489+00', '2026-11-24 16:41:50.489+00', NULL),
('ses_1m876ys0agba2b0gmxy3km', 'usr_1m84cm8rtzravatxnx579m', '1G1NaXHMwZqtBrJAdsfCnOm2SZppjvGV', '2026-11-25 04:41:50.857+00', '', 'lightMyRequest', '2026-11-24 16:41:50.857+00', '2026-11-24 16:41:50.857+00', NULL);
INSERT INTO public.settings VALUES
('holdMinutes', '28', '2026-11-24 15:54:47.821+00', 'usr_1m84cm8rtzravatxnx579m');
INSERT INTO public.stock_imports VALUES
('sti_1m8748h0psp5sagb9rn1an', '2026-11-24 15:54:44.63+00', 'usr_1m84cm8rtzravatxnx579m', 'stock.csv', 100, 'applied', 'stu_1m8748h4f5hpqhpp78f61r', '2026-11-24 15:54:45.093+00', 44, 1, '7d6a8292c9ed3a79be40484e4355eb487608cc5d9539c7d489c845ffd41982e3', '{}', NULL, 0, '{"named": 1, "toZero": 0, "changed": 1, "repeated": 0, "leftAlone": 0, "unchanged": 0, "toUnlimited": 0, "fromUnlimited": 0}', 1, '2026-11-24 15:54:45.093+00', 'usr_1m84cm8rtzravatxnx579m', 1, true);
INSERT INTO public.stock_movements OVERRIDING SYSTEM VALUE VALUES
('48453-vacant-vip-20', 1, 30, 'set', 'store', NULL, '2026-11-23 14:23:27.346+00', 0, 30),
('48453-vacant-premier-20', 2, 30, 'set', 'store', NULL, '2026-11-23 14:23:27.352+00', 0, 30),
('48453-vacant-standard-100', 3, 30, 'set', 'store', NULL, '2026-11-23 14:23:27.362+00', 0, 30),
('48453-vacant-vip-20', 4, -1, 'hold', 'hld_1m84cmpsrwmwkb0m8x3gab', NULL, '2026-11-23 14:23:29.08+00', NULL, NULL),
('48453-vacant-premier-20', 5, -1, 'hold', 'hld_1m84cmqfrngj57bn3xns8m', NULL, '2026-11-23 14:23:29.784+00', NULL, NULL),
('48453-vacant-premier-20', 6, 1, 'expire', 'hld_1m84cmqfrngj57bn3xns8m', NULL, '2026-11-24 15:23:30.657+00', NULL, NULL),
('48453-vacant-standard-100', 7, -1, 'hold', 'hld_1m872fbc32dwfqb0xv7g5p', NULL, '2026-11-24 15:23:31.075+00', NULL, NULL),
('48453-vacant-vip-20', 8, -1, 'hold', 'hld_1m872fd01p7qzazw4javyb', NULL, '2026-11-24 15:23:32.737+00', NULL, NULL),
('48453-vacant-vip-20', 9, -1, 'hold', 'hld_1m872fdak85q7djx7m6nmd', NULL, '2026-11-24 15:23:33.075+00', NULL, NULL),
('48453-vacant-premier-20', 10, -1, 'hold', 'hld_1m872fdax4pk13v3dm8kcg', NULL, '2026-11-24 15:23:33.085+00', NULL, NULL),
('48453-vacant-premier-20', 11, 1, 'refund', 'hld_1m872fdax4pk13v3dm8kcg', NULL, '2026-11-24 15:23:33.413+00', NULL, NULL),
('48453-vacant-vip-20', 12, 1, 'refund', 'hld_1m872fdak85q7djx7m6nmd', NULL, '2026-11-24 15:23:33.413+00', NULL, NULL),
('48453-owner-standard-100', 13, 1, 'set', 'store', NULL, '2026-11-24 15:23:33.737+00', 0, 1),
('48453-owner-standard-100', 14, -1, 'hold', 'hld_1m872fe06v1kf8xnk1g9wt', NULL, '2026-11-24 15:23:33.766+00', NULL, NULL),
('48453-vacant-vip-20', 15, 1, 'expire', 'hld_1m872fd01p7qzazw4javyb', NULL, '2026-11-24 15:54:33.936+00', NULL, NULL),
('48453-owner-standard-100', 16, 1, 'expire', 'hld_1m872fe06v1kf8xnk1g9wt', NULL, '2026-11-24 15:54:33.936+00', NULL, NULL),
('48453-owner-standard-100', 17, -1, 'hold', 'hld_1m87486svhjccgt37errcz', NULL, '2026-11-24 15:54:34.171+00', NULL, NULL),
('48453-vacant-standard-100', 18, -1, 'hold', 'hld_1m87487vbm9m0wy8f2cdem', NULL, '2026-11-24 15:54:35.243+00', NULL, NULL),
('48453-vacant-standard-100', 19, -1, 'hold', 'hld_1m87488tyzc1nnzjsvnmex', NULL, '2026-11-24 15:54:36.254+00', NULL, NULL),
('48453-vacant-standard-100', 20, -1, 'hold', 'hld_1m87489681qa990ftd7ch0', NULL, '2026-11-24 15:54:36.616+00', NULL, NULL),
('48453-vacant-standard-100', 21, 1, 'release', 'hld_1m87489681qa990ftd7ch0', NULL, '2026-11-24 15:54:37.451+00', NULL, NULL),
('48453-vacant-standard-100', 22, -1, 'hold', 'hld_1m8748a34qzthj3dbmghkf', NULL, '2026-11-24 15:54:37.54+00', NULL, NULL),
('48453-vacant-vip-20', 23, -4, 'set', 'usr_1m84cm8rtzravatxnx579m', 'Import of stock.csv', '2026-11-24 15:54:45.038+00', 29, 25),
('48453-vacant-standard-100', 24, -1, 'hold', 'hld_1m8748k50g5a3s5rbhsxrc', NULL, '2026-11-24 15:54:46.816+00', NULL, NULL),
('48453-owner-premier-20', 25, 1, 'set', 'store', NULL, '2026-11-24 15:54:47.95+00', 0, 1),
('48453-owner-premier-20', 26, -1, 'hold', 'hld_1m8748m923hc4ah6bnxf7r', NULL, '2026-11-24 15:54:47.97+00', NULL, NULL),
('48453-owner-premier-20', 27, 1, 'expire', 'hld_1m8748m923hc4ah6bnxf7r', NULL, '2026-11-24 16:25:48.091+00', NULL, NULL),
('48453-vacant-standard-100', 28, 1, 'expire', 'hld_1m8748a34qzthj3dbmghkf', NULL, '2026-11-24 16:25:48.091+00', NULL, NULL),
('48453-owner-premier-20', 29, -1, 'hold', 'hld_1m8761d0yastxewca8bw1x', NULL, '2026-11-24 16:25:48.318+00', NULL, NULL),
('48453-vacant-vip-30', 30, 40, 'set', 'store', NULL, '2026-11-24 16:25:49.314+00', 0, 40),
('48453-vacant-vip-30', 31, -37, 'set', 'store', NULL, '2026-11-24 16:25:49.379+00', 40, 3),
('48453-vacant-standard-100', 32, -1, 'hold', 'hld_1m876ys2q5yjk3wc1jaeyc', NULL, '2026-11-24 16:41:50.935+00', NULL, NULL),
('48453-vacant-standard-100', 33, -1, 'hold', 'hld_1m876yszjs64kewpe75sva', NULL, '2026-11-24 16:41:51.858+00', NULL, NULL),
('48453-vacant-premier-20', 34, -1, 'hold', 'hld_1m876yte1gjc5rvym910pg', NULL, '2026-11-24 16:41:52.321+00', NULL, NULL),
('48453-vacant-premier-20', 35, -1, 'hold', 'hld_1m876ytp970dfxr0vck0c0', NULL, '2026-11-24 16:41:52.585+00', NULL, NULL),
('48453-vacant-vip-20', 36, -1, 'hold', 'hld_1m876yv6qvetf7cyg40k6e', NULL, '2026-11-24 16:41:53.111+00', NULL, NULL),
('48453-vacant-vip-20', 37, -1, 'hold', 'hld_1m876yvjdhqkg4x8esjdhq', NULL, '2026-11-24 16:41:53.485+00', NULL, NULL),
('48453-vacant-premier-20', 38, -1, 'hold', 'hld_1m876yvktkwr5589q16j5f', NULL, '2026-11-24 16:41:53.53+00', NULL, NULL),
('48453-vacant-standard-100', 39, -1, 'hold', 'hld_1m876yvs7be3ap4s4epvn9', NULL, '2026-11-24 16:41:53.703+00', NULL, NULL),
('48453-vacant-vip-20', 40, -1, 'hold', 'hld_1m8770peccfmrh2pgxw9z0', NULL, '2026-11-24 16:42:53.772+00', NULL, NULL),
('48453-vacant-premier-20', 41, -1, 'hold', 'hld_1m8770pq6h3nf43x2n5bvk', NULL, '2026-11-24 16:42:54.054+00', NULL, NULL);
INSERT INTO public.store_secrets VALUES
('tokens', 'KZvREa4fBv2OE8NhnWRz0mGws1acbN_YWyfa15WTQQhSKaKctWILOQgeKccG_koa'),
('sessions', 'FquP4C3M-IdMSgVmAYTqOsh3jDwwnbINXC5NoGh2CZFlke0HswtCGhx7I-XQLzNi');
INSERT INTO public.suppressions VALUES
('6f1f7db1-8bb2-e1a8-7081-6a4a46ea7854', '2026-11-24 15:54:46.235+00', 'owner', NULL);
INSERT INTO public.users VALUES
('usr_1m84cm8rtzravatxnx579m', 'Ada Admin', 'admin@example.com', true, NULL, NULL, 'admin', NULL, '2026-11-23 14:23:14.824+00', '2026-11-23 14:23:14.824+00', NULL, 0, NULL),
('usr_1m8748avgnqnwt4y94g5ay', 'Nora New', 'nora@example.com', false, NULL, NULL, 'sales', NULL, '2026-11-24 15:54:38.32+00', '2026-11-24 15:54:38.325+00', NULL, 1000, '2026-11-24 15:54:38.325+00'),
('usr_1m84cm8wgr4q0trdc6pd2t', 'Rob Rep', 'rep@example.com', true, NULL, '+1 512-555-0142', 'sales', NULL, '2026-11-23 14:23:14.942+00', '2026-11-24 16:41:50.307+00', NULL, 1000, NULL);
INSERT INTO public.verifications VALUES
('ver_1m8748avqsvq147fpv5f1h', 'password_reset:usr_1m8748avgnqnwt4y94g5ay', 'nora@example.com E25ob_zDkiGBWA9bwMLH7BpEgroF2YYd', '2026-12-01 15:54:38.327+00', '2026-11-24 15:54:38.327+00', '2026-11-24 15:54:38.43+00'),
('ver_1m8748axae74e0znm4bb10', 'password_reset:usr_1m84cm8wgr4q0trdc6pd2t', 'rep@example.com GYzIIhla0oEsmdtYZT-3l04j4ZTNExVO', '2026-11-24 16:24:38.412+00', '2026-11-24 15:54:38.412+00', '2026-11-24 15:54:38.443+00');
INSERT INTO public.webhook_events VALUES
('evt_3CQ9xpVh6WIpBb94tsy2FtfP', 'charge.dispute.created', '{"dispute": {"dueBy": "2026-12-03T15:54:35.000Z", "reason": "fraudulent", "status": "needs_response", "openedAt": "2026-11-24T15:54:35.000Z", "disputeId": "dp_3ss46yO7wD4luzBpZr618L1z", "amountCents": 26505, "isSubmitted": false}, "createdAt": "2026-11-24T15:54:35.000Z", "paymentId": "pi_3vBs2dSrawpc65dUYJcajG2k"}', '2026-11-24 15:54:35.833+00', '2026-11-24 15:54:36.01+00', '2026-11-24 15:54:35.89+00');
INSERT INTO sandbox_mailbox.phone_account VALUES
(true, '8b50cb8cd1e29fd6f9e772754f440bd3');
INSERT INTO sandbox_stripe.charges OVERRIDING SYSTEM VALUE VALUES
('ch_31ffErYawaLGc0xoK6FrAKvC', 1, 1795443807, 'pi_3hO5TffwvUskZ9GBoTlghIKa', '{"id":"ch_31ffErYawaLGc0xoK6FrAKvC","object":"charge","amount":28405,"amount_captured":28405,"amount_refunded":0,"balance_transaction":"txn_3unmpowGalnCBQP11QCyCUot","billing_details":{"address":{"city":null,"country":null,"line1":null,"line2":null,"postal_code":null,"state":null},"email":null,"name":null,"phone":null,"tax_id":null},"captured":true,"created":1795443807,"currency":"usd","customer":null,"description":null,"disputed":false,"failure_code":null,"failure_message":null,"livemode":false,"metadata":{"order_id":"ord_1m84cmnb60m9sab95cvvvf","revision":"1","reference":"LY-FCX5JM9P"},"outcome":{"network_status":"approved_by_network","reason":null,"risk_level":"normal","seller_message":"Payment complete.","type":"authorized"},"paid":true,"payment_intent":"pi_3hO5TffwvUskZ9GBoTlghIKa","payment_method":"pm_3I0XQ7iUzvhocqnvfI18e12x","payment_method_details":{"type":"card","card":{"brand":"visa","last4":"4242","exp_month":12,"exp_year":2027,"country":"US","funding":"credit","checks":{"address_line1_check":null,"address_postal_code_check":null,"cvc_check":"pass"},"three_d_secure":null}},"receipt_email":null,"receipt_url":null,"refunded":false,"status":"succeeded"}'),
('ch_3FSbudE3unMqJk3wn1Iba5PM', 2, 1795443809, 'pi_3KeBxTEZ8Ugsyw08MFhzzEkd', '{"id":"ch_3FSbudE3unMqJk3wn1Iba5PM","object":"charge","amount":28405,"amount_captured":28405,"amount_refunded":0,"balance_transaction":"txn_3TvRavXb23dNSIGkO1F5g9Jj","billing_details":{"address":{"city":null,"country":null,"line1":null,"line2":null,"postal_code":null,"state":null},"email":null,"name":null,"phone":null,"tax_id":null},"captured":true,"created":1795443809,"currency":"usd","customer":null,"description":null,"disputed":false,"failure_code":null,"failure_message":null,"livemode":false,"metadata":{"order_id":"ord_1m84cmpxnsgmpcqfqvbfh6","revision":"1","reference":"LY-2YBZ4ND8"},"outcome":{"network_status":"approved_by_network","reason":null,"risk_level":"normal","seller_message":"Payment complete.","type":"authorized"},"paid":true,"payment_intent":"pi_3KeBxTEZ8Ugsyw08MFhzzEkd","payment_method":"pm_3rgsNlxYP1qOHdkI1fY7USIL","payment_method_details":{"type":"card","card":{"brand":"visa","last4":"4242","exp_month":12,"exp_year":2027,"country":"US","funding":"credit","checks":{"address_line1_check":null,"address_postal_code_check":null,"cvc_check":"pass"},"three_d_secure":null}},"receipt_email":null,"receipt_url":null,"refunded":false,"status":"succeeded"}'),
('ch_3UPyEz2YpiwJLhd2RbC2mK1L', 3, 1795533811, 'pi_3z2FAKxP2ZLsXE184oVkakgK', '{"id":"ch_3UPyEz2YpiwJLhd2RbC2mK1L","object":"charge","amount":26505,"amount_captured":26505,"amount_refunded":0,"balance_transaction":"txn_3FMCjtv86WoK9Wz0rc8IA0by","billing_details":{"address":{"city":null,"country":null,"line1":null,"line2":null,"postal_code":null,"state":null},"email":null,"name":null,"phone":null,"tax_id":null},"captured":true,"created":1795533811,"currency":"usd","customer":null,"description":null,"disputed":false,"failure_code":null,"failure_message":null,"livemode":false,"metadata":{"order_id":"ord_1m872fbdpwkd3yqpj9fd8w","revision":"1","reference":"LY-W9MW5R26"},"outcome":{"network_status":"approved_by_network","reason":null,"risk_level":"normal","seller_message":"Payment complete.","type":"authorized"},"paid":true,"payment_intent":"pi_3z2FAKxP2ZLsXE184oVkakgK","payment_method":"pm_3i0eohl2qOk6H3rRqQs5DM7f","payment_method_details":{"type":"card","card":{"brand":"visa","last4":"4242","exp_month":12,"exp_year":2027,"country":"US","funding":"credit","checks":{"address_line1_check":null,"address_postal_code_check":null,"cvc_check":"pass"},"three_d_secure":null}},"receipt_email":null,"receipt_url":null,"refunded":false,"status":"succeeded"}'),
('ch_34OSbeFKfiRiDvAbUnacV5Mp', 4, 1795533813, 'pi_30925U0rUYWHHXRhoV9a70In', '{"id":"ch_34OSbeFKfiRiDvAbUnacV5Mp","object":"charge","amount":47310,"amount_captured":47310,"amount_refunded":47310,"balance_transaction":"txn_3e1NrSNh4ifumRfadJigkulI","billing_details":{"address":{"city":null,"country":null,"line1":null,"line2":null,"postal_code":null,"state":null},"email":null,"name":null,"phone":null,"tax_id":null},"captured":true,"created":1795533813,"currency":"usd","customer":null,"description":null,"disputed":false,"failure_code":null,"failure_message":null,"livemode":false,"metadata":{"order_id":"ord_1m872fdcdbepd6xwj20g3e","revision":"1","reference":"LY-4WZQK46W"},"outcome":{"network_status":"approved_by_network","reason":null,"risk_level":"normal","seller_message":"Payment complete.","type":"authorized"},"paid":true,"payment_intent":"pi_30925U0rUYWHHXRhoV9a70In","payment_method":"pm_3ZHVqmPKiG35icrM4ab4Nnnb","payment_method_details":{"type":"card","card":{"brand":"visa","last4":"4242","exp_month":12,"exp_year":2027,"country":"US","funding":"credit","checks":{"address_line1_check":null,"address_postal_code_check":null,"cvc_check":"pass"},"three_d_secure":null}},"receipt_email":null,"receipt_url":null,"refunded":true,"status":"succeeded"}'),
('ch_3cTmZgaFzf3cFmDXyqhFZpBP', 6, 1795535674, 'pi_3JeG15RIXbd0sqxpVQKXIbE8', '{"id":"ch_3cTmZgaFzf3cFmDXyqhFZpBP","object":"charge","amount":29355,"amount_captured":29355,"amount_refunded":29355,"balance_transaction":"txn_3RF9hkAcS1N1JHZHof5fHpfz","billing_details":{"address":{"city":null,"country":null,"line1":null,"line2":null,"postal_code":null,"state":null},"email":null,"name":null,"phone":null,"tax_id":null},"captured":true,"created":1795535674,"currency":"usd","customer":null,"description":null,"disputed":false,"failure_code":null,"failure_message":null,"livemode":false,"metadata":{"order_id":"ord_1m872fe3mgfrbc905eyze2","revision":"1","reference":"LY-K8PGMJ42"},"outcome":{"network_status":"approved_by_network","reason":null,"risk_level":"normal","seller_message":"Payment complete.","type":"authorized"},"paid":true,"payment_intent":"pi_3JeG15RIXbd0sqxpVQKXIbE8","payment_method":"pm_3XGO6gLFZwvBlvyDtMPUOEOz","payment_method_details":{"type":"card","card":{"brand":"visa","last4":"4242","exp_month":12,"exp_year":2027,"country":"US","funding":"credit","checks":{"address_line1_check":null,"address_postal_code_check":null,"cvc_check":"pass"},"three_d_secure":null}},"receipt_email":null,"receipt_url":null,"refunded":true,"status":"succeeded"}'),
('ch_3VviQIghEO8CH7LExUOvQ5SS', 7, 1795535674, 'pi_3lwKWjUB6iqUfSsQndwN5oHK', '{"id":"ch_3VviQIghEO8CH7LExUOvQ5SS","object":"charge","amount":29355,"amount_captured":29355,"amount_refunded":0,"balance_transaction":"txn_3lhA6CHDDccSwCYseEb7eY5D","billing_details":{"address":{"city":null,"country":null,"line1":null,"line2":null,"postal_code":null,"state":null},"email":null,"name":null,"phone":null,"tax_id":null},"captured":true,"created":1795535674,"currency":"usd","customer":null,"description":null,"disputed":false,"failure_code":null,"failure_message":null,"livemode":false,"metadata":{"order_id":"ord_1m87486vv1a2pjvv78kgw8","revision":"1","reference":"LY-8ZMB6V5R"},"outcome":{"network_status":"approved_by_network","reason":null,"risk_level":"normal","seller_message":"Payment complete.","type":"authorized"},"paid":true,"payment_intent":"pi_3lwKWjUB6iqUfSsQndwN5oHK","payment_method":"pm_3HOYm0aG3GTm7X2Gnt0Ci73x","payment_method_details":{"type":"card","card":{"brand":"visa","last4":"4242","exp_month":12,"exp_year":2027,"country":"US","funding":"credit","checks":{"address_line1_check":null,"address_postal_code_check":null,"cvc_check":"pass"},"three_d_secure":null}},"receipt_email":null,"receipt_url":null,"refunded":false,"status":"succeeded"}'),
('ch_3V5SEt3Y39EZthH1SeWbYk9n', 9, 1795535675, 'pi_3vBs2dSrawpc65dUYJcajG2k', '{"id":"ch_3V5SEt3Y39EZthH1SeWbYk9n","object":"charge","amount":26505,"amount_captured":26505,"amount_refunded":0,"balance_transaction":"txn_324hDNl6OELOb14S9NkwJggl","billing_details":{"address":{"city":null,"country":null,"line1":null,"line2":null,"postal_code":null,"state":null},"email":null,"name":null,"phone":null,"tax_id":null},"captured":true,"created":1795535675,"currency":"usd","customer":null,"description":null,"disputed":true,"failure_code":null,"failure_message":null,"livemode":false,"metadata":{"order_id":"ord_1m87487w9ja75eycwe0asq","revision":"1","reference":"LY-PCQFWXKF"},"outcome":{"network_status":"approved_by_network","reason":null,"risk_level":"normal","seller_message":"Payment complete.","type":"authorized"},"paid":true,"payment_intent":"pi_3vBs2dSrawpc65dUYJcajG2k","payment_method":"pm_3RLgxQX6aniW2XujkUWHt2JR","payment_method_details":{"type":"card","card":{"brand":"visa","last4":"0259","exp_month":12,"exp_year":2027,"country":"US","funding":"credit","checks":{"address_line1_check":null,"address_postal_code_check":null,"cvc_check":"pass"},"three_d_secure":null}},"receipt_email":null,"receipt_url":null,"refunded":false,"status":"succeeded"}'),
('ch_3ypqzv8vM4qUme1RzOdG0nBH', 10, 1795535685, 'pi_3OFuWzt2TRhkZInTNBSO2lgT', '{"id":"ch_3ypqzv8vM4qUme1RzOdG0nBH","object":"charge","amount":28405,"amount_captured":28405,"amount_refunded":0,"balance_transaction":"txn_37gOH3GoKe6IfbuAfQ5A9Wze","billing_details":{"address":{"city":null,"country":null,"line1":null,"line2":null,"postal_code":null,"state":null},"email":null,"name":null,"phone":null,"tax_id":null},"captured":true,"created":1795535685,"currency":"usd","customer":null,"description":null,"disputed":false,"failure_code":null,"failure_message":null,"livemode":false,"metadata":{"order_id":"ord_1m8748hq6g70w7vwpeq1vw","revision":"1","reference":"LY-64VR9KKG"},"outcome":{"network_status":"approved_by_network","reason":null,"risk_level":"normal","seller_message":"Payment complete.","type":"authorized"},"paid":true,"payment_intent":"pi_3OFuWzt2TRhkZInTNBSO2lgT","payment_method":"pm_33DzKiEY7Ju8p4SQ0J4q9cDE","payment_method_details":{"type":"card","card":{"brand":"visa","last4":"4242","exp_month":12,"exp_year":2027,"country":"US","funding":"credit","checks":{"address_line1_check":null,"address_postal_code_check":null,"cvc_check":"pass"},"three_d_secure":null}},"receipt_email":null,"receipt_url":null,"refunded":false,"status":"succeeded"}'),
('ch_3cdqhbiLAhi1muTyzejS3ZKS', 15, 1795538511, 'pi_3vdqbH9lOKziHrjQXPeh55X7', '{"id":"ch_3cdqhbiLAhi1muTyzejS3ZKS","object":"charge","amount":26505,"amount_captured":26505,"amount_refunded":0,"balance_transaction":"txn_3XOHGmhX34Vr7iLw1TktoZj2","billing_details":{"address":{"city":null,"country":null,"line1":null,"line2":null,"postal_code":null,"state":null},"email":null,"name":null,"phone":null,"tax_id":null},"captured":true,"created":1795538511,"currency":"usd","customer":null,"description":null,"disputed":false,"failure_code":null,"failure_message":null,"livemode":false,"metadata":{"order_id":"ord_1m876ys52f1fbdxmg7ygm0","revision":"1","reference":"LY-32JR85DW"},"outcome":{"network_status":"approved_by_network","reason":null,"risk_level":"normal","seller_message":"Payment complete.","type":"authorized"},"paid":true,"payment_intent":"pi_3vdqbH9lOKziHrjQXPeh55X7","payment_method":"pm_33HyK07UZyCc2FEUPXcJFcMi","payment_method_details":{"type":"card","card":{"brand":"visa","last4":"4242","exp_month":12,"exp_year":2027,"country":"US","funding":"credit","checks":{"address_line1_check":null,"address_postal_code_check":null,"cvc_check":"pass"},"three_d_secure":null}},"receipt_email":null,"receipt_url":null,"refunded":false,"status":"succeeded"}'),
('ch_3FqlWQWZDraIqH6UKgonFzS3', 16, 1795538512, 'pi_3MiGlGEA5gaTMt9GtgfT1hVS', '{"id":"ch_3FqlWQWZDraIqH6UKgonFzS3","object":"charge","amount":18905,"amount_captured":18905,"amount_refunded":0,"balance_transaction":"txn_3AxsJUA2q2iOeh5q6CrX1bwH","billing_details":{"address":{"city":null,"country":null,"line1":null,"line2":null,"postal_code":null,"state":null},"email":null,"name":null,"phone":null,"tax_id":null},"captured":true,"created":1795538512,"currency":"usd","customer":null,"description":null,"disputed":false,"failure_code":null,"failure_message":null,"livemode":false,"metadata":{"order_id":"ord_1m876ytg2221bynzd1afnw","revision":"1","reference":"LY-J8PHH7NJ"},"outcome":{"network_status":"approved_by_network","reason":null,"risk_level":"normal","seller_message":"Payment complete.","type":"authorized"},"paid":true,"payment_intent":"pi_3MiGlGEA5gaTMt9GtgfT1hVS","payment_method":"pm_342exokpDmx69j7pEXkroEPB","payment_method_details":{"type":"card","card":{"brand":"visa","last4":"4242","exp_month":12,"exp_year":2027,"country":"US","funding":"credit","checks":{"address_line1_check":null,"address_postal_code_check":null,"cvc_check":"pass"},"three_d_secure":null}},"receipt_email":null,"receipt_url":null,"refunded":false,"status":"succeeded"}'),
('ch_3i9fQHDDGPRZvZOCK8FhCIu8', 11, 1795535686, 'pi_3n3eV7DmUrcEe6yGTohwP6NF', '{"id":"ch_3i9fQHDDGPRZvZOCK8FhCIu8","object":"charge","amount":26505,"amount_captured":26505,"amount_refunded":0,"balance_transaction":"txn_35BnhpYvJ4Sw93Vqn5elm7tW","billing_details":{"address":{"city":null,"country":null,"line1":null,"line2":null,"postal_code":null,"state":null},"email":null,"name":null,"phone":null,"tax_id":null},"captured":true,"created":1795535686,"currency":"usd","customer":null,"description":null,"disputed":false,"failure_code":null,"failure_message":null,"livemode":false,"metadata":{"order_id":"ord_1m8748k5kqr25mh1qk5kmh","revision":"1","reference":"LY-N5334N79"},"outcome":{"network_status":"approved_by_network","reason":null,"risk_level":"normal","seller_message":"Payment complete.","type":"authorized"},"paid":true,"payment_intent":"pi_3n3eV7DmUrcEe6yGTohwP6NF","payment_method":"pm_3kOHPCm28TS2VFS4dzGcri2Y","payment_method_details":{"type":"card","card":{"brand":"visa","last4":"4242","exp_month":12,"exp_year":2027,"country":"US","funding":"credit","checks":{"address_line1_check":null,"address_postal_code_check":null,"cvc_check":"pass"},"three_d_secure":null}},"receipt_email":null,"receipt_url":null,"refunded":false,"status":"succeeded"}'),
('ch_3unmFh4B2QJj6cqMzjXB1CIs', 13, 1795537548, 'pi_3rxuZCpvmF5CGF4BY1IsuhA0', '{"id":"ch_3unmFh4B2QJj6cqMzjXB1CIs","object":"charge","amount":21755,"amount_captured":21755,"amount_refunded":0,"balance_transaction":"txn_3ppNrFy7Cc6CEjlb5jgNuzX6","billing_details":{"address":{"city":null,"country":null,"line1":null,"line2":null,"postal_code":null,"state":null},"email":null,"name":null,"phone":null,"tax_id":null},"captured":true,"created":1795537548,"currency":"usd","customer":null,"description":null,"disputed":false,"failure_code":null,"failure_message":null,"livemode":false,"metadata":{"order_id":"ord_1m8761d2ssavew6c28cyxa","revision":"1","reference":"LY-KQ4JDABM"},"outcome":{"network_status":"approved_by_network","reason":null,"risk_level":"normal","seller_message":"Payment complete.","type":"authorized"},"paid":true,"payment_intent":"pi_3rxuZCpvmF5CGF4BY1IsuhA0","payment_method":"pm_33OKB5ZDgXmsDEEdXG12bM3m","payment_method_details":{"type":"card","card":{"brand":"visa","last4":"4242","exp_month":12,"exp_year":2027,"country":"US","funding":"credit","checks":{"address_line1_check":null,"address_postal_code_check":null,"cvc_check":"pass"},"three_d_secure":null}},"receipt_email":null,"receipt_url":null,"refunded":false,"status":"succeeded"}'),
('ch_3TbTd3M9Yh7dwgSTxjW9KIDo', 12, 1795537548, 'pi_3C3C01jk8ZClCj3rd8fsajHF', '{"id":"ch_3TbTd3M9Yh7dwgSTxjW9KIDo","object":"charge","amount":21755,"amount_captured":21755,"amount_refunded":21755,"balance_transaction":"txn_3lK0g8zp6tSme2ajrag73vx7","billing_details":{"address":{"city":null,"country":null,"line1":null,"line2":null,"postal_code":null,"state":null},"email":null,"name":null,"phone":null,"tax_id":null},"captured":true,"created":1795537548,"currency":"usd","customer":null,"description":null,"disputed":false,"failure_code":null,"failure_message":null,"livemode":false,"metadata":{"order_id":"ord_1m8748mak9nhrp8fw7cc8m","revision":"1","reference":"LY-RDCD2GS5"},"outcome":{"network_status":"approved_by_network","reason":null,"risk_level":"normal","seller_message":"Payment complete.","type":"authorized"},"paid":true,"payment_intent":"pi_3C3C01jk8ZClCj3rd8fsajHF","payment_method":"pm_3WMDJ1dJS9u6HRLvH1yKbmpl","payment_method_details":{"type":"card","card":{"brand":"visa","last4":"4242","exp_month":12,"exp_year":2027,"country":"US","funding":"credit","checks":{"address_line1_check":null,"address_postal_code_check":null,"cvc_check":"pass"},"three_d_secure":null}},"receipt_email":null,"receipt_url":null,"refunded":true,"status":"succeeded"}');
INSERT INTO sandbox_stripe.disputes OVERRIDING SYSTEM VALUE VALUES
('dp_3ss46yO7wD4luzBpZr618L1z', 1, 1795535675, 'pi_3vBs2dSrawpc65dUYJcajG2k', 'ch_3V5SEt3Y39EZthH1SeWbYk9n', '{"id":"dp_3ss46yO7wD4luzBpZr618L1z","object":"dispute","amount":26505,"charge":"ch_3V5SEt3Y39EZthH1SeWbYk9n","created":1795535675,"currency":"usd","evidence":{},"evidence_details":{"due_by":1796313275,"has_evidence":false,"past_due":false,"submission_count":0},"is_charge_refundable":false,"livemode":false,"metadata":{},"payment_intent":"pi_3vBs2dSrawpc65dUYJcajG2k","reason":"fraudulent","status":"needs_response"}');
INSERT INTO sandbox_stripe.payment_intents OVERRIDING SYSTEM VALUE VALUES
('pi_3hO5TffwvUskZ9GBoTlghIKa', 1, 1795443807, 2, 'pm_3I0XQ7iUzvhocqnvfI18e12x', '{"id":"pi_3hO5TffwvUskZ9GBoTlghIKa","object":"payment_intent","amount":28405,"amount_capturable":0,"amount_received":28405,"canceled_at":null,"cancellation_reason":null,"capture_method":"automatic_async","client_secret":"pi_3hO5TffwvUskZ9GBoTlghIKa_secret_dLtpZOhtVX7K0YzeAA7RY2bz9","confirmation_method":"automatic","created":1795443807,"currency":"usd","customer":null,"description":null,"last_payment_error":null,"latest_charge":"ch_31ffErYawaLGc0xoK6FrAKvC","livemode":false,"metadata":{"order_id":"ord_1m84cmnb60m9sab95cvvvf","revision":"1","reference":"LY-FCX5JM9P"},"next_action":null,"payment_method":"pm_3I0XQ7iUzvhocqnvfI18e12x","payment_method_options":{"card":{"request_three_d_secure":"automatic"}},"processing":null,"receipt_email":null,"setup_future_usage":null,"shipping":null,"statement_descriptor":null,"statement_descriptor_suffix":null,"status":"succeeded","allowed_payment_method_types":null,"automatic_payment_methods":null,"payment_method_types":["card"]}'),
('pi_3KeBxTEZ8Ugsyw08MFhzzEkd', 3, 1795443809, 2, 'pm_3rgsNlxYP1qOHdkI1fY7USIL', '{"id":"pi_3KeBxTEZ8Ugsyw08MFhzzEkd","object":"payment_intent","amount":28405,"amount_capturable":0,"amount_received":28405,"canceled_at":null,"cancellation_reason":null,"capture_method":"automatic_async","client_secret":"pi_3KeBxTEZ8Ugsyw08MFhzzEkd_secret_mrCzP45TlcHTQ3P4atFjW8Tm8","confirmation_method":"automatic","created":1795443809,"currency":"usd","customer":null,"description":null,"last_payment_error":null,"latest_charge":"ch_3FSbudE3unMqJk3wn1Iba5PM","livemode":false,"metadata":{"order_id":"ord_1m84cmpxnsgmpcqfqvbfh6","revision":"1","reference":"LY-2YBZ4ND8"},"next_action":null,"payment_method":"pm_3rgsNlxYP1qOHdkI1fY7USIL","payment_method_options":{"card":{"request_three_d_secure":"automatic"}},"processing":null,"receipt_email":null,"setup_future_usage":null,"shipping":null,"statement_descriptor":null,"statement_descriptor_suffix":null,"status":"succeeded","allowed_payment_method_types":null,"automatic_payment_methods":null,"payment_method_types":["card"]}'),
('pi_3z2FAKxP2ZLsXE184oVkakgK', 5, 1795533811, 2, 'pm_3i0eohl2qOk6H3rRqQs5DM7f', '{"id":"pi_3z2FAKxP2ZLsXE184oVkakgK","object":"payment_intent","amount":26505,"amount_capturable":0,"amount_received":26505,"canceled_at":null,"cancellation_reason":null,"capture_method":"automatic_async","client_secret":"pi_3z2FAKxP2ZLsXE184oVkakgK_secret_ZJ0hYSmHelnE26neZr6i23y0z","confirmation_method":"automatic","created":1795533811,"currency":"usd","customer":null,"description":null,"last_payment_error":null,"latest_charge":"ch_3UPyEz2YpiwJLhd2RbC2mK1L","livemode":false,"metadata":{"order_id":"ord_1m872fbdpwkd3yqpj9fd8w","revision":"1","reference":"LY-W9MW5R26"},"next_action":null,"payment_method":"pm_3i0eohl2qOk6H3rRqQs5DM7f","payment_method_options":{"card":{"request_three_d_secure":"automatic"}},"processing":null,"receipt_email":null,"setup_future_usage":null,"shipping":null,"statement_descriptor":null,"statement_descriptor_suffix":null,"status":"succeeded","allowed_payment_method_types":null,"automatic_payment_methods":null,"payment_method_types":["card"]}'),
('pi_39N4kxNCMGauFdwfhy538LXl', 7, 1795533813, 1, NULL, '{"id":"pi_39N4kxNCMGauFdwfhy538LXl","object":"payment_intent","amount":20240,"amount_capturable":0,"amount_received":0,"canceled_at":null,"cancellation_reason":null,"capture_method":"automatic_async","client_secret":"pi_39N4kxNCMGauFdwfhy538LXl_secret_HevrrmMfOgDEjoGiwnhDvtNTT","confirmation_method":"automatic","created":1795533813,"currency":"usd","customer":null,"description":null,"last_payment_error":null,"latest_charge":null,"livemode":false,"metadata":{"order_id":"ord_1m872fd9dyny8q3gtkszfs","revision":"1","reference":"LY-ZAFEZK8W"},"next_action":null,"payment_method":null,"payment_method_options":{"card":{"request_three_d_secure":"automatic"}},"processing":null,"receipt_email":null,"setup_future_usage":null,"shipping":null,"statement_descriptor":null,"statement_descriptor_suffix":null,"status":"requires_payment_method","allowed_payment_method_types":null,"automatic_payment_methods":null,"payment_method_types":["card"]}'),
('pi_30925U0rUYWHHXRhoV9a70In', 8, 1795533813, 3, 'pm_3ZHVqmPKiG35icrM4ab4Nnnb', '{"id":"pi_30925U0rUYWHHXRhoV9a70In","object":"payment_intent","amount":47310,"amount_capturable":0,"amount_received":47310,"canceled_at":null,"cancellation_reason":null,"capture_method":"automatic_async","client_secret":"pi_30925U0rUYWHHXRhoV9a70In_secret_P4ADVzCQ6TAKLJ9wshFCwP341","confirmation_method":"automatic","created":1795533813,"currency":"usd","customer":null,"description":null,"last_payment_error":null,"latest_charge":"ch_34OSbeFKfiRiDvAbUnacV5Mp","livemode":false,"metadata":{"order_id":"ord_1m872fdcdbepd6xwj20g3e","revision":"1","reference":"LY-4WZQK46W"},"next_action":null,"payment_method":"pm_3ZHVqmPKiG35icrM4ab4Nnnb","payment_method_options":{"card":{"request_three_d_secure":"automatic"}},"processing":null,"receipt_email":null,"setup_future_usage":null,"shipping":null,"statement_descriptor":null,"statement_descriptor_suffix":null,"status":"succeeded","allowed_payment_method_types":null,"automatic_payment_methods":null,"payment_method_types":["card"]}'),
('pi_3lwKWjUB6iqUfSsQndwN5oHK', 13, 1795535674, 2, 'pm_3HOYm0aG3GTm7X2Gnt0Ci73x', '{"id":"pi_3lwKWjUB6iqUfSsQndwN5oHK","object":"payment_intent","amount":29355,"amount_capturable":0,"amount_received":29355,"canceled_at":null,"cancellation_reason":null,"capture_method":"automatic_async","client_secret":"pi_3lwKWjUB6iqUfSsQndwN5oHK_secret_BbA8kZ0EqGI7nfoPDNrYFrHlQ","confirmation_method":"automatic","created":1795535674,"currency":"usd","customer":null,"description":null,"last_payment_error":null,"latest_charge":"ch_3VviQIghEO8CH7LExUOvQ5SS","livemode":false,"metadata":{"order_id":"ord_1m87486vv1a2pjvv78kgw8","revision":"1","reference":"LY-8ZMB6V5R"},"next_action":null,"payment_method":"pm_3HOYm0aG3GTm7X2Gnt0Ci73x","payment_method_options":{"card":{"request_three_d_secure":"automatic"}},"processing":null,"receipt_email":null,"setup_future_usage":null,"shipping":null,"statement_descriptor":null,"statement_descriptor_suffix":null,"status":"succeeded","allowed_payment_method_types":null,"automatic_payment_methods":null,"payment_method_types":["card"]}'),
('pi_3vBs2dSrawpc65dUYJcajG2k', 16, 1795535675, 2, 'pm_3RLgxQX6aniW2XujkUWHt2JR', '{"id":"pi_3vBs2dSrawpc65dUYJcajG2k","object":"payment_intent","amount":26505,"amount_capturable":0,"amount_received":26505,"canceled_at":null,"cancellation_reason":null,"capture_method":"automatic_async","client_secret":"pi_3vBs2dSrawpc65dUYJcajG2k_secret_ujUvdMi1RwyZKQ0Y65AtCCaAq","confirmation_method":"automatic","created":1795535675,"currency":"usd","customer":null,"description":null,"last_payment_error":null,"latest_charge":"ch_3V5SEt3Y39EZthH1SeWbYk9n","livemode":false,"metadata":{"order_id":"ord_1m87487w9ja75eycwe0asq","revision":"1","reference":"LY-PCQFWXKF"},"next_action":null,"payment_method":"pm_3RLgxQX6aniW2XujkUWHt2JR","payment_method_options":{"card":{"request_three_d_secure":"automatic"}},"processing":null,"receipt_email":null,"setup_future_usage":null,"shipping":null,"statement_descriptor":null,"statement_descriptor_suffix":null,"status":"succeeded","allowed_payment_method_types":null,"automatic_payment_methods":null,"payment_method_types":["card"]}'),
('pi_3OFuWzt2TRhkZInTNBSO2lgT', 18, 1795535685, 2, 'pm_33DzKiEY7Ju8p4SQ0J4q9cDE', '{"id":"pi_3OFuWzt2TRhkZInTNBSO2lgT","object":"payment_intent","amount":28405,"amount_capturable":0,"amount_received":28405,"canceled_at":null,"cancellation_reason":null,"capture_method":"automatic_async","client_secret":"pi_3OFuWzt2TRhkZInTNBSO2lgT_secret_37jh6A75ElCBm6gsqu60idWbU","confirmation_method":"automatic","created":1795535685,"currency":"usd","customer":null,"description":null,"last_payment_error":null,"latest_charge":"ch_3ypqzv8vM4qUme1RzOdG0nBH","livemode":false,"metadata":{"order_id":"ord_1m8748hq6g70w7vwpeq1vw","revision":"1","reference":"LY-64VR9KKG"},"next_action":null,"payment_method":"pm_33DzKiEY7Ju8p4SQ0J4q9cDE","payment_method_options":{"card":{"request_three_d_secure":"automatic"}},"processing":null,"receipt_email":null,"setup_future_usage":null,"shipping":null,"statement_descriptor":null,"statement_descriptor_suffix":null,"status":"succeeded","allowed_payment_method_types":null,"automatic_payment_methods":null,"payment_method_types":["card"]}'),
('pi_3vdqbH9lOKziHrjQXPeh55X7', 27, 1795538511, 2, 'pm_33HyK07UZyCc2FEUPXcJFcMi', '{"id":"pi_3vdqbH9lOKziHrjQXPeh55X7","object":"payment_intent","amount":26505,"amount_capturable":0,"amount_received":26505,"canceled_at":null,"cancellation_reason":null,"capture_method":"automatic_async","client_secret":"pi_3vdqbH9lOKziHrjQXPeh55X7_secret_L6opwTymQf5d6sTD6cBEC3Q5d","confirmation_method":"automatic","created":1795538511,"currency":"usd","customer":null,"description":null,"last_payment_error":null,"latest_charge":"ch_3cdqhbiLAhi1muTyzejS3ZKS","livemode":false,"metadata":{"order_id":"ord_1m876ys52f1fbdxmg7ygm0","revision":"1","reference":"LY-32JR85DW"},"next_action":null,"payment_method":"pm_33HyK07UZyCc2FEUPXcJFcMi","payment_method_options":{"card":{"request_three_d_secure":"automatic"}},"processing":null,"receipt_email":null,"setup_future_usage":null,"shipping":null,"statement_descriptor":null,"statement_descriptor_suffix":null,"status":"succeeded","allowed_payment_method_types":null,"automatic_payment_methods":null,"payment_method_types":["card"]}'),
('pi_3MiGlGEA5gaTMt9GtgfT1hVS', 29, 1795538512, 2, 'pm_342exokpDmx69j7pEXkroEPB', '{"id":"pi_3MiGlGEA5gaTMt9GtgfT1hVS","object":"payment_intent","amount":18905,"amount_capturable":0,"amount_received":18905,"canceled_at":null,"cancellation_reason":null,"capture_method":"automatic_async","client_secret":"pi_3MiGlGEA5gaTMt9GtgfT1hVS_secret_AXPu77e9Nlq7V4BJVXVEaQmTX","confirmation_method":"automatic","created":1795538512,"currency":"usd","customer":null,"description":null,"last_payment_error":null,"latest_charge":"ch_3FqlWQWZDraIqH6UKgonFzS3","livemode":false,"metadata":{"order_id":"ord_1m876ytg2221bynzd1afnw","revision":"1","reference":"LY-J8PHH7NJ"},"next_action":null,"payment_method":"pm_342exokpDmx69j7pEXkroEPB","payment_method_options":{"card":{"request_three_d_secure":"automatic"}},"processing":null,"receipt_email":null,"setup_future_usage":null,"shipping":null,"statement_descriptor":null,"statement_descriptor_suffix":null,"status":"succeeded","allowed_payment_method_types":null,"automatic_payment_methods":null,"payment_method_types":["card"]}'),
('pi_3EY0GZhdKztbzvxklmCRsFey', 31, 1795538513, 1, NULL, '{"id":"pi_3EY0GZhdKztbzvxklmCRsFey","object":"payment_intent","amount":31635,"amount_capturable":0,"amount_received":0,"canceled_at":null,"cancellation_reason":null,"capture_method":"automatic_async","client_secret":"pi_3EY0GZhdKztbzvxklmCRsFey_secret_WZgSGHhuo3T0N3FBOCTIBJIjm","confirmation_method":"automatic","created":1795538513,"currency":"usd","customer":null,"description":null,"last_payment_error":null,"latest_charge":null,"livemode":false,"metadata":{"order_id":"ord_1m876yvdg0pmm0g0e91wtm","revision":"1","reference":"LY-S9FW2B4T"},"next_action":null,"payment_method":null,"payment_method_options":{"card":{"request_three_d_secure":"automatic"}},"processing":null,"receipt_email":null,"setup_future_usage":null,"shipping":null,"statement_descriptor":null,"statement_descriptor_suffix":null,"status":"requires_payment_method","allowed_payment_method_types":null,"automatic_payment_methods":null,"payment_method_types":["card"]}'),
('pi_3C3C01jk8ZClCj3rd8fsajHF', 22, 1795535688, 3, 'pm_3WMDJ1dJS9u6HRLvH1yKbmpl', '{"id":"pi_3C3C01jk8ZClCj3rd8fsajHF","object":"payment_intent","amount":21755,"amount_capturable":0,"amount_received":21755,"canceled_at":null,"cancellation_reason":null,"capture_method":"automatic_async","client_secret":"pi_3C3C01jk8ZClCj3rd8fsajHF_secret_22dfE5ypGu7rsVf2V1fNeQ74H","confirmation_method":"automatic","created":1795535688,"currency":"usd","customer":null,"description":null,"last_payment_error":null,"latest_charge":"ch_3TbTd3M9Yh7dwgSTxjW9KIDo","livemode":false,"metadata":{"order_id":"ord_1m8748mak9nhrp8fw7cc8m","revision":"1","reference":"LY-RDCD2GS5"},"next_action":null,"payment_method":"pm_3WMDJ1dJS9u6HRLvH1yKbmpl","payment_method_options":{"card":{"request_three_d_secure":"automatic"}},"processing":null,"receipt_email":null,"setup_future_usage":null,"shipping":null,"statement_descriptor":null,"statement_descriptor_suffix":null,"status":"succeeded","allowed_payment_method_types":null,"automatic_payment_methods":null,"payment_method_types":["card"]}'),
('pi_3JeG15RIXbd0sqxpVQKXIbE8', 11, 1795533813, 3, 'pm_3XGO6gLFZwvBlvyDtMPUOEOz', '{"id":"pi_3JeG15RIXbd0sqxpVQKXIbE8","object":"payment_intent","amount":29355,"amount_capturable":0,"amount_received":29355,"canceled_at":null,"cancellation_reason":null,"capture_method":"automatic_async","client_secret":"pi_3JeG15RIXbd0sqxpVQKXIbE8_secret_Y0Lvw7DUg9XYx9GsgpWtstLsf","confirmation_method":"automatic","created":1795533813,"currency":"usd","customer":null,"description":null,"last_payment_error":null,"latest_charge":"ch_3cTmZgaFzf3cFmDXyqhFZpBP","livemode":false,"metadata":{"order_id":"ord_1m872fe3mgfrbc905eyze2","revision":"1","reference":"LY-K8PGMJ42"},"next_action":null,"payment_method":"pm_3XGO6gLFZwvBlvyDtMPUOEOz","payment_method_options":{"card":{"request_three_d_secure":"automatic"}},"processing":null,"receipt_email":null,"setup_future_usage":null,"shipping":null,"statement_descriptor":null,"statement_descriptor_suffix":null,"status":"succeeded","allowed_payment_method_types":null,"automatic_payment_methods":null,"payment_method_types":["card"]}'),
('pi_3n3eV7DmUrcEe6yGTohwP6NF', 20, 1795535686, 2, 'pm_3kOHPCm28TS2VFS4dzGcri2Y', '{"id":"pi_3n3eV7DmUrcEe6yGTohwP6NF","object":"payment_intent","amount":26505,"amount_capturable":0,"amount_received":26505,"canceled_at":null,"cancellation_reason":null,"capture_method":"automatic_async","client_secret":"pi_3n3eV7DmUrcEe6yGTohwP6NF_secret_bLCxOySCoFxXoleCacN1Lu5Dq","confirmation_method":"automatic","created":1795535686,"currency":"usd","customer":null,"description":null,"last_payment_error":null,"latest_charge":"ch_3i9fQHDDGPRZvZOCK8FhCIu8","livemode":false,"metadata":{"order_id":"ord_1m8748k5kqr25mh1qk5kmh","revision":"1","reference":"LY-N5334N79"},"next_action":null,"payment_method":"pm_3kOHPCm28TS2VFS4dzGcri2Y","payment_method_options":{"card":{"request_three_d_secure":"automatic"}},"processing":null,"receipt_email":null,"setup_future_usage":null,"shipping":null,"statement_descriptor":null,"statement_descriptor_suffix":null,"status":"succeeded","allowed_payment_method_types":null,"automatic_payment_methods":null,"payment_method_types":["card"]}'),
('pi_3rxuZCpvmF5CGF4BY1IsuhA0', 24, 1795537548, 2, 'pm_33OKB5ZDgXmsDEEdXG12bM3m', '{"id":"pi_3rxuZCpvmF5CGF4BY1IsuhA0","object":"payment_intent","amount":21755,"amount_capturable":0,"amount_received":21755,"canceled_at":null,"cancellation_reason":null,"capture_method":"automatic_async","client_secret":"pi_3rxuZCpvmF5CGF4BY1IsuhA0_secret_mBhwnOUt6LbwfBu8vW2FCpxYj","confirmation_method":"automatic","created":1795537548,"currency":"usd","customer":null,"description":null,"last_payment_error":null,"latest_charge":"ch_3unmFh4B2QJj6cqMzjXB1CIs","livemode":false,"metadata":{"order_id":"ord_1m8761d2ssavew6c28cyxa","revision":"1","reference":"LY-KQ4JDABM"},"next_action":null,"payment_method":"pm_33OKB5ZDgXmsDEEdXG12bM3m","payment_method_options":{"card":{"request_three_d_secure":"automatic"}},"processing":null,"receipt_email":null,"setup_future_usage":null,"shipping":null,"statement_descriptor":null,"statement_descriptor_suffix":null,"status":"succeeded","allowed_payment_method_types":null,"automatic_payment_methods":null,"payment_method_types":["card"]}'),
('pi_35OvNB1FhtfmPBKOsdcxWF6q', 32, 1795538513, 1, NULL, '{"id":"pi_35OvNB1FhtfmPBKOsdcxWF6q","object":"payment_intent","amount":18905,"amount_capturable":0,"amount_received":0,"canceled_at":null,"cancellation_reason":null,"capture_method":"automatic_async","client_secret":"pi_35OvNB1FhtfmPBKOsdcxWF6q_secret_4yxtfC8rQfTzoSgxBs9peBWPb","confirmation_method":"automatic","created":1795538513,"currency":"usd","customer":null,"description":null,"last_payment_error":null,"latest_charge":null,"livemode":false,"metadata":{"order_id":"ord_1m876yvp3h5a7vvwp4y4he","revision":"1","reference":"LY-YY2RSGJY"},"next_action":null,"payment_method":null,"payment_method_options":{"card":{"request_three_d_secure":"automatic"}},"processing":null,"receipt_email":null,"setup_future_usage":null,"shipping":null,"statement_descriptor":null,"statement_descriptor_suffix":null,"status":"requires_payment_method","allowed_payment_method_types":null,"automatic_payment_methods":null,"payment_method_types":["card"]}');
INSERT INTO sandbox_stripe.payment_methods VALUES
('pm_3I0XQ7iUzvhocqnvfI18e12x', 'succeeds', '{"id":"pm_3I0XQ7iUzvhocqnvfI18e12x","object":"payment_method","billing_details":{"address":{"city":null,"country":null,"line1":null,"line2":null,"postal_code":null,"state":null},"email":null,"name":null,"phone":null,"tax_id":null},"card":{"brand":"visa","last4":"4242","exp_month":12,"exp_year":2027,"country":"US","funding":"credit","checks":{"address_line1_check":null,"address_postal_code_check":null,"cvc_check":"pass"}},"created":1795443807,"customer":null,"livemode":false,"metadata":{},"type":"card"}'),
('pm_3rgsNlxYP1qOHdkI1fY7USIL', 'succeeds', '{"id":"pm_3rgsNlxYP1qOHdkI1fY7USIL","object":"payment_method","billing_details":{"address":{"city":null,"country":null,"line1":null,"line2":null,"postal_code":null,"state":null},"email":null,"name":null,"phone":null,"tax_id":null},"card":{"brand":"visa","last4":"4242","exp_month":12,"exp_year":2027,"country":"US","funding":"credit","checks":{"address_line1_check":null,"address_postal_code_check":null,"cvc_check":"pass"}},"created":1795443809,"customer":null,"livemode":false,"metadata":{},"type":"card"}'),
('pm_3i0eohl2qOk6H3rRqQs5DM7f', 'succeeds', '{"id":"pm_3i0eohl2qOk6H3rRqQs5DM7f","object":"payment_method","billing_details":{"address":{"city":null,"country":null,"line1":null,"line2":null,"postal_code":null,"state":null},"email":null,"name":null,"phone":null,"tax_id":null},"card":{"brand":"visa","last4":"4242","exp_month":12,"exp_year":2027,"country":"US","funding":"credit","checks":{"address_line1_check":null,"address_postal_code_check":null,"cvc_check":"pass"}},"created":1795533811,"customer":null,"livemode":false,"metadata":{},"type":"card"}'),
('pm_3ZHVqmPKiG35icrM4ab4Nnnb', 'succeeds', '{"id":"pm_3ZHVqmPKiG35icrM4ab4Nnnb","object":"payment_method","billing_details":{"address":{"city":null,"country":null,"line1":null,"line2":null,"postal_code":null,"state":null},"email":null,"name":null,"phone":null,"tax_id":null},"card":{"brand":"visa","last4":"4242","exp_month":12,"exp_year":2027,"country":"US","funding":"credit","checks":{"address_line1_check":null,"address_postal_code_check":null,"cvc_check":"pass"}},"created":1795533813,"customer":null,"livemode":false,"metadata":{},"type":"card"}'),
('pm_3XGO6gLFZwvBlvyDtMPUOEOz', 'succeeds', '{"id":"pm_3XGO6gLFZwvBlvyDtMPUOEOz","object":"payment_method","billing_details":{"address":{"city":null,"country":null,"line1":null,"line2":null,"postal_code":null,"state":null},"email":null,"name":null,"phone":null,"tax_id":null},"card":{"brand":"visa","last4":"4242","exp_month":12,"exp_year":2027,"country":"US","funding":"credit","checks":{"address_line1_check":null,"address_postal_code_check":null,"cvc_check":"pass"}},"created":1795535674,"customer":null,"livemode":false,"metadata":{},"type":"card"}'),
('pm_3HOYm0aG3GTm7X2Gnt0Ci73x', 'succeeds', '{"id":"pm_3HOYm0aG3GTm7X2Gnt0Ci73x","object":"payment_method","billing_details":{"address":{"city":null,"country":null,"line1":null,"line2":null,"postal_code":null,"state":null},"email":null,"name":null,"phone":null,"tax_id":null},"card":{"brand":"visa","last4":"4242","exp_month":12,"exp_year":2027,"country":"US","funding":"credit","checks":{"address_line1_check":null,"address_postal_code_check":null,"cvc_check":"pass"}},"created":1795535674,"customer":null,"livemode":false,"metadata":{},"type":"card"}'),
('pm_3RLgxQX6aniW2XujkUWHt2JR', 'dispute', '{"id":"pm_3RLgxQX6aniW2XujkUWHt2JR","object":"payment_method","billing_details":{"address":{"city":null,"country":null,"line1":null,"line2":null,"postal_code":null,"state":null},"email":null,"name":null,"phone":null,"tax_id":null},"card":{"brand":"visa","last4":"0259","exp_month":12,"exp_year":2027,"country":"US","funding":"credit","checks":{"address_line1_check":null,"address_postal_code_check":null,"cvc_check":"pass"}},"created":1795535675,"customer":null,"livemode":false,"metadata":{},"type":"card"}'),
('pm_33DzKiEY7Ju8p4SQ0J4q9cDE', 'succeeds', '{"id":"pm_33DzKiEY7Ju8p4SQ0J4q9cDE","object":"payment_method","billing_details":{"address":{"city":null,"country":null,"line1":null,"line2":null,"postal_code":null,"state":null},"email":null,"name":null,"phone":null,"tax_id":null},"card":{"brand":"visa","last4":"4242","exp_month":12,"exp_year":2027,"country":"US","funding":"credit","checks":{"address_line1_check":null,"address_postal_code_check":null,"cvc_check":"pass"}},"created":1795535685,"customer":null,"livemode":false,"metadata":{},"type":"card"}'),
('pm_3kOHPCm28TS2VFS4dzGcri2Y', 'succeeds', '{"id":"pm_3kOHPCm28TS2VFS4dzGcri2Y","object":"payment_method","billing_details":{"address":{"city":null,"country":null,"line1":null,"line2":null,"postal_code":null,"state":null},"email":null,"name":null,"phone":null,"tax_id":null},"card":{"brand":"visa","last4":"4242","exp_month":12,"exp_year":2027,"country":"US","funding":"credit","checks":{"address_line1_check":null,"address_postal_code_check":null,"cvc_check":"pass"}},"created":1795535686,"customer":null,"livemode":false,"metadata":{},"type":"card"}'),
('pm_3WMDJ1dJS9u6HRLvH1yKbmpl', 'succeeds', '{"id":"pm_3WMDJ1dJS9u6HRLvH1yKbmpl","object":"payment_method","billing_details":{"address":{"city":null,"country":null,"line1":null,"line2":null,"postal_code":null,"state":null},"email":null,"name":null,"phone":null,"tax_id":null},"card":{"brand":"visa","last4":"4242","exp_month":12,"exp_year":2027,"country":"US","funding":"credit","checks":{"address_line1_check":null,"address_postal_code_check":null,"cvc_check":"pass"}},"created":1795537548,"customer":null,"livemode":false,"metadata":{},"type":"card"}'),
('pm_33OKB5ZDgXmsDEEdXG12bM3m', 'succeeds', '{"id":"pm_33OKB5ZDgXmsDEEdXG12bM3m","object":"payment_method","billing_details":{"address":{"city":null,"country":null,"line1":null,"line2":null,"postal_code":null,"state":null},"email":null,"name":null,"phone":null,"tax_id":null},"card":{"brand":"visa","last4":"4242","exp_month":12,"exp_year":2027,"country":"US","funding":"credit","checks":{"address_line1_check":null,"address_postal_code_check":null,"cvc_check":"pass"}},"created":1795537548,"customer":null,"livemode":false,"metadata":{},"type":"card"}'),
('pm_33HyK07UZyCc2FEUPXcJFcMi', 'succeeds', '{"id":"pm_33HyK07UZyCc2FEUPXcJFcMi","object":"payment_method","billing_details":{"address":{"city":null,"country":null,"line1":null,"line2":null,"postal_code":null,"state":null},"email":null,"name":null,"phone":null,"tax_id":null},"card":{"brand":"visa","last4":"4242","exp_month":12,"exp_year":2027,"country":"US","funding":"credit","checks":{"address_line1_check":null,"address_postal_code_check":null,"cvc_check":"pass"}},"created":1795538511,"customer":null,"livemode":false,"metadata":{},"type":"card"}'),
('pm_342exokpDmx69j7pEXkroEPB', 'succeeds', '{"id":"pm_342exokpDmx69j7pEXkroEPB","object":"payment_method","billing_details":{"address":{"city":null,"country":null,"line1":null,"line2":null,"postal_code":null,"state":null},"email":null,"name":null,"phone":null,"tax_id":null},"card":{"brand":"visa","last4":"4242","exp_month":12,"exp_year":2027,"country":"US","funding":"credit","checks":{"address_line1_check":null,"address_postal_code_check":null,"cvc_check":"pass"}},"created":1795538512,"customer":null,"livemode":false,"metadata":{},"type":"card"}');
INSERT INTO sandbox_stripe.refunds OVERRIDING SYSTEM VALUE VALUES
('re_374gEdkv6qQqvC1EFnpyqjmn', 1, 1795533813, 'pi_30925U0rUYWHHXRhoV9a70In', 'ch_34OSbeFKfiRiDvAbUnacV5Mp', '{"id":"re_374gEdkv6qQqvC1EFnpyqjmn","object":"refund","amount":47310,"balance_transaction":"txn_31spRYMCsksZHJY9o56aJD0j","charge":"ch_34OSbeFKfiRiDvAbUnacV5Mp","created":1795533813,"currency":"usd","destination_details":{"type":"card","card":{"type":"refund"}},"metadata":{"refund_id":"rfd_1m872fdk4sbwfeve9nytg0"},"payment_intent":"pi_30925U0rUYWHHXRhoV9a70In","reason":null,"receipt_number":null,"status":"succeeded"}'),
('re_3BK8vbph8bbyJTHhE7RZ2N5j', 2, 1795535675, 'pi_3JeG15RIXbd0sqxpVQKXIbE8', 'ch_3cTmZgaFzf3cFmDXyqhFZpBP', '{"id":"re_3BK8vbph8bbyJTHhE7RZ2N5j","object":"refund","amount":29355,"balance_transaction":"txn_3vI07W6ov6ze3scAkjjizrxE","charge":"ch_3cTmZgaFzf3cFmDXyqhFZpBP","created":1795535675,"currency":"usd","destination_details":{"type":"card","card":{"type":"refund"}},"metadata":{"refund_id":"rfd_1m87487psq5sxefvb27kxq"},"payment_intent":"pi_3JeG15RIXbd0sqxpVQKXIbE8","reason":null,"receipt_number":null,"status":"succeeded"}'),
('re_3dUgX68sBqK0NNH6F3WtD7u0', 3, 1795537549, 'pi_3C3C01jk8ZClCj3rd8fsajHF', 'ch_3TbTd3M9Yh7dwgSTxjW9KIDo', '{"id":"re_3dUgX68sBqK0NNH6F3WtD7u0","object":"refund","amount":21755,"balance_transaction":"txn_3rZv0hop4ObrjHRAstpHCI04","charge":"ch_3TbTd3M9Yh7dwgSTxjW9KIDo","created":1795537549,"currency":"usd","destination_details":{"type":"card","card":{"type":"refund"}},"metadata":{"refund_id":"rfd_1m8761dk2nhk9aetnd7vtf"},"payment_intent":"pi_3C3C01jk8ZClCj3rd8fsajHF","reason":null,"receipt_number":null,"status":"succeeded"}');
INSERT INTO sandbox_stripe.settings VALUES
(true, 'sk_test_51Z0XuFX65Ooigowlz4cRN4V3bF0l2T3tA63FKHhDs', 'pk_test_51djs471910DT4N5deBSY3ZD1r3HQXtWWGdYZTMV2q', 'whsec_UI7kxWNCTMwVto87MdTeTm7ZQb4Nj75r', '{}');
SELECT pg_catalog.setval('graphile_worker.job_queues_id_seq', 1, false);
SELECT pg_catalog.setval('graphile_worker.jobs_id_seq1', 63, true);
SELECT pg_catalog.setval('graphile_worker.tasks_id_seq', 37, true);
SELECT pg_catalog.setval('public.delivery_downloads_download_id_seq', 1, false);
SELECT pg_catalog.setval('public.lead_imports_import_no_seq', 1, true);
SELECT pg_catalog.setval('public.lead_upload_numbers', 2, true);
SELECT pg_catalog.setval('public.leads_lead_id_seq', 109, true);
SELECT pg_catalog.setval('public.offer_figure_changes_change_id_seq', 26, true);
SELECT pg_catalog.setval('public.sale_figure_changes_change_id_seq', 136, true);
SELECT pg_catalog.setval('public.schema_migrations_id_seq', 45, true);
SELECT pg_catalog.setval('public.stock_movements_movement_id_seq', 41, true);
SELECT pg_catalog.setval('sandbox_mailbox.messages_id_seq', 50, true);
SELECT pg_catalog.setval('sandbox_stripe.charges_seq_seq', 16, true);
SELECT pg_catalog.setval('sandbox_stripe.disputes_seq_seq', 1, true);
SELECT pg_catalog.setval('sandbox_stripe.events_seq_seq', 49, true);
SELECT pg_catalog.setval('sandbox_stripe.payment_intents_seq_seq', 32, true);
SELECT pg_catalog.setval('sandbox_stripe.refunds_seq_seq', 3, true);
SELECT pg_catalog.setval('sandbox_stripe.webhook_deliveries_id_seq', 14, true);
ALTER TABLE ONLY graphile_worker._private_job_queues
ADD CONSTRAINT job_queues_pkey1 PRIMARY KEY (id);
ALTER TABLE ONLY graphile_worker._private_job_queues
ADD CONSTRAINT job_queues_queue_name_key UNIQUE (queue_name);
ALTER TABLE ONLY graphile_worker._private_jobs
ADD CONSTRAINT jobs_key_key1 UNIQUE (key);
ALTER TABLE ONLY graphile_worker._private_jobs
ADD CONSTRAINT jobs_pkey1 PRIMARY KEY (id);
ALTER TABLE ONLY graphile_worker._private_known_crontabs
ADD CONSTRAINT known_crontabs_pkey PRIMARY KEY (identifier);
ALTER TABLE ONLY graphile_worker.migrations
ADD CONSTRAINT migrations_pkey PRIMARY KEY (id);
ALTER TABLE ONLY graphile_worker._private_tasks
ADD CONSTRAINT tasks_identifier_key UNIQUE (identifier);
ALTER TABLE ONLY graphile_worker._private_tasks
ADD CONSTRAINT tasks_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.accounts
ADD CONSTRAINT accounts_at_provider UNIQUE (provider_id, provider_account_id);
ALTER TABLE ONLY public.accounts
ADD CONSTRAINT accounts_pkey PRIMARY KEY (account_id);
ALTER TABLE ONLY public.audit_entries
ADD CONSTRAINT audit_entries_pkey PRIMARY KEY (audit_id);
ALTER TABLE ONLY public.buyer_addresses
ADD CONSTRAINT buyer_addresses_order UNIQUE (order_id);
ALTER TABLE ONLY public.buyer_addresses
ADD CONSTRAINT buyer_addresses_pkey PRIMARY KEY (address);
ALTER TABLE ONLY public.cart_lines
ADD CONSTRAINT cart_lines_pkey PRIMARY KEY (hold_id);
ALTER TABLE ONLY public.commission_rates
ADD CONSTRAINT commission_rates_user_id_since_pk PRIMARY KEY (user_id, since);
ALTER TABLE ONLY public.counties
ADD CONSTRAINT counties_by_name UNIQUE (state, name);
ALTER TABLE ONLY public.counties
ADD CONSTRAINT counties_pkey PRIMARY KEY (fips);
ALTER TABLE ONLY public.county_demand
ADD CONSTRAINT county_demand_day_fips_pk PRIMARY KEY (day, fips);
ALTER TABLE ONLY public.credit_codes
ADD CONSTRAINT credit_codes_pkey PRIMARY KEY (code_id);
ALTER TABLE ONLY public.credit_entries
ADD CONSTRAINT credit_entries_pkey PRIMARY KEY (entry_id);
ALTER TABLE ONLY public.customers
ADD CONSTRAINT customers_pkey PRIMARY KEY (customer_id);
ALTER TABLE ONLY public.deliveries
ADD CONSTRAINT deliveries_order_id_line_number_pk PRIMARY KEY (order_id, line_number);
ALTER TABLE ONLY public.delivery_downloads
ADD CONSTRAINT delivery_downloads_pkey PRIMARY KEY (download_id);
ALTER TABLE ONLY public.delivery_files
ADD CONSTRAINT delivery_files_order_id_line_number_format_pk PRIMARY KEY (order_id, line_number, format);
ALTER TABLE ONLY public.delivery_handovers
ADD CONSTRAINT delivery_handovers_pkey PRIMARY KEY (handover_id);
ALTER TABLE ONLY public.delivery_handovers
ADD CONSTRAINT delivery_handovers_token UNIQUE (token_fingerprint);
ALTER TABLE ONLY public.demo_loads
ADD CONSTRAINT demo_loads_pkey PRIMARY KEY (name);
ALTER TABLE ONLY public.disputes
ADD CONSTRAINT disputes_pkey PRIMARY KEY (dispute_id);
ALTER TABLE ONLY public.hold_leads
ADD CONSTRAINT hold_leads_hold_id_lead_id_pk PRIMARY KEY (hold_id, lead_id);
ALTER TABLE ONLY public.holds
ADD CONSTRAINT holds_pkey PRIMARY KEY (hold_id);
ALTER TABLE ONLY public.job_workers
ADD CONSTRAINT job_workers_pkey PRIMARY KEY (worker_id);
ALTER TABLE ONLY public.lead_details
ADD CONSTRAINT lead_details_pkey PRIMARY KEY (lead_id);
ALTER TABLE ONLY public.lead_file_parts
ADD CONSTRAINT lead_file_parts_import_id_part_number_pk PRIMARY KEY (import_id, part_number);
ALTER TABLE ONLY public.lead_import_changes
ADD CONSTRAINT lead_import_changes_lead_id_import_no_pk PRIMARY KEY (lead_id, import_no);
ALTER TABLE ONLY public.lead_import_parts
ADD CONSTRAINT lead_import_parts_upload_no_part_no_pk PRIMARY KEY (upload_no, part_no);
ALTER TABLE ONLY public.lead_import_refusals
ADD CONSTRAINT lead_import_refusals_upload_no_row_no_pk PRIMARY KEY (upload_no, row_no);
ALTER TABLE ONLY public.lead_imports
ADD CONSTRAINT lead_imports_pkey PRIMARY KEY (import_id);
ALTER TABLE ONLY public.lead_pools
ADD CONSTRAINT lead_pools_pkey PRIMARY KEY (pool_id);
ALTER TABLE ONLY public.lead_shortfalls
ADD CONSTRAINT lead_shortfalls_order_id_hold_id_pk PRIMARY KEY (order_id, hold_id);
ALTER TABLE ONLY public.lead_sources
ADD CONSTRAINT lead_sources_pkey PRIMARY KEY (source);
ALTER TABLE ONLY public.leads
ADD CONSTRAINT leads_once UNIQUE (property_key, owner_key, lead_type);
ALTER TABLE ONLY public.leads
ADD CONSTRAINT leads_pkey PRIMARY KEY (lead_id);
ALTER TABLE ONLY public.login_attempts
ADD CONSTRAINT login_attempts_pkey PRIMARY KEY (key);
ALTER TABLE ONLY public.low_stock_notices
ADD CONSTRAINT low_stock_notices_package_id_noted_at_pk PRIMARY KEY (package_id, noted_at);
ALTER TABLE ONLY public.messages
ADD CONSTRAINT messages_pkey PRIMARY KEY (message_id);
ALTER TABLE ONLY public.offer_denials
ADD CONSTRAINT offer_denials_owner_id_offer_id_pk PRIMARY KEY (owner_id, offer_id);
ALTER TABLE ONLY public.offer_figure_changes
ADD CONSTRAINT offer_figure_changes_pkey PRIMARY KEY (change_id);
ALTER TABLE ONLY public.offer_figures
ADD CONSTRAINT offer_figures_pkey PRIMARY KEY (offer_id);
ALTER TABLE ONLY public.offer_uses
ADD CONSTRAINT offer_uses_order_id_offer_id_pk PRIMARY KEY (order_id, offer_id);
ALTER TABLE ONLY public.offers
ADD CONSTRAINT offers_attempt UNIQUE (attempt_id);
ALTER TABLE ONLY public.offers
ADD CONSTRAINT offers_pkey PRIMARY KEY (offer_id);
ALTER TABLE ONLY public.offers
ADD CONSTRAINT offers_standard UNIQUE (standard);
ALTER TABLE ONLY public.opt_out_confirmations
ADD CONSTRAINT opt_out_confirmations_pkey PRIMARY KEY (confirmation_id);
ALTER TABLE ONLY public.opt_out_confirmations
ADD CONSTRAINT opt_out_confirmations_token UNIQUE (token_fingerprint);
ALTER TABLE ONLY public.opt_out_notices
ADD CONSTRAINT opt_out_notices_once UNIQUE (property_key, buyer_key);
ALTER TABLE ONLY public.opt_out_notices
ADD CONSTRAINT opt_out_notices_pkey PRIMARY KEY (notice_id);
ALTER TABLE ONLY public.opt_out_requests
ADD CONSTRAINT opt_out_requests_pkey PRIMARY KEY (request_id);
ALTER TABLE ONLY public.opt_out_requests
ADD CONSTRAINT opt_out_requests_receipt_once UNIQUE (property_key, email_key);
ALTER TABLE ONLY public.order_leads
ADD CONSTRAINT order_leads_order_id_lead_id_pk PRIMARY KEY (order_id, lead_id);
ALTER TABLE ONLY public.order_lines
ADD CONSTRAINT order_lines_order_id_revision_line_number_pk PRIMARY KEY (order_id, revision, line_number);
ALTER TABLE ONLY public.orders
ADD CONSTRAINT orders_pkey PRIMARY KEY (order_id);
ALTER TABLE ONLY public.orders
ADD CONSTRAINT orders_reference UNIQUE (reference);
ALTER TABLE ONLY public.orders
ADD CONSTRAINT orders_token UNIQUE (token);
ALTER TABLE ONLY public.packages
ADD CONSTRAINT packages_pkey PRIMARY KEY (package_id);
ALTER TABLE ONLY public.payment_declines
ADD CONSTRAINT payment_declines_pkey PRIMARY KEY (event_id);
ALTER TABLE ONLY public.payment_requests
ADD CONSTRAINT payment_requests_order UNIQUE (order_id);
ALTER TABLE ONLY public.payment_requests
ADD CONSTRAINT payment_requests_pkey PRIMARY KEY (payment_request_id);
ALTER TABLE ONLY public.payment_requests
ADD CONSTRAINT payment_requests_token UNIQUE (token);
ALTER TABLE ONLY public.payments
ADD CONSTRAINT payments_one_per_order UNIQUE (order_id);
ALTER TABLE ONLY public.payments
ADD CONSTRAINT payments_pkey PRIMARY KEY (payment_id);
ALTER TABLE ONLY public.price_change_rows
ADD CONSTRAINT price_change_rows_change_id_lead_type_tier_size_pk PRIMARY KEY (change_id, lead_type, tier, size);
ALTER TABLE ONLY public.price_changes
ADD CONSTRAINT price_changes_attempt UNIQUE (attempt_id);
ALTER TABLE ONLY public.price_changes
ADD CONSTRAINT price_changes_pkey PRIMARY KEY (change_id);
ALTER TABLE ONLY public.price_changes
ADD CONSTRAINT price_changes_undone_once UNIQUE (undoes_id);
ALTER TABLE ONLY public.prices
ADD CONSTRAINT prices_lead_type_tier_size_pk PRIMARY KEY (lead_type, tier, size);
ALTER TABLE ONLY public.refund_lines
ADD CONSTRAINT refund_lines_refund_id_line_number_pk PRIMARY KEY (refund_id, line_number);
ALTER TABLE ONLY public.refunds
ADD CONSTRAINT refunds_attempt UNIQUE (order_id, attempt_id);
ALTER TABLE ONLY public.refunds
ADD CONSTRAINT refunds_pkey PRIMARY KEY (refund_id);
ALTER TABLE ONLY public.sale_entries
ADD CONSTRAINT sale_entries_order_id_line_number_refund_id_pk PRIMARY KEY (order_id, line_number, refund_id);
ALTER TABLE ONLY public.sale_figure_changes
ADD CONSTRAINT sale_figure_changes_pkey PRIMARY KEY (change_id);
ALTER TABLE ONLY public.sale_figures
ADD CONSTRAINT sale_figures_dimension_value_day_pk PRIMARY KEY (dimension, value, day);
ALTER TABLE ONLY public.schema_migrations
ADD CONSTRAINT schema_migrations_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.second_factors
ADD CONSTRAINT second_factors_pkey PRIMARY KEY (user_id);
ALTER TABLE ONLY public.sessions
ADD CONSTRAINT sessions_pkey PRIMARY KEY (session_id);
ALTER TABLE ONLY public.sessions
ADD CONSTRAINT sessions_token UNIQUE (token);
ALTER TABLE ONLY public.settings
ADD CONSTRAINT settings_pkey PRIMARY KEY (name);
ALTER TABLE ONLY public.sms_events
ADD CONSTRAINT sms_events_pkey PRIMARY KEY (event_id);
ALTER TABLE ONLY public.sms_stops
ADD CONSTRAINT sms_stops_pkey PRIMARY KEY (number_key);
ALTER TABLE ONLY public.stock_changes
ADD CONSTRAINT stock_changes_attempt UNIQUE (attempt_id);
ALTER TABLE ONLY public.stock_changes
ADD CONSTRAINT stock_changes_pkey PRIMARY KEY (change_id);
ALTER TABLE ONLY public.stock_import_changes
ADD CONSTRAINT stock_import_changes_upload_id_package_id_pk PRIMARY KEY (upload_id, package_id);
ALTER TABLE ONLY public.stock_import_refusals
ADD CONSTRAINT stock_import_refusals_upload_id_row_number_pk PRIMARY KEY (upload_id, row_number);
ALTER TABLE ONLY public.stock_imports
ADD CONSTRAINT stock_imports_pkey PRIMARY KEY (import_id);
ALTER TABLE ONLY public.stock_movements
ADD CONSTRAINT stock_movements_package_id_movement_id_pk PRIMARY KEY (package_id, movement_id);
ALTER TABLE ONLY public.store_secrets
ADD CONSTRAINT store_secrets_pkey PRIMARY KEY (name);
ALTER TABLE ONLY public.suppressions
ADD CONSTRAINT suppressions_pkey PRIMARY KEY (property_key);
ALTER TABLE ONLY public.users
ADD CONSTRAINT users_bootstrap_email UNIQUE (bootstrap_email);
ALTER TABLE ONLY public.users
ADD CONSTRAINT users_email UNIQUE (email);
ALTER TABLE ONLY public.users
ADD CONSTRAINT users_pkey PRIMARY KEY (user_id);
ALTER TABLE ONLY public.verifications
ADD CONSTRAINT verifications_pkey PRIMARY KEY (verification_id);
ALTER TABLE ONLY public.webhook_events
ADD CONSTRAINT webhook_events_pkey PRIMARY KEY (event_id);
ALTER TABLE ONLY sandbox_mailbox.attachments
ADD CONSTRAINT attachments_pkey PRIMARY KEY (message, "position");
ALTER TABLE ONLY sandbox_mailbox.messages
ADD CONSTRAINT messages_message_id_key UNIQUE (message_id);
ALTER TABLE ONLY sandbox_mailbox.messages
ADD CONSTRAINT messages_pkey PRIMARY KEY (id);
ALTER TABLE ONLY sandbox_mailbox.phone_account
ADD CONSTRAINT phone_account_pkey PRIMARY KEY (is_only);
ALTER TABLE ONLY sandbox_stripe.charges
ADD CONSTRAINT charges_pkey PRIMARY KEY (id);
ALTER TABLE ONLY sandbox_stripe.disputes
ADD CONSTRAINT disputes_pkey PRIMARY KEY (id);
ALTER TABLE ONLY sandbox_stripe.events
ADD CONSTRAINT events_pkey PRIMARY KEY (id);
ALTER TABLE ONLY sandbox_stripe.idempotency_keys
ADD CONSTRAINT idempotency_keys_pkey PRIMARY KEY (key);
ALTER TABLE ONLY sandbox_stripe.payment_intents
ADD CONSTRAINT payment_intents_pkey PRIMARY KEY (id);
ALTER TABLE ONLY sandbox_stripe.payment_methods
ADD CONSTRAINT payment_methods_pkey PRIMARY KEY (id);
ALTER TABLE ONLY sandbox_stripe.refunds
ADD CONSTRAINT refunds_pkey PRIMARY KEY (id);
ALTER TABLE ONLY sandbox_stripe.settings
ADD CONSTRAINT settings_pkey PRIMARY KEY (only_row);
ALTER TABLE ONLY sandbox_stripe.webhook_deliveries
ADD CONSTRAINT webhook_deliveries_pkey PRIMARY KEY (id);
CREATE INDEX jobs_main_index ON graphile_worker._private_jobs USING btree (priority, run_at) INCLUDE (id, task_id, job_queue_id) WHERE (is_available = true);
CREATE INDEX jobs_no_queue_index ON graphile_worker._private_jobs USING btree (priority, run_at) INCLUDE (id, task_id) WHERE ((is_available = true) AND (job_queue_id IS NULL));
CREATE INDEX accounts_by_user ON public.accounts USING btree (user_id);
CREATE INDEX audit_entries_by_action ON public.audit_entries USING btree (action, at, audit_id);
CREATE INDEX audit_entries_by_member ON public.audit_entries USING btree (member_id, at, audit_id);
CREATE INDEX audit_entries_by_time ON public.audit_entries USING btree (at, audit_id);
CREATE INDEX cart_lines_by_age ON public.cart_lines USING btree (added_at);
CREATE INDEX credit_codes_by_age ON public.credit_codes USING btree (asked_at);
CREATE INDEX credit_codes_of_owner ON public.credit_codes USING btree (owner_id, asked_at);
CREATE INDEX credit_entries_of_customer ON public.credit_entries USING btree (customer_key, made_at);
CREATE INDEX credit_entries_of_order ON public.credit_entries USING btree (order_id);
CREATE INDEX customers_by_name ON public.customers USING btree (lower(name) COLLATE "und-x-icu", customer_id);
CREATE INDEX customers_of_rep ON public.customers USING btree (rep_id, lower(name) COLLATE "und-x-icu", customer_id);
CREATE UNIQUE INDEX customers_one_per_address ON public.customers USING btree (rep_id, lower(email));
CREATE INDEX customers_search ON public.customers USING gin (search);
CREATE INDEX deliveries_by_first_warning ON public.deliveries USING btree (first_warning_id) WHERE (first_warning_id IS NOT NULL);
CREATE INDEX deliveries_by_handover ON public.deliveries USING btree (handover_id) WHERE (handover_id IS NOT NULL);
CREATE INDEX deliveries_by_last_warning ON public.deliveries USING btree (last_warning_id) WHERE (last_warning_id IS NOT NULL);
CREATE INDEX deliveries_late ON public.deliveries USING btree (due_at) WHERE ((late_at IS NULL) AND ((state = ANY (ARRAY['waiting'::text, 'failed'::text])) OR (sent_at > due_at)));
CREATE INDEX deliveries_open ON public.deliveries USING btree (due_at, order_id, line_number) WHERE (state = ANY (ARRAY['waiting'::text, 'failed'::text]));
CREATE INDEX delivery_downloads_by_line ON public.delivery_downloads USING btree (order_id, line_number, downloaded_at);
CREATE INDEX delivery_downloads_by_time ON public.delivery_downloads USING btree (downloaded_at) WHERE (network IS NOT NULL);
CREATE INDEX delivery_files_by_end ON public.delivery_files USING btree (kept_until);
CREATE INDEX delivery_handovers_by_order ON public.delivery_handovers USING btree (order_id);
CREATE INDEX disputes_of_order ON public.disputes USING btree (order_id);
CREATE INDEX disputes_settled ON public.disputes USING btree (opened_at, dispute_id) WHERE (status <> ALL (ARRAY['needs_response'::text, 'warning_needs_response'::text]));
CREATE INDEX disputes_waiting ON public.disputes USING btree (COALESCE(due_by, 'infinity'::timestamp with time zone), dispute_id) WHERE (status = ANY (ARRAY['needs_response'::text, 'warning_needs_response'::text]));
CREATE INDEX hold_leads_by_lead ON public.hold_leads USING btree (lead_id);
CREATE INDEX holds_live_by_address ON public.holds USING btree (address_key) WHERE ((state = 'live'::text) AND (address_key IS NOT NULL));
CREATE INDEX holds_live_by_expiry ON public.holds USING btree (expires_at) WHERE ((state = 'live'::text) AND (ended_at IS NULL));
CREATE INDEX holds_live_by_owner ON public.holds USING btree (owner_id) WHERE ((state = 'live'::text) AND (owner_id IS NOT NULL));
CREATE INDEX holds_released_by_store ON public.holds USING btree (owner_id) WHERE (released_by IS NOT NULL);
CREATE INDEX holds_to_forget ON public.holds USING btree (ended_at) WHERE ((state <> 'live'::text) AND (address_key IS NOT NULL));
CREATE INDEX holds_with_leads_to_free ON public.holds USING btree (ended_at) WHERE (has_leads AND (state = ANY (ARRAY['released'::text, 'expired'::text])));
CREATE INDEX lead_import_changes_by_part ON public.lead_import_changes USING btree (import_no, part_no);
CREATE INDEX lead_import_rows_by_place ON ONLY public.lead_import_rows USING btree (upload_no, place_no, property_key);
CREATE INDEX lead_imports_by_time ON public.lead_imports USING btree (created_at, import_id);
CREATE UNIQUE INDEX lead_imports_file_once ON public.lead_imports USING btree (checksum) WHERE (state = ANY (ARRAY['applying'::text, 'applied'::text, 'undoing'::text]));
CREATE UNIQUE INDEX lead_imports_number ON public.lead_imports USING btree (import_no);
CREATE UNIQUE INDEX lead_imports_one_at_work ON public.lead_imports USING btree ((true)) WHERE (state = ANY (ARRAY['applying'::text, 'undoing'::text]));
CREATE INDEX lead_imports_to_forget ON public.lead_imports USING btree (touched_at) WHERE has_rows;
CREATE INDEX lead_shortfalls_open ON public.lead_shortfalls USING btree (noted_at, order_id, hold_id) WHERE (settled_leads < leads);
CREATE UNIQUE INDEX leads_listed_once ON public.leads USING btree (property_key) WHERE ((pool_id IS NOT NULL) AND (NOT is_withheld));
CREATE INDEX leads_to_age ON public.leads USING btree (ages_at) WHERE ((pool_id IS NOT NULL) AND ((held = 0) OR (NOT is_withheld)));
CREATE INDEX leads_to_pick ON public.leads USING btree (pool_id, places DESC NULLS LAST, acquired_at DESC NULLS LAST, lead_id) WHERE (places > 0);
CREATE INDEX login_attempts_by_expiry ON public.login_attempts USING btree (expires_at);
CREATE INDEX low_stock_notices_by_mail ON public.low_stock_notices USING btree (mail_id, available, package_id);
CREATE INDEX low_stock_notices_by_time ON public.low_stock_notices USING btree (noted_at);
CREATE INDEX low_stock_notices_untold ON public.low_stock_notices USING btree (noted_at) WHERE (mail_id IS NULL);
CREATE INDEX messages_by_address ON public.messages USING btree (sent_to, created_at) WHERE (sent_to IS NOT NULL);
CREATE INDEX messages_by_kind ON public.messages USING btree (kind, state, created_at);
CREATE UNIQUE INDEX messages_resent_once ON public.messages USING btree (resent_from, attempt_id) WHERE (resent_from IS NOT NULL);
CREATE INDEX messages_unqueued ON public.messages USING btree (created_at) WHERE (queued_at IS NULL);
CREATE INDEX offer_denials_by_age ON public.offer_denials USING btree (denied_at);
CREATE INDEX offer_uses_by_customer ON public.offer_uses USING btree (offer_id, customer_key) WHERE (customer_key IS NOT NULL);
CREATE INDEX offer_uses_of_cart ON public.offer_uses USING btree (owner_id) WHERE (owner_id IS NOT NULL);
CREATE INDEX offers_standing ON public.offers USING btree (created_at, offer_id) WHERE (removed_at IS NULL);
CREATE INDEX opt_out_confirmations_by_time ON public.opt_out_confirmations USING btree (asked_at);
CREATE INDEX opt_out_notices_by_order ON public.opt_out_notices USING btree (order_id);
CREATE INDEX opt_out_notices_to_forget ON public.opt_out_notices USING btree (created_at) WHERE (address IS NOT NULL);
CREATE INDEX opt_out_requests_by_time ON public.opt_out_requests USING btree (asked_at);
CREATE INDEX opt_out_requests_open ON public.opt_out_requests USING btree (property_key) WHERE (address IS NOT NULL);
CREATE INDEX order_leads_by_hold ON public.order_leads USING btree (hold_id);
CREATE INDEX order_leads_by_lead ON public.order_leads USING btree (lead_id);
CREATE UNIQUE INDEX order_leads_property_once ON public.order_leads USING btree (buyer_key, property_key) WHERE (returned_at IS NULL);
CREATE UNIQUE INDEX order_lines_hold_sold_once ON public.order_lines USING btree (hold_id) WHERE (outcome = 'sold'::text);
CREATE INDEX order_lines_unsold_by_hold ON public.order_lines USING btree (hold_id) WHERE (outcome <> 'sold'::text);
CREATE INDEX orders_by_owner ON public.orders USING btree (owner_id, created_at);
CREATE INDEX orders_not_by_card ON public.orders USING btree (payment_method, COALESCE(paid_at, closed_at), order_id) WHERE ((payment_method <> 'stripe'::text) AND (state <> 'awaiting_payment'::text));
CREATE UNIQUE INDEX orders_one_open_per_cart ON public.orders USING btree (owner_id) WHERE ((state = 'awaiting_payment'::text) AND (NOT is_frozen));
CREATE UNIQUE INDEX orders_one_promised_per_cart ON public.orders USING btree (owner_id) WHERE ((state = 'awaiting_payment'::text) AND (payment_method = 'cash_app'::text));
CREATE INDEX orders_paid_by_email ON public.orders USING btree (lower(email) text_pattern_ops, paid_at) WHERE (paid_at IS NOT NULL);
CREATE INDEX orders_paid_by_last_name ON public.orders USING btree (lower("substring"(full_name, '[^ ]+$'::text)) text_pattern_ops, paid_at) WHERE (paid_at IS NOT NULL);
CREATE INDEX orders_paid_by_name ON public.orders USING btree (lower(full_name) text_pattern_ops, paid_at) WHERE (paid_at IS NOT NULL);
CREATE INDEX orders_paid_by_state ON public.orders USING btree (state, paid_at, order_id) WHERE (paid_at IS NOT NULL);
CREATE INDEX orders_promised_by_end ON public.orders USING btree (pay_until) WHERE ((state = 'awaiting_payment'::text) AND (payment_method = 'cash_app'::text));
CREATE INDEX orders_to_forget ON public.orders USING btree (closed_at) WHERE ((state = 'cancelled'::text) AND (forgotten_at IS NULL));
CREATE INDEX orders_waiting ON public.orders USING btree (created_at) WHERE (state = 'awaiting_payment'::text);
CREATE INDEX packages_by_county ON public.packages USING btree (fips);
CREATE INDEX payment_declines_of_payment ON public.payment_declines USING btree (payment_id, declined_at);
CREATE UNIQUE INDEX payment_requests_attempt ON public.payment_requests USING btree (rep_id, attempt_id) WHERE (attempt_id IS NOT NULL);
CREATE INDEX payment_requests_by_customer_name ON public.payment_requests USING btree (lower(customer_name) COLLATE "und-x-icu", payment_request_id) WHERE (total_cents > 0);
CREATE INDEX payment_requests_by_date ON public.payment_requests USING btree (created_at, payment_request_id) WHERE (total_cents > 0);
CREATE INDEX payment_requests_by_end ON public.payment_requests USING btree (expires_at) WHERE (status = 'sent'::text);
CREATE INDEX payment_requests_by_status ON public.payment_requests USING btree (status, created_at, payment_request_id) WHERE (total_cents > 0);
CREATE INDEX payment_requests_of_customer ON public.payment_requests USING btree (customer_id, created_at);
CREATE INDEX payment_requests_of_rep ON public.payment_requests USING btree (rep_id, created_at, payment_request_id);
CREATE INDEX payment_requests_of_rep_by_customer ON public.payment_requests USING btree (rep_id, lower(customer_name) COLLATE "und-x-icu", payment_request_id);
CREATE INDEX payment_requests_of_rep_by_status ON public.payment_requests USING btree (rep_id, status, created_at, payment_request_id);
CREATE INDEX payment_requests_paid_of_rep ON public.payment_requests USING btree (rep_id, total_cents, refunded_cents) WHERE (paid_at IS NOT NULL);
CREATE UNIQUE INDEX payment_requests_replaced_once ON public.payment_requests USING btree (replaces_id) WHERE (replaces_id IS NOT NULL);
CREATE INDEX payment_requests_search ON public.payment_requests USING gin (search);
CREATE INDEX payment_requests_to_remind ON public.payment_requests USING btree (remind_at) WHERE ((status = 'sent'::text) AND (reminded_at IS NULL));
CREATE INDEX payments_open ON public.payments USING btree (check_at) WHERE (state = 'open'::text);
CREATE INDEX payments_promised ON public.payments USING btree (network_key) WHERE (state = 'promised'::text);
CREATE INDEX price_changes_by_time ON public.price_changes USING btree (created_at, change_id);
CREATE INDEX price_changes_planned ON public.price_changes USING btree (starts_at) WHERE (state = 'scheduled'::text);
CREATE INDEX refunds_by_payment ON public.refunds USING btree (payment_id);
CREATE INDEX refunds_unmade ON public.refunds USING btree (created_at) WHERE (state <> 'made'::text);
CREATE INDEX sale_entries_of_channel ON public.sale_entries USING btree (channel, day, at, order_id) WHERE (refund_id = ''::text);
CREATE INDEX sale_entries_of_county ON public.sale_entries USING btree (split_part(package_id, '-'::text, 1), day, at, order_id) WHERE (refund_id = ''::text);
CREATE INDEX sale_entries_of_package ON public.sale_entries USING btree (lead_type, tier, size, day, at, order_id) WHERE (refund_id = ''::text);
CREATE INDEX sale_entries_of_rep ON public.sale_entries USING btree (rep_id, day, at) WHERE (rep_id <> ''::text);
CREATE INDEX sale_entries_of_state ON public.sale_entries USING btree (state, day, at, order_id) WHERE (refund_id = ''::text);
CREATE INDEX sale_figures_by_day ON public.sale_figures USING btree (dimension, day);
CREATE INDEX sessions_by_expiry ON public.sessions USING btree (expires_at);
CREATE INDEX sessions_by_user ON public.sessions USING btree (user_id);
CREATE INDEX sms_events_reports ON public.sms_events USING btree (received_at) WHERE (kind = 'report'::text);
CREATE INDEX stock_imports_by_time ON public.stock_imports USING btree (created_at, import_id);
CREATE INDEX stock_imports_to_forget ON public.stock_imports USING btree (touched_at) WHERE has_rows;
CREATE INDEX suppressions_by_time ON public.suppressions USING btree (suppressed_at);
CREATE INDEX suppressions_to_withdraw ON public.suppressions USING btree (withdraw_at) WHERE (withdraw_at IS NOT NULL);
CREATE INDEX verifications_by_identifier ON public.verifications USING btree (identifier);
CREATE INDEX webhook_events_by_age ON public.webhook_events USING btree (received_at);
CREATE INDEX webhook_events_unsorted ON public.webhook_events USING btree (received_at) WHERE ((handled_at IS NULL) AND (queued_at IS NULL));
CREATE INDEX messages_of_recipient ON sandbox_mailbox.messages USING gin (recipients);
CREATE INDEX charges_newest ON sandbox_stripe.charges USING btree (created, seq);
CREATE INDEX charges_of_intent ON sandbox_stripe.charges USING btree (payment_intent);
CREATE INDEX disputes_newest ON sandbox_stripe.disputes USING btree (created, seq);
CREATE INDEX events_newest ON sandbox_stripe.events USING btree (created, seq);
CREATE INDEX idempotency_keys_oldest ON sandbox_stripe.idempotency_keys USING btree (created_at);
CREATE INDEX payment_intents_newest ON sandbox_stripe.payment_intents USING btree (created, seq);
CREATE INDEX refunds_newest ON sandbox_stripe.refunds USING btree (created, seq);
CREATE INDEX refunds_of_charge ON sandbox_stripe.refunds USING btree (charge);
CREATE INDEX refunds_of_intent ON sandbox_stripe.refunds USING btree (payment_intent);
CREATE INDEX webhook_deliveries_due ON sandbox_stripe.webhook_deliveries USING btree (due_at) WHERE (ended_at IS NULL);
CREATE INDEX webhook_deliveries_ended ON sandbox_stripe.webhook_deliveries USING btree (ended_at);
CREATE TRIGGER audit_entries_stay BEFORE DELETE OR UPDATE ON public.audit_entries FOR EACH ROW EXECUTE FUNCTION public.refuse_audit_change();
CREATE TRIGGER order_lines_keep BEFORE DELETE ON public.order_lines FOR EACH STATEMENT EXECUTE FUNCTION public.refuse_change();
CREATE TRIGGER stock_movements_append_only BEFORE DELETE OR UPDATE ON public.stock_movements FOR EACH STATEMENT EXECUTE FUNCTION public.refuse_change();
ALTER TABLE ONLY public.accounts
ADD CONSTRAINT accounts_user_id_users_user_id_fk FOREIGN KEY (user_id) REFERENCES public.users(user_id);
ALTER TABLE ONLY public.second_factors
ADD CONSTRAINT second_factors_user_id_users_user_id_fk FOREIGN KEY (user_id) REFERENCES public.users(user_id);
ALTER TABLE ONLY public.sessions
ADD CONSTRAINT sessions_user_id_users_user_id_fk FOREIGN KEY (user_id) REFERENCES public.users(user_id);
ALTER TABLE ONLY sandbox_mailbox.attachments
ADD CONSTRAINT attachments_message_fkey FOREIGN KEY (message) REFERENCES sandbox_mailbox.messages(id);
ALTER TABLE graphile_worker._private_job_queues ENABLE ROW LEVEL SECURITY;
ALTER TABLE graphile_worker._private_jobs ENABLE ROW LEVEL SECURITY;
ALTER TABLE graphile_worker._private_known_crontabs ENABLE ROW LEVEL SECURITY;
ALTER TABLE graphile_worker._private_tasks ENABLE ROW LEVEL SECURITY;

-- What the role that the store works as may do. Run by the owner of the tables after every migration; again is harmless.
-- The role is named by the setting leadyard.store_role. See docs/runbooks/when-something-is-wrong.md.
do $$
declare
  store text := current_setting('leadyard.store_role');
  thing record;
begin
  -- Rows of the shop: read and written, never truncated; and the tables stay the owner's, so no guard can be dropped.
  execute format('grant usage on schema public to %I', store);
  execute format('revoke all on all tables in schema public from %I', store);
  execute format('grant select, insert, update, delete on all tables in schema public to %I', store);
  execute format('grant usage, select on all sequences in schema public to %I', store);
  -- What is only ever added to, and what only a migration writes.
  execute format('revoke update, delete on audit_entries, stock_movements, legal_editions from %I', store);
  execute format('revoke delete on order_lines from %I', store);
  execute format('revoke insert, update, delete on schema_migrations from %I', store);

  -- The store makes and drops partitions while it runs: they have a schema of their own, and it owns their parent.
  -- PostgreSQL asks that a new owner may create in the schema.
  execute format('grant create on schema public to %I', store);
  for thing in
    select c.oid::regclass as name from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and c.relname ~ '^(lead_import|stock_file|own_list)_rows(_[0-9]+)?$'
      and pg_get_userbyid(c.relowner) <> store
  loop
    execute format('alter table %s owner to %I', thing.name, store);
  end loop;
  execute format('revoke create on schema public from %I', store);

  -- The job queue shows its rows to their owner only; the sandbox holds nothing to protect.
  create schema if not exists sandbox_stripe;
  create schema if not exists sandbox_mailbox;
  for thing in
    select nspname as name from pg_namespace
    where nspname in ('partitions', 'graphile_worker', 'sandbox_stripe', 'sandbox_mailbox')
  loop
    execute format('alter schema %I owner to %I', thing.name, store);
  end loop;
  for thing in
    select c.oid::regclass as name, case c.relkind when 'v' then 'view' when 'S' then 'sequence' else 'table' end as kind
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname in ('partitions', 'graphile_worker', 'sandbox_stripe', 'sandbox_mailbox')
      and c.relkind in ('r', 'p', 'v', 'S') and pg_get_userbyid(c.relowner) <> store
      -- A column's sequence follows its table.
      and not exists (select from pg_depend d where d.objid = c.oid and d.deptype in ('a', 'i'))
  loop
    execute format('alter %s %s owner to %I', thing.kind, thing.name, store);
  end loop;
  for thing in
    select p.oid::regprocedure as name from pg_proc p join pg_namespace n on n.oid = p.pronamespace
    where n.nspname = 'graphile_worker' and pg_get_userbyid(p.proowner) <> store
  loop
    execute format('alter function %s owner to %I', thing.name, store);
  end loop;
  for thing in
    select t.oid::regtype as name from pg_type t join pg_namespace n on n.oid = t.typnamespace
    join pg_class c on c.oid = t.typrelid
    where n.nspname = 'graphile_worker' and c.relkind = 'c' and pg_get_userbyid(t.typowner) <> store
  loop
    execute format('alter type %s owner to %I', thing.name, store);
  end loop;
end $$;

/** What the store's role may do with the database, and what no one can get out of it. */
import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { afterAll, expect, test } from 'vitest'
import { databaseUrl, execute } from '#testing/postgres-cluster.ts'
import { createTestDatabase } from '#testing/test-database.ts'
import { grantStoreRole } from './start-embedded-postgres.ts'

const ROLE = `store_${randomUUID().replaceAll('-', '').slice(0, 12)}`

const database = await createTestDatabase('store')
await database.pool.query(`create role ${ROLE} login password 'hush'`)
// Repeating it is harmless.
for (let times = 0; times < 2; times += 1) await grantStoreRole(database.ownerUrl, ROLE)
const url = new URL(database.ownerUrl)
url.username = ROLE
url.password = 'hush'
const store = new pg.Client({ connectionString: url.href })
await store.connect()
afterAll(async () => {
  await store.end()
  await database.drop()
  await execute(databaseUrl(database.ownerUrl, 'postgres'), `drop role ${ROLE}`)
})

test.each([
  ...['truncate audit_entries', 'truncate stock_movements', 'truncate orders cascade'],
  ...['update audit_entries set note = null', 'delete from audit_entries', 'update stock_movements set delta = 0'],
  ...['delete from stock_movements', 'delete from order_lines', 'delete from schema_migrations'],
  'alter table audit_entries disable trigger all',
  'alter table audit_entries disable trigger audit_entries_stay',
  'drop trigger audit_entries_stay on audit_entries',
  'alter table stock_movements disable trigger stock_movements_append_only',
  'create or replace function refuse_audit_change() returns trigger language plpgsql as $$ begin return null; end $$',
  'alter table audit_entries rename to audit_entries_away',
  'create rule quiet as on insert to audit_entries do instead nothing',
  'create trigger early before insert on audit_entries for each row execute function refuse_change()',
  ...['drop table audit_entries', 'drop schema public cascade', 'create table public.other (id int)'],
  ...['create schema leadyard', 'create function public.lower(text) returns text language sql as $$ select $1 $$'],
  ...['set session_replication_role = replica', 'set role leadyard', 'set session authorization leadyard'],
  ...['alter role current_user superuser', 'create role other superuser', 'grant pg_write_all_data to current_user'],
  ...["alter system set log_statement = 'all'", "copy audit_entries to program 'cat'"],
  ...["copy (select 1) to '/tmp/leadyard-copy'", "select pg_read_file('postgresql.conf')"],
  ...["select lo_import('/etc/passwd')", 'create extension file_fdw', 'create language plpython3u'],
])('the store cannot: %s', async (sql) => {
  await expect(store.query(sql)).rejects.toThrow(
    /permission denied|must be (owner|superuser)|must have|only roles with|may be loaded|could not open extension|not available|no privileges/i,
  )
})

test('the store adds to the audit log and reads it', async () => {
  await store.query(
    `insert into audit_entries (audit_id, at, member_id, action, subject) values ('aud_1', now(), 'usr_1', 'test', 'store')`,
  )

  const { rows } = await store.query(`select action from audit_entries where audit_id = 'aud_1'`)

  expect(rows).toEqual([{ action: 'test' }])
  await store.query('grant all on audit_entries to current_user')
  const { rows: rights } = await store.query(
    `select array_agg(privilege_type::text order by privilege_type::text) as rights from information_schema.role_table_grants
     where table_name = 'audit_entries' and grantee = current_user`,
  )
  expect(rights).toEqual([{ rights: ['INSERT', 'SELECT'] }])
  await expect(database.pool.query(`delete from audit_entries`)).rejects.toThrow('never changed')
})

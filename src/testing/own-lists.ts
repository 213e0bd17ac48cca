/** Lists of leads that buyers have already, as tests send them. */
import { randomUUID } from 'node:crypto'
import { propertyKeyOf } from '#server/features/stock/fingerprints.ts'
import { normalizeAddress } from '#server/features/stock/normalize-address.ts'
import type { Client, Reply } from './builders.ts'
import type { TestApp } from './test-app.ts'

const PATH = '/api/desk/own-lists'

/** Sends the bytes of a file, as the desk does. */
export async function sendListFile(
  by: Client,
  url: string,
  file: string | Uint8Array,
  contentType = 'application/octet-stream',
): Promise<Pick<Reply, 'status' | 'body'>> {
  const reply = await by.node.app.server.inject({
    method: 'POST',
    url,
    payload: Buffer.from(file),
    headers: { 'content-type': contentType, cookie: by.cookie },
  })
  return { status: reply.statusCode, body: reply.json() }
}

/** Adds a list with what a file has. */
export const addOwnList = (
  by: Client,
  file: string | Uint8Array,
  { name = 'My leads', attemptId = randomUUID() as string } = {},
): Promise<Pick<Reply, 'status' | 'body'>> =>
  sendListFile(by, `${PATH}?name=${encodeURIComponent(name)}&attemptId=${attemptId}`, file)

/** The lists that a desk shows. */
export const ownListsOf = async (by: Client): Promise<Reply['body'][]> => (await by.call('GET', PATH)).body.lists

/** Gives all leads of a store whose addresses are known the fingerprints that an import would have given them. */
export async function keyByAddress(store: TestApp): Promise<void> {
  const { rows } = await store.testDatabase.pool.query<Record<'lead_id' | 'address' | 'city' | 'zip', string>>(
    'select lead_id, address, city, zip from lead_details',
  )
  const keys = rows.map((row) => propertyKeyOf(store.ctx, normalizeAddress(row) ?? ''))
  await store.testDatabase.pool.query(
    `update leads l set property_key = given.key from unnest($1::bigint[], $2::uuid[]) as given (lead_id, key)
     where l.lead_id = given.lead_id`,
    [rows.map(({ lead_id }) => lead_id), keys],
  )
}

/** Leads as lines of a list: address, city, ZIP and phone. */
export async function leadLines(store: TestApp, packageId: string): Promise<string[]> {
  const { rows } = await store.testDatabase.pool.query<{ line: string }>(
    `select concat_ws(',', d.address, d.city, d.zip, d.phones -> 0 ->> 'number') as line
     from leads l join lead_details d using (lead_id) where $1 like l.pool_id || '-%' order by lead_id`,
    [packageId],
  )
  return rows.map(({ line }) => line)
}

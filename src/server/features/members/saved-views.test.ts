import { beforeEach, expect, test } from 'vitest'
import { SAVED_VIEWS_MAX } from '#contract/members/saved-views.ts'
import { adminOf, type Client, type Reply, repOf } from '#testing/builders.ts'
import { withStore } from '#testing/with-store.ts'

const store = withStore()
const rep = repOf(store)
const admin = adminOf(store)
beforeEach(() => store.sql`truncate saved_views`)

const QUERY = 'status=expired&sort=total'
const save = (client: Client, name: string, query = QUERY, list = 'requests'): Promise<Reply> =>
  client.call('PUT', '/api/saved-views', { list, name, query })
const listOf = async (client: Client, list = 'requests'): Promise<Reply['body'][]> =>
  (await client.call('GET', `/api/saved-views?list=${list}`)).body
const namesOf = async (client: Client, list?: string) => (await listOf(client, list)).map(({ name }) => name)

test('saved views belong to one member and one list, in order of their names', async () => {
  await save(rep, 'zuletzt')
  await save(rep, '  Big  ones ')
  await save(rep, 'Mine', 'search=oak', 'customers')
  await save(admin, 'Theirs')
  expect(await namesOf(rep)).toEqual(['Big ones', 'zuletzt'])
  expect(await listOf(rep, 'customers')).toEqual([
    { id: expect.stringMatching(/^svw_/), list: 'customers', name: 'Mine', query: 'search=oak' },
  ])
  expect(await namesOf(rep, 'orders')).toEqual([])
})

test('saved views are replaced when saved again under the same name, so a retry makes no second one', async () => {
  const first = await save(rep, 'Expired')
  const again = await save(rep, 'EXPIRED', 'status=expired')
  expect(again.body).toEqual({ ...first.body, name: 'EXPIRED', query: 'status=expired' })
  expect(await namesOf(rep)).toEqual(['EXPIRED'])
})

test('saved views are renamed and removed', async () => {
  const { id } = (await save(rep, 'Old')).body
  await save(rep, 'Taken')
  const path = `/api/saved-views/${id}`
  expect((await rep.call('PATCH', path, { name: 'taken' })).body.code).toBe('saved_view_exists')
  expect((await rep.call('PATCH', path, { name: 'New' })).body).toMatchObject({ id, name: 'New', query: QUERY })
  expect((await rep.call('DELETE', path)).status).toBe(200)
  expect((await rep.call('DELETE', path)).status).toBe(404)
  expect(await namesOf(rep)).toEqual(['Taken'])
})

test('saved views of another member are not found, even by an administrator', async () => {
  const { id } = (await save(rep, 'Mine')).body
  expect((await admin.call('PATCH', `/api/saved-views/${id}`, { name: 'Theirs' })).status).toBe(404)
  expect((await admin.call('DELETE', `/api/saved-views/${id}`)).status).toBe(404)
  expect(await namesOf(rep)).toEqual(['Mine'])
})

test('saved views are limited, even if all are saved at the same moment; one of them can still be replaced', async () => {
  const replies = await Promise.all(
    Array.from({ length: SAVED_VIEWS_MAX + 3 }, (_, index) => save(rep, `View ${index}`)),
  )
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(SAVED_VIEWS_MAX)
  expect(replies.find(({ status }) => status !== 200)?.body.code).toBe('saved_views_full')
  const [name] = await namesOf(rep)
  expect((await save(rep, name, 'status=paid')).status).toBe(200)
  expect((await save(rep, 'Elsewhere', QUERY, 'customers')).status).toBe(200)
})

test.each([
  ['an empty name', { name: '   ' }],
  ['a name of control characters', { name: '\t\r\n' }],
  ['a long name', { name: 'x'.repeat(41) }],
  ['no query', { query: '' }],
  ['a long query', { query: `search=${'x'.repeat(2_000)}` }],
  ['an address', { query: 'javascript:alert(1)' }],
  ['markup', { query: 'search="><script>' }],
  ['an unknown list', { list: 'members' }],
  ['a character that cannot be stored', { name: 'a\0b' }],
])('saved views refuse %s and change nothing', async (_what, wrong) => {
  const { status } = await rep.call('PUT', '/api/saved-views', {
    list: 'requests',
    name: 'Fine',
    query: QUERY,
    ...wrong,
  })
  expect(status).toBe(400)
  expect(await namesOf(rep)).toEqual([])
})

import { beforeAll, expect, test } from 'vitest'
import { adminOf } from '#testing/builders.ts'
import { ADMIN } from '#testing/test-app.ts'
import { withStore } from '#testing/with-store.ts'

const PATH = '/api/admin/audit'
const store = withStore()
const admin = adminOf(store)
beforeAll(async () => {
  // 03:30 UTC on the second is still the first in New York; the clocks there are 5 h behind.
  const rows = [
    ['aud_1', '2026-02-01T15:00:00Z', 'usr_gone', 'price_changed', 'VIP Junior Package, Vacant Houses'],
    ['aud_2', '2026-02-02T03:30:00Z', 'usr_gone', 'stock_set', '=HYPERLINK("http://evil.test")'],
    ['aud_3', '2026-02-02T05:00:00Z', 'usr_gone', 'price_changed', 'Premier "Pro", Landlords'],
  ]
  for (const row of rows) {
    await store.rows(
      `insert into audit_entries (audit_id, at, member_id, action, subject, before, after, note)
       values ($1, $2, $3, $4, $5, '{"price":"299.00"}', '{"price":"279.00"}', 'A note, with a comma')`,
      row,
    )
  }
})

const ids = async (query: string) => {
  const { body } = await admin.call('GET', `${PATH}?${query}`)
  return body.map(({ id }: { id: string }) => id).filter((id: string) => /^aud_\d$/.test(id))
}

test.each([
  ['from=2026-02-01&to=2026-02-01', ['aud_2', 'aud_1']],
  ['from=2026-02-02', ['aud_3']],
  ['to=2026-02-01', ['aud_2', 'aud_1']],
  ['from=2026-02-01&to=2026-02-02&action=price_changed', ['aud_3', 'aud_1']],
  ['memberId=usr_gone&action=stock_set&from=2026-02-01', ['aud_2']],
  ['memberId=usr_nobody', []],
])('the log filtered by %s has the entries of these days in the store’s zone', async (query, expected) => {
  expect(await ids(query)).toEqual(expected)
})

test('days that end before they start are refused, and so is an invalid day', async () => {
  for (const path of [PATH, '/api/admin/audit/file']) {
    const reply = await admin.call('GET', `${path}?from=2026-02-02&to=2026-02-01`)
    expect(reply).toMatchObject({ status: 400, body: { code: 'period_invalid' } })
    expect(await admin.call('GET', `${path}?from=2026-02-30`)).toMatchObject({
      status: 400,
      body: { code: 'bad_request' },
    })
  }
})

test('pages of a filtered period continue where the last one ended', async () => {
  const first = await admin.call('GET', `${PATH}?from=2026-02-01&to=2026-02-02&limit=2`)
  const cursor = first.headers['x-next-cursor']
  const second = await admin.call('GET', `${PATH}?from=2026-02-01&to=2026-02-02&limit=2&cursor=${cursor}`)
  expect([...first.body, ...second.body].map(({ id }: { id: string }) => id)).toEqual(['aud_3', 'aud_2', 'aud_1'])
  expect(second.headers['x-next-cursor']).toBeUndefined()
})

test('the file has the filtered entries as a table without formulas', async () => {
  const reply = await admin.call('GET', `/api/admin/audit/file?from=2026-02-01&to=2026-02-02`)

  expect(reply.headers['content-type']).toBe('text/csv;charset=utf-8')
  expect(reply.headers['content-disposition']).toContain('audit-log.csv')
  expect(reply.body).toBe(
    [
      '\uFEFFTime (New York time),Member,What,To what,Before,After,Note',
      '2026-02-02 00:00:00,usr_gone,Changed prices,"Premier ""Pro"", Landlords",price: 299.00,price: 279.00,"A note, with a comma"',
      `2026-02-01 22:30:00,usr_gone,Set stock,"'=HYPERLINK(""http://evil.test"")",price: 299.00,price: 279.00,"A note, with a comma"`,
      '2026-02-01 10:00:00,usr_gone,Changed prices,"VIP Junior Package, Vacant Houses",price: 299.00,price: 279.00,"A note, with a comma"',
      '',
    ].join('\r\n'),
  )
})

test('an action is in the log with who did it, under their current name', async () => {
  await admin.call('PUT', '/api/admin/packages/48453-vacant-vip-20/availability', { available: 7 })
  const { body } = await admin.call('GET', `${PATH}?action=stock_set&limit=1`)
  expect(body).toMatchObject([{ memberName: ADMIN.username, after: { available: 7 } }])
})

/** Each entry of the audit log as one line of the process log, for keeping a copy elsewhere. */
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { inTransaction } from '#server/platform/database/database.ts'
import { statement } from '#server/platform/database/statement.ts'
import { Refusal } from '#server/platform/errors.ts'
import { anAdmin, type Client } from '#testing/builders.ts'
import { REP } from '#testing/test-app.ts'
import { withStore } from '#testing/with-store.ts'
import { writeAudit } from './write-audit.ts'

const store = withStore({ env: { LOG_LEVEL: 'info' } })
let admin: Client
let written = ''
beforeAll(async () => {
  vi.spyOn(process.stdout, 'write').mockImplementation((chunk) => {
    written += String(chunk)
    return true
  })
  admin = await anAdmin(store)
})
beforeEach(() => {
  written = ''
})
afterAll(async () => {
  vi.restoreAllMocks()
})

const lines = () =>
  written
    .split('\n')
    .filter((line) => line.includes('"audit":true'))
    .map((line) => JSON.parse(line))
const actor = () => ({ kind: 'member', userId: 'usr_1', role: 'admin', commissionBps: 0 }) as const
const entries = async () => await store.sql`select * from audit_entries order by at, audit_id`

test('an action is one log line with what it is, who did it to what, and from which network', async () => {
  await admin.call('PUT', '/api/admin/packages/48453-vacant-vip-20/availability', { available: 7 })

  const [entry] = (await entries()).filter(({ action }) => action === 'stock_set')
  expect(lines()).toEqual([
    {
      level: 30,
      time: expect.any(String),
      reqId: expect.stringMatching(/^req_/),
      audit: true,
      id: entry.audit_id,
      action: 'stock_set',
      actor: entry.member_id,
      target: entry.subject,
      network: expect.stringMatching(/^[\w-]{12}$/),
      at: entry.at.toISOString(),
      msg: 'added to the audit log',
    },
  ])
})

test('a line contains no person’s name or address, whatever the entry says', async () => {
  const rep = (await admin.call('GET', '/api/admin/users')).body.find(
    ({ email }: { email: string }) => email === REP.email,
  )
  const reply = await admin.call('PUT', `/api/admin/users/${rep.id}`, {
    username: 'Roberta Renamed',
    email: REP.email,
    phone: '512-555-0142',
  })

  expect(reply.status).toBe(200)
  expect(lines()).toMatchObject([{ action: 'member_updated', target: rep.id }])
  expect(written).not.toMatch(/@|Rob|555-0142/)
})

test('a rolled-back action has no line, and a retried one has one', async () => {
  const ctx = { ...store.ctx, actor: actor() }
  let tries = 0
  const refused = inTransaction(ctx, async (tx) => {
    await writeAudit(ctx, tx, { action: 'stock_set', subject: 'refused' })
    throw new Refusal('out_of_stock')
  })
  await expect(refused).rejects.toThrow(Refusal)
  await inTransaction(ctx, async (tx) => {
    tries += 1
    await writeAudit(ctx, tx, { action: 'stock_set', subject: `try ${tries}` })
    if (tries === 1) await tx.run(statement('test.conflict')`do $$ begin raise sqlstate '40001'; end $$`)
  })

  expect(lines().map(({ target }) => target)).toEqual(['try 2'])
  expect((await entries()).filter(({ member_id }) => member_id === 'usr_1')).toHaveLength(1)
})

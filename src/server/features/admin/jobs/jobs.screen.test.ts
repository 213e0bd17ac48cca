import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { defineJob, enqueue } from '#server/platform/jobs/job.ts'
import { startWorker, type Worker } from '#server/platform/jobs/worker.ts'
import { createLog } from '#server/platform/logging.ts'
import { adminOf } from '#testing/builders.ts'
import { withStore } from '#testing/with-store.ts'
import { plainError } from './retry-jobs.ts'

const PATH = '/api/admin/jobs'
/** Looks like a key of the card provider but is not; assembled here so that key scanners do not find it. */
const SECRET = ['sk', 'live', '51Mz0secretsecretsecret'].join('_')

const store = withStore()
const admin = adminOf(store)
let worker: Worker
let isHealed = false
const release = Promise.withResolvers<void>()
beforeAll(async () => {
  worker = await startWorker({
    database: store.database,
    log: createLog('silent'),
    concurrency: 4,
    makeContext: () => ({}),
    jobs: [
      defineJob<object, unknown>({
        name: 'settle-payment',
        summary: 'Fails until it is healed.',
        payload: z.unknown(),
        attemptsMax: 2,
        run: async () => {
          if (!isHealed) throw new Error(`ada@example.com was refused by the key ${SECRET}\n  at line 7`)
        },
      }),
      defineJob<object, unknown>({
        name: 'note-dispute',
        summary: 'Fails once, and then takes long.',
        payload: z.unknown(),
        attemptsMax: 3,
        run: () => release.promise,
      }),
    ],
  })
})
afterAll(async () => {
  release.resolve()
  await worker.stop()
})

type Row = { id: string; name: string; state: string; attempts: number }
const list = async (): Promise<Row[]> => (await admin.call('GET', PATH)).body
const find = async (id: string): Promise<Row | undefined> => (await list()).find((job) => job.id === id)
const lastAct = async () => (await admin.call('GET', '/api/admin/audit?limit=1')).body[0]

/** A job that is out of tries, in the test's worker. */
async function failed(payload: object): Promise<string> {
  const known = new Set((await list()).map(({ id }) => id))
  await enqueue(store.database, 'settle-payment', payload, { attemptsMax: 1 })
  const added = async () => (await list()).find(({ id, state }) => !known.has(id) && state !== 'running')
  await expect.poll(added, { timeout: 10_000 }).toMatchObject({ state: 'failed' })
  return (await added())?.id ?? ''
}

describe('a failing job', () => {
  test('is shown with its purpose and the first line of its error, without addresses, secrets or payload', async () => {
    const id = await failed({ eventId: 'evt_1', paymentId: 'pi_hidden' })

    const { body } = await admin.call('GET', PATH)

    expect(body[0]).toEqual({
      id,
      name: 'settle-payment',
      summary: expect.stringContaining('Asks the provider about a payment'),
      state: 'failed',
      attempts: 1,
      attemptsMax: 1,
      lastError: '…@… was refused by the key …',
      createdAt: expect.any(String),
      failedAt: expect.any(String),
      nextAt: null,
    })
    expect(JSON.stringify(body)).not.toContain('pi_hidden')
  })

  test('runs again with all its tries when retried, and leaves the list once it succeeds', async () => {
    const id = await failed({})
    isHealed = true

    const { status, body } = await admin.call('POST', `/api/admin/jobs/${id}/retry`)

    expect(status).toBe(200)
    expect(body).toMatchObject({ id, attempts: 0 })
    await expect.poll(() => find(id), { timeout: 10_000 }).toBeUndefined()
    isHealed = false
    const act = { action: 'job_retried', subject: 'Job settle-payment', before: { attempts: 1 } }
    expect(await lastAct()).toMatchObject(act)
    expect((await admin.call('POST', `/api/admin/jobs/${id}/retry`)).body.code).toBe('job_unknown')
  })

  test('is deleted when given up, with the reason in the audit log, and never runs again', async () => {
    const id = await failed({})
    const reason = 'The order was settled by hand.'
    const act = () => admin.call('POST', `${PATH}/${id}/give-up`, { reason })
    expect(await act()).toMatchObject({ status: 200 })
    expect(await find(id)).toBeUndefined()
    expect(await lastAct()).toMatchObject({ action: 'job_given_up', subject: 'Job settle-payment', note: reason })
    expect(JSON.stringify(await lastAct())).not.toContain('ada@example.com')
    expect(await act()).toMatchObject({ status: 404, body: { code: 'job_unknown' } })
    expect(await store.sql`select from graphile_worker.jobs where id = ${id}`).toEqual([])
  })

  test('cannot be changed while it runs', async () => {
    await enqueue(store.database, 'note-dispute', {})
    const running = `select id::text from graphile_worker.jobs where task_identifier = 'note-dispute' and locked_at is not null`
    await expect.poll(() => store.rows(running), { timeout: 10_000 }).toHaveLength(1)
    const [{ id }] = await store.rows(running)
    await store.sql`update graphile_worker._private_jobs set last_error = 'it failed before' where id = ${id}`

    expect(await find(id)).toMatchObject({ state: 'running' })
    for (const act of ['retry', 'give-up']) {
      const reply = await admin.call('POST', `${PATH}/${id}/${act}`, act === 'give-up' ? { reason: 'x' } : undefined)
      expect(reply).toMatchObject({ status: 409, body: { code: 'job_running' } })
    }
  })
})

test.each([
  ['mail to "ada@example.com" bounced', 'mail to "…@…" bounced'],
  ['GET https://store.test/payment?token=abc refused', 'GET https://store.test/payment?… refused'],
  ['token Zm9vYmFyYmF6Zm9vYmFyYmF6Zm9vYmFyYmF6 is over', 'token … is over'],
  ['order ord_1magbywda2rsz8v3zqngdj is locked', 'order ord_1magbywda2rsz8v3zqngdj is locked'],
  ['first line\nsecond line', 'first line'],
  [null, 'It did not end: its process stopped.'],
])('the error %j is shown to administrators as %j', (text, shown) => {
  expect(plainError(text)).toBe(shown)
})

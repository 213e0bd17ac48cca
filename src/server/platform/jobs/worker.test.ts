import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { expect, test, vi } from 'vitest'
import { carryOn, withWorkers } from '#testing/job-workers.ts'
import { enqueue } from './job.ts'

const HANGING_WORKER = fileURLToPath(new URL('../../../testing/hanging-worker.ts', import.meta.url))

const { database, query, url, work, workers } = withWorkers()

test('a job of a killed worker runs again on another node', async () => {
  const child = spawn(process.execPath, [HANGING_WORKER, url()], { stdio: ['ignore', 'pipe', 'inherit'] })
  await enqueue(database(), 'carry-on', { is: 'carried on' })
  await once(child.stdout, 'data')

  child.kill('SIGKILL')
  await once(child, 'exit')
  const again = Promise.withResolvers<unknown>()
  await work(carryOn((payload) => again.resolve(payload)))

  expect(await again.promise).toEqual({ is: 'carried on' })
})

test('a job is one job while it waits, however often it is enqueued with its key', async () => {
  for (const says of ['first', 'second', 'last']) await enqueue(database(), 'carry-on', { says }, { key: 'the-one' })
  await enqueue(database(), 'carry-on', { says: 'another' }, { key: 'another' })
  const seen: unknown[] = []

  await work(carryOn((payload) => void seen.push(payload)))

  await expect.poll(() => seen.length).toBe(2)
  expect(seen).toEqual(expect.arrayContaining([{ says: 'last' }, { says: 'another' }]))
})

test('a job whose transaction rolls back never runs', async () => {
  const rolledBack = database().transaction(async (tx) => {
    await enqueue(tx, 'carry-on', {})
    throw new Error('the cause did not happen')
  })

  await expect(rolledBack).rejects.toThrow('did not happen')
  expect(await query('select from graphile_worker.jobs')).toEqual([])
})

test('a job that fails is retried, with its payload checked each time', async () => {
  let tries = 0
  await work(
    carryOn(() => {
      tries += 1
      if (tries === 1) throw new Error('the mail server is away')
    }),
  )

  await enqueue(database(), 'carry-on', {})

  await expect.poll(() => tries).toBe(2)
})

test('a job in progress is finished before its worker stops', async () => {
  const release = Promise.withResolvers<void>()
  const steps: string[] = []
  const worker = await work(
    carryOn(async () => {
      steps.push('begun')
      await release.promise
      steps.push('finished')
    }),
  )
  await enqueue(database(), 'carry-on', {})
  await expect.poll(() => steps).toEqual(['begun'])

  workers.pop()
  const stopped = worker.stop().then(() => steps.push('stopped'))
  release.resolve()
  await stopped

  expect(steps).toEqual(['begun', 'finished', 'stopped'])
})

test('a job on a schedule runs once across two nodes', async () => {
  const minute = new Date()
  minute.setUTCSeconds(0, 0)
  vi.useFakeTimers({ toFake: ['Date'], now: minute.getTime() - 50 })
  const runs: unknown[] = []
  const scheduled = carryOn((payload) => void runs.push(payload), { schedule: '* * * * *' })
  await Promise.all([work(scheduled), work(scheduled, 1)])

  vi.setSystemTime(minute.getTime() + 50)
  await expect.poll(() => runs.length).toBe(1)
  await Promise.all(workers.splice(0).map((worker) => worker.stop()))

  expect(runs).toHaveLength(1)
  expect(await query('select from graphile_worker.jobs')).toEqual([])
})

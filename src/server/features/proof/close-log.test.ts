/** Closing a log that can no longer be signed, or should not be: what stays true, and what waits for the next one. */
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { formatVerifierKey } from '#proof/checkpoint.ts'
import { aLogStore, type LogStore, originsOf } from '#testing/log-store.ts'
import { type Closing, closeLog } from './close-log.ts'
import { readLogKeys } from './log-keys.ts'

let log: LogStore
beforeEach(async () => {
  log = await aLogStore(undefined, onTestFinished)
})

const close = (closing: Partial<Closing> = {}) =>
  closeLog(log.store.ctx, { host: 'store.test', reason: null, hasNewLabels: false, ...closing })
const logsOf = async (token: string) => originsOf(await log.provenOf(token))

test('a store that was restored from an older backup signs nothing until its log is closed; then proofs of both hold, and an audit finds what was lost', async () => {
  const first = await log.deliver()
  await log.publish()
  await log.keepTables()
  await log.deliver()
  await log.publish()
  const signed = await log.openLog()
  await log.restoreTables()
  const waiting = await log.deliver()
  await log.publish()
  expect((await log.openLog()).problem).toContain('not a continuation')
  expect(log.witnesses.map(({ seen }) => seen.get('store.test/log')?.size)).toContain(Number(signed.size))

  const { origin, follows } = await close()
  await log.publish()

  expect(origin).toBe('store.test/log/2')
  expect(follows?.signed).toMatchObject({ origin: 'store.test/log', size: Number(signed.size) })
  expect(follows?.kept).toMatchObject({ origin: 'store.test/log', size: 52 })
  expect(await log.openLog()).toMatchObject({ origin, problem: null })
  expect(await logsOf(first.token)).toEqual(['store.test/log'])
  expect(await logsOf(waiting.token)).toEqual([origin])
  const { code, said } = await log.audit()
  expect(said).toContain('52 entries of store.test/log: 25 leads, 2 statements, 0 faults.')
  expect(said).toContain('store.test/log was signed with 102 entries, and 52 of store.test/log can be read')
  expect(code).toBe(1)
})

test('a log that can be signed is closed only with a reason, once; nothing of it is lost, and only the signing key is new', async () => {
  const { token } = await log.deliver()
  await log.publish()
  const before = await readLogKeys(log.keysPath)
  await expect(close()).rejects.toThrow('say why with --reason')
  await expect(close({ reason: 'two\nlines' })).rejects.toThrow('one line')

  const { origin } = await close({ reason: 'The key of the log may have leaked' })
  const { token: later } = await log.deliver()
  await log.publish()

  expect(await close({ reason: 'The key of the log may have leaked' })).toMatchObject({ origin, follows: null })
  expect([await logsOf(token), await logsOf(later)]).toEqual([['store.test/log'], [origin]])
  expect(await log.audit()).toMatchObject({ code: 0, said: expect.stringContaining('52 entries of store.test/log:') })
  const after = await readLogKeys(log.keysPath)
  expect(after?.secret).not.toEqual(before?.secret)
  expect(after?.closed).toEqual([before && formatVerifierKey(before.verifier)])
  expect(after?.years).toEqual(before?.years)
})

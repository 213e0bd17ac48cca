/** Closing a log that can no longer be signed: what stays true, what waits for the next one, and what is refused. */
import { copyFile, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { readPolicy } from '#proof/policy.ts'
import { aLogStore, downloadProofs, type LogStore, originsOf, verifyProofs } from '#testing/log-store.ts'
import { fetchFile } from '../../../verifier/read-files.ts'
import { readWholeLog } from '../../../verifier/words.ts'
import { type Closing, closeLog } from './close-log.ts'
import { createLogKeys, readLogKeys } from './log-keys.ts'

let log: LogStore
beforeEach(async () => {
  log = await aLogStore(undefined, onTestFinished)
})

const close = (closing: Partial<Closing> = {}) =>
  closeLog(log.store.ctx, { host: 'store.test', reason: null, hasNewLabels: false, ...closing })
/** A delivery whose leads no witness has seen. */
async function deliverUnpublished() {
  for (const witness of log.witnesses) witness.isDown = true
  const delivery = await log.deliver()
  for (const witness of log.witnesses) witness.isDown = false
  return delivery
}

/** A store that was restored from before its last two deliveries were published. The first of them waits in the backup. */
async function aRestoredStore() {
  const first = await log.deliver()
  await log.publish()
  await deliverUnpublished()
  await log.keepTables()
  await log.publish()
  await log.deliver()
  await log.publish()
  await log.restoreTables()
  await log.publish()
  return first
}

describe('a store that was restored from an older backup', () => {
  test('packs proofs of both logs apart if a line has leads in both', async () => {
    const first = await aRestoredStore()
    await close()
    await log.query(
      `update log_leads set log_no = null, log_index = null, proof = null,
         details = convert_from(decode(split_part(split_part(proof, E'\\n', 2), ' ', 2), 'base64'), 'utf8')::jsonb
       where order_id = $1 and lead_id = (select min(lead_id) from log_leads where order_id = $1)`,
      [first.order.id],
    )
    await log.publish()

    const files = await downloadProofs(log.store, first.token)

    expect(verifyProofs(files)).toHaveLength(1)
    const earlier = verifyProofs(files, 'earlier-log-1.zip/')
    expect(earlier).toHaveLength(24)
    expect(originsOf(earlier)).toEqual(['store.test/log'])
  })

  test('closes its log once, however often it is told to', async () => {
    await aRestoredStore()
    const { origin } = await close()
    expect(await close()).toEqual({ origin, follows: null, waiting: 0 })
    await log.publish()
    await expect(close()).rejects.toThrow('there is nothing to close')
    expect(await log.query('select origin from logs order by log_no')).toEqual([
      { origin: 'store.test/log' },
      { origin },
    ])
  })

  test('names a third log after it was restored to before the second', async () => {
    await log.deliver()
    await log.publish()
    await log.keepTables()
    await log.deliver()
    await log.restoreTables()
    await close()
    await log.publish()
    await log.restoreTables()

    const { origin, follows } = await close()
    await log.publish()

    expect(origin).toBe('store.test/log/3')
    expect(follows?.signed.origin).toBe('store.test/log/2')
    expect((await log.openLog()).problem).toBeNull()
  })
})

test('a log that can be signed is read by the verifier together with the next', async () => {
  const { token } = await log.deliver()
  await log.publish()
  await close({ reason: 'A fresh start' })
  const { token: later } = await log.deliver()
  await log.publish()
  const [old, files] = [await downloadProofs(log.store, token), await downloadProofs(log.store, later)]

  const read = await readWholeLog(
    (origin) => (path) =>
      fetchFile(`${log.store.url}${(origin ?? 'store.test/log/2').replace('store.test', '')}/${path}`),
    readPolicy(files.get('policy.txt') ?? ''),
    [...verifyProofs(old), ...verifyProofs(files)],
  )

  expect(read).toMatchObject({ closed: 1, faults: [], checkpoint: { origin: 'store.test/log/2' } })
})

test('a log that can be signed says again in the next what it could not publish, which is no second sale', async () => {
  await log.deliver()
  await log.publish()
  const { token } = await deliverUnpublished()
  await close({ reason: 'The witnesses have gone out of business' })
  await log.publish()
  expect(originsOf(await log.provenOf(token))).toEqual(['store.test/log/2'])
  const said = expect.stringContaining('102 entries of store.test/log:')
  expect(await log.audit()).toMatchObject({ code: 0, said })
})

test('a log that can be signed cannot be followed by one in which a slot is sold again', async () => {
  const { order } = await log.deliver()
  await log.publish()
  await close({ reason: 'A fresh start' })
  await log.forgeSale(order.id)
  await log.publish()
  const { code, said } = await log.audit()
  expect(said).toMatch(/sells slot 1 again, which entry \d+ of store\.test\/log has/)
  expect(code).toBe(1)
})

test('keys of labels can be replaced: sold slots of the last year are said again under the new ones', async () => {
  const { token } = await log.deliver()
  await log.publish()
  const before = await readLogKeys(log.keysPath)
  const [old] = await log.provenOf(token)
  const { waiting } = await close({ reason: 'The keys leaked', hasNewLabels: true })
  await log.publish()
  expect(waiting).toBe(25)
  expect((await readLogKeys(log.keysPath))?.years).not.toEqual(before?.years)
  const proven = await log.provenOf(token)
  expect(originsOf(proven)).toEqual(['store.test/log/2'])
  expect(proven[0]?.extra).toEqual({ ...old?.extra, labelProof: expect.any(String), next: expect.any(Object) })
  expect(proven[0]?.extra.labelProof).not.toBe(old?.extra.labelProof)
})

test('keys that are missing or another store’s are not replaced unless the caller says so', async () => {
  await log.deliver()
  await log.publish()
  const kept = await readFile(log.keysPath)
  await rm(log.keysPath)
  await expect(close({ reason: 'Lost' })).rejects.toThrow('is missing. Restore it')
  await createLogKeys(log.keysPath, 'other.example/log', 2026)
  await expect(close({ reason: 'Lost' })).rejects.toThrow('none of the keys of labels')
  await rm(log.keysPath)
  expect(await close({ reason: 'Lost', hasNewLabels: true })).toMatchObject({ origin: 'store.test/log/2' })
  await writeFile(log.keysPath, kept)
  await log.publish().catch(() => {})
  expect((await log.openLog()).problem).toContain('is of another log')
})

test('keys are put to use by the next run if the one that closed the log was killed before', async () => {
  const { token } = await log.deliver()
  await log.publish()
  await copyFile(log.keysPath, `${log.keysPath}.kept`)
  await copyFile(`${log.keysPath}.checkpoint`, `${log.keysPath}.kept.checkpoint`)
  await close({ reason: 'A fresh start' })
  await rename(log.keysPath, `${log.keysPath}.next`)
  await rename(`${log.keysPath}.kept`, log.keysPath)
  await rename(`${log.keysPath}.kept.checkpoint`, `${log.keysPath}.checkpoint`)
  expect(await close({ reason: 'A fresh start' })).toMatchObject({ origin: 'store.test/log/2', follows: null })
  await log.publish()
  expect((await log.openLog()).problem).toBeNull()
  expect(originsOf(await log.provenOf(token))).toEqual(['store.test/log'])
})

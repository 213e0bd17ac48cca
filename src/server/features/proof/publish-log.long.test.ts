/** A witness that someone shows two histories of the log, with the log's own keys. */
import { ed25519 } from '@noble/curves/ed25519.js'
import { beforeAll, expect, test, vi } from 'vitest'
import { toBase64, utf8 } from '#proof/bytes.ts'
import { formatCheckpoint, formatSignatureLine } from '#proof/checkpoint.ts'
import { proveConsistency, readBundle, rootOf } from '#proof/merkle-tree.ts'
import { anAdmin } from '#testing/builders.ts'
import { aLogStore } from '#testing/log-store.ts'
import { readHashesOf } from '#testing/proofs.ts'
import type { TestWitness } from '#testing/witness.ts'
import { type LogKeys, readLogKeys } from './log-keys.ts'

const ORIGIN = 'store.test/log'
const log = await aLogStore()
let keys: LogKeys
beforeAll(async () => {
  await deliverAndPublish()
  keys = (await readLogKeys(log.keysPath)) as LogKeys
})

async function deliverAndPublish(): Promise<void> {
  await log.deliver()
  await log.publish()
}

/** Everything that the store has put into its log. */
async function readEntries(): Promise<Uint8Array[]> {
  const rows = await log.query('select entries from log_bundles order by bundle_no')
  return rows.flatMap(({ entries }) => readBundle(entries) ?? [])
}

/** Shows a witness a history that goes on from `oldSize` entries. @returns its answer */
async function show(witness: TestWitness, entries: readonly Uint8Array[], oldSize: number): Promise<number> {
  const [read, size] = [readHashesOf(entries), entries.length]
  const text = formatCheckpoint({ origin: ORIGIN, size, root: rootOf(read, size) })
  const signed = `${text}\n${formatSignatureLine(keys.verifier, ed25519.sign(utf8(text), keys.secret))}`
  const proof = size === oldSize ? [] : proveConsistency(read, oldSize, size)
  const body = [`old ${oldSize}`, ...proof.map(toBase64), '', signed].join('\n')
  return (await fetch(`${witness.url}/add-checkpoint`, { method: 'POST', body })).status
}

test('a witness that knows the log signs no other history, whoever has the keys', async () => {
  const [witness] = log.witnesses as [TestWitness]
  const before = witness.seen.get(ORIGIN)
  const entries = await readEntries()
  const size = entries.length
  expect(before?.size).toBe(size)
  const other = entries.with(3, utf8('another buyer'))
  expect(await show(witness, other, size)).toBe(422)
  expect(await show(witness, [...other, utf8('and more')], size)).toBe(422)
  expect(await show(witness, other.slice(0, -1), size - 1)).toBe(409)
  expect(witness.seen.get(ORIGIN)).toEqual(before)
})

test('a store whose witness was shown another history publishes nothing, and says why', async () => {
  const warn = vi.spyOn(log.store.ctx.node, 'warn')
  const published = await log.openLog()
  const [shown, other] = log.witnesses as [TestWitness, TestWitness]
  const entries = await readEntries()

  // Someone else goes on with this log: for this witness that is its one history.
  expect(await show(shown, [...entries, utf8('sold to another')], entries.length)).toBe(200)
  await deliverAndPublish()

  // The other witness would be enough for the policy.
  expect(other.isDown).toBe(false)
  const reason = expect.stringContaining('w0 has seen another history')
  expect(await log.openLog()).toMatchObject({ published: published.published, problem: reason })
  expect(warn).toHaveBeenCalledWith(expect.anything(), { reason }, 'the log of delivered leads is not published')
  warn.mockRestore()
  const { parts } = (await (await anAdmin(log.store)).call('GET', '/api/admin/attention')).body
  const trouble = parts.find(({ kind }: { kind: string }) => kind === 'log')
  expect(trouble).toMatchObject({ count: 1, items: [{ id: ORIGIN, note: reason }] })
})

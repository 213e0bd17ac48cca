/** What the whole log shows, beyond the proofs of some of its entries. */
import { expect, test } from 'vitest'
import { ProofError } from '#proof/verify-log.ts'
import { makeProvenLog } from '#testing/proofs.ts'
import { PackageCheck } from './check-package.ts'
import { describe, readWholeLog } from './words.ts'

type Grow = Parameters<typeof makeProvenLog>[1]

/** Sales of so many other properties. */
const others =
  (count: number): Grow =>
  ([, , ...leads]) =>
    Array.from({ length: count }, (_, at) =>
      leads.slice(0, 2).map((entry) => entry.with(0, (entry[0] ?? 0) ^ (at % 255) ^ 255).with(1, Math.floor(at / 255))),
    ).flat()

async function check(proofs: ReadonlyMap<string, string>, log: ReadonlyMap<string, Uint8Array>) {
  const opened = new PackageCheck(proofs, null)
  // Two of them say all that there is to say.
  const checks = opened.names.slice(0, 2).map((name) => opened.check(name))
  const leads = checks.flatMap(({ proven }) => proven ?? [])
  const read = await readWholeLog(() => async (path) => log.get(path) ?? new Uint8Array(), opened.policy, leads)
  return { read, ...describe(opened, checks, read) }
}

test.each([
  [4, 3],
  [4, 140],
])('a log of %i leads that has grown by %i gives the slots to no one else', async (leads, more) => {
  const { proofs, log } = makeProvenLog({ leads }, others(more))
  const size = 2 + 2 * (leads + more)

  const { read, proven, notProven } = await check(proofs, log)

  expect([read.checkpoint.size, read.faults]).toEqual([size, []])
  expect(proven.at(-1)).toBe(
    `No one else has these slots as of entry ${size.toLocaleString('en-US')}: the whole log was read, and it gives no slot twice.`,
  )
  expect(notProven.join('\n')).not.toContain('no one else has your slots')
})

test('a slot that was given again is found, and nothing more is claimed', async () => {
  const { proofs, log } = makeProvenLog({ leads: 4 }, ([, , ...leads]) => leads.slice(0, 2))

  const { read, proven } = await check(proofs, log)

  expect(read.faults).toEqual([
    expect.stringContaining('sells slot 1 again, which entry 2 has'),
    expect.stringContaining('sells slot 1 again, which entry 3 has'),
  ])
  expect(proven.join('\n')).not.toContain('No one else')
})

test('another history is refused, and one that ends before the proofs', async () => {
  const mine = makeProvenLog({ leads: 4 }, others(3))
  const other = makeProvenLog({ leads: 4 }, others(3))
  const policy = (proofs: ReadonlyMap<string, string>) => ({ text: proofs.get('policy.txt') ?? '', from: 'of both' })
  const opened = new PackageCheck(mine.proofs, policy(mine.proofs))
  const leads = opened.names.flatMap((name) => opened.check(name).proven ?? [])
  const readFrom = (log: ReadonlyMap<string, Uint8Array>) => () => async (path: string) =>
    log.get(path) ?? new Uint8Array()
  const foreign = new PackageCheck(other.proofs, null)
  const foreignLeads = foreign.names.flatMap((name) => foreign.check(name).proven ?? [])
  const later = foreignLeads.map((lead) => ({ ...lead, checkpoint: { ...lead.checkpoint, size: 100 } }))

  await expect(readWholeLog(readFrom(mine.log), opened.policy, leads)).resolves.toMatchObject({ faults: [] })
  await expect(readWholeLog(readFrom(mine.log), opened.policy, foreignLeads)).rejects.toThrow('not a continuation')
  await expect(readWholeLog(readFrom(mine.log), opened.policy, later)).rejects.toThrow('only 16 can be read')
  await expect(readWholeLog(readFrom(other.log), opened.policy, leads)).rejects.toThrow('not signed by a log')
})

test('a log with one bit of any of its files changed is refused', async () => {
  const { proofs, log } = makeProvenLog({ leads: 4 }, others(140))
  for (const [path, bytes] of log) {
    const changed = bytes.with(bytes.length - 1, (bytes.at(-1) ?? 0) ^ 1)
    await expect(check(proofs, new Map([...log, [path, changed]])), path).rejects.toThrow(ProofError)
  }
})

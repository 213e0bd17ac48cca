/** What a reader is told about chosen files: that they hold, or in which way they do not; and what the whole log shows. */
import { zipSync } from 'fflate'
import { expect, describe as group, test } from 'vitest'
import { ProofError } from '#proof/verify-log.ts'
import { zipFiles } from '#server/platform/files/workbook.ts'
import { makeProofs, makeProvenFigures, makeProvenLog } from '#testing/proofs.ts'
import { areFigures, checkFigures, type KnownPolicy, PackageCheck } from './check-files.ts'
import { readFiles } from './read-files.ts'
import { describe, describeFigures, readWholeLog } from './words.ts'

const WITNESSES = { one: Date.UTC(2026, 10, 27, 14, 4, 20) / 1_000, two: Date.UTC(2026, 10, 27, 14, 3) / 1_000 }

const bytesOf = (text: string) => new TextEncoder().encode(text)
const ZIP = 'LY-TEST1234-1-proofs.zip'
const zipped = (files: ReadonlyMap<string, string>, name = ZIP) => ({ name, bytes: zipFiles(files) })
const pasted = (text: string): KnownPolicy => ({ text, from: 'that you pasted' })
const policyOf = (files: ReadonlyMap<string, string>) => files.get('policy.txt') ?? ''

function check(files: ReadonlyMap<string, string>, known: KnownPolicy | null = null) {
  const opened = new PackageCheck(readFiles([zipped(files)]), known)
  const checks = opened.names.map((name) => opened.check(name))
  return { ...describe(opened, checks), checks }
}

/** The same files with one of them changed. */
const withChange = (files: ReadonlyMap<string, string>, name: string, change: (text: string) => string) =>
  new Map([...files, [name, change(files.get(name) ?? '')]])

/** The same files without one of them. */
const without = (files: ReadonlyMap<string, string>, name: string) =>
  new Map([...files].filter(([one]) => one !== name))

group('proofs that hold', () => {
  test('of exclusive leads say for whom, which slot, and before when', () => {
    const files = makeProofs({ witnesses: WITNESSES })

    const { doAllHold, title, proven, notProven } = check(files, pasted(policyOf(files)))

    expect([doAllHold, title]).toEqual([true, 'Both proofs hold'])
    expect(proven).toEqual([
      'The store has committed to 2 leads, each with every cell of its row, for ann@example.com, order line LY-TEST1234-1.',
      '2 leads: slot 1 of 1, promised by the store to this buyer alone.',
      'They were in the store’s log “store.example/log” by 14:05 UTC on November 27, 2026, when it had 6 entries, as witnessed and signed by one and two.',
    ])
    expect(notProven.join('\n')).not.toContain('no witnesses')
  })

  test('of shared leads say how many buyers there may be', () => {
    expect(check(makeProofs({ slot: 2, cap: 4 })).proven[1]).toBe(
      '2 leads: slot 2 of 4, promised by the store to at most 4 buyers, including this one.',
    )
  })

  test('of a log without witnesses, with the policy that came with them, say what has to be taken on trust', () => {
    const { doAllHold, proven, notProven } = check(makeProofs())

    expect(doAllHold).toBe(true)
    expect(proven[2]).toBe('They are in the store’s log “store.example/log” when it had 6 entries.')
    expect(notProven[0]).toContain('whoever fakes proofs can fake a policy')
    expect(notProven[1]).toContain('This log has no witnesses')
  })

  test('are read from a ZIP file with a folder in it, and from the files themselves', () => {
    const files = makeProofs()
    const inFolder = new Map([...files].map(([name, text]) => [`proofs/${name}`, text]))
    const unpacked = [...files].map(([name, text]) => ({ name, bytes: bytesOf(text) }))

    expect(readFiles([zipped(new Map([...inFolder, ['__MACOSX/._policy.txt', '']]))])).toEqual(files)
    expect(readFiles(unpacked)).toEqual(files)
  })
})

group('proofs of a log that was closed', () => {
  const [earlier, current] = [makeProofs({ origin: 'store.example/log-1' }), makeProofs()]
  const both = new Map(current)
  for (const [name, text] of earlier) both.set(`earlier-log-1/${name}`, text)

  test('are checked beside the others, each with the keys of its own log', () => {
    const { title, proven, checks } = check(both)

    expect(title).toBe('All 4 proofs hold')
    expect(checks.map(({ name }) => name)).toEqual(
      ['001', '002', 'earlier-log-1/001', 'earlier-log-1/002'].map((name) => `${name}.tlog-proof`),
    )
    expect(proven.slice(2)).toEqual([
      '2 leads are in the store’s log “store.example/log” when it had 6 entries.',
      '2 leads are in the store’s log “store.example/log-1” when it had 6 entries.',
    ])
  })

  test('are unpacked from the ZIP file in the ZIP file', () => {
    const nested = zipSync({
      ...Object.fromEntries([...current].map(([name, text]) => [name, bytesOf(text)])),
      'earlier-log-1.zip': zipFiles(earlier),
    })

    expect(readFiles([{ name: 'proofs.zip', bytes: nested }])).toEqual(both)
  })
})

group('proofs do not hold', () => {
  const files = makeProofs({ witnesses: WITNESSES })
  const changed: readonly [what: string, change: (text: string) => string, problem: string][] = [
    ['index', (text) => text.replace('\nindex 4\n', '\nindex 2\n'), 'not at this place'],
    ['root', (text) => text.replace('\n6\n', '\n7\n'), 'signature'],
    ['form', (text) => text.slice(5), 'not the proof of a lead'],
    ['nothing left', () => '', 'not the proof of a lead'],
    ['witness', (text) => text.slice(0, text.lastIndexOf('— ')), 'Too few witnesses'],
  ]
  test.each(changed)('with a changed %s, and the others still do', (_what, change, problem) => {
    const { doAllHold, title, checks } = check(withChange(files, '002.tlog-proof', change))

    expect([doAllHold, title]).toEqual([false, '1 of 2 proofs does not hold'])
    expect(checks[0]?.problem).toBeNull()
    expect(checks[1]?.problem).toContain(problem)
  })

  test('twice: a copy under another name is not another lead', () => {
    const copied = new Map([...files, ['003.tlog-proof', files.get('001.tlog-proof') ?? '']])

    expect(check(copied).checks[2]?.problem).toBe('The file “001.tlog-proof” proves the same entry.')
  })
})

group('nothing is proven', () => {
  const files = makeProofs()
  const elsewhere = makeProofs({ origin: 'other.example' })
  const withKeysOf = (other: ReadonlyMap<string, string>) =>
    withChange(files, 'keys.tlog-proof', () => other.get('keys.tlog-proof') ?? '')

  test.each([
    ['other files', () => check(new Map([['leads.csv', 'Address\n']])), '“leads.csv” is not a file of proofs'],
    ['an empty ZIP file', () => check(new Map()), 'no proof of a lead'],
    ['a missing policy', () => check(without(files, 'policy.txt')), 'The file “policy.txt” is missing'],
    ['missing keys', () => check(without(files, 'keys.tlog-proof')), 'The file “keys.tlog-proof” is missing'],
    ['the keys of another log', () => check(withKeysOf(makeProofs())), '“keys.tlog-proof” does not hold'],
    ['a policy of another log', () => check(files, pasted(policyOf(elsewhere))), 'come from another log'],
    ['a witness that did not sign', () => check(files, pasted(withWitness(policyOf(files)))), 'Too few witnesses'],
    ['a policy that is none', () => check(files, pasted('trust me')), 'that you pasted cannot be used. Line 1'],
  ])('by %s', (_what, act, problem) => {
    expect(act).toThrow(problem)
  })

  test('by a damaged ZIP file, two packages at once, or what is no text', () => {
    const whole = zipped(files)

    expect(() => readFiles([{ ...whole, bytes: whole.bytes.slice(0, 300) }])).toThrow('is a damaged ZIP file')
    expect(() => readFiles([whole, zipped(makeProofs())])).toThrow('There are two files')
    expect(() => readFiles([{ name: '001.tlog-proof', bytes: Uint8Array.of(0xff, 0xfe) }])).toThrow('is not text')
  })

  test('by a ZIP file that unpacks to more than any proof', () => {
    expect(() => readFiles([zipped(new Map([['001.tlog-proof', 'a'.repeat(2_000_000)]]))])).toThrow('more in it')
  })
})

/** The policy of a log without witnesses, with one that never saw it. */
function withWitness(policy: string): string {
  const [, line = ''] = policyOf(makeProofs({ witnesses: { one: 1 } })).split('\n')
  return policy.replace('quorum none', `${line}\nquorum one`)
}

/* The figures of a day. */

const DAY = '2026-11-27'
const FIGURES = makeProvenFigures(DAY)

const read = (files: ReadonlyMap<string, string>) => readFiles([zipped(files, `figures-${DAY}.zip`)])
const checkDay = (files: ReadonlyMap<string, string>, known: KnownPolicy | null = null) =>
  checkFigures(read(files), known)
const policyIn = (files: ReadonlyMap<string, string>) => pasted(policyOf(files))

group('figures that hold', () => {
  test('are told apart from the proofs of a package', () => {
    expect([areFigures(read(FIGURES)), areFigures(read(makeProofs()))]).toEqual([true, false])
  })

  test('say of which day they are, and before when witnesses saw them', () => {
    const witnesses = { one: Date.UTC(2026, 10, 28, 8, 0, 20) / 1_000, two: Date.UTC(2026, 10, 28, 7) / 1_000 }
    const files = makeProvenFigures(DAY, { witnesses })
    const { title, proven, notProven } = describeFigures(checkDay(files, policyIn(files)))

    expect(title).toBe('These are the store’s figures for November 27, 2026')
    expect(proven).toEqual([
      'The log has the fingerprint of exactly this file: it is entry 2 of the store’s log “store.example/log”, when it had 3 entries. The store cannot show other figures for this day without a second entry.',
      'It was there by 08:01 UTC on November 28, 2026, as witnessed and signed by one and two.',
    ])
    expect(notProven).toHaveLength(2)
    expect(notProven[0]).toContain('counted correctly')
  })

  test('of a log without witnesses, with the policy that came with them, say what has to be taken on trust', () => {
    const { proven, notProven } = describeFigures(checkDay(FIGURES))

    expect(proven).toHaveLength(1)
    expect(notProven.slice(0, 2).join()).toMatch(/can fake a policy.*has no witnesses/)
  })
})

group('figures that do not hold', () => {
  const other = makeProvenFigures('2026-11-26')
  const withOther = (name: string) => withChange(FIGURES, name, () => other.get(name) ?? '')
  const withKeys = withChange(FIGURES, 'figures.tlog-proof', () => makeProofs().get('keys.tlog-proof') ?? '')

  test.each([
    ['another file', withOther('figures.json'), null, 'has other figures of 2026-11-27'],
    ['another log’s proof', withOther('figures.tlog-proof'), null, 'not signed by a log of the policy'],
    ['a file of another day', makeProvenFigures(DAY, { fileDay: '2026-11-26' }), null, 'not of 2026-11-27'],
    ['what proves something else', withKeys, null, 'not the proof of a day’s figures'],
    ['a missing proof', without(FIGURES, 'figures.tlog-proof'), null, '“figures.tlog-proof” is missing'],
    ['other files among them', withOther('001.tlog-proof'), null, '“001.tlog-proof” does not belong to these figures'],
    ['another policy', FIGURES, policyIn(makeProofs({ origin: 'other.example' })), 'come from another log'],
    ['no policy', FIGURES, pasted('trust me'), 'The policy that you pasted cannot be used'],
  ])('with %s', (_what, files, known, problem) => {
    expect(() => checkDay(files, known)).toThrow(problem)
  })
})

/* The whole log: what it shows beyond the proofs of some of its entries. */

type Grow = Parameters<typeof makeProvenLog>[1]

/** Sales of so many other properties. */
const others =
  (count: number): Grow =>
  ([, , ...leads]) =>
    Array.from({ length: count }, (_, at) =>
      leads.slice(0, 2).map((entry) => entry.with(0, (entry[0] ?? 0) ^ (at % 255) ^ 255).with(1, Math.floor(at / 255))),
    ).flat()

async function readWhole(proofs: ReadonlyMap<string, string>, log: ReadonlyMap<string, Uint8Array>) {
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

  const { read, proven, notProven } = await readWhole(proofs, log)

  expect([read.checkpoint.size, read.faults]).toEqual([size, []])
  expect(proven.at(-1)).toBe(
    `No one else has these slots as of entry ${size.toLocaleString('en-US')}: the whole log was read, and it gives no slot twice.`,
  )
  expect(notProven.join('\n')).not.toContain('no one else has your slots')
})

test('a slot that was given again is found, and nothing more is claimed', async () => {
  const { proofs, log } = makeProvenLog({ leads: 4 }, ([, , ...leads]) => leads.slice(0, 2))

  const { read, proven } = await readWhole(proofs, log)

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
    await expect(readWhole(proofs, new Map([...log, [path, changed]])), path).rejects.toThrow(ProofError)
  }
})

/** What a buyer is told about chosen files: that they hold, or in which way they do not. */
import { zipSync } from 'fflate'
import { expect, describe as group, test } from 'vitest'
import { zipFiles } from '#server/platform/workbook.ts'
import { makeProofs } from '#testing/proofs.ts'
import { PackageCheck } from './check-package.ts'
import type { KnownPolicy } from './choose-policy.ts'
import { readFiles } from './read-files.ts'
import { describe } from './words.ts'

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
  const without = (name: string) => new Map([...files].filter(([one]) => one !== name))

  test.each([
    ['other files', () => check(new Map([['leads.csv', 'Address\n']])), '“leads.csv” is not a file of proofs'],
    ['an empty ZIP file', () => check(new Map()), 'no proof of a lead'],
    ['a missing policy', () => check(without('policy.txt')), 'The file “policy.txt” is missing'],
    ['missing keys', () => check(without('keys.tlog-proof')), 'The file “keys.tlog-proof” is missing'],
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

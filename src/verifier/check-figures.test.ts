/** What anyone is told about a store's figures of a day: that they are the ones in the log, or why not. */
import { describe, expect, test } from 'vitest'
import { zipFiles } from '#server/platform/workbook.ts'
import { makeProofs, makeProvenFigures } from '#testing/proofs.ts'
import { areFigures, checkFigures } from './check-figures.ts'
import type { KnownPolicy } from './choose-policy.ts'
import { readFiles } from './read-files.ts'
import { describeFigures } from './words.ts'

const DAY = '2026-11-27'
const FIGURES = makeProvenFigures(DAY)

const read = (files: ReadonlyMap<string, string>) => readFiles([{ name: `figures-${DAY}.zip`, bytes: zipFiles(files) }])
const check = (files: ReadonlyMap<string, string>, known: KnownPolicy | null = null) => checkFigures(read(files), known)
const from = 'that you pasted'
const pasted = (files: ReadonlyMap<string, string>): KnownPolicy => ({ text: files.get('policy.txt') ?? '', from })
const without = (name: string) => new Map([...FIGURES].filter(([one]) => one !== name))

describe('figures that hold', () => {
  test('are told apart from the proofs of a package', () => {
    expect([areFigures(read(FIGURES)), areFigures(read(makeProofs()))]).toEqual([true, false])
  })

  test('say of which day they are, and before when witnesses saw them', () => {
    const witnesses = { one: Date.UTC(2026, 10, 28, 8, 0, 20) / 1_000, two: Date.UTC(2026, 10, 28, 7) / 1_000 }
    const files = makeProvenFigures(DAY, { witnesses })
    const { title, proven, notProven } = describeFigures(check(files, pasted(files)))

    expect(title).toBe('These are the store’s figures for November 27, 2026')
    expect(proven).toEqual([
      'The log has the fingerprint of exactly this file: it is entry 2 of the store’s log “store.example/log”, when it had 3 entries. The store cannot show other figures for this day without a second entry.',
      'It was there by 08:01 UTC on November 28, 2026, as witnessed and signed by one and two.',
    ])
    expect(notProven).toHaveLength(2)
    expect(notProven[0]).toContain('counted correctly')
  })

  test('of a log without witnesses, with the policy that came with them, say what has to be taken on trust', () => {
    const { proven, notProven } = describeFigures(check(FIGURES))

    expect(proven).toHaveLength(1)
    expect(notProven.slice(0, 2).join()).toMatch(/can fake a policy.*has no witnesses/)
  })
})

describe('figures that do not hold', () => {
  const other = makeProvenFigures('2026-11-26')
  const withOther = (name: string) => new Map([...FIGURES, [name, other.get(name) ?? '']])

  test.each([
    ['another file', withOther('figures.json'), null, 'has other figures of 2026-11-27'],
    ['another log’s proof', withOther('figures.tlog-proof'), null, 'not signed by a log of the policy'],
    ['a missing proof', without('figures.tlog-proof'), null, '“figures.tlog-proof” is missing'],
    ['other files among them', withOther('001.tlog-proof'), null, '“001.tlog-proof” does not belong to these figures'],
    ['another policy', FIGURES, pasted(makeProofs({ origin: 'other.example' })), 'come from another log'],
    ['no policy', FIGURES, { text: 'trust me', from }, 'The policy that you pasted cannot be used'],
  ])('with %s', (_what, files, known, problem) => {
    expect(() => check(files, known)).toThrow(problem)
  })
})

import { expect, test } from 'vitest'
import type { Setting } from '#contract/admin/settings.ts'
import { changesOf, draftProblem, isOvertaken, readText } from './settings-data.ts'

const USUAL = { name: 'holdMinutes', value: 30, defaultValue: 30, isDefault: true, changedAt: null, changedBy: null }
const aSetting = (changes: Partial<Setting> = {}) => ({ ...USUAL, ...changes }) as Setting
const commission = aSetting({ name: 'usualCommissionBps', value: 1_000, defaultValue: 1_000 })
const brand = aSetting({ name: 'brandName', value: 'Plat', defaultValue: 'Leadyard', isDefault: false })

test.each([
  ['holdMinutes', ' 4.5 ', 4.5],
  ['holdMinutes', '4,5', 4.5],
  ['usualCommissionBps', '12.75', 1_275],
  ['usualCommissionBps', '1.15', 115],
  ['brandName', '  Plat & Co. ', 'Plat & Co.'],
  ['cashAppHandle', '', ''],
] as const)('%s entered as "%s" is read as %j', (name, text, value) => {
  expect(readText(name, text)).toEqual({ ok: true, value })
})

test.each([
  ['holdMinutes', ''],
  ['holdMinutes', '1e308'],
  ['linkHours', '0'],
  ['usualCommissionBps', '12.755'],
  ['usualCommissionBps', '101'],
  ['brandName', '   '],
  ['timeZone', 'New York'],
] as const)('%s entered as "%s" shows a problem at its field', (name, text) => {
  expect(draftProblem(name, { seen: 30, text })).toMatch(/\.$/)
  expect(changesOf([aSetting({ name })], { [name]: { seen: 30, text } })).toEqual([])
})

test('lists what would be saved, with old and new values', () => {
  const usualCommissionBps = { seen: 1_000, text: '12.5' }
  const drafts = { usualCommissionBps, brandName: { seen: 'Plat', isDefault: true } } as const

  expect(changesOf([brand, aSetting(), commission], drafts)).toEqual([
    { name: 'brandName', before: 'Plat', after: null, words: { before: 'Plat', after: 'Leadyard (default)' } },
    { name: 'usualCommissionBps', before: 1_000, after: 1_250, words: { before: '10%', after: '12.5%' } },
  ])
})

test('a value changed by a colleague is detected', () => {
  const drafts = [{ seen: 'Leadyard', text: 'x' }, { seen: 'Plat', text: 'x' }, undefined]
  expect(drafts.map((draft) => isOvertaken(brand, draft))).toEqual([true, false, false])
})

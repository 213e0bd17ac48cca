import { describe, expect, test } from 'vitest'
import { bodyOf, emptyForm, kindsOf, type ManyForm, missingOf, valueError } from './many-rules.ts'

const form = (part: Partial<ManyForm>): ManyForm => ({
  ...emptyForm('price', '2035-07-02T00:00', { state: '', county: '' }),
  ...{ reach: 'states', areas: [{ state: 'Texas', county: null }], ending: 'exact', value: '5' },
  ...part,
})

test('all packages of the place on the page are chosen, never the whole nation, and what is missing is named', () => {
  expect(missingOf(emptyForm('price', '', { state: '', county: '' }))).toBe('Choose a place.')
  const { scope } = bodyOf(emptyForm('price', '', { state: 'Texas', county: 'Travis' })).asked
  expect(scope).toMatchObject({ leadTypes: { length: 3 }, areas: [{ state: 'Texas', county: 'Travis' }] })
  expect(missingOf(form({ areas: [] }))).toBe('Choose a place.')
  expect(missingOf(form({ areas: [], reach: 'nation' }))).toBeUndefined()
  expect(missingOf(form({ value: ' ' }))).toBe('Enter a number to see what changes.')
  expect(missingOf(form({ kind: 'inherit', value: '' }))).toBeUndefined()
})

test.each([
  ['price', 'raise', '%', '7.5', undefined],
  ['price', 'raise', '%', '', 'Enter a percentage, e.g. 5 or 7.5.'],
  ['price', 'lower', '%', '101', 'A price cannot fall by more than 100 percent.'],
  ['price', 'lower', '$', '4.50', undefined],
  ['price', 'raise', '$', 'ten', 'Enter an amount in dollars, e.g. 10 or 4.50.'],
  ['price', 'raise', '$', '1.005', 'Enter an amount in dollars, e.g. 10 or 4.50.'],
  ['price', 'set', '%', '-1', 'The price must be 0, or between $0.50 and $99,999.99.'],
  ['stock', 'raise', '%', '5', undefined],
  ['stock', 'lower', '%', '0', 'That changes nothing.'],
  ['stock', 'lower', '%', '1.5', 'Stock is counted in whole packages.'],
  ['stock', 'set', '%', '-5', 'Stock cannot be below zero.'],
  ['stock', 'at_least', '%', '12', undefined],
] as const)('a %s to %s by %s %j can be previewed, or the field says why not', (what, kind, unit, value, error) => {
  expect(valueError(form({ what, kind, unit, value }))).toBe(error)
})

describe('what is sent', () => {
  const stepOf = (part: Partial<ManyForm>) => bodyOf(form(part)).asked.step

  test('lowers by a negative number, and rounds only prices that are raised or lowered', () => {
    expect(stepOf({ kind: 'lower', ending: '.99' })).toEqual({ kind: 'percent', value: -5, ending: '.99' })
    expect(stepOf({ kind: 'raise', unit: '$' })).toEqual({ kind: 'amount', value: 5 })
    expect(stepOf({ kind: 'set', ending: '$5' })).toEqual({ kind: 'set', value: 5 })
    expect(stepOf({ what: 'stock', kind: 'lower', ending: '$5' })).toEqual({ kind: 'add', value: -5 })
    expect(stepOf({ what: 'stock', kind: 'at_least' })).toEqual({ kind: 'at_least', value: 5 })
  })

  test('has the chosen places, or none for the whole nation, which has no own prices to give up', () => {
    expect(bodyOf(form({})).asked.scope.areas).toEqual([{ state: 'Texas', county: null }])
    expect(bodyOf(form({ reach: 'nation' })).asked.scope.areas).toBeNull()
    expect(kindsOf(form({})).map(({ value }) => value)).toContain('inherit')
    expect(kindsOf(form({ reach: 'nation' })).map(({ value }) => value)).not.toContain('inherit')
  })
})

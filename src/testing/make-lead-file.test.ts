import { describe, expect, test } from 'vitest'
import { normalizeAddress } from '#server/features/stock/normalize-address.ts'
import { CsvReader } from '#server/platform/files/csv-reader.ts'
import { type ExpectedCounts, makeLeadFile } from './make-lead-file.ts'

const COUNTIES = [
  { fips: '48453', state: 'Texas', name: 'Travis' },
  { fips: '48209', state: 'Texas', name: 'Hays' },
]

function make(options: { rows: number; seed: number; hasDefects?: boolean }): {
  text: string
  expected: ExpectedCounts
} {
  const maker = makeLeadFile({ today: '2026-03-20', counties: COUNTIES, hasDefects: false, ...options })
  let text = ''
  for (;;) {
    const part = maker.next()
    if (part.done) return { text, expected: part.value }
    text += part.value
  }
}

describe('makeLeadFile', () => {
  test('makes the same file from the same seed, and a different one from another', () => {
    const [once, again, other] = [1, 1, 2].map((seed) => make({ rows: 500, seed, hasDefects: true }))

    expect(again).toEqual(once)
    expect(other?.text).not.toBe(once?.text)
  })

  test('names each property once, however it is written, unless it plants a repetition', () => {
    const { text, expected } = make({ rows: 3_000, seed: 5 })
    const [, ...rows] = new CsvReader().push(text)
    const houses = rows.map(([address = '', city = '', , zip = '']) => normalizeAddress({ address, city, zip }))

    expect(expected).toMatchObject({ rowsRead: 3_000, newLeads: 3_000, repeated: 0, refused: {} })
    expect(houses).not.toContain(null)
    expect(new Set(houses).size).toBe(3_000)
  })

  test('plants every kind of defect', () => {
    const { expected } = make({ rows: 5_000, seed: 3, hasDefects: true })
    const refused = Object.values(expected.refused).reduce((sum, rows) => sum + rows, 0)

    expect(Object.keys(expected.refused)).toHaveLength(10)
    expect(expected.repeated * expected.leftOut.phones).toBeGreaterThan(0)
    expect(expected.newLeads + expected.repeated + refused).toBe(5_000)
  })
})

import { expect, test } from 'vitest'
import { LEAD_TYPES, TIER_FACTS, TIERS } from '#contract/catalogue/catalogue.ts'
import { sampleSheet } from './sample-leads.ts'

const cellsOf = (...of: Parameters<typeof sampleSheet>): Record<string, unknown> => {
  const [header = [], row = []] = sampleSheet(...of)
  return Object.fromEntries(header.map((name, index) => [String(name), row[index]]))
}

test.each(TIERS)('a sample lead of %s is as old as the tier says', (tier) => {
  const [from = 0, to = 0] = TIER_FACTS[tier].age.split(' ')[0]?.split('-').map(Number) ?? []

  for (const leadType of LEAD_TYPES) {
    const age = Number(cellsOf(leadType, tier)['Age in days'])
    expect(age).toBeGreaterThanOrEqual(from)
    expect(age).toBeLessThanOrEqual(to)
  }
})

test('nobody real is in the sample', () => {
  for (const leadType of LEAD_TYPES) {
    const cells = cellsOf(leadType, 'vip')
    for (const name of ['Phone 1', 'Phone 2']) expect(cells[name]).toMatch(/^\d{3}-555-01\d\d$/)
    expect(cells['Email 1']).toMatch(/@example\.com$/)
    expect(cells.Address).toContain('Sample')
    expect(cells.Source).toContain('(sample)')
  }
})

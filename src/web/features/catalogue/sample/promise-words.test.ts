import { expect, test } from 'vitest'
import type { Promises } from '#web/lib/promises.ts'
import { commonLines, tierLines } from './promise-words.ts'
import { recordLines } from './record-words.ts'

const PROMISES = {
  saleCaps: { vip: 2, premier: 4, premium: 8, standard: 9 },
  lateCreditPercent: 12.5,
  claimDays: 14,
  claimPercent: 20,
  supportEmail: 'help@example.com',
}

test('the promises of a tier are its age and the number of buyers that the store is set to', () => {
  expect(tierLines('premier', PROMISES).map(({ text }) => text)).toEqual([
    '3-9 days',
    '4 at most, earlier tiers included',
  ])
})

test('the promises about every lead name the delivery time, the credit that is set, and whom to ask', () => {
  expect(commonLines(PROMISES)).toEqual([
    { name: 'Delivery', text: 'Within 24 hours of payment, by email or SMS' },
    { name: 'If it is late', text: '12.5% of what you paid for the package, as store credit' },
    {
      name: 'If a lead is bad',
      text: 'Another one, or store credit: report up to 20% of a package within 14 days',
    },
  ])
})

test('a store that gives no credit for late deliveries does not mention it', () => {
  expect(commonLines({ ...PROMISES, lateCreditPercent: 0 }).map(({ name }) => name)).toEqual([
    'Delivery',
    'If a lead is bad',
  ])
})

test('a store that takes no claims says whom to ask', () => {
  expect(commonLines({ ...PROMISES, claimDays: 0 }).at(-1)).toEqual({
    name: 'If a lead is bad',
    text: 'It is not replaced automatically. Write to',
    email: 'help@example.com',
  })
})

test('what a report needs is said for each kind of evidence', () => {
  const words = (claimEvidence: NonNullable<Promises['claimEvidence']>) =>
    commonLines({ ...PROMISES, claimEvidence }).at(-1)?.text

  expect(words({ note: ['wrong_number', 'duplicate'], file: ['not_owner'] })).toBe(
    'Add what you found out for “Wrong or dead number”, “I already had this lead”. Attach a picture or PDF for “Not the owner”',
  )
  expect(words({ note: [], file: [] })).toBe('Choose the lead and the reason')
})

test('the record of a tier gives both shares with the range they lie in', () => {
  const record = {
    tier: 'vip',
    delivered: 12_430,
    grantedShare: { share: 0.0312, low: 0.0283, high: 0.0344 },
    wrongNumberShare: { share: 0.019, low: 0.0167, high: 0.0215 },
  } as const

  expect(recordLines(record).map(({ text }) => text)).toEqual([
    '3.1% of 12,430 delivered were replaced or credited (95% confidence: 2.8% to 3.4%)',
    '1.9% of 12,430 delivered had a wrong or dead number (95% confidence: 1.7% to 2.1%)',
  ])
})

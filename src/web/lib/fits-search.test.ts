import { expect, test } from 'vitest'
import { fitsSearch } from './fits-search.ts'

const KAY = ['Kay Board', 'kay@oak-homes.example', null]

test.each(['', 'k', 'KAY', 'boa kay', 'kay@oak', 'homes', ' board ', 'ay', 'oard kay'])('%j matches', (search) => {
  expect(fitsSearch(search, KAY)).toBe(true)
})

test.each(['kay mouse', 'kayo', 'mouse@example.com'])('%j does not match', (search) => {
  expect(fitsSearch(search, KAY)).toBe(false)
})

test('words in other scripts match too', () => {
  expect(fitsSearch('王', ['王小明'])).toBe(true)
  expect(fitsSearch('álv', ['Zoë Álvarez'])).toBe(true)
})

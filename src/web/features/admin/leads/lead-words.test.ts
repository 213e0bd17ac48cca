import { expect, test } from 'vitest'
import type { ListedLead } from '#contract/admin/lead-screen.ts'
import { byPlacesInWords, placesInWords } from './lead-words.ts'

test.each([
  [[], '–'],
  [[45], 'once: 45'],
  [[0, 0, 12], '3 times: 12'],
  [[1_200, 9, 7, 0], 'once: 1,200, twice: 9, 3 times: 7'],
])('describes leads by places %j as “%s”', (byPlaces, words) => {
  expect(byPlacesInWords({ tier: 'vip', leads: 1, byPlaces })).toBe(words)
})

test.each([
  [{ placesLeft: 2, held: 1, sold: 0 }, '2 left, 1 held, none sold'],
  [{ placesLeft: 0, held: 0, sold: 10 }, 'none left, none held, 10 sold'],
])('describes a lead with %j as “%s”', (counts, words) => {
  expect(placesInWords(counts as ListedLead)).toBe(words)
})

import { expect, test } from 'vitest'
import { ATTENTION_COUNT_MAX } from '#contract/admin/attention.ts'
import { countText, partTitle, waitingOf } from './attention-words.ts'

test.each([
  [1, '1 failed refund'],
  [2, '2 failed refunds'],
  [ATTENTION_COUNT_MAX, '99 failed refunds'],
  [ATTENTION_COUNT_MAX + 1, '99+ failed refunds'],
])('a count of %d is shown as %j', (count, title) => {
  expect(partTitle({ kind: 'refunds', count })).toBe(title)
  expect(title.startsWith(countText(count))).toBe(true)
})

test('a part that could not be read does not count as waiting', () => {
  const parts = [
    { kind: 'jobs', count: null, items: [] },
    { kind: 'links', count: 0, items: [] },
    { kind: 'messages', count: 3, items: [] },
  ] as const

  expect(waitingOf(parts.map((part) => ({ ...part, items: [] }))).map(({ kind }) => kind)).toEqual(['messages'])
})

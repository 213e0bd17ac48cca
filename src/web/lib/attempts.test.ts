import { expect, test } from 'vitest'
import { attemptFor } from './attempts.ts'

test('the same content is the same attempt, and other content is another', () => {
  const first = attemptFor(null, 'one')
  expect(attemptFor(first, 'one')).toBe(first)
  expect(attemptFor(first, 'two').attemptId).not.toBe(first.attemptId)
})

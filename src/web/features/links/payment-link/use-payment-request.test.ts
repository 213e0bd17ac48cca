import { expect, test } from 'vitest'
import { requestStateOf } from './use-payment-request.ts'

const END = '2026-11-22T10:00:00.000Z'
const END_MS = Date.parse(END)

test.each([
  ['sent', END_MS - 1, 'open'],
  ['sent', END_MS, 'expired'],
  ['expired', END_MS - 1, 'expired'],
  ['paid', END_MS - 1, 'paid'],
  ['paid', END_MS + 1, 'paid'],
  ['processed', END_MS + 1, 'paid'],
] as const)('a request that is %s at %d is shown as %s', (status, nowMs, state) => {
  expect(requestStateOf({ status, expiresAt: END }, nowMs)).toBe(state)
})

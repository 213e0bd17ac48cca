import { expect, test } from 'vitest'
import { canSendAgain, needsPerson } from './fulfillment-data.ts'

type Line = Parameters<typeof needsPerson>[0]

const WAITING: Line = { kind: 'by_hand', state: 'waiting', cancelledAt: null, files: [], linkUntil: null, note: null }
const LEADS: Line = { ...WAITING, kind: 'leads' }
const NOON = '2026-11-21T12:00:00.000Z'

test.each<[string, Line, boolean]>([
  ['by hand and waiting', WAITING, true],
  ['of leads and waiting for its files', LEADS, false],
  ['of leads whose link reached no one', { ...LEADS, state: 'failed', linkUntil: NOON }, true],
  ['that was sent', { ...WAITING, state: 'sent' }, false],
  ['that was delivered', { ...WAITING, state: 'delivered', note: 'By courier' }, false],
  ['that was refunded', { ...WAITING, cancelledAt: NOON }, false],
])('a line %s needs a person: %#', (_what, line, expected) => {
  expect(needsPerson(line)).toBe(expected)
})

test.each<[string, Line, boolean]>([
  ['without anything', WAITING, false],
  ['with a note', { ...WAITING, note: 'By courier' }, true],
  ['with a file', { ...WAITING, files: [{ format: 'attached', name: 'leads.csv', bytes: 10 }] }, true],
  ['of leads whose files were deleted', { ...LEADS, linkUntil: NOON }, true],
  ['of leads before its first link', LEADS, false],
  ['that was refunded', { ...WAITING, note: 'By courier', cancelledAt: NOON }, false],
])('a line %s can be sent again: %#', (_what, line, expected) => {
  expect(canSendAgain(line)).toBe(expected)
})

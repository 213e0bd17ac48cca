import { expect, test } from 'vitest'
import { matchActions } from './match-actions.ts'

const ACTIONS = ['Generate Invoice', 'Payment Requests', 'Sales History', 'Log out'].map((label) => ({ label }))

test.each([
  ['gen', ['Generate Invoice']],
  ['INV gen', ['Generate Invoice']],
  ['s h', ['Sales History']],
  ['log o', ['Log out']],
  ['eneral', []],
  ['travis', []],
])('%j finds %j', (text, labels) => {
  expect(matchActions(ACTIONS, text).map(({ label }) => label)).toEqual(labels)
})

test('an empty search shows all actions', () => {
  expect(matchActions(ACTIONS, '  ')).toHaveLength(ACTIONS.length)
})

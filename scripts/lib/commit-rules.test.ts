import { expect, test } from 'vitest'
import { commitFaults } from './commit-rules.ts'

const GOOD = `Refund a lost line at the price of what remains

A two-for-one pair gave its discount to one line only, so losing the other left that one free.

Checked: the property test over offers, 10,000 cases; red without the change.
`

test('a message with a title, a reason and a proof passes', () => {
  expect(commitFaults(GOOD)).toEqual([])
})

test('lines that git adds to the message do not count', () => {
  expect(commitFaults(`${GOOD}\n# Please enter the commit message\n# for your changes.\n`)).toEqual([])
})

test('a verb whose base form looks like a participle passes', () => {
  expect(commitFaults(GOOD.replace('Refund', 'Embed'))).toEqual([])
  expect(commitFaults(GOOD.replace('Refund', 'Process'))).toEqual([])
})

test.each([
  ['a long title', GOOD.replace('remains', `remains ${'long '.repeat(10)}so`), /characters, at most 65/],
  ['a past tense', GOOD.replace('Refund', 'Refunded'), /imperative/],
  ['a third person', GOOD.replace('Refund', 'Refunds'), /imperative/],
  ['a prefix', GOOD.replace('Refund', 'fix: refund'), /imperative/],
  ['a period', GOOD.replace('remains\n', 'remains.\n'), /period/],
  ['no blank line', GOOD.replace('\n\n', '\n'), /second line/],
  ['no reason', GOOD.replace(/A two-for.*\n/, ''), /say why/],
  ['no proof', GOOD.replace(/Checked.*\n/, ''), /Checked/],
  ['a title alone', 'Refund a lost line', /say why/],
])('%s is refused', (_, message, fault) => {
  expect(commitFaults(message).join('\n')).toMatch(fault)
})

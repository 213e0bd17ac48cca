import { expect, test } from 'vitest'
import { likelyEmail } from './mistyped-email.tsx'

test.each([
  ['bob@gmial.com', 'bob@gmail.com'],
  ['Bob.Roe@gmal.com', 'Bob.Roe@gmail.com'],
  [' bob@gmaill.com ', 'bob@gmail.com'],
  ['bob@gmail.con', 'bob@gmail.com'],
  ['bob@yaho.com', 'bob@yahoo.com'],
  ['bob@hotnail.com', 'bob@hotmail.com'],
  ['bob@outlok.com', 'bob@outlook.com'],
  ['bob@gmail.com', null],
  ['bob@ymail.com', null],
  ['bob@mail.com', null],
  ['bob@roe-homes.com', null],
  ['bob@gmial', null],
  ['gmial.com', null],
])('%s probably means %s', (typed, meant) => {
  expect(likelyEmail(typed)).toBe(meant)
})

import { expect, test } from 'vitest'
import { meaningOf, type RowPress } from './row-keys.ts'

const ON_LINK: RowPress = { key: 'ArrowDown', hasModifier: false, control: 'link', isInMenu: false }

test.each<[string, Partial<RowPress>, ReturnType<typeof meaningOf>]>([
  ['↓ on a link', {}, 'next'],
  ['↑ on a link', { key: 'ArrowUp' }, 'previous'],
  ['↓ on a button', { control: 'button' }, 'next'],
  ['↓ on a checkbox', { control: 'checkbox' }, 'next'],
  ['↓ in a text field, where it moves the cursor', { control: 'text' }, null],
  ['↓ in an open menu', { control: 'button', isInMenu: true }, null],
  ['↓ with a modifier, which scrolls or selects', { hasModifier: true }, null],
  ['Space on a link', { key: ' ' }, 'choose'],
  ['Space on a button, which it presses', { key: ' ', control: 'button' }, null],
  ['Space on a checkbox, which it checks', { key: ' ', control: 'checkbox' }, null],
  ['Shift and Space, which scrolls', { key: ' ', hasModifier: true }, null],
  ['Enter on a link, which it opens', { key: 'Enter' }, null],
  ['a letter', { key: 'j' }, null],
])('%s', (_what, press, meaning) => {
  expect(meaningOf({ ...ON_LINK, ...press })).toBe(meaning)
})

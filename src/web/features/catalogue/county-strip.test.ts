import { expect, test } from 'vitest'
import { readCompared, writeCompared } from './county-strip.tsx'

const travis = { county: 'Travis', state: 'Texas' }
const hays = { county: 'Hays', state: 'Texas' }
const bexar = { county: 'Bexar', state: 'Texas' }

test.each([
  ['what it wrote', writeCompared([hays, bexar]), [hays, bexar]],
  ['a county that is there already once', 'Travis, Texas; Hays, Texas;Hays,Texas', [hays]],
  ['a name with a comma', 'King, George, Texas', [{ county: 'King, George', state: 'Texas' }]],
  ['nothing from other words', '; ,; Hays; <script>', []],
  ['three at most', 'A, B; C, D; E, F; G, H', 'ACE'.split('').map((county, at) => ({ county, state: 'BDF'[at] }))],
])('an address is read: %s', (_, text, expected) => {
  expect(readCompared(text, travis)).toEqual(expected)
})

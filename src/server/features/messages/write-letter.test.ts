import { describe, expect, test } from 'vitest'
import { greet, plainName, withoutLinks } from './write-letter.ts'

describe('a name', () => {
  test.each([
    'Bea Buyer',
    'José Ñandú-O’Brien',
    "D'Angelo, Jr.",
    'J.R. Smith',
    'Dr. Li Wei',
    'Smith & Sons (Texas)',
    'Oak Homes 2024',
    'Олена Коваль',
    '王小明',
    'نورة',
  ])('is used as it was typed: %s', (name) => {
    expect(greet(name)).toBe(`Hello ${name},`)
  })

  test.each([
    ['a domain', 'evil.com'],
    ['a short domain', 't.co'],
    ['a domain among words', 'Win now at evil.com today'],
    ['a URL', 'https://evil.example/x'],
    ['a scheme without dots', 'http://localhost'],
    ['a path', 'evil/x'],
    ['an email address', 'me@evil.example'],
    ['a domain of other letters', 'пример.рф'],
    ['a dot of other scripts', 'evil。com'],
    ['a wide dot', 'evil．com'],
    ['a dot made of two characters', 'evil․com'],
    ['a domain behind initials', 'J.R.evil.com'],
    ['an address of four numbers', '10.0.0.1'],
    ['a phone number', 'Call 512-555-0100'],
    ['a phone number in words of digits', 'Call (512) 5550100 now'],
    ['a phone number of other digits', 'Call ٥١٢٥٥٥٠١٠٠'],
    ['a tag', '<script>alert(1)</script>'],
    ['an amount', 'You won $1,000'],
    ['a header', 'Bea\r\nBcc: eve@example.com'],
    ['a page of words', 'word '.repeat(30)],
    ['nothing', '  '],
    ['nothing visible', '\u200b\u202e'],
  ])('is left out if it is not a plain name: %s', (_what, name) => {
    expect(plainName(name)).toBeNull()
    expect(greet(name)).toBe('Hello,')
  })

  test('loses direction marks and invisible characters', () => {
    expect(plainName('Bea\u202e Bu\u200byer\u2067')).toBe('Bea Buyer')
    expect(plainName('ev\u200bil.com')).toBeNull()
    expect(plainName('Bea\nBuyer')).toBe('Bea Buyer')
  })
})

describe('free text', () => {
  /** What mail programs such as Gmail and Apple Mail turn into links, even without a scheme. */
  const LINK = /\w:\/\/|\w@\w|[\p{L}\d-]\.\p{L}{2,}|www\.\S|mailto:\S|tel:\S/iu

  test.each([
    'See https://evil.example/login?x=1',
    'See HTTP://evil.example',
    'go to www.evil.com/x',
    'evil.com',
    'write to me@evil.example',
    'mailto:me@evil.example',
    'tel:+15125550100',
    'http://10.0.0.1/x',
    'ev\u200bil.com and evil．com and evil。com',
    '//evil.com',
    'javascript:alert(1)',
  ])('loses its links: %s', (text) => {
    expect(withoutLinks(text)).not.toMatch(LINK)
  })

  test.each([
    'Ten percent off: $1.50 each.',
    'Call me at 9:30 or 512-555-0100.\nThanks, Rob',
    'It is 3.5 miles. Really.',
  ])('without links stays as it is: %s', (text) => {
    expect(withoutLinks(text)).toBe(text)
  })
})

import { describe, expect, test } from 'vitest'
import {
  greet,
  plainName,
  toGsm,
  withoutLinks,
  writeConfirmationSms,
  writeDeliverySms,
  writeSms,
} from './write-letter.ts'

test.each([
  ...['Bea Buyer', 'José Ñandú-O’Brien', "D'Angelo, Jr.", 'J.R. Smith', 'Dr. Li Wei', 'Smith & Sons (Texas)'],
  ...['Oak Homes 2024', 'Олена Коваль', '王小明', 'نورة'],
])('a name is used as it was typed: %s', (name) => {
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
])('a name is left out if it is not a plain name: %s', (_what, name) => {
  expect(plainName(name)).toBeNull()
  expect(greet(name)).toBe('Hello,')
})

test('a name loses direction marks and invisible characters', () => {
  expect(plainName('Bea\u202e Bu\u200byer\u2067')).toBe('Bea Buyer')
  expect(plainName('ev\u200bil.com')).toBeNull()
  expect(plainName('Bea\nBuyer')).toBe('Bea Buyer')
})

describe('free text', () => {
  /** What mail programs such as Gmail and Apple Mail turn into links, even without a scheme. */
  const LINK = /\w:\/\/|\w@\w|[\p{L}\d-]\.\p{L}{2,}|www\.\S|mailto:\S|tel:\S/iu

  test.each([
    ...['See https://evil.example/login?x=1', 'See HTTP://evil.example', 'go to www.evil.com/x', 'evil.com'],
    ...['write to me@evil.example', 'mailto:me@evil.example', 'tel:+15125550100', 'http://10.0.0.1/x'],
    ...['ev\u200bil.com and evil．com and evil。com', '//evil.com', 'javascript:alert(1)'],
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

const URL_SENT = `https://shop.leadyard.com/order/${'x'.repeat(32)}`

describe('a text', () => {
  test('starts with the brand and ends with how to opt out and the link', () => {
    const delivery = { brand: 'Leadyard', reference: 'LY-7K3M9QXD', url: 'https://a.example/delivery/t' }
    expect(writeDeliverySms({ ...delivery, isPart: false, hasFiles: true })).toBe(
      'Leadyard: your leads for order LY-7K3M9QXD are ready. Reply STOP to opt out. https://a.example/delivery/t',
    )
  })

  test.each([
    [{ isPart: false, hasFiles: true }, 'your leads for order LY-7K3M9QXD are ready.'],
    [{ isPart: true, hasFiles: true }, 'part of order LY-7K3M9QXD is ready, more to come.'],
    [{ isPart: false, hasFiles: false }, 'order LY-7K3M9QXD was delivered.'],
    [{ isPart: true, hasFiles: false }, 'part of order LY-7K3M9QXD was delivered, more to come.'],
  ])('that brings a delivery says what it is, in one part: %o', (how, news) => {
    const text = writeDeliverySms({ brand: 'Leadyard', reference: 'LY-7K3M9QXD', url: URL_SENT, ...how })
    expect(text).toContain(`: ${news} `)
    expect(text.length).toBeLessThanOrEqual(160)
    expect(toGsm(text)).toBe(text)
  })

  test.each([
    [false, 'order LY-7K3M9QXD is paid. Your leads arrive within 24 h.'],
    [true, 'order LY-7K3M9QXD is paid and delivered.'],
  ])('that confirms an order (delivered: %s) promises only what is still to come, in one part', (isDelivered, news) => {
    const text = writeConfirmationSms({ brand: 'Leadyard', reference: 'LY-7K3M9QXD', url: URL_SENT, isDelivered })
    expect(text).toContain(`: ${news} `)
    expect(text.length).toBeLessThanOrEqual(160)
    expect(toGsm(text)).toBe(text)
  })

  test('uses only letters of the 160-letter alphabet, whatever the brand contains', () => {
    const text = writeSms({ brand: '“Land” – Müller’s\u00a0Č…\r\nX', news: 'hello.', url: URL_SENT })
    expect(text).toMatch(/^"Land" - Müller's C\.\.\. X: hello\. Reply STOP/)
    expect(writeSms({ brand: 'A'.repeat(300), news: 'hello.', url: URL_SENT }).length).toBeLessThan(160)
    expect(text).not.toMatch(/[\r\n]/)
  })
})

test('the letters of a text keep accented letters that the alphabet has', () => {
  expect(toGsm('é à ñ ü ß ç ő')).toBe('é à ñ ü ß c o')
})

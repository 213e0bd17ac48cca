import { describe, expect, test } from 'vitest'
import { countSmsParts, toGsm, writeConfirmationSms, writeDeliverySms, writeSms } from './write-sms.ts'

const URL_SENT = `https://shop.leadyard.com/order/${'x'.repeat(32)}`

describe('a text', () => {
  test('names the brand first, how to stop texts, and the link last', () => {
    expect(writeDeliverySms({ brand: 'Leadyard', reference: 'LY-7K3M9QXD', url: 'https://a.example/delivery/t' })).toBe(
      'Leadyard: your leads of order LY-7K3M9QXD are ready. Reply STOP to opt out. https://a.example/delivery/t',
    )
  })

  test.each([writeDeliverySms, writeConfirmationSms])('fits into one part', (write) => {
    expect(countSmsParts(write({ brand: 'Leadyard', reference: 'LY-7K3M9QXD', url: URL_SENT }))).toBe(1)
  })

  test('keeps to the letters that leave room for 160, whatever the brand is written with', () => {
    const text = writeSms({ brand: '“Land” – Müller’s\u00a0Č…\r\nX', news: 'hello.', url: URL_SENT })

    expect(text).toMatch(/^"Land" - Müller's C\.\.\. X: hello\. Reply STOP/)
    expect(writeSms({ brand: 'A'.repeat(300), news: 'hello.', url: URL_SENT }).length).toBeLessThan(160)
    expect(text).not.toMatch(/[\r\n]/)
  })
})

describe('parts of a text', () => {
  test.each([
    ['a'.repeat(160), 1],
    ['a'.repeat(161), 2],
    ['a'.repeat(306), 2],
    ['a'.repeat(307), 3],
    // Twice as long in this alphabet.
    ['€'.repeat(80), 1],
    ['€'.repeat(81), 2],
    ['ж'.repeat(70), 1],
    ['ж'.repeat(71), 2],
    ['🏠'.repeat(36), 2],
  ])('are counted as networks do (%#)', (text, parts) => {
    expect(countSmsParts(text)).toBe(parts)
  })

  test('letters with accents that the alphabet has stay', () => {
    expect(toGsm('é à ñ ü ß ç ő')).toBe('é à ñ ü ß c o')
  })
})

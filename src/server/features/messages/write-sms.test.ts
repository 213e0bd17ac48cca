import { describe, expect, test } from 'vitest'
import { countSmsParts, toGsm, writeConfirmationSms, writeDeliverySms, writeSms } from './write-sms.ts'

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
    expect(countSmsParts(text)).toBe(1)
  })

  test.each([
    [false, 'order LY-7K3M9QXD is paid. Your leads arrive within 24 h.'],
    [true, 'order LY-7K3M9QXD is paid and delivered.'],
  ])('that confirms an order (delivered: %s) promises only what is still to come, in one part', (isDelivered, news) => {
    const text = writeConfirmationSms({ brand: 'Leadyard', reference: 'LY-7K3M9QXD', url: URL_SENT, isDelivered })
    expect(text).toContain(`: ${news} `)
    expect(countSmsParts(text)).toBe(1)
  })

  test('uses only letters of the 160-letter alphabet, whatever the brand contains', () => {
    const text = writeSms({ brand: '“Land” – Müller’s\u00a0Č…\r\nX', news: 'hello.', url: URL_SENT })
    expect(text).toMatch(/^"Land" - Müller's C\.\.\. X: hello\. Reply STOP/)
    expect(writeSms({ brand: 'A'.repeat(300), news: 'hello.', url: URL_SENT }).length).toBeLessThan(160)
    expect(text).not.toMatch(/[\r\n]/)
  })
})

describe('the parts of a text', () => {
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

  test('keep accented letters that the alphabet has', () => {
    expect(toGsm('é à ñ ü ß ç ő')).toBe('é à ñ ü ß c o')
  })
})

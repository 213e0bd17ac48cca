import { expect, test } from 'vitest'
import { deliveryOf } from './sale-delivery.ts'

const EMAIL = { deliveryMethod: 'email' } as const
const SMS = { deliveryMethod: 'sms' } as const

test.each([
  ['no line', [], null],
  ['only lines by SMS', [SMS, SMS], 'sms'],
  ['a line by email among others', [SMS, SMS, EMAIL], 'mixed'],
])('%s', (_, lines, delivery) => {
  expect(deliveryOf(lines)).toBe(delivery)
})

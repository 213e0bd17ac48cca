import { expect, test } from 'vitest'
import type { CartLine } from '#contract/orders/cart.ts'
import { linesToPutBack } from './use-remove-from-cart.ts'

const aLine = (holdId: string, packageId: string, deliveryMethod: 'email' | 'sms' = 'email') =>
  ({ holdId, packageId, deliveryMethod }) as CartLine

const A = aLine('hold-1', 'package-a')
const B = aLine('hold-2', 'package-b', 'sms')
const SECOND_A = aLine('hold-3', 'package-a', 'sms')
const removal = (lines: CartLine[], kept: string[] = []) => ({ lines, keptHoldIds: new Set(kept) })

test('lines to put back leave out packages that were added again, whatever their delivery method', () => {
  expect(linesToPutBack(removal([A, B]), [aLine('hold-9', 'package-a', 'sms')])).toEqual([B])
})

test('lines to put back do not confuse a package that stayed in the cart with a removed one', () => {
  expect(linesToPutBack(removal([A], [SECOND_A.holdId]), [SECOND_A])).toEqual([A])
})

test('lines to put back are not put back for two units that were added again', () => {
  const addedAgain = [aLine('hold-8', 'package-a'), aLine('hold-9', 'package-a')]
  expect(linesToPutBack(removal([A, SECOND_A, B]), addedAgain)).toEqual([B])
  expect(linesToPutBack(removal([A, B]), addedAgain)).toEqual([B])
})

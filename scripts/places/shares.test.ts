import { expect, test } from 'vitest'
import { majorityOf, sharesOf } from './shares.ts'

test('the largest share comes first, and small ones are left out', () => {
  const people = new Map([
    ['a', 5],
    ['b', 900],
    ['c', 95],
  ])

  expect(sharesOf(people, 0.01)).toEqual([
    ['b', 0.9],
    ['c', 0.095],
  ])
})

test('the largest stays, however many there are', () => {
  expect(sharesOf(new Map([['a', 0]]), 0.5)).toEqual([['a', 1]])
})

test('two of three sources decide; three different ones do not', () => {
  expect(majorityOf(['a', undefined, 'a'])).toBe('a')
  expect(majorityOf(['a', 'b', 'b'])).toBe('b')
  expect(majorityOf(['a', 'b', 'c'])).toBeUndefined()
  expect(majorityOf([undefined, undefined])).toBeUndefined()
})

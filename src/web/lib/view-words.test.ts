import { expect, test } from 'vitest'
import { textOf, wordsIn } from './view-words.ts'

test('the same filters are the same text, whatever their order', () => {
  expect(textOf({ status: 'paid', search: '', sort: 'total', from: undefined })).toBe('sort=total&status=paid')
  expect(textOf({ sort: 'total', status: 'paid' })).toBe(textOf({ status: 'paid', sort: 'total' }))
  expect(textOf({ search: '', status: undefined })).toBe('')
})

test.each(['Ada & Éva', '<b>', '100% +1', "O’Neil's", '王小明', '(555) 0199!'])(
  '%s survives and fits the contract',
  (search) => {
    const text = textOf({ search })

    expect(text).toMatch(/^[\w.~*%+&=-]+$/)
    expect(wordsIn(text)).toEqual({ search })
  },
)

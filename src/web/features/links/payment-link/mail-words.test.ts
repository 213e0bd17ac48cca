import { expect, test } from 'vitest'
import { receiptMailWords, refundMailWords } from './mail-words.ts'

test.each([receiptMailWords, refundMailWords])('does not put a period after a masked address', (words) => {
  expect(words('l…@e…')).toContain(' l…@e… ')
  expect(words('l…@e…')).not.toContain('….')
  expect(words(null)).toBe('')
})

import { encode } from 'uqr'
import { expect, test } from 'vitest'
import { cashAppLink } from '#contract/payments/cash-app-link.ts'
import { drawCode } from './qr-code.tsx'

test('the drawn code has exactly the cells of the encoded URL', () => {
  const link = cashAppLink('$plot', 1299.5)
  const { path, size } = drawCode(link)

  const cells = Array.from({ length: size }, () => Array<boolean>(size).fill(false))
  for (const [, x, y, width] of path.matchAll(/M(\d+) (\d+)h(\d+)v1h-\3z/g))
    cells[Number(y)]?.fill(true, Number(x), Number(x) + Number(width))

  expect(link).toBe('https://cash.app/$plot/1299.50')
  expect(cells).toEqual(encode(link, { ecc: 'M', border: 4 }).data)
  expect(path.replace(/M\d+ \d+h(\d+)v1h-\1z/g, '')).toBe('')
})

test('a handle works with or without its dollar sign', () => {
  expect(cashAppLink('plot', 299)).toBe(cashAppLink('$plot', 299))
})

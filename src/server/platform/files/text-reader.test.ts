import { expect, test } from 'vitest'
import { TextReader } from './text-reader.ts'

/** Reads bytes one at a time, which cuts every letter. */
function read(bytes: Buffer): string {
  const reader = new TextReader()
  return [...bytes].map((byte) => reader.read(Buffer.of(byte))).join('') + reader.end()
}

const TEXT = 'Peña, 5 “A” St – €𝄞\r\n'
const UTF16 = Buffer.from(`\ufeff${TEXT}`, 'utf16le')

test.each<[string, Buffer]>([
  ['UTF-8', Buffer.from(TEXT)],
  ['UTF-8 with its mark', Buffer.from(`\ufeff${TEXT}`)],
  ['UTF-16', UTF16],
  ['UTF-16 of a Macintosh', Buffer.from(UTF16).swap16()],
])('%s is text', (...row) => {
  expect(read(row[1])).toBe(TEXT)
})

test.each([
  ['Windows', 'Jos\xe9 Pe\xf1a\nO\x92Brien \x93A\x94 \x80\n', 'José Peña\nO’Brien “A” €\n'],
  ['an old Macintosh', 'Jos\x8e Pe\x96a\nO\xd5Brien\n', 'José Peña\nO’Brien\n'],
  ['an old Macintosh by its line ends', 'Garc\x92a\r', 'García\r'],
  ['Windows within UTF-8', 'Pe\xc3\xb1a\nPe\xf1a\n', 'Peña\nPeña\n'],
])('bytes of %s become its letters', (_, latin1, text) => {
  const reader = new TextReader()
  expect(reader.read(Buffer.from(latin1, 'latin1')) + reader.end()).toBe(text)
})

test('bytes that no text has are refused', () => {
  expect(() => read(Buffer.from('a,b\n1,\0\n'))).toThrow('characters that no text has')
})

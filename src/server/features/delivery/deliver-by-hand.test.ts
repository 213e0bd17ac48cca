import { describe, expect, it } from 'vitest'
import { writeWorkbook } from '#server/platform/workbook.ts'
import { fileKindOf } from './deliver-by-hand.ts'

/** A zip of 102 bytes whose list claims to have 4,294,967,294 names and to begin far behind the end of the file. */
function zipOfEndlessNames(): Buffer {
  const start = Buffer.from('PK\x03\x04')
  const longEnd = Buffer.alloc(56)
  longEnd.writeUInt32LE(0x06064b50, 0)
  longEnd.writeUInt32LE(0xfffffffe, 32)
  longEnd.writeUInt32LE(0x7fffffff, 48)
  const locator = Buffer.alloc(20)
  locator.writeUInt32LE(0x07064b50, 0)
  locator.writeUInt32LE(start.length, 8)
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(0xffff, 8)
  end.writeUInt16LE(0xffff, 10)
  end.writeUInt32LE(0xffffffff, 16)
  return Buffer.concat([start, longEnd, locator, end])
}

describe('detecting the kind of a file', () => {
  it('rejects a zip that claims four billion entries, without reading them', () => {
    const bytes = zipOfEndlessNames()
    expect(bytes).toHaveLength(102)
    // Going through them all would end in the test's time-out, or without memory.
    expect(fileKindOf(bytes)).toBeNull()
  })

  it('recognizes a table by its first row, however long the rest is', () => {
    const rows = 'Ann,"1 Elm St"\n'.repeat(700_000)
    const broken = Buffer.from(`name,address\n${rows}Bob,"2 Elm" St\n`)
    expect(fileKindOf(broken)).toBe('csv')
  })

  it.each([
    ['a name and an address', 'name,address\n', 'csv'],
    ['a header without a line end', 'name,address', 'csv'],
    ['a header with a line end in a quoted name', '"name\nof owner",address\nAnn,1 Elm St\n', 'csv'],
    ['semicolons', 'name;address\nAnn;1 Elm St\n', 'csv'],
    ['a header whose quote never closes', '"name,address\nAnn,1 Elm St\n', null],
    ['text', 'Dear buyer\nname,address\n', null],
    ['a page', '<html>,<body>\n', null],
    ['a control character far behind the header', `name,address\n${'Ann,1 Elm St\n'.repeat(9_000)}\0`, null],
    [
      'a byte far behind the header that is no UTF-8',
      [`name,address\n${'Ann,1 Elm St\n'.repeat(9_000)}`, '\xff'],
      null,
    ],
  ])('decides about text: %s', (_, parts, kind) => {
    const bytes = Buffer.concat([parts].flat().map((part) => Buffer.from(part, 'latin1')))
    expect(fileKindOf(bytes)).toBe(kind)
  })

  it('recognizes a workbook', () => {
    expect(fileKindOf(writeWorkbook('Leads', [['name'], ['Ann']]))).toBe('xlsx')
  })
})

/** What a file contains: unpacking, and rows as a spreadsheet counts them. */
import { Readable } from 'node:stream'
import { gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { Bounds, FileProblem, unpack } from '#server/platform/files/unpack.ts'
import { FileIntake, ROWS_MAX, UNPACKED_MAX } from './file-intake.ts'

describe('unpack', () => {
  const readAll = async (...parts: Buffer[]): Promise<string> => {
    let text = ''
    for await (const bytes of unpack(Readable.from(parts), new Bounds(UNPACKED_MAX))) text += bytes.toString()
    return text
  }

  test('passes on plain data and decompresses packed data, even in several pieces', async () => {
    const packed = gzipSync('a,b,c\n1,2,3\n')
    expect(await readAll(Buffer.from('a,b,c\n'), Buffer.from('1,2,3\n'))).toBe('a,b,c\n1,2,3\n')
    expect(await readAll(packed)).toBe('a,b,c\n1,2,3\n')
    expect(await readAll(packed.subarray(0, 9), packed.subarray(9))).toBe('a,b,c\n1,2,3\n')
    expect(await readAll(Buffer.concat([packed, packed]))).toBe('a,b,c\n1,2,3\n'.repeat(2))
  })

  test.each([
    ['a bomb', gzipSync(Buffer.alloc(40 * 2 ** 20, 'a,b,c\n')), 'more than 100 times larger'],
    ['one that is cut off', gzipSync('a,b,c\n'.repeat(1_000)).subarray(0, 40), 'cannot be unpacked to its end'],
  ])('refuses %s', async (_, file, message) => {
    await expect(readAll(file)).rejects.toThrow(FileProblem)
    await expect(readAll(file)).rejects.toThrow(message)
  })
})

describe('FileIntake', () => {
  const intakeOf = () => {
    const written: string[] = []
    const refused: unknown[] = []
    const target = {
      writeLines: async (lines: Buffer) => void written.push(lines.toString()),
      writeRefused: (rows: readonly unknown[]) => void refused.push(...rows),
    }
    const makeReader = () => ({ read: () => 'cells', line: '', found: {} })
    const read = (...parts: (string | Buffer)[]) => {
      const bounds = new Bounds(UNPACKED_MAX)
      return new FileIntake(target, makeReader).read(Readable.from(parts.map((part) => Buffer.from(part))), bounds)
    }
    return { refused, read }
  }

  test('refuses two million rows, even empty ones, and states the limit', async () => {
    const { read } = intakeOf()
    const many = Array.from({ length: 40 }, () => '\n'.repeat(50_000))
    await expect(read('a,b,c\n', ...many)).rejects.toThrow(`more than ${ROWS_MAX.toLocaleString('en-US')} rows`)
  })

  test('counts lines as a spreadsheet does', async () => {
    const { read, refused } = intakeOf()
    const sum = await read('\uFEFFa,b,c\r\n\r\n1,2,3\r\n,,\r\n4,5,6')
    expect(sum).toMatchObject({ rowsRead: 2, refused: { cells: 2 } })
    expect(refused).toMatchObject([{ rowNo: 3, line: '\n1, 2, 3' }, { rowNo: 5 }])
  })
})

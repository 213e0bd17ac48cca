/** The small calculations of imports: what is decided, how rows are grouped, what occurs twice, what a file contains. */
import { Readable } from 'node:stream'
import { gzipSync } from 'node:zlib'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { Bounds, FileProblem, unpack } from '#server/features/imports/unpack.ts'
import { splitIntoParts } from './dry-run.ts'
import { LEAD_FILE_ROWS_MAX, LEAD_FILE_UNPACKED_MAX, LeadIntake, SeenProperties } from './lead-intake.ts'
import { decide } from './rules.ts'

const at = (day: number) => new Date(Date.UTC(2026, 2, day))
const lead = (leadId: string, day: number, options: { same?: boolean; listed?: boolean } = {}) => ({
  lead_id: leadId,
  acquired_at: at(day),
  is_same: options.same ?? false,
  pool_id: options.listed === false ? null : 'a pool',
})

describe('decide', () => {
  test.each([
    ['no lead is known', [], { kind: 'insert', displaced: [] }],
    ['its lead is older', [lead('1', 4, { same: true })], { kind: 'renew', leadId: '1', displaced: [] }],
    ['its lead is from the same day', [lead('1', 5, { same: true })], { kind: 'renew', leadId: '1', displaced: [] }],
    ['its lead is newer', [lead('1', 6, { same: true })], { kind: 'skip', verdict: 'unchanged' }],
    [
      'its lead left sale',
      [lead('1', 4, { same: true, listed: false })],
      { kind: 'renew', leadId: '1', displaced: [] },
    ],
    ['one of another owner or list is for sale', [lead('2', 4)], { kind: 'insert', displaced: ['2'] }],
    [
      'one of another owner or list is not for sale',
      [lead('2', 4, { listed: false })],
      { kind: 'insert', displaced: [] },
    ],
    ['one of another owner or list is newer', [lead('2', 6)], { kind: 'skip', verdict: 'outdated' }],
    ['one of another owner or list is from the same day', [lead('2', 5)], { kind: 'skip', verdict: 'outdated' }],
    [
      'its lead and a former owner are older',
      [lead('1', 3, { same: true, listed: false }), lead('2', 4)],
      { kind: 'renew', leadId: '1', displaced: ['2'] },
    ],
  ])('when %s', (_, beside, expected) => {
    expect(decide(at(5), beside)).toEqual(expected)
  })
})

test('splitIntoParts puts every row in one part, in order; only a single place can make a part too large', () => {
  const runs = fc.array(fc.integer({ min: 1, max: 30 }), { maxLength: 40 })
  fc.assert(
    fc.property(runs, (counts) => {
      const all = counts.map((rows, index) => ({
        placeNo: index,
        rows,
        knownRows: rows % 3,
        firstKey: `${index}a`,
        lastKey: `${index}z`,
      }))
      const parts = splitIntoParts(all, 20)
      expect(parts.flatMap(({ places }) => places)).toEqual(all.map(({ placeNo }) => placeNo))
      expect(parts.reduce((sum, { rows }) => sum + rows, 0)).toBe(counts.reduce((sum, rows) => sum + rows, 0))
      for (const part of parts) {
        expect(part.rows <= 20 || part.places.length === 1).toBe(true)
        expect([part.keyFrom, part.keyTo]).toEqual([`${part.placeFrom}a`, `${part.placeTo}z`])
      }
    }),
  )
})

test('SeenProperties finds duplicates among many', () => {
  const seen = new SeenProperties()
  const keyOf = (index: number) =>
    `abcdef00-0000-${(index >>> 16).toString(16).padStart(4, '0')}-${(index & 0xffff).toString(16).padStart(4, '0')}-${index.toString(16).padStart(12, '0')}`
  for (let index = 1; index < 200_000; index += 1) seen.add(keyOf(index))
  seen.add(keyOf(17))
  seen.add(keyOf(199_999))
  expect(seen.twice).toEqual([keyOf(17), keyOf(199_999)])
})

describe('unpack', () => {
  const readAll = async (...parts: Buffer[]): Promise<string> => {
    let text = ''
    for await (const bytes of unpack(Readable.from(parts), new Bounds(LEAD_FILE_UNPACKED_MAX))) text += bytes.toString()
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

describe('LeadIntake', () => {
  const intakeOf = () => {
    const written: string[] = []
    const refused: unknown[] = []
    const target = {
      writeLines: async (lines: Buffer) => void written.push(lines.toString()),
      writeRefused: (rows: readonly unknown[]) => void refused.push(...rows),
    }
    const makeReader = () => ({
      read: () => 'cells' as const,
      line: '',
      propertyKey: '',
      placeNo: 0,
      leftOut: { phones: 0, emails: 0, facts: 0 },
    })
    return { refused, intake: new LeadIntake(target, makeReader) }
  }

  test('refuses two million rows, even empty ones, and states the limit', async () => {
    const { intake } = intakeOf()
    await intake.take(Buffer.from('a,b,c\n'))
    const many = Buffer.from('\n'.repeat(50_000))
    const takeAll = async () => {
      for (let times = 0; times < 40; times += 1) await intake.take(many)
    }
    await expect(takeAll()).rejects.toThrow(`more than ${LEAD_FILE_ROWS_MAX.toLocaleString('en-US')} rows`)
  })

  test('names the row after which bytes are not valid UTF-8', async () => {
    const { intake } = intakeOf()
    await intake.take(Buffer.from('name,b,c\nJosé,1,2\n'))
    await expect(intake.take(Buffer.from('Jos\xe9,1,2\n', 'latin1'))).rejects.toThrow('after row 2')
  })

  test('counts lines as a spreadsheet does', async () => {
    const { intake, refused } = intakeOf()
    await intake.take(Buffer.from('\uFEFFa,b,c\r\n\r\n1,2,3\r\n,,\r\n4,5,6'))
    const sum = await intake.end()
    expect(sum).toMatchObject({ rowsRead: 2, refused: { cells: 2 } })
    expect(refused).toMatchObject([{ rowNo: 3, line: '1, 2, 3' }, { rowNo: 5 }])
  })
})

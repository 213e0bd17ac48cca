import { randomBytes } from 'node:crypto'
import { afterAll, expect, test } from 'vitest'
import { aTestDatabase } from '#testing/test-database.ts'
import { openBulkConnection } from './bulk-connection.ts'

const database = await aTestDatabase('empty')
await database.pool.query('create table parts (owner text, part integer, bytes bytea)')
const connection = await openBulkConnection(database.url)
afterAll(() => connection.close())

const READ = 'select bytes from parts where owner = $1 and part = $2'
const save = (owner: string, part: number, bytes: Buffer | null) =>
  database.pool.query('insert into parts values ($1, $2, $3)', [owner, part, bytes])

test('returns bytes as stored, however many and whatever they contain', async () => {
  const many = randomBytes(3 * 2 ** 20)
  await save("it's", 1, many)
  await save("it's", 2, Buffer.alloc(0))

  const read = await connection.readBytes(READ, ["it's", 1])

  expect(read?.equals(many)).toBe(true)
  expect(await connection.readBytes(READ, ["it's", 2])).toHaveLength(0)
})

test.each([131_026, 131_029, 131_031, 262_098, 262_101, 262_103, 262_144])(
  'returns %i bytes intact, although the connection reuses its buffer',
  async (length) => {
    const bytes = randomBytes(length)
    await save('moved', length, bytes)

    const read = await connection.readBytes(READ, ['moved', length])

    expect(read?.equals(bytes)).toBe(true)
  },
)

test('no row and no bytes are null, and the connection stays usable', async () => {
  await save('nobody', 1, null)

  expect(await connection.readBytes(READ, ['nobody', 1])).toBeNull()
  expect(await connection.readBytes(READ, ["nobody'; drop table parts; --", 1])).toBeNull()
  expect(await connection.readBytes('select $1::bytea', ['\\x00ff'])).toEqual(Buffer.from([0, 255]))
})

test('a database error is thrown, and the connection stays usable', async () => {
  await expect(connection.readBytes('select bytes from unknown_table', [])).rejects.toThrow(/unknown_table/)
  await expect(connection.readBytes('select 1 / 0', [])).rejects.toThrow(/division by zero/)

  expect(await connection.readBytes('select $1::bytea', ['ok'])).toEqual(Buffer.from('ok'))
})

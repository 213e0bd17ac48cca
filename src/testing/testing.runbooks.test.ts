/** The SQL of the runbooks is read in bad moments, so it has to run on the schema of today. */
import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, it } from 'vitest'
import { aTestDatabase } from './test-database.ts'

const RUNBOOKS = resolve(import.meta.dirname, '../../docs/runbooks')

const STATEMENTS = readdirSync(RUNBOOKS)
  .filter((name) => name.endsWith('.md'))
  .flatMap((name) => [...readFileSync(join(RUNBOOKS, name), 'utf8').matchAll(/```sql\n([\s\S]*?)```/g)])
  .flatMap(([, block = '']) => block.split(';').map((statement) => statement.trim()))
  .filter(Boolean)

const STOCK_CHECK = STATEMENTS.find((statement) => statement.startsWith('with moved')) ?? ''

const database = await aTestDatabase()

it.each(STATEMENTS)('runs: %s', async (statement) => {
  await expect(database.pool.query(statement)).resolves.toBeDefined()
})

it('the SQL of the runbooks finds stock that changed without a movement', async () => {
  await database.pool.query(`update packages set available = 3 where package_id = '48453-vacant-vip-20'`)

  const { rows } = await database.pool.query(STOCK_CHECK)

  expect(rows).toEqual([expect.objectContaining({ package_id: '48453-vacant-vip-20', available: 3, moved: '0' })])
})

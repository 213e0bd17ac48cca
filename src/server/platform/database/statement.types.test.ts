import { globSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { getTableConfig, PgTable } from 'drizzle-orm/pg-core'
import pg from 'pg'
import { expect, test } from 'vitest'
import { openDescriber } from '#testing/describe-statement.ts'
import { type DescribedStatement, renderStatements } from '#testing/statement-types.ts'
import { createTestDatabase } from '#testing/test-database.ts'
import { definedStatements } from './statement.ts'

const ROOT = resolve(import.meta.dirname, '../../../..')
/** For all modules with SQL, on a busy machine. */
const WITHIN_MS = 300_000

const importAll = (files: readonly string[]): Promise<object[]> =>
  Promise.all(files.map((file): Promise<object> => import(join(ROOT, file))))

/** The values that a column may have, as its table's definition says. */
async function readColumnValues(): Promise<Map<string, readonly string[]>> {
  const exported = await importAll(globSync('src/server/**/tables.ts', { cwd: ROOT }))
  const tables = exported.flatMap((module) => Object.values(module)).filter((value) => value instanceof PgTable)
  return new Map(
    tables.flatMap((table) => {
      const { name, columns } = getTableConfig(table)
      return columns.flatMap((column) =>
        column.enumValues ? [[`${name}.${column.name}`, column.enumValues] as const] : [],
      )
    }),
  )
}

test('the types of all statements are as PostgreSQL describes them', { timeout: WITHIN_MS }, async () => {
  const sources = globSync('src/{server,demo}/**/*.ts', { cwd: ROOT })
    .filter((file) => !file.includes('.test.'))
    .map((file) => ({ file, text: readFileSync(join(ROOT, file), 'utf8') }))
    .filter(({ text }) => /\bstatement[<(]/.test(text))
  await importAll(sources.map(({ file }) => file))
  // Only those with a name and types of their own: others are lists whose text depends on what is asked.
  const names = sources.flatMap(({ text }) => [...text.matchAll(/\bstatement\(\s*'([^']+)'/g)].map(([, name]) => name))
  const testDatabase = await createTestDatabase('store')
  const client = new pg.Client({ connectionString: testDatabase.ownerUrl })
  await client.connect()
  const describe = await openDescriber(client)

  const described: DescribedStatement[] = []
  for (const name of names) {
    const statement = definedStatements().get(name ?? '')
    if (statement) described.push({ ...statement, description: await describe(statement.text) })
  }
  const rendered = renderStatements(described, await readColumnValues())
  await client.end()
  await testDatabase.drop()

  expect(described).toHaveLength(names.length)
  await expect(rendered).toMatchFileSnapshot(join(ROOT, 'generated/statements.ts'))
})

import { globSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Description, openDescriber } from '#testing/describe-statement.ts'
import { type DescribedStatement, findTypeFaults } from '#testing/statement-types.ts'
import { createTestDatabase, type TestDatabase } from '#testing/test-database.ts'
import * as wrong from '#testing/wrong-statements.ts'
import { definedStatements, type Statement } from './statement.ts'

const ROOT = resolve(import.meta.dirname, '../../..')
/** A compiler beside other tests on a busy machine. */
const COMPILES_WITHIN_MS = 120_000
const WRONG_FILE = join(ROOT, 'src/testing/wrong-statements.ts')

let testDatabase: TestDatabase
let client: pg.Client
let describeText: (text: string) => Promise<Description>

beforeAll(async () => {
  testDatabase = await createTestDatabase('store')
  client = new pg.Client({ connectionString: testDatabase.ownerUrl })
  await client.connect()
  describeText = await openDescriber(client)
})
afterAll(async () => {
  await client.end()
  await testDatabase.drop()
})

/** Lists the statements that a module exports, as PostgreSQL describes them. */
async function describeExports(file: string, module: object): Promise<DescribedStatement[]> {
  const exported = Object.entries(module).filter((entry): entry is [string, Statement<object, unknown>] => {
    const value: { name?: string } | null = entry[1]
    return !!value && definedStatements().get(value.name ?? '') === value
  })
  const described: DescribedStatement[] = []
  for (const [exportedAs, statement] of exported)
    described.push({ ...statement, file, exportedAs, description: await describeText(statement.text) })
  return described
}

/** Of all statements, and of those that are wrong on purpose: one run of the compiler finds them. */
let faults: string[]
let unseen: string[]
beforeAll(async () => {
  const files = globSync('src/{server,demo}/**/*.ts', { cwd: ROOT })
    .filter((file) => !file.includes('.test.'))
    .map((file) => ({ file: join(ROOT, file), text: readFileSync(join(ROOT, file), 'utf8') }))
    .filter(({ text }) => /\bstatement[<(]/.test(text))
  const described: DescribedStatement[] = []
  for (const { file } of files) described.push(...(await describeExports(file, await import(file))))

  const seen = new Set(described.map(({ name }) => name))
  // Not those of tests that ran in this process before, nor lists whose text depends on what is asked.
  const isOurs = (name: string) => files.some(({ text }) => new RegExp(`\\(\\s*'${name}'`).test(text))
  unseen = [...definedStatements().keys()].filter((name) => !seen.has(name) && isOurs(name))
  faults = await findTypeFaults([...described, ...(await describeExports(WRONG_FILE, wrong))])
}, COMPILES_WITHIN_MS)

const isWrongOnPurpose = (fault: string) => fault.startsWith('/* wrong.')

test('every statement has the parameters and rows that PostgreSQL reports', () => {
  expect(faults.filter((fault) => !isWrongOnPurpose(fault))).toEqual([])
  expect(unseen, 'statements that are not exported cannot be checked').toEqual([])
})

describe('a statement with a wrong declaration', () => {
  test.each([
    ['swapped', 'parameters'],
    ['unnamed', 'same'],
    ['unknown_column', 'columns'],
    ['wrong_type', 'columns'],
    ['hides_null', 'maybeNull'],
    ['hides_outer_join', 'maybeNull'],
    ['invents_null', 'neverNull'],
    ['promises_rows', 'noRows'],
  ])('is refused: %s', (name, check) => {
    expect(faults.filter((fault) => fault.startsWith(`/* wrong.${name} */ ${check}<`))).toHaveLength(1)
  })

  test('is refused for these reasons only', () => {
    expect(faults.filter(isWrongOnPurpose)).toHaveLength(8)
  })
})

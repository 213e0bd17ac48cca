/**
 * Compares the declared types of statements with PostgreSQL's descriptions: it writes a program that compiles only if
 * every parameter and every column has a matching type.
 */
import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import type { Description } from './describe-statement.ts'

const ROOT = resolve(import.meta.dirname, '../..')
const OUTPUT_MAX_BYTES = 50_000_000

export interface DescribedStatement {
  name: string
  text: string
  /** The names of its parameters, in the order of their numbers. */
  parameters: readonly string[]
  /** Where it is declared: the file's absolute path, and its exported name. */
  file: string
  exportedAs: string
  description: Description
}

const PRELUDE = `
type Declared<S> = S extends { readonly __types?: (parameters: infer P) => infer R } ? { parameters: P; row: R } : never
type Parameters<S> = Declared<S>['parameters']
type Row<S> = Declared<S>['row']
type Is<A, B> = [A] extends [B] ? true : false
declare function same<A, B>(is: Is<A, B> | Is<B, A> extends true ? true : { onlyDeclared: Exclude<A, B>; onlyUsed: Exclude<B, A> }): void
declare function parameters<Found, Declared extends Found>(): void
declare function columns<Found, Declared extends Pick<Found, keyof Declared & keyof Found>>(
  areKnown: true extends Is<Declared, never> | Is<keyof Declared, keyof Found> ? true : { unknown: Exclude<keyof Declared, keyof Found> },
): void
declare function maybeNull<Declared>(is: Is<null, Declared>): void
declare function neverNull<Declared>(is: Is<null, Declared> extends true ? false : true): void
declare function noRows<Row>(is: Is<Row, never>): void
`

const NUMBERS = ['smallint', 'integer', 'real', 'double precision', 'oid']
/** Nullable columns that a statement's other conditions keep from being null. */
const KNOWN_NOT_NULL = new Set([
  'attention.list_promised.pay_until',
  'cash_app.list_waiting.pay_until',
  'credits.list_late.line_number',
  'delivery.count_queue.paid_at',
  'delivery.list_queue.paid_at',
  'demo.list_payments.succeeded_at',
  'lead_files.insert_leads.pool_id',
  'notifications.list_unreported.provider_state',
])
const LONG_NUMBERS = ['bigint', 'numeric']
const MOMENTS = ['timestamp with time zone', 'timestamp without time zone', 'date']

/** How the driver reads a value of a type; json is whatever its writer says. */
function readAs(type: string): string {
  if (type.endsWith('[]')) return `readonly (${readAs(type.slice(0, -2))} | null)[]`
  if (NUMBERS.includes(type)) return 'number'
  if (MOMENTS.includes(type)) return 'Date'
  if (type === 'boolean') return 'boolean'
  if (type === 'json' || type === 'jsonb') return 'unknown'
  return type === 'bytea' ? 'Uint8Array' : 'string'
}

/** What may be passed for a parameter of a type. */
function givenAs(type: string): string {
  if (type.endsWith('[]')) return `readonly (${givenAs(type.slice(0, -2))} | null)[]`
  if (LONG_NUMBERS.includes(type)) return 'number | string | bigint'
  // Cursors have a moment as text, to the microsecond that a Date would lose.
  return MOMENTS.includes(type) ? 'Date | string' : readAs(type)
}

const OUTER_JOIN = /\b(?:left|right|full) (?:outer )?join\b/i

/** The lines that check one statement; each starts with its name, so an error leads back to it. */
function checksOf({ name, text, parameters, description }: DescribedStatement, type: string): string[] {
  const given = parameters.map((each, index) => `${each}: ${givenAs(description.parameters[index] ?? '')} | null`)
  const lines = [
    `same<keyof Parameters<${type}>, ${parameters.map((each) => `'${each}'`).join(' | ') || 'never'}>(true)`,
    `parameters<{ ${given.join('; ')} }, Parameters<${type}>>()`,
  ]
  // A call for its effect (pg_notify, a lock) returns nothing that anyone reads.
  const columns = description.columns?.filter((column) => column.type !== 'void') ?? []
  if (columns.length === 0) lines.push(`noRows<Row<${type}>>(true)`)
  else {
    const read = new Map(columns.map((column) => [column.name, `'${column.name}': ${readAs(column.type)} | null`]))
    lines.push(`columns<{ ${[...read.values()].join('; ')} }, Row<${type}>>(true)`)
  }
  for (const { name: column, type: columnType, source } of columns) {
    if (!source) continue
    const row = `Row<${type}> extends { '${column}': infer C } ? C`
    if (source.isNotNull && !columnType.startsWith('json') && !OUTER_JOIN.test(text))
      lines.push(`neverNull<${row} : never>(true)`)
    const isAsked = new RegExp(`\\b${source.column} (?:is not null|[=<>])`).test(text)
    const canBeNull = source.isOuterJoined || (!source.isNotNull && !isAsked)
    if (canBeNull && !KNOWN_NOT_NULL.has(`${name}.${column}`)) lines.push(`maybeNull<${row} : null>(true)`)
  }
  return lines.map((line) => `/* ${name} */ ${line}`)
}

function writeProgram(statements: readonly DescribedStatement[]): string[] {
  const files = [...new Set(statements.map(({ file }) => file))]
  const alias = new Map(files.map((file, index) => [file, `m${index}`]))
  return [
    ...files.map((file) => `import type * as ${alias.get(file)} from '${file}'`),
    ...PRELUDE.split('\n'),
    ...statements.flatMap((each) => checksOf(each, `typeof ${alias.get(each.file)}.${each.exportedAs}`)),
  ]
}

/** Compiles declarations against descriptions. @returns one paragraph for each mismatch */
export async function findTypeFaults(statements: readonly DescribedStatement[]): Promise<string[]> {
  const folder = await mkdtemp(join(tmpdir(), 'leadyard-statements-'))
  try {
    const program = writeProgram(statements)
    await writeFile(join(folder, 'program.ts'), program.join('\n'))
    const compilerOptions = { typeRoots: [join(ROOT, 'node_modules/@types')], types: ['node'] }
    const config = { extends: join(ROOT, 'tsconfig.json'), compilerOptions, include: [], files: ['program.ts'] }
    await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(config))
    const compiler = join(ROOT, 'node_modules/.bin/tsc')
    const { stdout } = await promisify(execFile)(compiler, ['-p', folder, '--pretty', 'false'], {
      maxBuffer: OUTPUT_MAX_BYTES,
    }).catch((error: { stdout?: string }) => ({ stdout: error.stdout ?? String(error) }))
    return (
      stdout
        .split(/\n(?=\S)/)
        // Other files are checked by the compiler's own run.
        .filter((paragraph) => paragraph.trim() && !paragraph.startsWith('src/'))
        .map((paragraph) => {
          const line = /program\.ts\((\d+),/.exec(paragraph)?.[1]
          return `${line ? program[Number(line) - 1] : ''}\n${paragraph.trim()}`
        })
    )
  } finally {
    await rm(folder, { recursive: true })
  }
}

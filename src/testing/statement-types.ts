/** Writes what every statement takes and returns, from PostgreSQL's descriptions. */
import type { DescribedColumn, Description } from './describe-statement.ts'

export interface DescribedStatement {
  name: string
  text: string
  /** The names of its parameters, in the order of their numbers. */
  parameters: readonly string[]
  /** Those that may be null. */
  nullable: readonly string[]
  description: Description
}

/** The values that a text column may have, by `table.column`; absent if it may have any. */
export type ColumnValues = ReadonlyMap<string, readonly string[]>

const NUMBERS = ['smallint', 'integer', 'real', 'double precision', 'oid']
const LONG_NUMBERS = ['bigint', 'numeric']
const MOMENTS = ['timestamp with time zone', 'timestamp without time zone', 'date']
const JSON_TYPES = ['json', 'jsonb']

/** How the driver reads a value of a type. */
function readAs(type: string): string {
  if (type.endsWith('[]')) return `${readAs(type.slice(0, -2))}[]`
  if (NUMBERS.includes(type)) return 'number'
  if (MOMENTS.includes(type)) return 'Date'
  if (type === 'boolean') return 'boolean'
  if (JSON_TYPES.includes(type)) return 'unknown'
  return type === 'bytea' ? 'Buffer' : 'string'
}

/** What may be passed for a parameter of a type. */
function givenAs(type: string): string {
  if (type.endsWith('[]')) return `readonly (${givenAs(type.slice(0, -2))} | null)[]`
  if (LONG_NUMBERS.includes(type)) return 'number | string | bigint'
  // Cursors have a moment as text, to the microsecond that a Date would lose.
  if (MOMENTS.includes(type)) return 'Date | string'
  if (JSON_TYPES.includes(type)) return 'string'
  return type === 'bytea' ? 'Uint8Array' : readAs(type)
}

export function parameterType(type: string, isNullable: boolean): string {
  return isNullable ? `${givenAs(type)} | null` : givenAs(type)
}

/**
 * A column is null where its table allows it and no condition rules it out, or where an outer join may find no row.
 * PostgreSQL does not tell of computed ones: they count as never null, unless `.as<…>()` says otherwise.
 */
export function columnType({ type, source }: DescribedColumn, text: string, values: ColumnValues): string {
  const known = source && values.get(`${source.table}.${source.column}`)
  const read = known ? known.map((value) => `'${value}'`).join(' | ') : readAs(type)
  const isAsked = source && new RegExp(`\\b${source.column} (?:is not null|[=<>])`).test(text)
  const isNullable = source && (source.isOuterJoined || !(source.isNotNull || isAsked))
  return isNullable && read !== 'unknown' ? `${read} | null` : read
}

const record = (entries: readonly string[]): string => (entries.length > 0 ? `{ ${entries.join('; ')} }` : 'object')

function statementType({ text, parameters, nullable, description }: DescribedStatement, values: ColumnValues): string {
  const given = parameters.map(
    (name, index) => `${name}: ${parameterType(description.parameters[index] ?? '', nullable.includes(name))}`,
  )
  // A call for its effect (pg_notify, a lock) returns nothing that anyone reads.
  const columns = (description.columns ?? []).filter(({ type }) => type !== 'void')
  const read = new Map(
    columns.map((column) => [column.name, `${quoted(column.name)}: ${columnType(column, text, values)}`]),
  )
  return `[${given.length > 0 ? record(given) : 'Record<never, never>'}, ${read.size > 0 ? record([...read.values()]) : 'never'}]`
}

const quoted = (name: string): string => (/^\w+$/.test(name) ? name : `'${name}'`)

/** Returns the file's text: one line for each statement, sorted by name. */
export function renderStatements(statements: readonly DescribedStatement[], values: ColumnValues): string {
  const lines = statements.map((each) => `  '${each.name}': ${statementType(each, values)}`).sort()
  return `/** What each statement takes, and its rows, as PostgreSQL describes them: \`npm test -- statement.types -u\` writes it. */
export interface Statements {
${lines.join('\n')}
}
`
}

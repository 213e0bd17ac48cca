/** SQL statements, each with a name, named parameters, and rows typed by PostgreSQL's own description of them. */

import { invariant } from '#server/platform/errors.ts'
import type { Statements } from '../../../../generated/statements.ts'

/** `Row` is what comes out. */
export interface Statement<Parameters extends object, Row> {
  readonly name: string
  /** As PostgreSQL gets it: `$1` is the first of `parameters`. */
  readonly text: string
  readonly parameters: readonly string[]
  readonly __types?: (parameters: Parameters) => Row
}

export interface DefinedStatement<Parameters extends object, Row> extends Statement<Parameters, Row> {
  /** The parameters that may be null. */
  readonly nullable: readonly string[]
  /** Says more of some columns than PostgreSQL knows: the shape of JSON, the values of a text, a computed null. */
  as<Columns extends { [Name in keyof Columns]: Name extends keyof Row ? unknown : never }>(): Statement<
    Parameters,
    Omit<Row, keyof Columns> & Columns
  >
}

/** What comes out of a statement: `RowOf<typeof findOrder>`. */
export type RowOf<Defined> = Defined extends Statement<never, infer Row> ? Row : never

/** What PostgreSQL says comes out of the statement of this name: for a type that others share before it is defined. */
export type RowNamed<Name extends keyof Statements> = Statements[Name][1]

export type NoParameters = Record<never, never>

/** The last argument of a call that runs a statement; absent if the statement takes no parameters. */
export type ParametersOf<Parameters extends object> = keyof Parameters extends never ? [] : [parameters: Parameters]

const defined = new Map<string, DefinedStatement<object, unknown>>()

/** Returns every statement of the modules loaded so far, by name. */
export const definedStatements = (): ReadonlyMap<string, DefinedStatement<object, unknown>> => defined

type Tag<Made> = (text: TemplateStringsArray, ...parts: readonly (string | number)[]) => Made

interface DefineStatement {
  <Name extends keyof Statements>(name: Name): Tag<DefinedStatement<Statements[Name][0], Statements[Name][1]>>
  <Parameters extends object, Row = never>(name: string): Tag<DefinedStatement<Parameters, Row>>
}

/**
 * Defines a statement, by a name and a text: statement(…)`select …`. In the text, `$orderId` is the parameter `orderId`,
 * as often as it is needed; `$orderId?` in one of these places lets it be null. Its types come from
 * `generated/statements.ts`, which `npm test -- statement.types -u` writes; only a statement whose text depends on the
 * call declares its own.
 *
 * @param name unique within the server, since PostgreSQL keeps plans by it
 */
export const statement: DefineStatement = (name: string): Tag<DefinedStatement<object, never>> => {
  return (text, ...parts) => define(name, text.map((piece, index) => `${piece}${parts[index] ?? ''}`).join(''))
}

function define(name: string, text: string): DefinedStatement<object, never> {
  const parameters: string[] = []
  const nullable: string[] = []
  const numbered = text.trim().replace(/\$([a-z]\w*)(\??)/gi, (_, parameter: string, mark: string) => {
    if (!parameters.includes(parameter)) parameters.push(parameter)
    if (mark) nullable.push(parameter)
    return `$${parameters.indexOf(parameter) + 1}`
  })
  invariant(!/\$\d/.test(text), `the statement ${name} numbers its parameters; it must name them`)
  const made: DefinedStatement<object, never> = {
    name,
    text: numbered,
    parameters,
    nullable,
    as: () => made as never,
  }
  defined.set(name, made)
  return made
}

/**
 * A common table expression. A statement that reads from it commits without waiting for the disk: a crash of the machine
 * may lose the last second of it. So it is only for what is noticed and done again, such as an email marked as sent, and
 * for counts of views; never in a transaction that takes or gives money, orders, holds or leads.
 * @see https://www.postgresql.org/docs/current/wal-async-commit.html
 */
export const COMMIT_SOON = `soon as materialized (select set_config('synchronous_commit', 'off', true))`

/** Returns the values in the order in which the text numbers them. */
export function valuesOf({ name, parameters }: Statement<never, unknown>, given: object = {}): unknown[] {
  const values = new Map(Object.entries(given))
  return parameters.map((parameter) => {
    invariant(values.has(parameter), `the statement ${name} was run without its parameter "${parameter}"`)
    return values.get(parameter)
  })
}

/** Returns the statement of this name, defined at the first call: for texts that depend on what is asked. */
export const statementOnce = <Parameters extends object, Row>(name: string, text: string): Statement<Parameters, Row> =>
  (defined.get(name) as Statement<Parameters, Row> | undefined) ?? statement<Parameters, Row>(name)`${text}`

/** `delivered_at` as `deliveredAt`. */
type Camel<Name extends string> = Name extends `${infer Start}_${infer End}`
  ? `${Start}${Capitalize<Camel<End>>}`
  : Name
const camelOf = (name: string): string => name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase())

/** The named columns of a row as replies have them: `deliveredAt` for `delivered_at`, an instant as text. */
export function shownOf<Row extends object, Name extends keyof Row & string>(row: Row, ...names: Name[]) {
  const shown = names.map((name) => {
    const value = row[name]
    return [camelOf(name), value instanceof Date ? value.toISOString() : value]
  })
  return Object.fromEntries(shown) as {
    [Each in Name as Camel<Each>]: Row[Each] extends infer Value ? (Value extends Date ? string : Value) : never
  }
}

/** The named columns of rows as lists, for `unnest`: `orderIds` of `order_id` or of `orderId`. */
export const listsOf = <Row extends object, Name extends keyof Row & string>(rows: readonly Row[], ...names: Name[]) =>
  Object.fromEntries(names.map((name) => [`${camelOf(name)}s`, rows.map((row) => row[name])])) as {
    [Each in Name as `${Camel<Each>}s`]: Row[Each][]
  }

/** Asks PostgreSQL to describe a statement, which is planned but never run. */
import type pg from 'pg'

export interface DescribedColumn {
  name: string
  /** As `format_type` writes it, such as `text[]`. */
  type: string
  /**
   * For a column that is read unchanged: its name in its table, whether the table forbids null there, and whether an
   * outer join can still make it null. Null for computed columns.
   */
  source: { table: string; column: string; isNotNull: boolean; isOuterJoined: boolean } | null
}

export interface Description {
  parameters: string[]
  /** Null if the statement returns no rows. */
  columns: DescribedColumn[] | null
}

interface Field {
  name: string
  tableID: number
  columnID: number
  dataTypeID: number
}

function prepare(client: pg.Client, text: string): Promise<{ parameterIds: number[]; fields: Field[] | null }> {
  return new Promise((resolve, reject) => {
    let parameterIds: number[] = []
    let fields: Field[] | null = null
    let wire: pg.Connection | undefined
    const onParameters = (message: { dataTypeIDs: number[] }) => {
      parameterIds = message.dataTypeIDs
    }
    const end = () => wire?.off('parameterDescription', onParameters)
    // A custom query for the client's queue: it prepares, describes, and ends.
    const query = {
      submit(connection: pg.Connection) {
        wire = connection
        connection.on('parameterDescription', onParameters)
        connection.parse({ name: '', text, types: [] }, true)
        connection.describe({ type: 'S', name: '' }, true)
        connection.sync()
      },
      handleRowDescription(message: { fields: Field[] }) {
        fields = message.fields
      },
      handleError(error: Error) {
        end()
        reject(error)
      },
      handleReadyForQuery() {
        end()
        resolve({ parameterIds, fields })
      },
    }
    client.query(query)
  })
}

interface Plan {
  Output?: string[]
  'Join Type'?: string
  'Parent Relationship'?: string
  Plans?: Plan[]
}

/** For each type of join, the sides whose columns are null in rows without a match. */
const NULL_SIDES: Readonly<Record<string, readonly string[]>> = {
  Left: ['Inner'],
  Right: ['Outer'],
  Full: ['Inner', 'Outer'],
}

/** Adds what the null sides of a plan's outer joins output, as the plan writes it: `alias.column`. */
function addOuterJoined(plan: Plan, found: Set<string>): void {
  for (const child of plan.Plans ?? []) {
    if (NULL_SIDES[plan['Join Type'] ?? '']?.includes(child['Parent Relationship'] ?? ''))
      for (const expression of child.Output ?? []) found.add(expression)
    addOuterJoined(child, found)
  }
}

/** For each column, whether an outer join can leave it null. PostgreSQL itself checks conditions that rule this out. */
async function findOuterJoined(client: pg.Client, text: string): Promise<boolean[]> {
  if (!/\b(?:left|right|full)\s+(?:outer\s+)?join\b/i.test(text)) return []
  const { rows } = await client.query<{ 'QUERY PLAN': [{ Plan: Plan }] }>(
    `explain (verbose, generic_plan, format json) ${text}`,
  )
  const plan = rows[0]?.['QUERY PLAN'][0].Plan ?? {}
  const outerJoined = new Set<string>()
  addOuterJoined(plan, outerJoined)
  return (plan.Output ?? []).map((expression) => outerJoined.has(expression))
}

/** Describes statements one after another. @throws DatabaseError if PostgreSQL cannot plan one */
export async function openDescriber(client: pg.Client): Promise<(text: string) => Promise<Description>> {
  const types = await client.query<{ oid: number; name: string }>(
    'select oid::int, format_type(oid, null) as name from pg_type',
  )
  const typeOf = new Map(types.rows.map(({ oid, name }) => [oid, name]))
  const attributes = await client.query<{ key: string; table: string; column: string; isNotNull: boolean }>(
    `select attrelid::int || '.' || attnum as key, relname as table, attname as column, attnotnull as "isNotNull"
     from pg_attribute join pg_class on pg_class.oid = attrelid where attnum > 0 and relkind <> 'v'`,
  )
  const sourceOf = new Map(attributes.rows.map(({ key, ...source }) => [key, source]))
  const nameOf = (id: number) => typeOf.get(id) ?? `type ${id}`
  return async (text) => {
    const { parameterIds, fields } = await prepare(client, text)
    const isOuterJoined = await findOuterJoined(client, text)
    const sourceAt = ({ tableID, columnID }: Field, index: number) => {
      const source = sourceOf.get(`${tableID}.${columnID}`)
      return source ? { ...source, isOuterJoined: isOuterJoined[index] ?? false } : null
    }
    return {
      parameters: parameterIds.map(nameOf),
      columns:
        fields?.map((field, index) => ({
          name: field.name,
          type: nameOf(field.dataTypeID),
          source: sourceAt(field, index),
        })) ?? null,
    }
  }
}

/** What PostgreSQL says of a statement that it is asked to plan and never runs. */
import type pg from 'pg'

export interface DescribedColumn {
  name: string
  /** As `format_type` writes it, e.g. `text[]`. */
  type: string
  /** Of a column that is read as it is: its name in its table. Null for what is computed. */
  source: { column: string; isNotNull: boolean } | null
}

export interface Description {
  parameters: string[]
  /** Null where the statement answers with no rows. */
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
    // A query of our own for the client's queue: it prepares and describes, and is over.
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

/** Describes statements one after the other. @throws DatabaseError where PostgreSQL cannot plan one */
export async function openDescriber(client: pg.Client): Promise<(text: string) => Promise<Description>> {
  const types = await client.query<{ oid: number; name: string }>(
    'select oid::int, format_type(oid, null) as name from pg_type',
  )
  const typeOf = new Map(types.rows.map(({ oid, name }) => [oid, name]))
  const attributes = await client.query<{ key: string; column: string; isNotNull: boolean }>(
    `select attrelid::int || '.' || attnum as key, attname as column, attnotnull as "isNotNull"
     from pg_attribute join pg_class on pg_class.oid = attrelid where attnum > 0 and relkind <> 'v'`,
  )
  const sourceOf = new Map(attributes.rows.map(({ key, column, isNotNull }) => [key, { column, isNotNull }]))
  const nameOf = (id: number) => typeOf.get(id) ?? `type ${id}`
  return async (text) => {
    const { parameterIds, fields } = await prepare(client, text)
    return {
      parameters: parameterIds.map(nameOf),
      columns:
        fields?.map(({ name, tableID, columnID, dataTypeID }) => ({
          name,
          type: nameOf(dataTypeID),
          source: sourceOf.get(`${tableID}.${columnID}`) ?? null,
        })) ?? null,
    }
  }
}

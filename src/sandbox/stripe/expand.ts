import { invalidRequest } from './errors.ts'
import type { Change, Collection, Storage } from './storage.ts'

/** Fields with the id of another object, and the collection of that object. */
const EXPANDABLE: Readonly<Record<string, Collection>> = {
  latest_charge: 'charges',
  charge: 'charges',
  payment_intent: 'payment_intents',
  payment_method: 'payment_methods',
}

const EXPANSIONS_MAX = 10

/** Replaces ids with objects, first those of the change in progress, which the database does not have yet. */
export async function expand(
  storage: Storage,
  answer: object,
  paths: readonly string[],
  change: Change | null,
): Promise<object> {
  let expanded: Record<string, unknown> = { ...answer }
  for (const path of paths.slice(0, EXPANSIONS_MAX)) {
    const [head, ...rest] = path.split('.')
    if (head === 'data' && Array.isArray(expanded.data) && rest.length > 0) {
      const rows: unknown[] = expanded.data
      const below = rest.join('.')
      const data = await Promise.all(
        rows.map((row) => (typeof row === 'object' && row !== null ? expand(storage, row, [below], change) : row)),
      )
      expanded = { ...expanded, data }
      continue
    }
    const collection = head === undefined ? undefined : EXPANDABLE[head]
    if (head === undefined || collection === undefined || !(head in expanded)) {
      throw invalidRequest(`This property cannot be expanded (${path}).`, { param: 'expand' })
    }
    const value = expanded[head]
    const object = typeof value === 'string' ? await lookUp(storage, collection, value, change) : value
    const deeper = rest.length > 0 && typeof object === 'object' && object !== null
    expanded = { ...expanded, [head]: deeper ? await expand(storage, object, [rest.join('.')], change) : object }
  }
  return expanded
}

async function lookUp(storage: Storage, collection: Collection, id: string, change: Change | null): Promise<unknown> {
  const written = [change?.intent, ...(change?.charges ?? []), ...(change?.methods ?? []).map(({ method }) => method)]
  const own = written.find((object) => object?.id === id)
  return own ?? (await storage.find(collection, [id]))[0] ?? id
}

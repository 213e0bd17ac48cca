/** Serializes work on the same thing within this node; other nodes wait for the database's locks. */
import type { Database } from '#server/platform/database.ts'

const turnsOf = new WeakMap<Database, Map<string, Promise<void>>>()

/** Runs work after all earlier work of the same name has ended, whether it succeeded or failed. */
export async function serialize<Result>(
  database: Database,
  name: string,
  work: () => Promise<Result>,
): Promise<Result> {
  const turns = turnsOf.get(database) ?? new Map<string, Promise<void>>()
  turnsOf.set(database, turns)
  const result = (turns.get(name) ?? Promise.resolve()).then(work)
  const ended = result.then(
    () => undefined,
    () => undefined,
  )
  turns.set(name, ended)
  try {
    return await result
  } finally {
    if (turns.get(name) === ended) turns.delete(name)
  }
}

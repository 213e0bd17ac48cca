import type { Database } from '#server/platform/database.ts'
import { listAdministrators } from './queries.ts'

/**
 * Who works at the command line.
 *
 * @param email their address; undefined: the only administrator of the store
 * @returns null when nobody, or nobody alone, is meant
 */
export async function findAdministrator(database: Database, email: string | undefined): Promise<string | null> {
  const all = await database.run(listAdministrators)
  const meant = email === undefined ? all : all.filter((member) => member.email === email.trim().toLowerCase())
  return meant.length === 1 ? (meant[0]?.user_id ?? null) : null
}

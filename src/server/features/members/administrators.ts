/** Administrators who may sign in: a handful. */
import type { Executor } from '#server/platform/database.ts'
import { type AdministratorRow, listAdministrators } from './member-queries.ts'

/** Lists the ids of all administrators in one fixed order, so emails to them are always written in the same order. */
export async function listAdministratorIds(executor: Executor): Promise<string[]> {
  return (await executor.run(listAdministrators)).map((row) => row.user_id)
}

/** Finds the administrator that an email is for; null if they no longer are one. */
export async function findAdministrator(executor: Executor, userId: string): Promise<AdministratorRow | null> {
  return (await executor.run(listAdministrators)).find((row) => row.user_id === userId) ?? null
}

/**
 * Finds the administrator who works at the command line.
 *
 * @param email their address; undefined: the store's only administrator
 * @returns null if no one or more than one matches
 */
export async function findAdministratorAtWork(
  executor: Executor,
  email: string | undefined,
): Promise<AdministratorRow | null> {
  const all = await executor.run(listAdministrators)
  const meant = email === undefined ? all : all.filter((row) => row.email === email.trim().toLowerCase())
  return meant.length === 1 ? (meant[0] ?? null) : null
}

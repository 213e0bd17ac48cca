/** Administrators who may sign in: a handful. */
import type { Executor } from '#server/platform/database.ts'
import { type AdministratorRow, listAdministrators } from './member-queries.ts'

/** The ids of all, in their order, so that mails to them are written in one order everywhere. */
export async function listAdministratorIds(executor: Executor): Promise<string[]> {
  return (await executor.run(listAdministrators)).map((row) => row.user_id)
}

/** An administrator whom a mail is for; null when they are none any more. */
export async function findAdministrator(executor: Executor, userId: string): Promise<AdministratorRow | null> {
  return (await executor.run(listAdministrators)).find((row) => row.user_id === userId) ?? null
}

/**
 * The administrator who works at the command line.
 *
 * @param email their address; undefined: the only administrator of the store
 * @returns null when none, or more than one, is meant
 */
export async function findAdministratorAtWork(
  executor: Executor,
  email: string | undefined,
): Promise<AdministratorRow | null> {
  const all = await executor.run(listAdministrators)
  const meant = email === undefined ? all : all.filter((row) => row.email === email.trim().toLowerCase())
  return meant.length === 1 ? (meant[0] ?? null) : null
}

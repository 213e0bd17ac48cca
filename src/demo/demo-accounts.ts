/** The two demo accounts and where their passwords are stored. */
import { chmod, mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as z from 'zod/mini'
import { Role } from '#contract/values.ts'
import type { Config } from '#server/platform/config.ts'
import { newToken } from '#server/platform/ids.ts'

const DemoAccount = z.object({ email: z.string(), username: z.string(), role: Role, password: z.string() })
export type DemoAccount = z.infer<typeof DemoAccount>

const PEOPLE = [
  { email: 'admin@example.com', username: 'Dana Admin', role: 'admin' },
  { email: 'rep@example.com', username: 'Riley Rep', role: 'sales' },
] as const

const PASSWORD_LENGTH = 14

const fileIn = (config: Config) => join(config.dataDir, 'demo-accounts.json')

export async function readDemoAccounts(config: Config): Promise<DemoAccount[] | null> {
  const text = await readFile(fileIn(config), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null
    throw error
  })
  if (text === null) return null
  const parsed = z.array(DemoAccount).safeParse(JSON.parse(text))
  if (!parsed.success) throw new Error(`${fileIn(config)} cannot be read; remove it to go on without the passwords.`)
  return parsed.data
}

/** Written before any account has them: an interrupted start must leave no account that no one can open. */
export async function keepDemoAccounts(config: Config): Promise<DemoAccount[]> {
  const known = await readDemoAccounts(config)
  if (known) return known
  const accounts = PEOPLE.map((person) => ({ ...person, password: newToken().slice(0, PASSWORD_LENGTH) }))
  await mkdir(config.dataDir, { recursive: true })
  const draft = `${fileIn(config)}.new`
  await writeFile(draft, `${JSON.stringify(accounts, null, 2)}\n`, { mode: 0o600 })
  // A temporary file left by an interrupted start keeps its own mode.
  await chmod(draft, 0o600)
  await rename(draft, fileIn(config))
  return accounts
}

/** Embedded PostgreSQLs of tests, in this process and in others that are killed. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { onTestFinished } from 'vitest'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '#server/platform/postgres/start-embedded-postgres.ts'

/** These tests kill processes, not machines, so skipping the flush to disk changes nothing that they check. */
export const settings = { fsync: 'off' }

/** Makes a folder for a store, removed after the test. */
export async function aDataDir(name = 'leadyard-postgres-'): Promise<string> {
  const dataDir = await mkdtemp(join(tmpdir(), name))
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }))
  return dataDir
}

let original: Promise<string> | undefined

/** A folder whose store ran before and was stopped: a copy of one that is made once, since that takes a second. */
export async function aUsedDataDir(): Promise<string> {
  original ??= (async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'leadyard-postgres-'))
    process.once('exit', () => rmSync(dataDir, { recursive: true, force: true }))
    await (await startEmbeddedPostgres({ dataDir, settings, log: () => {} })).stop()
    return dataDir
  })()
  const dataDir = await aDataDir()
  await once(spawn('cp', ['-a', `${await original}/.`, dataDir]), 'exit')
  return dataDir
}

/** Starts PostgreSQL there until the test ends. @param lines gets what it says */
export async function start(dataDir: string, lines: string[] = [], isKeptAlive = false): Promise<EmbeddedPostgres> {
  const postgres = await startEmbeddedPostgres({ dataDir, settings, isKeptAlive, log: (line) => lines.push(line) })
  onTestFinished(() => postgres.stop())
  return postgres
}

/** Another app in its own process, which may be killed; `said` is its first line: its URL, or why it gave up. */
export async function startInOtherProcess(dataDir: string, special: Readonly<Record<string, string>> = {}) {
  const module = new URL('../server/platform/postgres/start-embedded-postgres.ts', import.meta.url).href
  const program = `
    const { startEmbeddedPostgres } = await import(${JSON.stringify(module)})
    const options = { dataDir: ${JSON.stringify(dataDir)}, settings: ${JSON.stringify({ ...settings, ...special })}, log: () => {} }
    try {
      const { ownerUrl } = await startEmbeddedPostgres(options)
      process.stdout.write(ownerUrl + '\\n')
      setInterval(() => {}, 1_000_000)
    } catch (error) {
      process.stdout.write(error.message + '\\n')
    }`
  const app = spawn(process.execPath, ['--input-type=module', '-e', program], { stdio: ['ignore', 'pipe', 'inherit'] })
  onTestFinished(async () => kill(app))
  const [said] = await once(createInterface(app.stdout), 'line')
  return { app, said: String(said) }
}

/** Kills another app and waits until it is gone. */
export async function kill(app: ChildProcess): Promise<void> {
  if (app.exitCode !== null || app.signalCode !== null) return
  app.kill('SIGKILL')
  await once(app, 'exit')
}

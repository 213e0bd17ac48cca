/** The store as people start it: a separate process whose output and exit a test observes. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { inject } from 'vitest'
import { SERVER } from '../../scripts/lib/build-server.mjs'

/** Where compiled code is cached between starts, so a start takes half the time. It does not affect what a test checks. */
export const COMPILED: Readonly<Record<string, string>> = process.env.NODE_COMPILE_CACHE
  ? { NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE }
  : {}

/** The server's file, built if its sources changed; once for all test files. */
export async function serverFile(): Promise<string> {
  if (process.env.VITEST === undefined) return SERVER
  const response = await fetch(`${inject('testService')}/server`)
  if (!response.ok) throw new Error(`the tests have no server:\n${await response.text()}`)
  return (await response.json()) as string
}

export type StoreProcess = Awaited<ReturnType<typeof startStore>>

/** Those that run: a worker that ends takes them with it. */
const running = new Set<ChildProcess>()
process.once('exit', () => {
  for (const child of running) child.kill('SIGKILL')
})

/** Starts a node on a test's database and waits until it is ready; end it with `process.kill()`. */
export async function startStore(databaseUrl: string, env: Record<string, string> = {}) {
  const child = spawn(process.execPath, [await serverFile()], {
    // None of the machine's own configuration: the test sets everything.
    env: { PATH: process.env.PATH, ...COMPILED, DATABASE_URL: databaseUrl, PORT: '0', RATE_LIMITS: 'off', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  running.add(child)
  /** The structured log. */
  let log = ''
  /** Messages for people. */
  let said = ''
  child.stdout.on('data', (chunk) => {
    log += chunk
  })
  const ready = Promise.withResolvers<string>()
  child.stderr.on('data', (chunk) => {
    said += chunk
    const url = /ready at (\S+)/.exec(said)?.[1]
    if (url) ready.resolve(url)
  })
  const ended = once(child, 'exit').then(([code]): number | null => {
    running.delete(child)
    return code
  })
  ended.then(() => ready.reject(new Error(`the store did not start:\n${said}`)))
  const url = await ready.promise
  return { url, process: child as ChildProcess, log: () => log, said: () => said, ended }
}

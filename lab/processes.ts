/** Processes of an experiment: nodes of the store as `npm start` would run them, and our own small programs. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { appendFileSync, closeSync, openSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { aPort } from '#testing/listen.ts'
import { SMALL_HEAP } from '../deploy/node.mjs'
import { SERVER } from '../scripts/lib/build-server.mjs'

export const ROOT = fileURLToPath(new URL('..', import.meta.url))

export type Child = ReturnType<typeof startProcess>

const OUTPUT_CHARACTERS_MAX = 20_000
const living = new Set<ChildProcess>()
// However this process ends, its children end with it.
process.on('exit', () => {
  for (const child of living) child.kill('SIGKILL')
})

/**
 * Starts one of our programs with this process's Node. It ends when we end.
 * @param options.cwd another copy of the program
 * @param options.logFile gets its output; absent: its standard output goes nowhere
 */
export function startProcess(
  program: string,
  options: {
    env?: Readonly<Record<string, string>>
    nodeArguments?: readonly string[]
    logFile?: string
    cwd?: string
  } = {},
) {
  const log = options.logFile === undefined ? null : openSync(options.logFile, 'a')
  const child = spawn(process.execPath, [...(options.nodeArguments ?? []), program], {
    cwd: options.cwd ?? ROOT,
    env: { ...process.env, ...options.env },
    stdio: ['ignore', log ?? 'ignore', 'pipe', 'ipc'],
  })
  if (log !== null) closeSync(log)
  living.add(child)
  let output = ''
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    output = (output + text).slice(-OUTPUT_CHARACTERS_MAX)
    if (options.logFile !== undefined) appendFileSync(options.logFile, text)
  })
  const ended = new Promise<number | null>((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', (code) => {
      living.delete(child)
      resolve(code)
    })
  })
  if (child.pid === undefined) throw new Error(`${program} did not start`)
  return {
    process: child,
    pid: child.pid,
    /** The exit code, or null after a signal. */
    ended,
    /** What it has written to standard error so far. */
    output: () => output,
    async stop(signal: NodeJS.Signals) {
      child.kill(signal)
      await ended
    },
  }
}

/** Starts one of our programs, which gets `message` and answers with an address. */
export async function startServer(program: string, message: unknown): Promise<{ url: string; child: Child }> {
  const child = startProcess(program)
  child.process.send(message as object)
  const [url]: string[] = await Promise.race([
    once(child.process, 'message'),
    child.ended.then(() => Promise.reject(new Error(`${program} ended: ${child.output()}`))),
  ])
  if (!url) throw new Error(`${program} did not say where it listens`)
  return { url, child }
}

/** The fields of a process in `/proc` after its name, which may contain spaces; none if it has ended. */
export async function statOf(pid: number): Promise<string[]> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ')
}

/** Returns the living children of a process. */
export async function childrenOf(parent: number): Promise<number[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number)
  const parents = await Promise.all(pids.map(async (pid) => Number((await statOf(pid))[1])))
  return pids.filter((_pid, at) => parents[at] === parent)
}

export type StoreNode = Awaited<ReturnType<typeof startStoreNode>>

export interface StoreNodeOptions {
  nodeArguments?: readonly string[]
  logFile?: string
  /** The folder of another copy of the program, which runs from its sources. */
  cwd?: string
  readyWithinMs?: number
}

const READY_WITHIN_MS = 120_000
const ASK_EVERY_MS = 5

export async function isReady(url: string): Promise<boolean> {
  const reply = await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(2_000) }).catch(() => null)
  await reply?.arrayBuffer().catch(() => undefined)
  return reply?.status === 200
}

/** Starts a node and waits until it is ready. All buyers of a load come from one machine: no rate limits, one proxy. */
export async function startStoreNode(
  env: Readonly<Record<string, string>>,
  { readyWithinMs = READY_WITHIN_MS, ...options }: StoreNodeOptions = {},
) {
  const port = await aPort()
  const url = `http://127.0.0.1:${port}`
  const startedAt = performance.now()
  const child = startProcess(options.cwd === undefined ? SERVER : 'src/server/main.ts', {
    ...options,
    nodeArguments: [...SMALL_HEAP, ...(options.nodeArguments ?? [])],
    env: { PORT: String(port), RATE_LIMITS: 'off', LOG_LEVEL: 'warn', TRUST_PROXY: '1', DEMO: '0', ...env },
  })
  let hasEnded = false
  child.ended.then(() => {
    hasEnded = true
  })
  while (!(await isReady(url))) {
    if (hasEnded || performance.now() - startedAt > readyWithinMs) {
      await child.stop('SIGKILL')
      throw new Error(`The store did not become ready.\n${child.output()}`)
    }
    await wait(ASK_EVERY_MS)
  }
  return {
    url,
    child,
    /** A figure of `/metrics`, summed over its labels. */
    async metric(name: string): Promise<number> {
      const text = await (await fetch(`${url}/metrics`)).text()
      const values = [...text.matchAll(/^(\w+)(?:\{[^}]*\})? (\S+)$/gm)].filter(([, found]) => found === name)
      return values.reduce((sum, [, , value]) => sum + Number(value), 0)
    },
    stop: () => child.stop('SIGTERM'),
    /** Ends it without a word, as a power cut does. */
    kill: () => child.stop('SIGKILL'),
  }
}

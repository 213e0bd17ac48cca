import { setTimeout as wait } from 'node:timers/promises'
import { SERVER } from '../../scripts/lib/build-server.mjs'
import nodeFlags from '../../scripts/lib/node-flags.json' with { type: 'json' }
import { type Child, startProcess } from './child-process.ts'
import { freePort } from './free-port.ts'

/** One node of the store, as `npm start` would run it. */
export interface StoreNode {
  url: string
  child: Child
  /** From the start of the process to the first 200 from `/readyz`. */
  readyMs: number
  /** A figure of `/metrics`, summed over its labels. */
  metric(name: string): Promise<number>
  /** The process that works next to the one that serves, right now; null with `PROCESSES=1`. */
  helperPid(): Promise<number | null>
  stop(): Promise<void>
}

export interface StoreNodeOptions {
  nodeArguments?: readonly string[]
  logFile?: string
  /** The folder of another copy of the program, which runs from its sources. */
  cwd?: string
  readyWithinMs?: number
}

const READY_WITHIN_MS = 120_000
const ASK_EVERY_MS = 5

async function isReady(url: string): Promise<boolean> {
  try {
    const reply = await fetch(`${url}/readyz`)
    await reply.arrayBuffer()
    return reply.status === 200
  } catch {
    return false
  }
}

/**
 * Starts a node and waits until it is ready. Rate limits are off, and one proxy is trusted, because all buyers of a
 * load come from one machine under different addresses.
 */
export async function startStoreNode(
  env: Readonly<Record<string, string>>,
  { readyWithinMs = READY_WITHIN_MS, ...options }: StoreNodeOptions = {},
): Promise<StoreNode> {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const startedAt = performance.now()
  const child = startProcess(options.cwd === undefined ? SERVER : 'src/server/main.ts', {
    ...options,
    nodeArguments: [...nodeFlags, ...(options.nodeArguments ?? [])],
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
    readyMs: performance.now() - startedAt,
    async metric(name) {
      const text = await (await fetch(`${url}/metrics`)).text()
      const values = [...text.matchAll(/^(\w+)(?:\{[^}]*\})? (\S+)$/gm)].filter(([, found]) => found === name)
      return values.reduce((sum, [, , value]) => sum + Number(value), 0)
    },
    async helperPid() {
      const text = await (await fetch(`${url}/metrics`)).text()
      const [, pid] = /^helper_process\{figure="pid"\} (\d+)$/m.exec(text) ?? []
      return pid === undefined ? null : Number(pid)
    },
    stop: () => child.stop('SIGTERM'),
  }
}

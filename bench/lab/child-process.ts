import { type ChildProcess, spawn } from 'node:child_process'
import { appendFileSync, closeSync, openSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))

export interface Child {
  process: ChildProcess
  pid: number
  /** The exit code, or null after a signal. */
  ended: Promise<number | null>
  /** What it has written to standard error so far. */
  output(): string
  stop(signal: NodeJS.Signals): Promise<void>
}

const OUTPUT_CHARACTERS_MAX = 20_000

const living = new Set<ChildProcess>()
// However this process ends, its children end with it.
process.on('exit', () => {
  for (const child of living) child.kill('SIGKILL')
})

/**
 * Starts one of our programs with this process's Node. It ends when we end.
 *
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
): Child {
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
    ended,
    output: () => output,
    async stop(signal) {
      child.kill(signal)
      await ended
    },
  }
}

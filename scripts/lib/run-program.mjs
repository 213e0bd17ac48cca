import { spawn } from 'node:child_process'
import { constants } from 'node:os'
import { join } from 'node:path'
import { NODE, NODE_MODULES, ROOT } from './paths.mjs'

/**
 * How often to check whether npm is still there. A SIGTERM to npm ends npm and its shell but may not reach us, and a
 * store that no one can see would keep its port. Other starters may leave on purpose (nohup, a daemon's shell).
 */
const PARENT_EVERY_MS = 250

/** Signals closer together than this are one request to stop that came several ways; a later one is a second request. */
const ONE_PRESS_MS = 1_000

/**
 * Starts a program on Node 24 and forwards stop signals to it. Ctrl-C reaches everything in the terminal's process
 * group, npm forwards it to us a second time, and we forward it too. A program that takes a second signal as "now!"
 * would then never close in order. So it runs in its own group and gets each key press exactly once, from us;
 * `die-with-parent.mjs` ends it if we are killed by force.
 * @param {string[]} args Node's arguments: the program's file and its own arguments
 * @param {{ env?: Record<string, string> }} options
 * @returns {{ ended: Promise<number>, stop(signal: string): void }} `ended` resolves to the exit code, which by the
 * shells' custom is 128 + n after signal n
 */
export function startProgram(args, { env = {} } = {}) {
  const preload = new URL('./die-with-parent.mjs', import.meta.url).href
  const child = spawn(NODE, ['--import', preload, ...args], {
    cwd: ROOT,
    // Compiled code is kept between starts, which makes the next one faster. One arena instead of one per thread saves
    // 10 MB of memory that Linux would otherwise lose to fragmentation. A password takes 19 MB while it is checked. Without a fixed
    // threshold, the C library keeps blocks of that size from then on: 14 MB more after loads.
    env: {
      NODE_COMPILE_CACHE: join(NODE_MODULES, '.cache', 'compile'),
      MALLOC_ARENA_MAX: '1',
      MALLOC_MMAP_THRESHOLD_: '1048576',
      ...process.env,
      ...env,
    },
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    detached: true,
  })
  let passedOnAt = Number.NEGATIVE_INFINITY
  const stop = (signal) => {
    if (performance.now() - passedOnAt < ONE_PRESS_MS) return
    passedOnAt = performance.now()
    child.kill(signal)
  }
  process.on('SIGINT', () => stop('SIGINT'))
  process.on('SIGTERM', () => stop('SIGTERM'))
  // A closed terminal is a request to stop like any other.
  process.on('SIGHUP', () => stop('SIGTERM'))
  const parent = process.ppid
  const timer = setInterval(() => {
    if (!process.env.npm_lifecycle_event || process.ppid === parent) return
    clearInterval(timer)
    if (passedOnAt < 0) stop('SIGTERM')
  }, PARENT_EVERY_MS)
  const ended = new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', (code, signal) => {
      clearInterval(timer)
      resolve(code ?? 128 + constants.signals[signal])
    })
  })
  return { ended, stop }
}

export const runProgram = (args, options) => startProgram(args, options).ended

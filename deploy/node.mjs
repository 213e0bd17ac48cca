/**
 * Starts Node with a heap that fits the memory at hand, as the same process: `node deploy/node.mjs dist/server/main.js`. In a large heap V8
 * collects less often, which makes a checkout a fifth cheaper and the process up to 130 MB larger; docs/decisions/0047 has the figures.
 */
import process from 'node:process'

/** For a store whose machine or container leaves it little, and for commands. */
export const SMALL_HEAP = ['--max-semi-space-size=4', '--heap-growing-percent=30']
const LARGE_HEAP = ['--max-semi-space-size=16']
const LARGE_FROM_MB = 1_024

/** Node's flags: by the variable HEAP (`small` or `large`), otherwise by what this machine or container has left. */
export function heapFlags() {
  const megabytes = Math.floor(process.availableMemory() / 2 ** 20)
  const asked = process.env.HEAP?.trim()
  const isLarge = asked === 'large' || (asked !== 'small' && megabytes >= LARGE_FROM_MB)
  const why = asked === 'large' || asked === 'small' ? 'HEAP' : `${megabytes.toLocaleString('en-US')} MB at hand`
  console.error(`Memory: a ${isLarge ? 'large' : 'small'} heap (${why}).`)
  return isLarge ? LARGE_HEAP : SMALL_HEAP
}

if (import.meta.main) {
  const { execPath, execArgv, argv, env } = process
  process.execve(execPath, [execPath, ...execArgv, ...heapFlags(), ...argv.slice(2)], env)
}

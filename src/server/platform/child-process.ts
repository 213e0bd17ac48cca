/**
 * Child processes for work that happens once and needs much memory. Node keeps memory once it has it; a process that
 * ends gives all of it back.
 */
import { fork } from 'node:child_process'
import { once } from 'node:events'

/**
 * Runs one of our files in a child process and waits until it ends.
 *
 * @param input what `readInput` returns there. It may be secret: it does not show in process lists
 * @throws Error with the last lines of its standard error if it failed
 */
export async function runInChildProcess(file: URL, input: object): Promise<void> {
  const child = fork(file, { execArgv: [], stdio: ['ignore', 'ignore', 'pipe', 'ipc'] })
  let errorOutput = ''
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    errorOutput = (errorOutput + text).slice(-4_000)
  })
  child.send(input)
  const [code, signal] = await once(child, 'close')
  if (code !== 0)
    throw new Error(`${file.pathname.split('/').at(-1)} failed (${code ?? signal}):\n${errorOutput.trim()}`)
}

/** Reads the input in the child process, which then ends with its parent. */
export async function readInput<Input>(): Promise<Input> {
  const [input] = await once(process, 'message')
  process.once('disconnect', () => process.exit(1))
  // Listening must not keep a finished process alive.
  process.channel?.unref()
  return input
}

/**
 * Work that happens once and needs much memory for it. Node keeps what it once took from the system, so such work runs
 * in a process of its own, which gives back all of it.
 */
import { fork } from 'node:child_process'
import { once } from 'node:events'

/**
 * Runs one of our files in another process and waits for its end.
 *
 * @param input what the file gets from `readInput`; it may be secret: it does not show in the list of processes
 * @throws Error with what the process said last, when it failed
 */
export async function runApart(file: URL, input: object): Promise<void> {
  const child = fork(file, { execArgv: [], stdio: ['ignore', 'ignore', 'pipe', 'ipc'] })
  let said = ''
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    said = (said + text).slice(-4_000)
  })
  child.send(input)
  const [code, signal] = await once(child, 'close')
  if (code !== 0) throw new Error(`${file.pathname.split('/').at(-1)} failed (${code ?? signal}):\n${said.trim()}`)
}

/** For the file that runs apart: what it was given. The process ends with the one that started it. */
export async function readInput<Input>(): Promise<Input> {
  const [input] = await once(process, 'message')
  process.once('disconnect', () => process.exit(1))
  // Waiting for that must not keep a process that is done.
  process.channel?.unref()
  return input
}

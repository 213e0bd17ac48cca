/** For work that needs much memory or reads what strangers wrote: it gives the memory back, and we survive it. */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import type { Writable } from 'node:stream'

interface ChildOptions<Message> {
  flags?: readonly string[]
  args?: readonly string[]
  onMessage?: (message: Message) => void
  signal?: AbortSignal
  /** What the child reads on its standard input; absent: nothing. If it fails, the child is killed. */
  stdin?: AsyncIterable<Buffer>
}

export class ChildProcessError extends Error {
  readonly isOutOfMemory: boolean

  constructor(name: string, ending: number | string, errorOutput: string) {
    super(`${name} failed (${ending}):\n${errorOutput.trim()}`)
    this.isOutOfMemory = errorOutput.includes('JavaScript heap out of memory')
  }
}

/**
 * Waits until it has ended and its messages have been passed on. @throws ChildProcessError if it fails or is killed
 * @param input what `readInput` returns there. It may be secret: it does not show in process lists
 */
export async function runInChildProcess<Message = never>(
  file: URL,
  input: object,
  { flags = [], args = [], onMessage, signal, stdin }: ChildOptions<Message> = {},
): Promise<void> {
  const child = fork(file, [...args], {
    execArgv: [...flags],
    stdio: [stdin ? 'pipe' : 'ignore', 'ignore', 'pipe', 'ipc'],
  })
  const kill = () => child.kill('SIGKILL')
  signal?.addEventListener('abort', kill)
  let errorOutput = ''
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    errorOutput = (errorOutput + text).slice(-4_000)
  })
  if (onMessage) child.on('message', (message) => onMessage(message as Message))
  // It may end before it reads. How it ends tells more than a failed write.
  child.send(input, () => undefined)
  try {
    const closed = once(child, 'close')
    if (stdin && child.stdin)
      await feed(child.stdin, stdin).catch((error: unknown) => {
        kill()
        throw error
      })
    const [code, killedBy] = await closed
    if (code !== 0) throw new ChildProcessError(file.pathname.split('/').at(-1) ?? '', code ?? killedBy, errorOutput)
  } finally {
    signal?.removeEventListener('abort', kill)
  }
}

/** Passes bytes on as fast as they are read. A reader that stops reading is not an error: how it ends tells why. */
async function feed(to: Writable, bytes: AsyncIterable<Buffer>): Promise<void> {
  const nothing = () => undefined
  to.on('error', nothing)
  const gone = once(to, 'close').catch(nothing)
  for await (const chunk of bytes) {
    if (to.destroyed) return
    if (!to.write(chunk)) await Promise.race([once(to, 'drain').catch(nothing), gone])
  }
  to.end()
}

/** Reads the input in the child process, which then ends with its parent. */
export async function readInput<Input>(): Promise<Input> {
  const [input] = await once(process, 'message')
  process.once('disconnect', () => process.exit(1))
  // Listening must not keep a finished process alive.
  process.channel?.unref()
  return input
}

export const sendToParent = (message: object): void => {
  process.send?.(message)
}

/** A server in a process of its own, which talks to the test over the channel between the two. */
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'

export interface ChildServer<Call, Settings extends object> {
  url: string
  /** The calls it has received so far. */
  calls: Call[]
  /** Resolves when the settings are in force. */
  set(settings: Settings): Promise<void>
  close(): Promise<void>
}

/** Starts it; it first says its `url`, answers settings with `{ set: true }`, and reports each call. */
export async function openChildServer<Call, Settings extends object>(file: URL): Promise<ChildServer<Call, Settings>> {
  const child = fork(file, { execArgv: [], stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
  const calls: Call[] = []
  const [{ url }] = (await once(child, 'message')) as [{ url: string }]
  const waiting: (() => void)[] = []
  child.on('message', (message: Call | { set: true }) => {
    if (typeof message === 'object' && message && 'set' in message) waiting.shift()?.()
    else calls.push(message as Call)
  })
  return {
    url,
    calls,
    set(settings) {
      return new Promise((done) => {
        waiting.push(done)
        child.send(settings)
      })
    },
    close: () => end(child),
  }
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return
  const ended = once(child, 'exit')
  child.disconnect()
  await ended
}

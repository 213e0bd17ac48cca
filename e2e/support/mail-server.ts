/** A mail server on this machine, for stores whose mails must leave them. */
import { createServer, type Socket } from 'node:net'
import { listen } from '#testing/listen.ts'

/** Its reply to every recipient while it refuses; a permanent refusal, so the store does not retry by itself. */
export const REFUSAL = '550 5.1.1 No such account here'

export type MailServer = Awaited<ReturnType<typeof startMailServer>>

/** Starts it on a free port. @param isRefusing knows no recipient until `accept` is called */
export async function startMailServer({ isRefusing = false } = {}) {
  const recipients: string[] = []
  const taken = new Map<string, number>()
  const sockets = new Set<Socket>()
  let refuses = isRefusing
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    // If a client hangs up in the middle, the test does not fail.
    socket.on('error', () => socket.destroy())
    socket.write('220 mail.test ready\r\n')
    let pending = ''
    let isText = false
    const answer = (part: string): string => {
      if (isText) {
        isText = false
        const id = /^message-id:\s*<([^>]+)>/im.exec(part)?.[1] ?? 'none'
        taken.set(id, (taken.get(id) ?? 0) + 1)
        return '250 taken'
      }
      const recipient = /^RCPT TO:<(.+)>/i.exec(part)?.[1]
      if (recipient && refuses) return REFUSAL
      if (recipient) recipients.push(recipient)
      if (/^QUIT/i.test(part)) return '221 bye'
      isText = /^DATA/i.test(part)
      return isText ? '354 go on' : '250 ok'
    }
    socket.on('data', (chunk) => {
      pending += chunk.toString('latin1')
      for (;;) {
        const mark = isText ? '\r\n.\r\n' : '\r\n'
        const end = pending.indexOf(mark)
        if (end < 0) return
        const part = pending.slice(0, end)
        pending = pending.slice(end + mark.length)
        socket.write(`${answer(part)}\r\n`)
      }
    })
  })
  const { port, close } = await listen(server)
  return {
    /** For `SMTP_URL`. */
    url: `smtp://127.0.0.1:${port}`,
    /** The recipients of accepted emails, oldest first. */
    recipients,
    /** How often each Message-ID was taken. */
    taken,
    accept: () => {
      refuses = false
    },
    stop() {
      for (const socket of sockets) socket.destroy()
      return close()
    },
  }
}

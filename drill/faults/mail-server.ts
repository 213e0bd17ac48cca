/** A mail server that stores what it took, by Message-ID, and can be down. */
import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'

export interface MailServer {
  url: string
  /** How often each Message-ID was taken. */
  taken: Map<string, number>
  close(): Promise<void>
}

/** Starts it on a free port of loopback. */
export async function startMailServer(): Promise<MailServer> {
  const taken = new Map<string, number>()
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    socket.on('error', () => socket.destroy())
    socket.write('220 drill\r\n')
    let pending = ''
    let isText = false
    const answer = (part: string): string => {
      if (isText) {
        isText = false
        const id = /^message-id:\s*<([^>]+)>/im.exec(part)?.[1] ?? 'none'
        taken.set(id, (taken.get(id) ?? 0) + 1)
        return '250 taken\r\n'
      }
      if (/^QUIT/i.test(part)) return '221 bye\r\n'
      if (!/^DATA/i.test(part)) return '250 ok\r\n'
      isText = true
      return '354 go on\r\n'
    }
    socket.on('data', (chunk) => {
      pending += chunk.toString('latin1')
      for (;;) {
        const mark = isText ? '\r\n.\r\n' : '\r\n'
        const end = pending.indexOf(mark)
        if (end < 0) return
        const part = pending.slice(0, end)
        pending = pending.slice(end + mark.length)
        socket.write(answer(part))
      }
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (!address || typeof address === 'string') throw new Error('the mail server has no port')
  return {
    url: `smtp://127.0.0.1:${address.port}`,
    taken,
    async close() {
      const closed = once(server, 'close')
      server.close()
      for (const socket of sockets) socket.destroy()
      await closed
    },
  }
}

/** A mail server that takes no mail until it is told to: it answers every recipient as one whose account does not exist. */
import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'

/** What it says to every recipient; a permanent no, so that the store does not try again by itself. */
export const REFUSAL = '550 5.1.1 No such account here'

export interface RefusingMailServer {
  /** For `SMTP_URL`. */
  url: string
  /** From now on it takes what it is given. */
  accept(): void
  /** Whom the mails that it took were for, oldest first. */
  taken: readonly string[]
  stop(): Promise<void>
}

/** Starts it on a free port of this machine. */
export async function startRefusingMailServer(): Promise<RefusingMailServer> {
  const sockets = new Set<Socket>()
  const taken: string[] = []
  let accepts = false
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    // A client that hangs up in the middle is no failure of a test.
    socket.on('error', () => socket.destroy())
    socket.write('220 mail.test ready\r\n')
    let isInMail = false
    socket.on('data', (chunk) => {
      for (const line of chunk.toString().split('\r\n').filter(Boolean)) {
        if (isInMail && line !== '.') continue
        isInMail = line === 'DATA'
        const recipient = accepts ? /^RCPT TO:<(.+)>/.exec(line)?.[1] : undefined
        if (recipient) taken.push(recipient)
        socket.write(`${answerTo(line, accepts)}\r\n`)
      }
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    accept: () => {
      accepts = true
    },
    taken,
    stop: async () => {
      server.close()
      for (const socket of sockets) socket.destroy()
      await once(server, 'close')
    },
  }
}

function answerTo(line: string, accepts: boolean): string {
  const verb = line.slice(0, 4).toUpperCase()
  if (verb === 'RCPT' && !accepts) return REFUSAL
  if (verb === 'DATA') return '354 go on'
  return verb === 'QUIT' ? '221 bye' : '250 ok'
}

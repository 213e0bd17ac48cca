/** A mail server that accepts no email until it is told to: it refuses every recipient as unknown. */
import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'

/** Its reply to every recipient; a permanent refusal, so the store does not retry by itself. */
export const REFUSAL = '550 5.1.1 No such account here'

export interface RefusingMailServer {
  /** For `SMTP_URL`. */
  url: string
  /** From now on it accepts everything. */
  accept(): void
  /** The recipients of accepted emails, oldest first. */
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
    // If a client hangs up in the middle, the test does not fail.
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

/** A mail server for tests. */
import net from 'node:net'
import { onTestFinished } from 'vitest'
import { createSmtpEmail } from '#server/gateways/email/smtp.ts'
import { listen } from './listen.ts'

/** How the little server answers: refuses the login, takes the mail, refuses its recipient, or takes the text and hangs up unanswered. */
type Mood = 'no-login' | 'quota' | 'accept' | 'refuse' | 'hang-up'

/** Just enough of RFC 5321 for one client. */
export async function startMailServer(mood: Mood, { host = '127.0.0.1', needsTls = false } = {}) {
  const seen = { connections: 0, commands: [] as string[], mails: [] as string[] }
  const sockets = new Set<net.Socket>()
  const server = net.createServer((socket) => {
    seen.connections += 1
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    socket.on('error', () => {})
    socket.write('220 test\r\n')
    let pending = ''
    let isText = false
    const handle = (line: string) => {
      seen.commands.push(line)
      if (/^(EHLO|HELO)/i.test(line)) return socket.write('250-test\r\n250 AUTH PLAIN\r\n')
      if (/^AUTH/i.test(line)) return socket.write(mood === 'no-login' ? '535 5.7.8 wrong\r\n' : '235 ok\r\n')
      if (/^STARTTLS/i.test(line)) return socket.write('502 5.5.1 not here\r\n')
      if (/^RCPT/i.test(line) && mood === 'refuse') return socket.write('550 5.1.1 <ada@example.com> unknown here\r\n')
      if (/^MAIL/i.test(line) && mood === 'quota') return socket.write('550 5.4.5 Daily sending quota exceeded\r\n')
      if (/^DATA/i.test(line)) {
        isText = true
        return socket.write('354 go on\r\n')
      }
      if (/^QUIT/i.test(line)) return socket.end('221 bye\r\n')
      return socket.write('250 ok\r\n')
    }
    socket.on('data', (chunk) => {
      pending += chunk.toString()
      for (;;) {
        const end = pending.indexOf(isText ? '\r\n.\r\n' : '\r\n')
        if (end < 0) return
        const part = pending.slice(0, end)
        pending = pending.slice(end + (isText ? 5 : 2))
        if (!isText) {
          handle(part)
          continue
        }
        isText = false
        seen.mails.push(part)
        if (mood === 'hang-up') return socket.destroy()
        socket.write('250 queued\r\n')
      }
    })
  })
  const { port, close } = await listen(server)
  const gateway = createSmtpEmail({ url: `smtp://${host}:${port}`, needsTls })
  onTestFinished(async () => {
    await gateway.close()
    for (const socket of sockets) socket.destroy()
    await close()
  })
  return { gateway, seen, port }
}

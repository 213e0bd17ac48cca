/** Clients that send a part of a request and then wait, as an attacker or a broken network does. */
import { once } from 'node:events'
import { connect } from 'node:net'

/** Connects to a node and sends these bytes, and nothing more. The client never closes its side by itself. */
export async function openSlowClient(url: string, bytes: string | Buffer) {
  const { hostname, port } = new URL(url)
  const socket = connect({ host: hostname, port: Number(port), allowHalfOpen: true })
  socket.on('error', () => undefined)
  await once(socket, 'connect')
  let text = ''
  socket.on('data', (chunk) => (text += chunk))
  socket.write(bytes)
  return {
    socket,
    /** What came back so far. */
    get text() {
      return text
    },
    /** Resolves with the status once a reply has come. */
    async status() {
      while (!/^HTTP\/1\.1 \d+ /.test(text)) await once(socket, 'data')
      return Number(text.slice(9, 12))
    },
  }
}

/** The head of a request with a body of `length` bytes, and the first of them. */
export const headOf = (method: string, path: string, type: string, length: number, first = '{'): string =>
  [
    `${method} ${path} HTTP/1.1`,
    'Host: store.test',
    `Content-Type: ${type}`,
    `Content-Length: ${length}`,
    '',
    first,
  ].join('\r\n')

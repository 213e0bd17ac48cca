/**
 * One keep-alive HTTP/1.1 connection that sends one request at a time, over a bare socket: the generator shares two
 * cores with what it measures, and any HTTP library would cost several times as much.
 */
import { connect, type Socket } from 'node:net'

export interface Reply {
  status: number
  head: string
  body: Buffer
}

const HEAD_END = Buffer.from('\r\n\r\n')

export class Connection {
  readonly #socket: Socket
  readonly #host: string
  #received: Buffer = Buffer.alloc(0)
  #head: { text: string; bodyAt: number; endAt: number } | undefined
  #pending: { resolve(reply: Reply): void; reject(error: Error): void } | undefined

  private constructor(socket: Socket, host: string) {
    this.#socket = socket
    this.#host = host
    socket.setNoDelay(true)
    socket.on('data', (chunk) => this.#take(chunk))
    socket.on('error', (error) => this.#fail(error))
    socket.on('close', () => this.#fail(new Error('the server closed the connection')))
  }

  static open(origin: string): Promise<Connection> {
    const { hostname, port, host } = new URL(origin)
    return new Promise((resolve, reject) => {
      const socket = connect({ host: hostname, port: Number(port) })
      socket.once('error', reject)
      socket.once('connect', () => {
        socket.removeListener('error', reject)
        resolve(new Connection(socket, host))
      })
    })
  }

  /** @param headers complete lines, each ended by CRLF */
  send(method: string, path: string, headers = '', body = ''): Promise<Reply> {
    const length = body === '' && method === 'GET' ? '' : `content-length: ${Buffer.byteLength(body)}\r\n`
    return new Promise((resolve, reject) => {
      if (this.#pending) throw new Error('a connection carries one request at a time')
      this.#pending = { resolve, reject }
      this.#socket.write(`${method} ${path} HTTP/1.1\r\nhost: ${this.#host}\r\n${headers}${length}\r\n${body}`)
    })
  }

  close(): void {
    this.#socket.destroy()
  }

  #take(chunk: Buffer): void {
    this.#received = this.#received.length === 0 ? chunk : Buffer.concat([this.#received, chunk])
    if (!this.#head) {
      const headEnd = this.#received.indexOf(HEAD_END)
      if (headEnd < 0) return
      const text = this.#received.toString('latin1', 0, headEnd)
      const length = /\r\ncontent-length: (\d+)/i.exec(text)?.[1]
      if (length === undefined) {
        this.#fail(new Error(`a reply without a length: ${text.slice(0, 200)}`))
        return
      }
      const bodyAt = headEnd + HEAD_END.length
      this.#head = { text, bodyAt, endAt: bodyAt + Number(length) }
    }
    const { text, bodyAt, endAt } = this.#head
    if (this.#received.length < endAt) return
    const pending = this.#pending
    const body = this.#received.subarray(bodyAt, endAt)
    this.#received = this.#received.subarray(endAt)
    this.#head = undefined
    this.#pending = undefined
    pending?.resolve({ status: Number(text.slice(9, 12)), head: text, body })
  }

  #fail(error: Error): void {
    const pending = this.#pending
    this.#pending = undefined
    this.#socket.destroy()
    pending?.reject(error)
  }
}

/** The `name=value` pairs that a reply sets, as a cookie header sends them back. */
export function cookiesOf(reply: Reply): string {
  return [...reply.head.matchAll(/\r\nset-cookie: ([^;\r]+)/gi)].map(([, pair]) => pair).join('; ')
}

export interface Account {
  email: string
  password: string
}

/** Logs in over its own connection and returns the session's cookie header. @throws Error if the store refuses */
export async function logInAt(url: string, { email, password }: Account): Promise<string> {
  const connection = await Connection.open(url)
  const body = JSON.stringify({ email, password })
  const reply = await connection.send('POST', '/api/login', 'content-type: application/json\r\n', body)
  connection.close()
  if (reply.status !== 200) throw new Error(`${email} cannot sign in: ${reply.body.toString()}`)
  return cookiesOf(reply)
}

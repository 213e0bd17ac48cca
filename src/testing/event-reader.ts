/** A browser's `EventSource` for tests: opens a stream over its own connection and keeps what arrives. */
import { type ClientRequest, type IncomingMessage, request } from 'node:http'

export class EventReader {
  readonly events: { event: string; data: string }[] = []
  /** Everything that arrived, unparsed. */
  text = ''
  readonly reply: IncomingMessage
  /** Resolves when the stream ends, whoever ended it. */
  readonly ended: Promise<void>
  readonly #request: ClientRequest

  private constructor(sent: ClientRequest, reply: IncomingMessage) {
    this.#request = sent
    this.reply = reply
    let rest: string[] = []
    reply.setEncoding('utf8')
    reply.on('data', (chunk: string) => {
      this.text += chunk
      rest.push(chunk)
      if (!chunk.includes('\n')) return
      const blocks = rest.join('').split('\n\n')
      rest = [blocks.pop() ?? '']
      for (const block of blocks) {
        const [, event, data] = /^event: (.*)\ndata: (.*)$/.exec(block) ?? []
        if (event !== undefined && data !== undefined) this.events.push({ event, data })
      }
    })
    this.ended = new Promise((resolve) => reply.once('close', resolve))
    reply.on('error', () => undefined)
  }

  /** Opens a stream and waits for its head, even if the server refuses (`reply.statusCode`). */
  static open(url: string, headers: Readonly<Record<string, string>> = {}): Promise<EventReader> {
    return new Promise((resolve, reject) => {
      const sent = request(url, { agent: false, headers: { accept: 'text/event-stream', ...headers } }, (reply) =>
        resolve(new EventReader(sent, reply)),
      )
      sent.on('error', reject)
      sent.end()
    })
  }

  get last() {
    return this.events.at(-1)
  }

  /** Stops reading, like a client whose network stalls. */
  stall(): void {
    this.reply.pause()
  }

  /** Disconnects without notice. */
  close(): void {
    this.#request.destroy()
  }
}

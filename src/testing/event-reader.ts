/** A browser's `EventSource` for tests: opens a stream over a connection of its own and keeps what it hears. */
import { type ClientRequest, type IncomingMessage, request } from 'node:http'

export interface ReceivedEvent {
  event: string
  data: string
}

export class EventReader {
  readonly events: ReceivedEvent[] = []
  /** Everything that came, as it came. */
  text = ''
  readonly reply: IncomingMessage
  /** Resolves when the stream ends, by whoever ended it. */
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

  /** Opens a stream and waits for its head; also where the server refuses (`reply.statusCode`). */
  static open(url: string): Promise<EventReader> {
    return new Promise((resolve, reject) => {
      const sent = request(url, { agent: false, headers: { accept: 'text/event-stream' } }, (reply) =>
        resolve(new EventReader(sent, reply)),
      )
      sent.on('error', reject)
      sent.end()
    })
  }

  get last(): ReceivedEvent | undefined {
    return this.events.at(-1)
  }

  /** Stops taking what comes, as a client does whose network stalls. */
  stall(): void {
    this.reply.pause()
  }

  /** Leaves, without a word. */
  close(): void {
    this.#request.destroy()
  }
}

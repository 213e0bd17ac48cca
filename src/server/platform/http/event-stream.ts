/**
 * Server-sent events: the current state, and again after each change. All who watch the same share one read and one
 * message.
 * @see docs/decisions/0017-live-county-pages.md
 */
import type { ServerResponse } from 'node:http'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Refusal } from '#server/platform/errors.ts'
import { limitConcurrency } from '#server/platform/process/limit-concurrency.ts'
import { seconds } from '../clock.ts'
import { openRareWarnings } from '../logging.ts'
import { NetworkPlaces, type PlaceLimits } from './trusted-proxies.ts'

export interface LiveSource {
  /** Those who watch the same key of an event share one read. */
  readonly key: string
  /** The current state, as JSON in one line. It must not depend on who asks. */
  read(): Promise<Buffer>
  /** Calls back whenever a read may return something else. @returns what stops that */
  onChanged(listener: () => void): () => void
}

/** Who may keep watching: a stream is for its caller only as long as their session lasts. */
export interface StreamGuard {
  readonly userId: string
  isOpen(): Promise<boolean>
}

/** A browser opens a stream for each page that someone looks at. */
export const STREAM_LIMITS: PlaceLimits = { perNetworkMax: 20, perNodeMax: 2_000 }
/** A change is heard twice, from this node and by notice, and often with others: read after all of them. */
const COLLECT_MS = 40
/** Between two reads: at most four messages a second per source. */
const REST_MS = 250
const TRY_AGAIN_MS = seconds(1)
/** A price changes everything that is watched at once. The reads that follow leave most connections for buyers. */
const READS_AT_ONCE = 4
/** Proxies end connections that are silent for long, and a dead client is noticed only when something is sent to it. */
const HEARTBEAT_EVERY_MS = seconds(20)
const HEARTBEAT = Buffer.from(':\n\n')
const OPENING = Buffer.from('retry: 2000\n\n')
/** It would be refused, and its page is usually about to close. */
const SESSION_ENDED = Buffer.from('retry: 60000\n\n')
/** A client with this much unread data, about ten counties, is not reading and gets no more. */
const WAITING_BYTES_MAX = 128 * 1_024

function send(stream: ServerResponse, bytes: Buffer): void {
  if (stream.writableLength > WAITING_BYTES_MAX) stream.destroy()
  else stream.write(bytes)
}

type Warn = (fields: object, message: string) => void

class Topic {
  readonly streams = new Set<ServerResponse>()
  readonly #event: string
  readonly #source: LiveSource
  readonly #runRead: ReturnType<typeof limitConcurrency>
  readonly #warn: Warn
  readonly #stopListening: () => void
  #data: Buffer | undefined
  #message: Buffer | undefined
  #timer: NodeJS.Timeout | undefined
  #isBusy = false
  #isStale = false
  #isClosed = false

  constructor(event: string, source: LiveSource, runRead: ReturnType<typeof limitConcurrency>, warn: Warn) {
    this.#event = event
    this.#source = source
    this.#runRead = runRead
    this.#warn = warn
    this.#stopListening = source.onChanged(() => this.#handleChange())
    void this.#read()
  }

  join(stream: ServerResponse): void {
    this.streams.add(stream)
    if (this.#message) send(stream, this.#message)
  }

  /** Also checks whether a change was missed: a notice can get lost with a connection that hangs. */
  beat(): void {
    for (const stream of this.streams) send(stream, HEARTBEAT)
    this.#handleChange()
  }

  close(): void {
    this.#isClosed = true
    clearTimeout(this.#timer)
    this.#stopListening()
  }

  #handleChange(): void {
    this.#isStale = true
    if (this.#isBusy) return
    this.#isBusy = true
    this.#timer = setTimeout(() => this.#read(), COLLECT_MS)
  }

  async #read(): Promise<void> {
    this.#isBusy = true
    let restMs = REST_MS
    try {
      const data = await this.#runRead(async () => {
        this.#isStale = false
        return this.#isClosed ? null : this.#source.read()
      })
      if (data) this.#publish(data)
    } catch (error) {
      this.#warn({ event: this.#event, reason: String(error) }, 'what is watched could not be read; trying again')
      this.#isStale = true
      restMs = TRY_AGAIN_MS
    }
    if (this.#isClosed) return
    this.#timer = setTimeout(() => {
      this.#isBusy = false
      if (this.#isStale) void this.#read()
    }, restMs)
  }

  #publish(data: Buffer): void {
    if (this.#isClosed || this.#data?.equals(data)) return
    this.#data = data
    this.#message = Buffer.concat([Buffer.from(`event: ${this.#event}\ndata: `), data, Buffer.from('\n\n')])
    for (const stream of this.streams) send(stream, this.#message)
  }
}

interface StreamOptions {
  headers: Readonly<Record<string, string>>
  /** See `NetworkPlaces`. */
  hasAddressMax: boolean
  limits?: PlaceLimits
  heartbeatEveryMs?: number
}

export class EventStreams {
  readonly #head: readonly string[]
  readonly #places: NetworkPlaces
  readonly #heartbeat: NodeJS.Timeout
  readonly #topics = new Map<string, Topic>()
  readonly #runRead = limitConcurrency(READS_AT_ONCE)
  /** One for all topics: an outage ends the reads of all. */
  readonly #warn = openRareWarnings()
  readonly #guarded = new Map<ServerResponse, { userId: string; check: () => void }>()
  #isClosed = false

  constructor(options: StreamOptions) {
    const headers = {
      ...options.headers,
      'cache-control': 'no-store',
      'content-type': 'text/event-stream; charset=utf-8',
      // A proxy that buffers replies would hold the events back.
      'x-accel-buffering': 'no',
    }
    this.#head = Object.entries(headers).flat()
    this.#places = new NetworkPlaces(options.limits ?? STREAM_LIMITS, options.hasAddressMax)
    this.#heartbeat = setInterval(() => {
      for (const topic of this.#topics.values()) topic.beat()
      this.checkGuards()
    }, options.heartbeatEveryMs ?? HEARTBEAT_EVERY_MS)
    this.#heartbeat.unref()
  }

  get count(): number {
    return this.#places.count
  }

  /** @throws Refusal `too_many_streams` for this network, `unavailable` if the node is full or stopping */
  open(request: FastifyRequest, reply: FastifyReply, event: string, source: LiveSource, guard?: StreamGuard) {
    const full = this.#places.fullFor(request.ip)
    if (full === 'network') throw new Refusal('too_many_streams')
    if (this.#isClosed || full === 'node') throw new Refusal('unavailable')
    const stream = reply.raw
    reply.hijack()
    // A client that has already left would never give its place back.
    if (stream.destroyed || request.raw.socket.destroyed) return reply

    const name = `${event} ${source.key}`
    const { log } = request.server
    const warn: Warn = (fields, message) => this.#warn(log, fields, message)
    const topic = this.#topics.get(name) ?? new Topic(event, source, this.#runRead, warn)
    this.#topics.set(name, topic)
    const giveBack = this.#places.take(request.ip)
    stream.once('close', () => {
      giveBack()
      this.#leave(name, topic, stream)
    })
    stream.on('error', () => stream.destroy())
    stream.writeHead(200, [...this.#head, 'x-request-id', request.id])
    stream.write(OPENING)
    topic.join(stream)
    if (guard) this.#guard(stream, guard, warn)
    return reply
  }

  /** Ends the streams whose session has ended: of a member, or of all, as each beat does because sessions run out. */
  checkGuards(userId?: string): void {
    for (const guarded of this.#guarded.values()) if (userId === undefined || guarded.userId === userId) guarded.check()
  }

  /** Does not wait for a client that does not read. */
  close(): void {
    this.#isClosed = true
    clearInterval(this.#heartbeat)
    for (const topic of this.#topics.values()) {
      topic.close()
      for (const stream of topic.streams)
        if (stream.writableLength > 0) stream.destroy()
        else stream.end()
    }
  }

  #guard(stream: ServerResponse, { userId, isOpen }: StreamGuard, warn: Warn): void {
    const check = () =>
      void this.#runRead(isOpen).then(
        (isStillOpen) => isStillOpen || stream.end(SESSION_ENDED),
        // A failure says nothing about the session; the next beat asks again.
        (error) => warn({ reason: String(error) }, 'the session of a stream could not be checked; trying again'),
      )
    this.#guarded.set(stream, { userId, check })
    // The session may have ended since the request was let in.
    check()
  }

  #leave(name: string, topic: Topic, stream: ServerResponse): void {
    topic.streams.delete(stream)
    this.#guarded.delete(stream)
    if (topic.streams.size > 0) return
    topic.close()
    if (this.#topics.get(name) === topic) this.#topics.delete(name)
  }
}

declare module 'fastify' {
  interface FastifyInstance {
    readonly eventStreams: EventStreams
  }
}

/** The streams end when the server stops. */
export function serveEventStreams(app: FastifyInstance, options: StreamOptions): void {
  const streams = new EventStreams(options)
  app.decorate('eventStreams', streams)
  app.addHook('preClose', (done) => {
    streams.close()
    done()
  })
}

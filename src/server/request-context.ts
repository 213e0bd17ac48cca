import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Gateways, WebContext } from '#server/gateways/context.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Actor, Config, NodeState, OwnerId, PlatformContext } from '#server/platform/context.ts'
import type { Database } from '#server/platform/database/database.ts'
import { readCartCookie, setCartCookie } from '#server/platform/http/cookies.ts'
import { networkOf } from '#server/platform/http/rate-limits.ts'
import type { Log } from '#server/platform/logging.ts'

export interface SharedContext {
  readonly clock: Clock
  readonly currentConfig: () => Config
  readonly database: Database
  readonly node: NodeState
  readonly secrets: PlatformContext['secrets']
  readonly currentGateways: () => Gateways
  readonly publicUrl: () => string
  /** Browsers reach the store by https: cookies then carry `Secure` and the `__Host-` prefix. */
  readonly isSecure: boolean
}

/** One is created for every request, so it works out only what is asked for. */
export class RequestWebContext implements WebContext {
  readonly clock: Clock
  readonly config: Config
  readonly database: Database
  readonly node: NodeState
  readonly secrets: PlatformContext['secrets']
  readonly gateways: Gateways
  readonly actor: Actor
  readonly #shared: SharedContext
  readonly #request: FastifyRequest
  readonly #reply: FastifyReply
  #ownerId: OwnerId | null | undefined

  constructor(shared: SharedContext, request: FastifyRequest, reply: FastifyReply, actor: Actor) {
    this.clock = shared.clock
    this.config = shared.currentConfig()
    this.database = shared.database
    this.node = shared.node
    this.secrets = shared.secrets
    this.gateways = shared.currentGateways()
    this.actor = actor
    this.#shared = shared
    this.#request = request
    this.#reply = reply
  }

  get log(): Log {
    return this.#request.log
  }
  get requestId(): string {
    return this.#request.id
  }
  get publicUrl(): string {
    return this.#shared.publicUrl()
  }
  get address(): string {
    return networkOf(this.#request.ip)
  }
  get headers(): IncomingHttpHeaders {
    return this.#request.headers
  }

  get ownerId(): OwnerId | null {
    if (this.#ownerId === undefined) {
      const isMember = this.actor.kind === 'member'
      this.#ownerId = isMember ? `user:${this.actor.userId}` : readCartCookie(this.#request, this.#shared.isSecure)
    }
    return this.#ownerId
  }

  openOwner(): OwnerId {
    this.#ownerId = this.ownerId ?? setCartCookie(this.#reply, this.#shared.isSecure)
    return this.#ownerId
  }

  setCookie(name: string, value: string, options: { isHttpOnly: boolean; maxAgeSeconds: number }): void {
    this.#reply.setCookie(name, value, {
      path: '/',
      sameSite: 'lax',
      secure: this.#shared.isSecure,
      httpOnly: options.isHttpOnly,
      maxAge: options.maxAgeSeconds,
    })
  }

  clearBrowserCache(): void {
    // Not "cookies" or "storage": the cart is an anonymous cookie, and what the store keeps is a visitor's too.
    this.#reply.header('clear-site-data', '"cache"')
  }

  clearCookie(name: string): void {
    this.#reply.clearCookie(name, { path: '/', sameSite: 'lax', secure: this.#shared.isSecure })
  }
}

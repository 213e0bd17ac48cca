import type { IncomingHttpHeaders } from 'node:http'
import type { Role } from '#contract/values.ts'
import type { Clock } from './clock.ts'
import type { Database } from './database/database.ts'
import { Refusal } from './errors.ts'
import { deriveToken } from './ids.ts'
import type { Log, RareWarnings } from './logging.ts'
import type { Secrets } from './secrets.ts'

/** Features declare more fields, as for `NodeState`. */
export interface Member {
  readonly userId: string
  readonly role: Role
  /** An administrator who must have a second factor and has none: until then their role here is `sales`. */
  readonly lacksSecondFactor?: true
  /** The proofs that the session started with; absent: the password. */
  readonly startedBy?: 'password' | 'passkey' | 'oidc' | 'oidc_two_factors'
  readonly keyId?: string
}

/** Who is asking: a visitor, a signed-in member, a program with a buyer's API key, or the store itself. */
export type Actor =
  | { readonly kind: 'visitor' }
  | ({ readonly kind: 'member' } & Member)
  | {
      readonly kind: 'buyer'
      readonly keyId: string
      readonly email: string
      readonly customerKey: string
      readonly scopes: readonly string[]
    }
  | { readonly kind: 'system' }

/**
 * A node, by which features keep things in memory (`perNode`), and what `core.ts` gives it: each feature declares its
 * fields (`declare module`).
 */
export interface NodeState {
  /** For errors that are retried automatically, or that many requests hit at once. */
  readonly warn: RareWarnings
}

/** Keeps something in memory for each node, which the first call there makes. */
export function perNode<Ctx extends { readonly node: NodeState }, Kept>(make: (ctx: Ctx) => Kept): (ctx: Ctx) => Kept {
  const keptOf = new WeakMap<NodeState, Kept>()
  return (ctx) => {
    const kept = keptOf.get(ctx.node) ?? make(ctx)
    keptOf.set(ctx.node, kept)
    return kept
  }
}

/** What the store was started with, and its settings. `server/config` reads it and declares the rest of its fields. */
export interface Config {
  publicUrl: string | undefined
  hasRateLimits: boolean
}

export interface PlatformContext {
  readonly clock: Clock
  readonly log: Log
  readonly config: Config
  readonly database: Database
  readonly node: NodeState
  readonly requestId: string
  readonly actor: Actor
  readonly secrets: Secrets
}

/** Who holds a cart: `cart:<fingerprint>` for a browser, `user:<id>` for a signed-in member. */
export type OwnerId = string & { readonly __owner?: never }

export interface RequestContext extends PlatformContext {
  /** The client's network (see `networkOf`), after the proxies that count. Never logged. */
  readonly address: string
  /** The caller's cart, or null if the browser never held anything: reading must not set cookies. */
  readonly ownerId: OwnerId | null
  /** Returns the caller's cart, and creates it (with its cookie) if it is the browser's first. */
  openOwner(): OwnerId
  readonly headers: IncomingHttpHeaders
  /** Sends a cookie with the reply: path `/`, SameSite=Lax, Secure over https; `name` from `cookieName`. */
  setCookie(name: string, value: string, options: { isHttpOnly: boolean; maxAgeSeconds: number }): void
  clearCookie(name: string): void
  /** Makes the browser drop its cached pages and replies of this site, so that Back shows nothing. */
  clearBrowserCache(): void
}

/** The caller, for endpoints whose access is `session` or `admin`. @throws Refusal `unauthenticated` for everyone else */
export function requireMember(ctx: { readonly actor: Actor }): Member {
  if (ctx.actor.kind !== 'member') throw new Refusal('unauthenticated')
  return ctx.actor
}

/** Whose rows a member may see: their own (the id to compare with), or everyone's (null) for an administrator. */
export const scopeOf = (member: Member): string | null => (member.role === 'admin' ? null : member.userId)

const KEYS_MAX = 1_000
const networkKeys = perNode(() => new Map<string, string>())

/** Returns what is stored of a network (`ctx.address`): a fingerprint that only this store can make. */
export function networkKeyOf(ctx: Pick<PlatformContext, 'node' | 'secrets'>, address: string): string {
  const keys = networkKeys(ctx)
  const known = keys.get(address)
  if (known) return known
  if (keys.size >= KEYS_MAX) keys.clear()
  const key = deriveToken(ctx.secrets.fingerprints, 'address', address)
  keys.set(address, key)
  return key
}

/** The network that a call counts for; null for members, who can be held to account and share the office with others. */
export const networkToCount = (ctx: Pick<RequestContext, 'actor' | 'address' | 'node' | 'secrets'>): string | null =>
  ctx.actor.kind === 'member' ? null : networkKeyOf(ctx, ctx.address)

/** Reads cookies, and gives a browser the opaque one of its cart: the database keeps only the fingerprint. */

import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { OwnerId } from '../context.ts'
import { fingerprint, newToken } from '../ids.ts'

const MAX_AGE_SECONDS = 30 * 86_400
const TOKEN_FORM = /^[A-Za-z0-9_-]{32}$/

/** `__Host-` binds a cookie to this host and to https; browsers refuse that prefix over http. */
export const cookieName = (name: string, isSecure: boolean): string => (isSecure ? `__Host-${name}` : name)

/** Returns null if the browser has no cart, or a malformed cookie. */
export function readCartCookie(request: FastifyRequest, isSecure: boolean): OwnerId | null {
  const token = request.cookies[cookieName('leadyard_cart', isSecure)]
  return token && TOKEN_FORM.test(token) ? `cart:${fingerprint(token)}` : null
}

/** For a browser's first cart. */
export function setCartCookie(reply: FastifyReply, isSecure: boolean): OwnerId {
  const token = newToken()
  reply.setCookie(cookieName('leadyard_cart', isSecure), token, {
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secure: isSecure,
    maxAge: MAX_AGE_SECONDS,
  })
  return `cart:${fingerprint(token)}`
}

/** Undefined if a request has no cookie of this name, or one that cannot be decoded. */
export function readCookie(headers: IncomingHttpHeaders, name: string): string | undefined {
  for (const part of headers.cookie?.split(';') ?? []) {
    const [key = '', ...rest] = part.split('=')
    if (key.trim() !== name) continue
    try {
      return decodeURIComponent(rest.join('=').trim())
    } catch {
      return undefined
    }
  }
  return undefined
}

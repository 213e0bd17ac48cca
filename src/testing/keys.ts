/** What tests do with API keys. */
import { expect } from 'vitest'
import { BUYER_SCOPES, MEMBER_SCOPES } from '#contract/keys/key-scopes.ts'
import { Client, type Method, prove, type Reply } from './builders.ts'
import { ADMIN, type TestApp } from './test-app.ts'

/** Makes a key at an open desk. */
export async function makeDeskKey(desk: Client, scopes: readonly string[] = BUYER_SCOPES, name = 'Zapier') {
  return madeKey(await desk.call('POST', '/api/desk/keys', { name, scopes }))
}

/** Makes a key of a logged-in member. */
export async function makeOwnKey(
  member: Client,
  { scopes = MEMBER_SCOPES, password = ADMIN.password }: { scopes?: readonly string[]; password?: string } = {},
) {
  await prove(member, { password })
  return madeKey(await member.call('POST', '/api/profile/keys', { name: 'Reports', scopes }))
}

function madeKey({ status, body }: Reply): { id: string; secret: string } {
  expect(status, JSON.stringify(body)).toBe(200)
  return { id: body.key.id, secret: body.secret }
}

/** A program: calls with a key and without cookies. */
export class Program {
  readonly #node: TestApp
  readonly #key: string

  constructor(node: TestApp, key: string) {
    this.#node = node
    this.#key = key
  }

  call(method: Method, url: string, body?: unknown, headers: Record<string, string> = {}): Promise<Reply> {
    return new Client(this.#node).call(method, url, body, { authorization: `Bearer ${this.#key}`, ...headers })
  }
}

/** Calls an endpoint that needs nothing but a working key. */
export const tryKey = (node: TestApp, key: string, headers: Record<string, string> = {}): Promise<Reply> =>
  new Program(node, key).call('GET', '/api/key', undefined, headers)

/** The sandbox's mailbox and phone have everything the store wrote to anyone, so not everyone may see them. */
import { timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyPluginAsync, FastifyRequest } from 'fastify'
import type { PlatformContext } from '#server/platform/context.ts'
import { sendNotFound } from '#server/platform/http/error-handler.ts'
import { isDirectFromHere } from '#server/platform/http/trusted-proxies.ts'
import { deriveToken, fingerprint } from '#server/platform/ids.ts'

const COOKIE = 'sandbox_token'

/** Opens the mailbox and the phone to other machines; the same on every node and after every start. */
export const sandboxTokenOf = (secrets: PlatformContext['secrets']): string =>
  deriveToken(secrets.fingerprints, 'sandbox', 'mailbox')

/** Everyone else gets a 404. The token comes once as `?token=` and stays in a cookie: the pages link to each other. */
export async function serveSandbox(
  app: FastifyInstance,
  { mailbox, phone }: { mailbox?: { plugin: FastifyPluginAsync }; phone?: { plugin: FastifyPluginAsync } },
  options: { token: string; isSecure: boolean },
): Promise<void> {
  const { token, isSecure: secure } = options
  await app.register(async (scope) => {
    scope.addHook('onRequest', async (request, reply) => {
      if (isDirectFromHere(request) || isSame(request.cookies[COOKIE], token)) return
      if (!isSame(tokenIn(request), token)) return sendNotFound(request, reply)
      reply.setCookie(COOKIE, token, { path: '/sandbox', httpOnly: true, sameSite: 'strict', secure })
    })
    for (const part of [mailbox, phone]) if (part) await scope.register(part.plugin)
  })
}

function tokenIn({ query }: FastifyRequest): unknown {
  return typeof query === 'object' && query !== null && 'token' in query ? query.token : undefined
}

function isSame(given: unknown, token: string): boolean {
  return typeof given === 'string' && timingSafeEqual(Buffer.from(fingerprint(given)), Buffer.from(fingerprint(token)))
}

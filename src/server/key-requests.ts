import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type FoundKey, findApiKey, refuseKey, requireScope } from '#server/features/keys/check-key.ts'
import { actingMember } from '#server/features/members/own-keys.ts'
import type { WebContext } from '#server/gateways/context.ts'
import type { Actor } from '#server/platform/context.ts'
import { keyIn } from '#server/platform/http/key-requests.ts'
import { addToRequestLog } from '#server/platform/logging.ts'

type MakeContext = (request: FastifyRequest, reply: FastifyReply, actor: Actor) => WebContext

async function actorOf(ctx: WebContext, key: FoundKey): Promise<Actor | null> {
  const { keyId, owner, scopes } = key
  if (owner.kind === 'member') return actingMember(ctx, key, owner.userId)
  return { kind: 'buyer', keyId, email: owner.email, customerKey: owner.customerKey, scopes }
}

/** The challenges of https://www.rfc-editor.org/rfc/rfc6750#section-3, for libraries that look there. */
const CHALLENGE = { invalid: 'Bearer error="invalid_token"', scope: 'Bearer error="insufficient_scope"' }

/** Checks whether the key of a request exists, and whether the call accepts it; then the call's access, as for everyone. */
export function acceptKeys(app: FastifyInstance, makeContext: MakeContext): void {
  const letIn = async (request: FastifyRequest, reply: FastifyReply, text: string) => {
    const ctx = makeContext(request, reply, { kind: 'visitor' })
    const key = await findApiKey(ctx, text)
    const actor = key && (await actorOf(ctx, key))
    if (!actor) {
      reply.header('www-authenticate', CHALLENGE.invalid)
      return refuseKey(ctx)
    }
    addToRequestLog(request.log, { keyId: key.keyId })
    makeContext(request, reply, actor)
    if (request.is404) return
    reply.header('www-authenticate', CHALLENGE.scope)
    requireScope(key, request.routeOptions.config.key)
    reply.removeHeader('www-authenticate')
  }
  app.addHook('onRequest', (request, reply, done) => {
    const text = keyIn(request)
    if (text === null) return done()
    letIn(request, reply, text).then(() => done(), done)
  })
}

/** Turns whatever was thrown into `{ message, code, requestId }` with a fitting status; details of faults stay in the log. */
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod'
import { REFUSALS, type RefusalBody, type RefusalCode } from '#contract/refusals.ts'
import { isDatabaseUnavailable } from '../database.ts'
import { loggablePath } from '../logging.ts'
import { Refusal } from '../refusal.ts'

/** Fastify's own errors that stand for a refusal of ours. */
const FASTIFY_REFUSALS: Readonly<Record<string, RefusalCode>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'body_too_large',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'unsupported_media_type',
  FST_ERR_CTP_EMPTY_TYPE: 'unsupported_media_type',
}

function send(
  reply: FastifyReply,
  request: FastifyRequest,
  code: RefusalCode,
  message: string,
  details?: RefusalBody['details'],
) {
  const body: RefusalBody = { message, code, requestId: request.id, ...(details ? { details } : {}) }
  // A page's own serializer may be set already (see ReadyJson), so the text is made here.
  return reply
    .code(REFUSALS[code].status)
    .header('cache-control', 'no-store')
    .type('application/json; charset=utf-8')
    .serializer(String)
    .send(JSON.stringify(body))
}

/** The first validation problem as a sentence that names the field. */
function validationMessage(error: FastifyError): string {
  if (!hasZodFastifySchemaValidationErrors(error)) return REFUSALS.bad_request.text
  const [first] = error.validation
  const field = first?.instancePath.replace(/^\//, '').replaceAll('/', '.') ?? ''
  return field ? `${field}: ${first?.message ?? 'invalid'}.` : `${first?.message ?? REFUSALS.bad_request.text}`
}

/** Installs the handlers for errors and for addresses that nothing answers to. */
export function handleErrors(app: FastifyInstance): void {
  app.setErrorHandler((error: FastifyError, request, reply) => {
    if (error instanceof Refusal) {
      if (error.status >= 500) request.log.warn({ code: error.code }, 'refused')
      return send(reply, request, error.code, error.message, error.details)
    }
    if (error.validation) return send(reply, request, 'bad_request', validationMessage(error))
    const known = FASTIFY_REFUSALS[error.code]
    if (known) return send(reply, request, known, REFUSALS[known].text)
    if (error.statusCode === 429) return send(reply, request, 'rate_limited', REFUSALS.rate_limited.text)
    if (error.statusCode && error.statusCode >= 400 && error.statusCode < 500) {
      return send(reply, request, 'bad_request', REFUSALS.bad_request.text)
    }
    if (isDatabaseUnavailable(error)) {
      request.log.warn({ reason: error.message }, 'the database did not answer')
      return send(reply.header('retry-after', '2'), request, 'unavailable', REFUSALS.unavailable.text)
    }
    request.log.error({ err: error, path: loggablePath(request.url) }, 'an unexpected error')
    return send(reply, request, 'internal', REFUSALS.internal.text)
  })
}

/** Answers an address that nothing answers to. */
export function sendNotFound(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  return send(reply, request, 'not_found', REFUSALS.not_found.text)
}

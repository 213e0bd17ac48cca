/** Turns anything thrown into `{ message, code, requestId }` with the right status; details of faults stay in the log. */
import type { Socket } from 'node:net'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import type * as core from 'zod/v4/core'
import type { Schema } from '#contract/endpoint.ts'
import { REFUSALS, type RefusalBody, type RefusalCode } from '#contract/refusals.ts'
import { isDatabaseUnavailable } from '#server/platform/database/database.ts'
import { errorCode, Refusal } from '#server/platform/errors.ts'
import { loggablePath } from '../logging.ts'
import { unknownFieldsMessage } from './endpoint.ts'

const FASTIFY_REFUSALS: Readonly<Record<string, RefusalCode>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'body_too_large',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'unsupported_media_type',
  FST_ERR_CTP_EMPTY_TYPE: 'unsupported_media_type',
}

declare module 'fastify' {
  interface FastifyRequest {
    /** What went wrong on our side, for the log's line about this request. */
    fault: { fields: object; message: string } | null
  }
}

function send(
  reply: FastifyReply,
  request: FastifyRequest,
  code: RefusalCode,
  message: string,
  details?: RefusalBody['details'],
) {
  const body: RefusalBody = { message, code, requestId: request.id, ...(details ? { details } : {}) }
  // The page's own serializer may be set already (see CachedJson), so the text is made here.
  return reply
    .code(REFUSALS[code].status)
    .header('cache-control', 'no-store')
    .type('application/json; charset=utf-8')
    .serializer(String)
    .send(JSON.stringify(body))
}

const PROBLEMS: Readonly<Record<string, string>> = {
  too_big: 'is too long or too large',
  too_small: 'is missing or too small',
  invalid_type: 'is missing or of the wrong kind',
}

/** Any other message is a sentence from the contract. */
const VALIDATORS_WORDS = /^(Invalid|Too |Unrecognized|Expected)/

/** Names the first wrong field as people would: `cellPhone` is "cell phone". */
function validationMessage(problems: readonly core.$ZodIssue[]): string {
  const unknown = unknownFieldsMessage(problems)
  if (unknown) return unknown
  const [first] = problems
  if (first?.message && !VALIDATORS_WORDS.test(first.message)) return first.message
  // The names alone: a position in a list tells a person nothing.
  const names = first?.path.map(String).filter((part) => /^[a-z]+$/i.test(part)) ?? []
  const field = names.at(-1)?.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
  if (!field) return REFUSALS.bad_request.text
  return `Check the ${field}: it ${PROBLEMS[first?.code ?? ''] ?? 'is not valid'}.`
}

/** Reads what comes inside a message instead of as a body. @throws Refusal `bad_request`, in the words for a body */
export function readInput(schema: Schema, given: unknown): unknown {
  const { data, error } = z.safeParse(schema, given)
  if (error) throw new Refusal('bad_request', { message: validationMessage(error.issues) })
  return data
}

function answerError(error: FastifyError, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  if (error instanceof Refusal) {
    if (error.status >= 500) request.fault = { fields: { code: error.code }, message: 'refused' }
    return send(reply, request, error.code, error.message, error.details)
  }
  if (error.validation) return send(reply, request, 'bad_request', validationMessage(error.validation as never))
  const known = FASTIFY_REFUSALS[error.code]
  if (known) return send(reply, request, known, REFUSALS[known].text)
  if (error.statusCode && error.statusCode >= 400 && error.statusCode < 500)
    return send(reply, request, 'bad_request', REFUSALS.bad_request.text)
  if (isDatabaseUnavailable(error)) {
    request.fault = { fields: { reason: error.message }, message: 'the database did not answer' }
    return send(reply.header('retry-after', '2'), request, 'unavailable', REFUSALS.unavailable.text)
  }
  request.fault = { fields: { err: error, path: loggablePath(request.url) }, message: 'an unexpected error' }
  return send(reply, request, 'internal', REFUSALS.internal.text)
}

/** Answers everything that is thrown while a request is served. */
export function handleErrors(app: FastifyInstance): void {
  app.decorateRequest('fault', null)
  app.setErrorHandler(answerError)
}

/** Answers a URL that cannot be read. The router finds this before any hook runs, so this adds what the hooks would. */
export const handleFrameworkErrors =
  (headers: Readonly<Record<string, string>>) =>
  (error: FastifyError, request: FastifyRequest, reply: FastifyReply): void => {
    request.log.info({ method: request.method, code: error.code }, 'an address that cannot be read')
    answerError(error, request, reply.headers({ ...headers, 'x-request-id': request.id }))
  }

const CLOSE_WITHIN_MS = 1_000

/** Answers bytes that are not HTTP, and requests that do not end in time, if someone is still listening. */
export function answerBrokenRequest(
  error: Error,
  socket: Socket,
  headers: Readonly<Record<string, string>>,
  requestId: string,
): void {
  // Browsers open connections in advance, and take what they find on one for the reply to their next request.
  const hasAsked = socket.bytesRead > 0
  if (!hasAsked || socket.destroyed || !socket.writable || errorCode(error) === 'ECONNRESET')
    return void socket.destroy()
  const refused: RefusalBody = { message: REFUSALS.bad_request.text, code: 'bad_request', requestId }
  const body = JSON.stringify(refused)
  const lines = Object.entries({
    ...headers,
    'x-request-id': requestId,
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(Buffer.byteLength(body)),
    connection: 'close',
  }).map(([name, value]) => `${name}: ${value}`)
  socket.end(['HTTP/1.1 400 Bad Request', ...lines, '', body].join('\r\n'))
  // Ended is only half closed: a client that leaves it at that could go on sending, and keeps the socket forever.
  setTimeout(() => socket.destroy(), CLOSE_WITHIN_MS).unref()
}

export const sendNotFound = (request: FastifyRequest, reply: FastifyReply): FastifyReply =>
  send(reply, request, 'not_found', REFUSALS.not_found.text)

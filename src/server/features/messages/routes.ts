import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import {
  receiveSmsReply,
  receiveSmsStatus,
  verifyEmail as verifyEmailEndpoint,
} from '#contract/messages/notifications.ts'
import type { Context, WebContext } from '#server/gateways/context.ts'
import { Refusal } from '#server/platform/errors.ts'
import { bind } from '#server/platform/http/endpoint.ts'
import { receiveReport } from './record-sms-report.ts'
import { receiveReply } from './sms.ts'
import { verifyEmail } from './verify-buyer.ts'

export const notificationRoutes = [bind(verifyEmailEndpoint, (ctx: WebContext, { body }) => verifyEmail(ctx, body))]

const FORM = 'application/x-www-form-urlencoded'
/** A report has about 20 fields; a reply has up to 1,600 characters of text. */
const FORM_BYTES_MAX = 32 * 1024
const NO_ANSWER = '<?xml version="1.0" encoding="UTF-8"?><Response/>'

/** Reads the fields of a request signed for the public address. @throws Refusal `signature_invalid` */
function readSigned(ctx: Context, request: FastifyRequest): { query: URLSearchParams; fields: URLSearchParams } {
  const { originalUrl, body, headers } = request
  const signature = headers['x-twilio-signature']
  const isSigned =
    body instanceof URLSearchParams &&
    ctx.gateways.sms.isSigned(ctx.publicUrl + originalUrl, body, typeof signature === 'string' ? signature : undefined)
  if (!isSigned) throw new Refusal('signature_invalid')
  return { query: new URLSearchParams(originalUrl.split('?')[1] ?? ''), fields: body }
}

/** They have a scope of their own because only they accept forms. A signed request always gets the same reply. */
export function smsWebhooks(contextOf: (request: FastifyRequest, reply: FastifyReply) => Context) {
  return async (app: FastifyInstance): Promise<void> => {
    app.removeAllContentTypeParsers()
    app.addContentTypeParser(FORM, { parseAs: 'string', bodyLimit: FORM_BYTES_MAX }, (_request, body, done) =>
      done(null, new URLSearchParams(String(body))),
    )
    const options = { config: { rateLimit: false as const } }
    app.post(receiveSmsStatus.path, options, async (request, reply) => {
      const ctx = contextOf(request, reply)
      const { query, fields } = readSigned(ctx, request)
      await receiveReport(ctx, query, fields)
      return reply.code(204).send()
    })
    app.post(receiveSmsReply.path, options, async (request, reply) => {
      const ctx = contextOf(request, reply)
      await receiveReply(ctx, readSigned(ctx, request).fields)
      return reply.type('text/xml').send(NO_ANSWER)
    })
  }
}

import { readFile } from 'node:fs/promises'
import type { FastifyPluginAsync } from 'fastify'
import type pg from 'pg'
import { renderPhone } from './phone-page.ts'
import { listTexts, listThreads, readThread } from './phone-queries.ts'
import { lastOf, sendHtml } from './plugin.ts'

/** The page has no script and frames nothing. */
const PHONE_POLICY = [
  "default-src 'none'",
  "style-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ')

const FORM = 'application/x-www-form-urlencoded'
const FORM_BYTES_MAX = 4_096

/** `+1 (512) 555-0100` and `+15125550100` are the same phone; a bare `+` in a URL became a space on its way. */
const bareNumber = (number: string): string => {
  const digits = number.replace(/\D/g, '')
  return digits === '' ? '' : `+${digits}`
}

type Query = { Querystring: { to?: string | string[]; number?: string | string[]; lost?: string | string[] } }

/**
 * The phone's routes, at the root of the store's server.
 *
 * @param reply sends typed text to the store and returns whether it took it
 * @param store the store's own number
 */
export function createPhonePlugin(
  pool: pg.Pool,
  reply: (from: string, text: string) => Promise<boolean>,
  store: string,
): FastifyPluginAsync {
  return async (app) => {
    const style = await readFile(new URL('phone.css', import.meta.url))
    app.removeContentTypeParser(FORM)
    app.addContentTypeParser(FORM, { parseAs: 'string', bodyLimit: FORM_BYTES_MAX }, (_request, body, done) =>
      done(null, new URLSearchParams(String(body))),
    )

    app.get<Query>('/sandbox/phone.json', async (request, answer) => {
      const to = bareNumber(lastOf(request.query.to))
      return answer.header('cache-control', 'no-store').send(await listTexts(pool, to === '' ? null : to))
    })

    app.get<Query>('/sandbox/phone', async (request, answer) => {
      const number = bareNumber(lastOf(request.query.number))
      const [threads, texts] = await Promise.all([listThreads(pool, store), number ? readThread(pool, number) : []])
      const isLost = lastOf(request.query.lost) !== ''
      // Without a referrer, a browser sends no origin with the form, and the store accepts changes only from its own
      // pages.
      return sendHtml(answer, PHONE_POLICY, renderPhone({ threads, number, texts, isLost }), 'same-origin')
    })

    app.get('/sandbox/phone/style.css', (_request, answer) =>
      answer.headers({ 'content-type': 'text/css; charset=utf-8', 'cache-control': 'no-cache' }).send(style),
    )

    app.post('/sandbox/phone/replies', async (request, answer) => {
      const fields = request.body instanceof URLSearchParams ? request.body : new URLSearchParams()
      const number = bareNumber(fields.get('number') ?? '')
      const text = (fields.get('text') ?? '').trim().slice(0, 160)
      if (number === '' || text === '') return answer.redirect('/sandbox/phone', 303)
      const isTaken = await reply(number, text)
      const query = new URLSearchParams({ number, ...(isTaken ? {} : { lost: '1' }) })
      return answer.redirect(`/sandbox/phone?${query}`, 303)
    })
  }
}

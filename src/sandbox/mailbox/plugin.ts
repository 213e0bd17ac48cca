import { readFile } from 'node:fs/promises'
import type { FastifyPluginAsync, FastifyReply } from 'fastify'
import type pg from 'pg'
import { renderMailPart, renderPage, VIEWS } from './page.ts'
import { bareAddress, findAttachment, findMessage, listMessages, listSummaries } from './queries.ts'

const PAGE_POLICY =
  "default-src 'none'; style-src 'self'; frame-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"

/** An email is content from outside: no scripts, forms, frames or origin; styles, images and clicked links work. */
const MAIL_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; img-src 'self' data: https:; base-uri 'none'; frame-ancestors 'self'; sandbox allow-popups allow-popups-to-escape-sandbox allow-top-navigation-by-user-activation"

/** The mailbox's routes, at the root of the store's server. @param hasPhone whether its page links to the phone's */
export function createMailboxPlugin(pool: pg.Pool, hasPhone: boolean): FastifyPluginAsync {
  return async (app) => {
    const style = await readFile(new URL('mailbox.css', import.meta.url))

    app.get<{ Querystring: { to?: string | string[] } }>('/sandbox/mailbox.json', async (request, reply) => {
      const to = lastOf(request.query.to)
      return reply
        .header('cache-control', 'no-store')
        .send(await listMessages(pool, to === '' ? null : bareAddress(to)))
    })

    app.get<{ Querystring: { to?: string | string[]; id?: string | string[]; view?: string | string[] } }>(
      '/sandbox/mailbox',
      async (request, reply) => {
        const to = lastOf(request.query.to).trim()
        const id = lastOf(request.query.id)
        const [summaries, message] = await Promise.all([
          listSummaries(pool, to.toLowerCase()),
          isId(id) ? findMessage(pool, id) : null,
        ])
        const view = message?.html ? (VIEWS.find((one) => one === lastOf(request.query.view)) ?? 'light') : 'text'
        const page = { summaries, message, to, view, isMissing: id !== '' && !message, hasPhone }
        return sendHtml(reply, PAGE_POLICY, renderPage(page))
      },
    )

    app.get('/sandbox/mailbox/style.css', (_request, reply) =>
      reply.headers({ 'content-type': 'text/css; charset=utf-8', 'cache-control': 'no-cache' }).send(style),
    )

    app.get<{ Params: { id: string }; Querystring: { scheme?: string | string[] } }>(
      '/sandbox/mailbox/:id/html',
      async (request, reply) => {
        const message = isId(request.params.id) ? await findMessage(pool, request.params.id) : null
        if (!message?.html) return reply.code(404).type('text/plain').send('There is no such message.')
        // Without its own origin the frame cannot be keyed by origin; asking for it only makes browsers warn.
        reply.headers({ 'x-frame-options': 'SAMEORIGIN', 'origin-agent-cluster': '?0' })
        const scheme = lastOf(request.query.scheme) === 'dark' ? 'dark' : 'light'
        return sendHtml(reply, MAIL_POLICY, renderMailPart(message.html, scheme))
      },
    )

    app.get<{ Params: { id: string; position: string } }>(
      '/sandbox/mailbox/:id/attachments/:position',
      async (request, reply) => {
        const { id, position } = request.params
        const isKnown = isId(id) && /^\d{1,4}$/.test(position)
        const attachment = isKnown ? await findAttachment(pool, id, Number(position)) : null
        if (attachment === null) return reply.code(404).type('text/plain').send('There is no such attachment.')
        return reply
          .headers({
            // Always a download: an attachment must not run as a page of this origin.
            'content-type': 'application/octet-stream',
            'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent(attachment.filename)}`,
            'cache-control': 'no-store',
          })
          .send(attachment.content)
      },
    )
  }
}

export function sendHtml(
  reply: FastifyReply,
  policy: string,
  html: string,
  referrer: 'no-referrer' | 'same-origin' = 'no-referrer',
): FastifyReply {
  return reply
    .headers({
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': policy,
      'referrer-policy': referrer,
      'cache-control': 'no-store',
    })
    .send(html)
}

/** If a query field is given twice, the last one counts. */
export function lastOf(value: string | string[] | undefined): string {
  return (Array.isArray(value) ? value.at(-1) : value) ?? ''
}

const isId = (text: string): boolean => /^\d{1,18}$/.test(text)

import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import { type Api, callOf } from './api.ts'

const CONTENT_TYPES = { js: 'text/javascript', css: 'text/css', html: 'text/html' } as const
const FOLDER = new URL('browser/', import.meta.url)

const FORM = 'application/x-www-form-urlencoded'
const BODY_BYTES_MAX = 64 * 1024

/** The frames contain card data, so they state their own policy. The store's pages may frame them. */
const framePolicy = (apiBase: string | null) =>
  `default-src 'none'; script-src 'self'; style-src 'self'; connect-src ${apiBase ?? "'self'"}; font-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'self'`

type BrowserFile = { name: string; type: string; content: Buffer; etag: string }

/** Only the card form. `apiBase`: another server with Stripe’s API; null: the API is beside the files. */
export async function createCardForm(apiBase: string | null): Promise<FastifyPluginAsync> {
  const files = await Promise.all((await readdir(FOLDER)).map((name) => readBrowserFile(name, apiBase)))
  const policy = framePolicy(apiBase)
  return async (app) => {
    for (const file of files) app.get(`/${file.name}`, (request, reply) => sendFile(file, policy, request, reply))
  }
}

/** Creates what browsers may reach: the card form, and the API with the publishable key and a client secret. */
export async function createBrowserPlugin(api: Api): Promise<FastifyPluginAsync> {
  const cardForm = await createCardForm(null)

  return async (app) => {
    await app.register(cardForm)

    // The API accepts only forms; the store's parsers stay as they are, because a plugin's parsers are scoped to it.
    if (app.hasContentTypeParser(FORM)) app.removeContentTypeParser(FORM)
    app.addContentTypeParser(FORM, { parseAs: 'string', bodyLimit: BODY_BYTES_MAX }, (_request, body, done) =>
      done(null, body),
    )
    app.route({ method: ['GET', 'POST'], url: '/v1/*', bodyLimit: BODY_BYTES_MAX, handler: forward })
  }

  async function forward(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const { method, headers } = request
    const url = request.url.slice(request.url.indexOf('/v1/'))
    const body = typeof request.body === 'string' ? request.body : ''
    const answer = await api.handle(callOf({ method, url, headers }, body, 'browser'))
    if (answer.status === 0) {
      reply.hijack()
      request.raw.socket.destroy()
      return reply
    }
    return reply
      .code(answer.status)
      .headers({ ...answer.headers, 'cache-control': 'no-store' })
      .send(answer.body)
  }
}

async function readBrowserFile(name: string, apiBase: string | null): Promise<BrowserFile> {
  const written = await readFile(new URL(name, FOLDER), 'utf8')
  const isBase = name === 'api-base.js' && apiBase !== null
  const content = Buffer.from(
    isBase ? written.replace(' apiBase = null', () => ` apiBase = ${JSON.stringify(apiBase)}`) : written,
  )
  const extension = name.endsWith('.js') ? 'js' : name.endsWith('.css') ? 'css' : 'html'
  const etag = `"${createHash('sha256').update(content).digest('base64url').slice(0, 27)}"`
  return { name, type: `${CONTENT_TYPES[extension]}; charset=utf-8`, content, etag }
}

function sendFile(file: BrowserFile, policy: string, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  reply.headers({ 'content-type': file.type, etag: file.etag, 'cache-control': 'no-cache' })
  if (file.name.endsWith('.html')) {
    reply.headers({
      'content-security-policy': policy,
      'x-frame-options': 'SAMEORIGIN',
      'referrer-policy': 'no-referrer',
    })
  }
  if (request.headers['if-none-match'] === file.etag) return reply.code(304).send()
  return reply.send(file.content)
}

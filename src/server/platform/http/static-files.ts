/**
 * The built web side: hashed files for ever, the page itself never kept. A path that is neither a file nor a page of the
 * router gets the page with status 404, which then shows its own "not found".
 */
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { sendNotFound } from './error-handler.ts'

const PAGE_MISSING = '<!doctype html><title>Not built</title><p>The web side is not built. Run <code>npm start</code>.'

/**
 * Serves a build folder and, for pages, its index.html.
 *
 * @param options.isPage whether the router shows something for a path
 */
export async function serveStaticFiles(
  app: FastifyInstance,
  options: { folder: string; isPage: (path: string) => boolean },
): Promise<void> {
  const entries: string[] = await readdir(options.folder).catch(() => [])
  const page = entries.includes('index.html')
    ? await readFile(join(options.folder, 'index.html'), 'utf8')
    : PAGE_MISSING
  if (entries.length > 0) {
    await app.register(fastifyStatic, {
      root: options.folder,
      index: false,
      wildcard: false,
      dotfiles: 'ignore',
      // Source maps are kept beside the build for us, not for everybody.
      globIgnore: ['**/*.map', '**/index.html', '**/.*'],
      setHeaders(reply, path) {
        const isHashed = path.includes('/assets/')
        reply.header('cache-control', isHashed ? 'public, max-age=31536000, immutable' : 'public, max-age=300')
      },
    })
  }
  app.setNotFoundHandler((request, reply) => {
    const path = request.url.split('?', 1)[0] ?? '/'
    const isForPeople =
      (request.method === 'GET' || request.method === 'HEAD') && !/^\/(api|sandbox|assets)(\/|$)/.test(path)
    if (!isForPeople || /\.[a-z0-9]{1,5}$/i.test(path)) return sendNotFound(request, reply)
    return reply
      .code(options.isPage(path) ? 200 : 404)
      .header('cache-control', 'no-cache')
      .type('text/html; charset=utf-8')
      .send(page)
  })
}

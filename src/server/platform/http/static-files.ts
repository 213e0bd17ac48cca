/** Serves the built web side. Unknown paths get the page with status 404, which then shows its own "not found". */
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { escapeHtml } from '#server/platform/text/text.ts'
import { compressText } from './compress-replies.ts'
import { sendNotFound } from './error-handler.ts'
import { type PageHead, renderPageHead, scriptJson } from './page-head.ts'
import { allowInline } from './security-headers.ts'

/* Prerendered pages (src/web/prerender-pages.tsx): what people see before the bundle runs, with the store's own facts. */

const FOLDER = '.prerendered'
/** The name of a fact, or of a part of one: `saleCaps.vip`. */
const PLACEHOLDER = /\{\{([\w.]+)\}\}/g
const HTML_PLACEHOLDER = /\{\{\{(\w+)\}\}\}/g

async function readPrerenderedPages(buildFolder: string): Promise<ReadonlyMap<string, string>> {
  const folder = join(buildFolder, FOLDER)
  const files: string[] = await readdir(folder).catch(() => [])
  const pages = files.map(
    async (file) => [file.replace(/\.html$/, ''), await readFile(join(folder, file), 'utf8')] as const,
  )
  return new Map(await Promise.all(pages))
}

function textOf(facts: Readonly<Record<string, unknown>>, name: string): string {
  return String(name.split('.').reduce<unknown>((found, part) => Object(found)[part], facts) ?? '')
}

/** @param parts HTML by place, not escaped, for browsers without JavaScript */
function fillPrerenderedPage(
  html: string,
  facts: Readonly<Record<string, unknown>>,
  parts: Readonly<Record<string, string>> = {},
): string {
  const filled = html
    .split(HTML_PLACEHOLDER)
    .map((piece, place) =>
      place % 2 === 1
        ? (parts[piece] ?? '')
        : piece.replace(PLACEHOLDER, (_place, name: string) => escapeHtml(textOf(facts, name))),
    )
    .join('')
  return `<div id="root">${filled}</div>${factsScript(facts)}`
}

/** Pages that come empty need it, too: the store's time zone, in which they write their first times. */
const factsScript = (facts: Readonly<Record<string, unknown>> = {}): string =>
  `\n    <script type="application/json" id="store-config">${scriptJson(facts)}</script>`

const PAGE_MISSING = '<!doctype html><title>Not built</title><p>The web side is not built. Run <code>npm start</code>.'
/** What index.html has between these is for those who open it without this server. */
const HEAD_MARKS = /<!-- head -->[\s\S]*?<!-- \/head -->/
const EMPTY_ROOT = '<div id="root"></div>'
const SECRET_HEADERS = { 'cache-control': 'no-store', 'referrer-policy': 'no-referrer', 'x-robots-tag': 'noindex' }
/** Written by the build: the scripts of each page besides the first ones, relative to the folder. */
const PAGE_SCRIPTS = '.page-scripts.json'

/** Serves a build folder. @param options.properAddressOf another address of ours, to which the browser is sent */
export async function serveStaticFiles(
  app: FastifyInstance,
  options: {
    folder: string
    isPage: (path: string) => boolean
    properAddressOf?: (path: string, query: string) => Promise<string | null>
    headOf: (path: string, query: string) => Promise<PageHead>
    prerenderedPageOf?: (path: string, query: string) => string | undefined
    facts?: () => Readonly<Record<string, unknown>>
    partsOf?: (path: string, query: string, head: PageHead) => Promise<Readonly<Record<string, string>>>
    /** What a page that is not prerendered says without JavaScript, as safe HTML; '' for nothing. */
    plainOf?: (path: string) => Promise<string>
    /** Whether a URL is a secret: never cached, revealed or indexed. */
    isSecret?: (path: string, query: string) => boolean
    /** The parts of the build, named as in its list of page scripts, that a page fetches together with the first ones. */
    scriptsOf?: (path: string, query: string) => readonly string[]
    /** Made rather than built, such as `/robots.txt`. */
    madeFiles: readonly { path: string; type: string; make(): Promise<string> | string }[]
  },
): Promise<void> {
  const entries: string[] = await readdir(options.folder).catch(() => [])
  const hasPage = entries.includes('index.html')
  const page = hasPage ? await readFile(join(options.folder, 'index.html'), 'utf8') : PAGE_MISSING
  const [beforeHead, afterHead] = page.split(HEAD_MARKS, 2)
  const policy = allowInline(app.pagePolicy, page)
  const prerenderedPages = await readPrerenderedPages(options.folder)
  const bodyOf = async (path: string, query: string, head: PageHead): Promise<string> => {
    const prerendered = prerenderedPages.get(options.prerenderedPageOf?.(path, query) ?? '')
    if (!prerendered) {
      const plain = await options.plainOf?.(path)
      const words = plain ? `<noscript>${plain}</noscript>` : ''
      return (afterHead ?? '').replace(EMPTY_ROOT, (root) => root + words + factsScript(options.facts?.()))
    }
    const parts = prerendered.includes('{{{') ? await options.partsOf?.(path, query, head) : undefined
    return (afterHead ?? '').replace(EMPTY_ROOT, () => fillPrerenderedPage(prerendered, options.facts?.() ?? {}, parts))
  }
  const scripts = await readPageScripts(options.folder)
  const namedScripts = (path: string, query: string): string =>
    [...new Set(options.scriptsOf?.(path, query).flatMap((name) => scripts[name] ?? []))]
      .map((file) => `\n    <meta name="bundle-page" content="/${file}" />`)
      .join('')
  if (entries.length > 0) await serveBuild(app, options.folder)
  for (const { path, type, make } of options.madeFiles)
    app.get(path, async (_request, reply) => {
      reply.header('cache-control', 'public, max-age=3600').type(type)
      return reply.send(await make())
    })
  app.setNotFoundHandler(async (request, reply) => {
    const [path = '/', ...rest] = request.url.split('?')
    const query = rest.join('?')
    const isForPeople =
      (request.method === 'GET' || request.method === 'HEAD') && !/^\/(api|sandbox|assets)(\/|$)/.test(path)
    if (!isForPeople || /\.[a-z0-9]{1,5}$/i.test(path)) return sendNotFound(request, reply)
    const proper = await options.properAddressOf?.(path, query)
    if (proper) return reply.redirect(proper, 301)
    const withHead = async () => {
      const head = await options.headOf(path, query)
      return `${beforeHead}${renderPageHead(head)}${namedScripts(path, query)}${await bodyOf(path, query, head)}`
    }
    reply
      .code(options.isPage(path) ? 200 : 404)
      .headers(options.isSecret?.(path, query) ? SECRET_HEADERS : { 'cache-control': 'no-cache' })
      .header('content-security-policy', policy)
      .type('text/html; charset=utf-8')
    return reply.send(await compressText(request, reply, afterHead === undefined ? page : await withHead()))
  })
}

/** Folders, dotfiles, source maps, compressed copies (sent under the names of their originals), and the page itself. */
const NOT_SERVED = /\.(map|br)$|(^|\/)index\.html$|(^|\/)\.|(^|\/)$/

/** One route for each folder at the top: one for each file in them was an eighth of the computing at a store's start. */
async function serveBuild(app: FastifyInstance, folder: string): Promise<void> {
  await app.register(fastifyStatic, {
    root: folder,
    serve: false,
    index: false,
    dotfiles: 'ignore',
    // The build compressed its scripts already (scripts/lib/compress-files.mjs).
    preCompressed: true,
    setHeaders(reply, path) {
      const isHashed = path.includes('/assets/')
      reply.header('cache-control', isHashed ? 'public, max-age=31536000, immutable' : 'public, max-age=300')
    },
  })
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const { name } = entry
    if (NOT_SERVED.test(name)) continue
    app.get<{ Params: { '*'?: string } }>(entry.isDirectory() ? `/${name}/*` : `/${name}`, async (request, reply) => {
      const within = request.params['*']
      if (within !== undefined && NOT_SERVED.test(within)) return reply.callNotFound()
      return reply.sendFile(within === undefined ? name : `${name}/${within}`)
    })
  }
}

async function readPageScripts(folder: string): Promise<Readonly<Record<string, readonly string[]>>> {
  return JSON.parse(await readFile(join(folder, PAGE_SCRIPTS), 'utf8').catch(() => '{}'))
}

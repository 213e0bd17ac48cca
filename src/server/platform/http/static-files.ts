/**
 * Serves the built web side: hashed files are cached forever, the page itself never. A path that is neither a file nor
 * a page of the router gets the page with status 404, which then shows its own "not found".
 */
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { escapeHtml } from '#server/platform/text.ts'
import { compressText } from './compress-replies.ts'
import { sendNotFound } from './error-handler.ts'
import { type PageHead, renderPageHead, scriptJson } from './page-head.ts'
import { allowInline } from './security-headers.ts'

/*
 * Prerendered pages (src/web/prerender-pages.tsx makes them at build time): what people see before the bundle runs. The
 * server fills in what only it knows, such as the store's name.
 */

/** Hidden, because no browser may request these files directly. */
const FOLDER = '.prerendered'

/** The name of a fact, or of a part of one: `saleCaps.vip`. */
const PLACEHOLDER = /\{\{([\w.]+)\}\}/g
const HTML_PLACEHOLDER = /\{\{\{(\w+)\}\}\}/g

/** Reads the prerendered pages of a build, by name; none if the web side is not built. */
async function readPrerenderedPages(buildFolder: string): Promise<ReadonlyMap<string, string>> {
  const folder = join(buildFolder, FOLDER)
  const files: string[] = await readdir(folder).catch(() => [])
  return new Map(
    await Promise.all(
      files.map(
        async (file): Promise<[string, string]> => [
          file.replace(/\.html$/, ''),
          await readFile(join(folder, file), 'utf8'),
        ],
      ),
    ),
  )
}

/** Whether a page has places for HTML that the server writes. */
const hasHtmlPlaces = (html: string): boolean => html.includes('{{{')

function textOf(facts: Readonly<Record<string, unknown>>, name: string): string {
  const fact = name.split('.').reduce<unknown>((found, part) => Object(found)[part], facts)
  return String(fact ?? '')
}

/**
 * Fills a page into the root element and adds the facts as data for the bundle, which hydrates it.
 *
 * @param parts HTML for the places with these names; not escaped. React leaves them alone: they are for browsers
 * without JavaScript
 */
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
  return `<div id="root">${filled}</div>\n    <script type="application/json" id="store-config">${scriptJson(facts)}</script>`
}

const PAGE_MISSING = '<!doctype html><title>Not built</title><p>The web side is not built. Run <code>npm start</code>.'

/** What index.html has between these is for those who open it without this server. */
const HEAD_MARKS = /<!-- head -->[\s\S]*?<!-- \/head -->/

const EMPTY_ROOT = '<div id="root"></div>'

const SECRET_HEADERS = { 'cache-control': 'no-store', 'referrer-policy': 'no-referrer', 'x-robots-tag': 'noindex' }

/** Written by the build: the scripts of each page besides the first ones, relative to the folder. */
const PAGE_SCRIPTS = '.page-scripts.json'

/** A text file that is made rather than built, such as `/robots.txt`. */
interface MadeFile {
  path: string
  type: string
  make(): Promise<string> | string
}

/**
 * Serves a build folder and, for pages, its index.html with a head for the URL.
 *
 * @param options.isPage whether the router shows something for a path
 * @param options.properAddressOf another address of ours that a URL stands for, to which the browser is sent
 * @param options.scriptsOf lets the browser fetch the second scripts together with the first ones; query without `?`
 * @param options.headOf what a page says about itself; query without `?`
 */
export async function serveStaticFiles(
  app: FastifyInstance,
  options: {
    folder: string
    isPage: (path: string) => boolean
    properAddressOf?: (path: string, query: string) => Promise<string | null>
    headOf: (path: string, query: string) => Promise<PageHead>
    /** The prerendered page that a URL starts with. */
    prerenderedPageOf?: (path: string, query: string) => string | undefined
    /** What every prerendered page may say about this store: texts in it, and all of it as data for the bundle. */
    facts?: () => Readonly<Record<string, unknown>>
    /** HTML for the places that a prerendered page keeps for browsers without JavaScript, by name. */
    partsOf?: (path: string, query: string) => Promise<Readonly<Record<string, string>>>
    /** Whether a URL is a secret: never cached, revealed or indexed. */
    isSecret?: (path: string, query: string) => boolean
    /** The parts of the build, named as in its list of page scripts, that a page loads as soon as the first ones have run. */
    scriptsOf?: (path: string, query: string) => readonly string[]
    madeFiles: readonly MadeFile[]
  },
): Promise<void> {
  const entries: string[] = await readdir(options.folder).catch(() => [])
  const page = entries.includes('index.html')
    ? await readFile(join(options.folder, 'index.html'), 'utf8')
    : PAGE_MISSING
  const [beforeHead, afterHead] = page.split(HEAD_MARKS, 2)
  const policy = allowInline(app.pagePolicy, page)
  const prerenderedPages = await readPrerenderedPages(options.folder)
  const bodyOf = async (path: string, query: string): Promise<string> => {
    const prerendered = prerenderedPages.get(options.prerenderedPageOf?.(path, query) ?? '')
    if (!prerendered) return afterHead ?? ''
    const parts = hasHtmlPlaces(prerendered) ? await options.partsOf?.(path, query) : undefined
    return (afterHead ?? '').replace(EMPTY_ROOT, () => fillPrerenderedPage(prerendered, options.facts?.() ?? {}, parts))
  }
  const scripts = await readPageScripts(options.folder)
  const namedScripts = (path: string, query: string): string =>
    [...new Set(options.scriptsOf?.(path, query).flatMap((name) => scripts[name] ?? []))]
      .map((file) => `\n    <meta name="bundle-page" content="/${file}" />`)
      .join('')
  if (entries.length > 0) await serveBuild(app, options.folder)
  for (const { path, type, make } of options.madeFiles) {
    app.get(path, { schema: { hide: true } }, async (_request, reply) =>
      reply
        .header('cache-control', 'public, max-age=3600')
        .type(type)
        .send(await make()),
    )
  }
  app.setNotFoundHandler(async (request, reply) => {
    const [path = '/', ...rest] = request.url.split('?')
    const query = rest.join('?')
    const isForPeople =
      (request.method === 'GET' || request.method === 'HEAD') && !/^\/(api|sandbox|assets)(\/|$)/.test(path)
    if (!isForPeople || /\.[a-z0-9]{1,5}$/i.test(path)) return sendNotFound(request, reply)
    const proper = await options.properAddressOf?.(path, query)
    if (proper) return reply.redirect(proper, 301)
    const withHead = async () =>
      `${beforeHead}${renderPageHead(await options.headOf(path, query))}${namedScripts(path, query)}${await bodyOf(path, query)}`
    reply
      .code(options.isPage(path) ? 200 : 404)
      .headers(options.isSecret?.(path, query) ? SECRET_HEADERS : { 'cache-control': 'no-cache' })
      .header('content-security-policy', policy)
      .type('text/html; charset=utf-8')
    return reply.send(await compressText(request, reply, afterHead === undefined ? page : await withHead()))
  })
}

/**
 * The parts of the build that are not public: folders, dotfiles, source maps, compressed copies, which are sent under
 * the names of their originals, and the page itself.
 */
const NOT_SERVED = /\.(map|br)$|(^|\/)index\.html$|(^|\/)\.|(^|\/)$/

/**
 * Serves a build with one route for each file and each folder at its top. A route for each file of the folders, too,
 * was an eighth of what a store computes at its start.
 */
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
    app.get<{ Params: { '*'?: string } }>(
      entry.isDirectory() ? `/${name}/*` : `/${name}`,
      { schema: { hide: true } },
      async (request, reply) => {
        const within = request.params['*']
        if (within !== undefined && NOT_SERVED.test(within)) return reply.callNotFound()
        return reply.sendFile(within === undefined ? name : `${name}/${within}`)
      },
    )
  }
}

async function readPageScripts(folder: string): Promise<Readonly<Record<string, readonly string[]>>> {
  const text = await readFile(join(folder, PAGE_SCRIPTS), 'utf8').catch(() => '{}')
  return JSON.parse(text)
}

/** Serves the API reference at `/api` (docs/decisions/0068-api-keys.md). */
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { promisify } from 'node:util'
import { Worker } from 'node:worker_threads'
import { gunzip } from 'node:zlib'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Actor } from '#server/platform/context.ts'
import { acceptsEncoding, compressText } from '#server/platform/http/compress-replies.ts'
import { escapeHtml } from '#server/platform/text/text.ts'
import { makeOpenApi, type StoreFacts } from './openapi.ts'

/**
 * The page, Scalar's script, has an origin of its own (`sandbox`), so it cannot act as the visitor or read the store's
 * cookies and storage. It loads only that script and sends nothing. Scalar writes its styles into the page:
 * `unsafe-inline`.
 */
const referencePolicy = (nonce: string): string =>
  [
    "default-src 'none'",
    `script-src 'nonce-${nonce}'`,
    "style-src 'unsafe-inline'",
    'img-src data:',
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    'sandbox allow-scripts allow-downloads',
  ].join('; ')

/** @see https://scalar.com/products/api-references/configuration */
const SETTINGS = {
  telemetry: false,
  withDefaultFonts: false,
  agent: { disabled: true },
  mcp: { disabled: true },
  showDeveloperTools: 'never',
  documentDownloadType: 'none',
  hideClientButton: true,
  // Keys do not belong in a page, and this one cannot make calls.
  hideTestRequestButton: true,
  authentication: { preferredSecurityScheme: 'key' },
  defaultHttpClient: { targetKey: 'shell', clientKey: 'curl' },
  hideModels: true,
  defaultOpenFirstTag: true,
  orderRequiredPropertiesFirst: true,
  // Links to other sites would open windows, which this page may not.
  customCss: 'a[href*="scalar.com"] { display: none }',
}

/** Runs in the page before Scalar, which asks for storage and the clipboard without checking. Here it has neither. */
function standIn(): void {
  const kept = new Map<string, string>()
  const storage = {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: unknown) => void kept.set(name, String(value)),
    removeItem: (name: string) => void kept.delete(name),
    clear: () => kept.clear(),
    key: (index: number) => [...kept.keys()][index] ?? null,
    get length() {
      return kept.size
    },
  }
  for (const name of ['localStorage', 'sessionStorage']) Object.defineProperty(window, name, { value: storage })
  const writeText = async (text: string) => {
    const handleCopy = (event: ClipboardEvent) => {
      event.clipboardData?.setData('text/plain', text)
      event.preventDefault()
    }
    document.addEventListener('copy', handleCopy, { once: true })
    document.execCommand('copy')
    document.removeEventListener('copy', handleCopy)
  }
  Object.defineProperty(navigator, 'clipboard', { value: { writeText } })
  // Its schema library would test whether it may compile code from text, which the policy forbids and reports.
  Object.assign(window, { __zod_globalConfig: { jitless: true } })
}

const scriptLiteral = (value: unknown): string => JSON.stringify(value).replaceAll('<', '\\u003c')

function writeReferencePage(options: { title: string; nonce: string; document: object; script: string }): string {
  const { title, nonce, document, script } = options
  const settings = scriptLiteral({ ...SETTINGS, content: document })
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>${title}</title>
    <link rel="icon" href="data:," />
  </head>
  <body>
    <div id="app"></div>
    <script nonce="${nonce}">(${standIn})()</script>
    <script nonce="${nonce}" src="${script}"></script>
    <script nonce="${nonce}">Scalar.createApiReference('#app', ${settings})</script>
  </body>
</html>
`
}

const SCRIPT = '/api-reference.js'

interface Script {
  br: Uint8Array
  gzip: Uint8Array
}

/** Reads the script in a thread, so that only the compressed one stays in memory, a third of 5 MB. */
async function readScript(): Promise<Script> {
  const worker = new Worker(new URL('./reference-script-thread.ts', import.meta.url))
  const [[script]]: [Script[], unknown] = await Promise.all([once(worker, 'message'), once(worker, 'exit')])
  if (!script) throw new Error('the thread ended without the script')
  return script
}

/** Adds the document `/api/openapi.json`, the page that shows it, and the page's script. */
export function serveReference(
  app: FastifyInstance,
  factsOf: () => StoreFacts,
  contextOf: (request: FastifyRequest, reply: FastifyReply) => { readonly actor: Actor },
): void {
  let script: Promise<Script> | null = null
  // Made when someone first opens the page; a failure is not kept.
  const getScript = () => {
    script ??= readScript().catch((error) => {
      script = null
      throw error
    })
    return script
  }

  app.get('/api/openapi.json', { config: { key: 'any' } }, async (request, reply) =>
    reply.header('cache-control', 'no-store').send(makeOpenApi(contextOf(request, reply).actor, factsOf())),
  )

  app.get('/api', async (request, reply) => {
    const nonce = randomBytes(16).toString('base64')
    const page = writeReferencePage({
      title: escapeHtml(factsOf().title),
      nonce,
      document: makeOpenApi(contextOf(request, reply).actor, factsOf()),
      script: SCRIPT,
    })
    reply
      .header('content-security-policy', referencePolicy(nonce))
      .header('cache-control', 'no-store')
      // A page with an origin of its own cannot share a process by origin, and browsers would warn about it.
      .header('origin-agent-cluster', '?0')
      .type('text/html; charset=utf-8')
    return reply.send(await compressText(request, reply, page))
  })

  app.get(SCRIPT, async (request, reply) => {
    const { br, gzip } = await getScript()
    reply
      .header('cache-control', 'public, max-age=3600')
      .header('vary', 'accept-encoding')
      .header('cross-origin-resource-policy', 'cross-origin')
      .type('text/javascript; charset=utf-8')
    if (acceptsEncoding(request, 'br')) return reply.header('content-encoding', 'br').send(br)
    if (acceptsEncoding(request, 'gzip')) return reply.header('content-encoding', 'gzip').send(gzip)
    return reply.send(await promisify(gunzip)(gzip))
  })
}

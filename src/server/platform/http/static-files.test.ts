import { createHash } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readConfig } from '#server/config/config.ts'
import { aFolder } from '#testing/folders.ts'
import { createLog } from '../logging.ts'
import type { PageHead } from './page-head.ts'
import { createHttpServer } from './server.ts'
import { serveStaticFiles } from './static-files.ts'

const PAGE =
  '<!doctype html><head><!-- head -->\n<title>Elsewhere</title>\n<!-- /head --><script>own()</script></head>' +
  '<p>$& The page</p><div id="root"></div>'

const FILLING = `<!-- ${'leads '.repeat(500)}-->`

const HEAD: PageHead = {
  ...{
    title: '',
    description: 'About',
    siteName: 'Store',
    canonicalUrl: null,
    isIndexed: true,
    pictureUrl: null,
    jsonLd: null,
  },
  type: 'website',
}

const root = aFolder()
let server: FastifyInstance
let port: number
beforeAll(async () => {
  const folder = join(root, 'web')
  await mkdir(join(folder, 'assets/deep'), { recursive: true })
  await mkdir(join(folder, '.git'))
  await mkdir(join(folder, '.prerendered'))
  const files = {
    'web/index.html': PAGE,
    'web/favicon.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
    'web/.prerendered/leads.html': `<h1>{{brand}} $& leads</h1><p>{{caps.vip}} {{caps.gone.now}}</p><noscript>{{{form}}}{{{none}}}</noscript>${FILLING}`,
    'web/assets/app-1a2b.js': 'export {}',
    'web/assets/app-1a2b3c4d.js': 'export {}',
    'web/.page-scripts.json':
      '{"app":["assets/app-1a2b3c4d.js","assets/part-1a2b3c4d.js"],"more":["assets/part-1a2b3c4d.js"]}',
    'web/assets/deep/er.js': 'export {}',
    'web/assets/app-1a2b.js.map': '{}',
    'web/assets/app-1a2b.js.br': brotliCompressSync('export {}'),
    'web/.env': 'SECRET=1',
    'web/.git/config': '[core]',
    'secret.txt': 'SECRET=1',
  }
  for (const [path, text] of Object.entries(files)) await writeFile(join(root, path), text)
  const config = readConfig({ PORT: '0', RATE_LIMITS: 'off' })
  const publicUrl = () => 'http://store.test'
  server = await createHttpServer({ config, log: createLog('silent'), publicUrl, sessionCookies: [] })
  await serveStaticFiles(server, {
    folder,
    isPage: (path) => path === '/' || path === '/leads',
    isSecret: (path, query) => path === '/leads' && query === 'secret',
    scriptsOf: (path) => (path === '/leads' ? ['app', 'more', 'gone'] : []),
    headOf: async (path, query) => ({ ...HEAD, title: `Title of ${path} and ${query}` }),
    prerenderedPageOf: (path, query) => (path === '/leads' && query !== 'plain' ? 'leads' : undefined),
    facts: () => ({ brand: '<b>Store & Co</b>', hold: 30, caps: { vip: 1 } }),
    partsOf: async () => ({ form: '<form>$& {{hold}}</form>' }),
    madeFiles: [{ path: '/made.txt', type: 'text/plain', make: () => 'made' }],
  })
  await server.listen({ host: '127.0.0.1', port: 0 })
  port = (server.server.address() as AddressInfo).port
})
afterAll(() => server.close())

/** Sends a request whose path goes out exactly as written; `fetch` would normalize it first. */
function ask(
  path: string,
  method = 'GET',
): Promise<{ status: number; headers: NodeJS.Dict<string | string[]>; text: string }> {
  return new Promise((resolve, reject) => {
    const sent = request({ host: '127.0.0.1', port, path, method }, (reply) => {
      const chunks: Buffer[] = []
      reply.on('data', (chunk) => chunks.push(chunk))
      reply.on('end', () =>
        resolve({ status: reply.statusCode ?? 0, headers: reply.headers, text: Buffer.concat(chunks).toString() }),
      )
    })
    sent.on('error', reject)
    sent.end()
  })
}

describe('files of the build', () => {
  test('with a hash in their name are cached forever, others for minutes, the page never', async () => {
    const kept = async (path: string) => (await ask(path)).headers['cache-control']

    expect(await kept('/assets/app-1a2b.js')).toBe('public, max-age=31536000, immutable')
    expect(await kept('/assets/deep/er.js')).toBe('public, max-age=31536000, immutable')
    expect(await kept('/favicon.svg')).toBe('public, max-age=300')
    expect(await kept('/leads')).toBe('no-cache')
  })

  test.each([
    ...['/assets/app-1a2b.js.map', '/assets/app-1a2b.js.br', '/.env', '/.page-scripts.json'],
    ...['/.prerendered/leads.html', '/.git/config', '/../secret.txt', '/..%2fsecret.txt', '/%2e%2e/secret.txt'],
    ...['/%2e%2e%2fsecret.txt', '/assets/../../secret.txt', '/assets/..%2f..%2fsecret.txt'],
    ...['/assets/%2e%2e/%2e%2e/secret.txt', '/..\\secret.txt', '/assets\\..\\..\\secret.txt', '/..%5csecret.txt'],
    ...['/%252e%252e/secret.txt', '//secret.txt', '/assets/', '/assets', '/assets/deep', '/assets/deep/'],
    ...['/assets/.git/config', '/favicon.svg%00.html', '/assets/app-1a2b.js/', '/index.html'],
  ])('%s is not one of them', async (path) => {
    const { status, text } = await ask(path)

    expect(status).toBe(404)
    expect(text).not.toMatch(/SECRET|\{\}|\[core\]/)
  })
})

test('a file that the build compressed goes out as it is to clients that accept it, and uncompressed to others', async () => {
  const url = `http://127.0.0.1:${port}/assets/app-1a2b.js`
  const reply = (encodings: string) => fetch(url, { headers: { 'accept-encoding': encodings } })
  const [compressed, plain] = [await reply('gzip, deflate, br, zstd'), await reply('identity')]

  for (const { headers } of [compressed, plain]) {
    expect(headers.get('content-type')).toMatch(/javascript/)
    expect(headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    expect(headers.get('vary')).toMatch(/accept-encoding/i)
  }
  expect(compressed.headers.get('content-encoding')).toBe('br')
  expect(plain.headers.get('content-encoding')).toBeNull()
  expect([await compressed.text(), await plain.text()]).toEqual(['export {}', 'export {}'])
})

describe('pages', () => {
  test('are compressed for browsers that can read it, and plain for others', async () => {
    const reply = (encodings: string) =>
      fetch(`http://127.0.0.1:${port}/leads`, { headers: { 'accept-encoding': encodings } })
    const replies = [await reply('gzip, br'), await reply('gzip'), await reply('identity')]

    expect(replies.map(({ headers }) => headers.get('content-encoding'))).toEqual(['br', 'gzip', null])
    for (const { headers } of replies.slice(0, 2)) expect(headers.get('vary')).toMatch(/accept-encoding/i)
    for (const page of replies) expect(await page.text()).toContain(FILLING)
  })

  test('are sent for their URLs; an unknown URL gets the page too, with 404', async () => {
    const answers = [await ask('/'), await ask('/leads?x=1'), await ask('/nowhere'), await ask('/leads/nowhere')]

    expect(answers.map(({ status }) => status)).toEqual([200, 200, 404, 404])
    for (const { text } of answers) {
      expect(text).toMatch(/^<!doctype html><head><title>/)
      expect(text).toMatch(/<\/head><p>\$& The page<\/p><div id="root">/)
    }
  })

  test('with a secret URL are not cached, reveal it to no one and are not indexed; others are as usual', async () => {
    const [secret, usual] = [await ask('/leads?secret'), await ask('/leads')]

    const names = ['cache-control', 'referrer-policy', 'x-robots-tag']
    expect(names.map((name) => secret.headers[name])).toEqual(['no-store', 'no-referrer', 'noindex'])
    expect(names.map((name) => usual.headers[name])).toEqual(['no-cache', 'strict-origin-when-cross-origin', undefined])
  })

  test('carry the head of their URL, and only that', async () => {
    const { text } = await ask('/leads?x=1?&y=%22')

    expect(text.match(/<title>.*?<\/title>/g)).toEqual(['<title>Title of /leads and x=1?&amp;y=%22</title>'])
    expect(text).not.toContain('Elsewhere')
  })

  test('name the scripts that their page loads next, each once, and no other page’s', async () => {
    const [leads, home] = [await ask('/leads?x=1'), await ask('/')]

    expect([...leads.text.matchAll(/<meta name="bundle-page" content="(.*?)" \/>/g)].map(([, file]) => file)).toEqual([
      '/assets/app-1a2b3c4d.js',
      '/assets/part-1a2b3c4d.js',
    ])
    expect(home.text).not.toContain('bundle-page')
  })

  test('that are prerendered come with their HTML, in the store’s own words, and with the config as data', async () => {
    const { text } = await ask('/leads')

    expect(text).toContain(
      `<div id="root"><h1>&lt;b&gt;Store &amp; Co&lt;/b&gt; $& leads</h1><p>1 </p><noscript><form>$& {{hold}}</form></noscript>${FILLING}</div>`,
    )
    const facts = /<script type="application\/json" id="store-config">(.*?)<\/script>/.exec(text)?.[1] ?? ''
    expect(facts).not.toContain('<')
    expect(JSON.parse(facts)).toEqual({ brand: '<b>Store & Co</b>', hold: 30, caps: { vip: 1 } })
  })

  test('that are not prerendered come with an empty root, and with the config, for the store’s time zone', async () => {
    for (const path of ['/', '/leads?plain', '/nowhere']) {
      const { text } = await ask(path)
      expect(text).toContain('<div id="root"></div>')
      expect(text).toContain('id="store-config">{"brand":')
    }
  })

  test('run their own inline script, and no other', async () => {
    const { headers } = await ask('/leads')

    const hash = createHash('sha256').update('own()').digest('base64')
    const scripts = /script-src ([^;]*)/.exec(String(headers['content-security-policy']))?.[1]
    expect(scripts).toBe(`'self' 'sha256-${hash}' https://js.stripe.com`)
  })

  test('can coexist with files made on request', async () => {
    const { status, headers, text } = await ask('/made.txt')

    expect([status, headers['content-type'], text]).toEqual([200, 'text/plain', 'made'])
  })

  test('answer HEAD like GET without its body, and nothing else', async () => {
    const head = await ask('/leads', 'HEAD')
    const others = await Promise.all(
      ['POST', 'PUT', 'DELETE', 'OPTIONS', 'PATCH'].map((method) => ask('/leads', method)),
    )

    expect([head.status, head.text]).toEqual([200, ''])
    expect(others.map(({ status, text }) => `${status} ${JSON.parse(text).code}`)).toEqual(
      others.map(() => '404 not_found'),
    )
  })

  test('do not hide unknown API URLs, which get a 404 in our error format', async () => {
    for (const path of ['/api', '/api/', '/api/nowhere', '/api/states/', '/sandbox/nowhere', '/assets/gone.js']) {
      const { status, text } = await ask(path)
      expect([status, JSON.parse(text).code]).toEqual([404, 'not_found'])
    }
  })
})

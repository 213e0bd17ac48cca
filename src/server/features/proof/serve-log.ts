/**
 * Serves strangers what they check the store with. Each log, in the standard form (https://c2sp.org/tlog-tiles):
 * `/log/checkpoint`, `/log/tile/<level>/<tile>` and `/log/tile/entries/<tile>`. A store's second log is at `/log/2`; a
 * closed one stays where it is. And the policy that the store publishes, with `/verify` in the browser, the same page as
 * a file to keep, and a program. None of these contacts the store again.
 */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { HASH_BYTES } from '#proof/bytes.ts'
import { formatVerifierKey } from '#proof/checkpoint.ts'
import { readBundle, readTileNumber, TILE_WIDTH, widthOfTile, writeBundle } from '#proof/merkle-tree.ts'
import type { Context } from '#server/gateways/context.ts'
import { minutes } from '#server/platform/clock.ts'
import type { Database } from '#server/platform/database/database.ts'
import { scriptJson } from '#server/platform/http/page-head.ts'
import { findLogAt } from './close-log.ts'
import { readLogKeys } from './log-keys.ts'
import { policyText, readWitnessLines } from './publish-log.ts'
import type { LogRow } from './queries.ts'
import { findBundle, findTiles } from './read-log.ts'

const LEVEL_MAX = 6

/** Reads `<level>/<number>` or `<level>/<number>.p/<width>`. @returns null for any other path */
function readTilePath(path: string) {
  const [, levelText, numberText, widthText] =
    /^(entries|[0-9]|[1-5][0-9]|6[0-3])\/((?:x\d{3}\/)*\d{3})(?:\.p\/([1-9]\d{0,2}))?$/.exec(path) ?? []
  const number = readTileNumber(numberText ?? '')
  const width = widthText === undefined ? TILE_WIDTH : Number(widthText)
  if (levelText === undefined || number === null || (widthText !== undefined && width >= TILE_WIDTH)) return null
  const level = levelText === 'entries' ? ('entries' as const) : Number(levelText)
  return level !== 'entries' && level > LEVEL_MAX ? null : { level, number, width }
}

/** The bytes of a tile in the published part of the log; null if there is no such tile. */
async function readTile(
  database: Database,
  log: LogRow,
  { level, number, width }: NonNullable<ReturnType<typeof readTilePath>>,
): Promise<Uint8Array | null> {
  const tileLevel = level === 'entries' ? 0 : level
  if (widthOfTile(tileLevel, number, Number(log.published_size)) < width) return null
  if (level === 'entries') {
    const entries = readBundle((await findBundle(database, log.log_no, number)) ?? new Uint8Array())
    return entries && entries.length >= width ? writeBundle(entries.slice(0, width)) : null
  }
  const tile = (await findTiles(database, log.log_no, [{ level, number }])).get(`${level}/${number}`)
  return tile && tile.length >= width * HASH_BYTES ? tile.slice(0, width * HASH_BYTES) : null
}

/** Adds the routes. They need no session and change nothing. */
export function serveLog(app: FastifyInstance, database: Database): void {
  const refuse = (reply: FastifyReply, why: string) => reply.code(404).type('text/plain; charset=utf-8').send(why)
  const serve = (route: string, pathOf: (params: { number?: string }) => string): void => {
    app.get<{ Params: { number?: string } }>(`${route}/checkpoint`, async ({ params }, reply) => {
      const [log] = await database.run(findLogAt, { path: pathOf(params) })
      if (!log?.published) return refuse(reply, 'This store has published no such log yet.\n')
      return reply.header('cache-control', 'public, max-age=2').type('text/plain; charset=utf-8').send(log.published)
    })
    app.get<{ Params: { number?: string; '*': string } }>(`${route}/tile/*`, async ({ params }, reply) => {
      const wanted = readTilePath(params['*'])
      const [log] = wanted ? await database.run(findLogAt, { path: pathOf(params) }) : []
      const tile = wanted && log ? await readTile(database, log, wanted) : null
      if (!tile) return refuse(reply, 'There is no such tile.\n')
      return reply
        .header('cache-control', 'public, max-age=31536000, immutable')
        .type('application/octet-stream')
        .send(Buffer.from(tile))
    })
  }
  serve('/log', () => '/log')
  serve('/log/:number', ({ number }) => `/log/${number}`)
}

type PageContext = Pick<Context, 'clock' | 'config' | 'publicUrl'>

const STORE_MARK = '"{store}"'
/** The placeholder for the page's policy, which applies wherever the page is opened from. */
const OWN_POLICY = /http-equiv="Content-Security-Policy" content="([^"]+)"/
/** The keys are read from a file, and anyone may request them. */
const POLICY_KEPT_MS = minutes(1)

/** What anyone needs to check this store's logs, the open one first; null without a log, or without its keys here. */
async function readPolicyText({ config }: PageContext): Promise<string | null> {
  try {
    const keys = config.logKeysFile ? await readLogKeys(config.logKeysFile) : null
    return keys && policyText([formatVerifierKey(keys.verifier), ...keys.closed], await readWitnessLines({ config }))
  } catch {
    // The page works without it. The job that publishes the log reports why the files cannot be read.
    return null
  }
}

function keepPolicy(makeContext: () => PageContext): () => Promise<string | null> {
  let kept: { text: Promise<string | null>; untilMs: number } | null = null
  return () => {
    const ctx = makeContext()
    const nowMs = ctx.clock.now().getTime()
    if (!kept || kept.untilMs <= nowMs) kept = { text: readPolicyText(ctx), untilMs: nowMs + POLICY_KEPT_MS }
    return kept.text
  }
}

const readBuilt = (folder: string, name: string) => readFile(join(folder, '.verifier', name), 'utf8').catch(() => null)

/** Adds the routes; those of files that are not built are missing. @param folder of the built web side */
export async function serveVerifier(
  app: FastifyInstance,
  { folder, makeContext }: { folder: string; makeContext: () => PageContext },
): Promise<void> {
  const readPolicy = keepPolicy(makeContext)
  app.get('/log/policy', async (_request, reply) => {
    const policy = await readPolicy()
    return reply
      .code(policy === null ? 404 : 200)
      .header('cache-control', 'public, max-age=60')
      .type('text/plain; charset=utf-8')
      .send(policy ?? 'This store has no log yet.\n')
  })

  const page = await readBuilt(folder, 'verify.html')
  const ownPolicy = OWN_POLICY.exec(page ?? '')?.[1]
  if (page !== null && ownPolicy) {
    const send = async (reply: FastifyReply) => {
      const { clock, config, publicUrl } = makeContext()
      const servedAt = Math.floor(clock.now().getTime() / 1_000)
      const store = { name: config.brand.name, url: publicUrl, policy: await readPolicy(), servedAt }
      return reply
        .header('content-security-policy', `${ownPolicy}; frame-ancestors 'none'`)
        .header('cache-control', 'no-cache')
        .type('text/html; charset=utf-8')
        .send(page.replace(STORE_MARK, () => scriptJson(store)))
    }
    app.get('/verify', (_request, reply) => send(reply))
    app.get('/verify.html', (_request, reply) =>
      send(reply.header('content-disposition', 'attachment; filename="verify.html"')),
    )
  }

  const program = await readBuilt(folder, 'verify.mjs')
  if (program !== null)
    app.get('/verify.mjs', async (_request, reply) =>
      reply
        .header('content-disposition', 'attachment; filename="verify.mjs"')
        .header('cache-control', 'no-cache')
        .type('text/javascript; charset=utf-8')
        .send(program),
    )
}

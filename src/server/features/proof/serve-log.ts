/**
 * Serves each log to anyone, in the standard form (https://c2sp.org/tlog-tiles): `/log/checkpoint`,
 * `/log/tile/<level>/<tile>` and `/log/tile/entries/<tile>`. A store's second log is at `/log/2`; a closed one stays
 * where it is.
 */
import type { FastifyInstance, FastifyReply } from 'fastify'
import { readBundle, readTileNumber, TILE_WIDTH, widthOfTile, writeBundle } from '#proof/tiles.ts'
import type { Database } from '#server/platform/database.ts'
import { findLogAt } from './close-log.ts'
import type { LogRow } from './queries.ts'
import { findBundle, findTiles } from './read-log.ts'

const HASH_BYTES = 32
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
  const hidden = { schema: { hide: true } }
  const refuse = (reply: FastifyReply, why: string) => reply.code(404).type('text/plain; charset=utf-8').send(why)
  const serve = (route: string, pathOf: (params: { number?: string }) => string): void => {
    app.get<{ Params: { number?: string } }>(`${route}/checkpoint`, hidden, async ({ params }, reply) => {
      const [log] = await database.run(findLogAt, { path: pathOf(params) })
      if (!log?.published) return refuse(reply, 'This store has published no such log yet.\n')
      return reply.header('cache-control', 'public, max-age=2').type('text/plain; charset=utf-8').send(log.published)
    })
    app.get<{ Params: { number?: string; '*': string } }>(`${route}/tile/*`, hidden, async ({ params }, reply) => {
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

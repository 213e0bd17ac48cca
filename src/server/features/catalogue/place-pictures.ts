/**
 * Serves the picture of a place that shared links show, drawn when it is first asked for: `/pictures/us.png`, of a state
 * `/pictures/48.png`, of a county `/pictures/48453.png`. It has no price and no stock, which would be old in a preview.
 */
import { once } from 'node:events'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import type { FastifyInstance } from 'fastify'
import { countyName } from '#contract/catalogue/county-name.ts'
import type { Context } from '#server/gateways/context.ts'
import { Refusal } from '#server/platform/errors.ts'
import { openLines } from '#server/platform/process/limit-concurrency.ts'
import type { PictureContent } from './place-picture-thread.ts'
import { loadPlaces } from './places.ts'

export const PICTURE_OF_ALL = 'us'
/** Drawing one takes most of a second of a core: one at a time, and no long line. */
const LINE = { callsMax: 1, waitingMax: 20 }
/** About 35 KB each. */
const KEPT_MAX = 100
const PATH = /^(us|\d\d|\d{5})\.png$/
/** Side of the square that outlines are drawn into. See atlas-files.ts. */
const OUTLINE_SIDE = 100

type MapFile = { width: number; height: number; shapes: Record<string, [path: string, x: number, y: number]> }
type OutlineFile = { counties: Record<string, { path: string }> }

const readJson = async <Value>(...path: string[]): Promise<Value> => JSON.parse(await readFile(join(...path), 'utf8'))

/** The title and the shape of a place. @throws Refusal `not_found` */
async function describe(ctx: Context, folder: string, name: string): Promise<Pick<PictureContent, 'title' | 'shape'>> {
  const places = await loadPlaces(ctx)
  if (name.length === 5) {
    const county = places.findByFips(name)
    if (!county) throw new Refusal('not_found')
    const written = countyName({ state: county.state, county: county.name, fips: name })
    const { counties } = await readJson<OutlineFile>(folder, 'outlines', `${name.slice(0, 2)}.json`)
    const paths = [counties[name]?.path ?? '']
    const title = [written.slice(0, written.lastIndexOf(',')), county.state]
    return { title, shape: { width: OUTLINE_SIDE, height: OUTLINE_SIDE, paths } }
  }
  const state = places.states.find((one) => places.countiesOf(one)[0]?.fips.startsWith(name))
  if (!state && name !== PICTURE_OF_ALL) throw new Refusal('not_found')
  const { width, height, shapes } = await readJson<MapFile>(folder, 'maps', `${name}.json`)
  const paths = Object.values(shapes).map(([path]) => path)
  return { title: state ? [state] : ['Every county', 'in the country'], shape: { width, height, paths } }
}

async function draw(content: PictureContent): Promise<Buffer> {
  const worker = new Worker(new URL('./place-picture-thread.ts', import.meta.url), { workerData: content })
  const [[picture]]: [Uint8Array[], unknown] = await Promise.all([once(worker, 'message'), once(worker, 'exit')])
  if (!picture) throw new Error('the thread ended without a picture')
  return Buffer.from(picture)
}

/** Adds the route. @param options.folder of the built web side, which has the shapes and the font */
export async function servePlacePictures(
  app: FastifyInstance,
  { folder, makeContext }: { folder: string; makeContext: () => Context },
): Promise<void> {
  const assets = await readdir(join(folder, 'assets')).catch((): string[] => [])
  const font = assets.find((name) => /^newsreader-latin-wght-normal.*\.woff2$/.test(name))
  if (font === undefined) return
  const line = openLines(LINE)
  const kept = new Map<string, Buffer>()

  const pictureOf = async (ctx: Context, name: string): Promise<Buffer> => {
    const brand = ctx.config.brand.name
    const key = `${name} ${brand}`
    const known = kept.get(key)
    if (known) return known
    const place = await describe(ctx, folder, name)
    const lines = ['Held for you while you check out', 'Delivered within 24 hours']
    const texts = { heading: 'Real-estate leads', lines, brand }
    const picture = await draw({ ...place, ...texts, font: join(folder, 'assets', font) })
    kept.set(key, picture)
    const [oldest] = kept.keys()
    if (kept.size > KEPT_MAX && oldest !== undefined) kept.delete(oldest)
    return picture
  }

  app.get<{ Params: { file: string } }>('/pictures/:file', async ({ params }, reply) => {
    const [, name] = PATH.exec(params.file) ?? []
    if (name === undefined) throw new Refusal('not_found')
    if (line.isFull('pictures')) throw new Refusal('rate_limited')
    const picture = await line.run('pictures', () => pictureOf(makeContext(), name))
    return reply.header('cache-control', 'public, max-age=86400').type('image/png').send(picture)
  })
}

/** Computes what each module adds to a page's first load, from the minified files and their source maps. */
import { SourceMap } from 'node:module'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { build, type Rolldown } from 'vite'

type Chunk = Rolldown.OutputChunk

export interface ModuleCost {
  /** Relative to the root of the project, or to `node_modules/`. */
  module: string
  gzipBytes: number
}

/** Builds the web side in memory. @returns its files; the build on disk stays as it is */
export async function buildInMemory(root: string): Promise<Chunk[]> {
  const result = await build({
    root,
    logLevel: 'error',
    build: { write: false, sourcemap: 'hidden' },
  })
  const outputs = Array.isArray(result) ? result : [result]
  return outputs.flatMap((one) => ('output' in one ? one.output : [])).filter((one) => one.type === 'chunk')
}

/** The entry, the page's own files and everything that they import before they run. */
export function firstLoad(chunks: readonly Chunk[], pageParts: RegExp): Chunk[] {
  const byFile = new Map(chunks.map((chunk) => [chunk.fileName, chunk]))
  const needed = new Set<Chunk>()
  const follow = (chunk: Chunk | undefined): void => {
    if (!chunk || needed.has(chunk)) return
    needed.add(chunk)
    for (const file of chunk.imports) follow(byFile.get(file))
  }
  for (const chunk of chunks)
    if (chunk.isEntry || pageParts.test(chunk.fileName.replace(/^assets\//, ''))) follow(chunk)
  return [...needed]
}

/**
 * Divides a file's compressed size among its modules, in proportion to how much smaller the file would be without each,
 * so that the shares add up to the file. A module alone compresses worse than next to its neighbors.
 */
export function moduleCosts(chunk: Pick<Chunk, 'code' | 'map' | 'fileName'>): ModuleCost[] {
  const total = gzipSync(chunk.code).length
  // The bundler's own helpers come from no module.
  if (!chunk.map) return [{ module: 'bundler', gzipBytes: total }]
  const parts = splitBySource(chunk.code, new SourceMap(JSON.parse(chunk.map.toString())))
  const names = [...new Set(parts.map(({ module }) => module))]
  const alone = names.map((module) => ({
    module,
    saved: Math.max(
      0,
      total - gzipSync(parts.map((part) => (part.module === module ? '' : part.code)).join('')).length,
    ),
  }))
  const sum = alone.reduce((bytes, { saved }) => bytes + saved, 0)
  return alone.map(({ module, saved }) => ({ module, gzipBytes: sum === 0 ? 0 : (saved / sum) * total }))
}

/** Splits the code into pieces, each with its module. Code that comes from no module belongs to the bundler. */
function splitBySource(code: string, map: SourceMap): { module: string; code: string }[] {
  const parts: { module: string; code: string }[] = []
  for (const [line, text] of code.split(/(?<=\n)/).entries()) {
    let from = 0
    for (let column = 1; column <= text.length; column += 1) {
      const module = sourceAt(map, line, from)
      if (column < text.length && sourceAt(map, line, column) === module) continue
      parts.push({ module, code: text.slice(from, column) })
      from = column
    }
  }
  return parts
}

function sourceAt(map: SourceMap, line: number, column: number): string {
  const entry = map.findEntry(line, column)
  return 'originalSource' in entry && entry.originalSource ? shortName(entry.originalSource) : 'bundler'
}

const shortName = (source: string): string => join('/', source).replace(/^.*?\/(?=node_modules\/|src\/)/, '')

/** `react-dom` for a module of that package, `src/web/ui` and so on for one of ours. */
export function packageOf(module: string): string {
  const [, name] = /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(module) ?? []
  return name ?? module.split('/').slice(0, 3).join('/')
}

import { readFileSync } from 'node:fs'
import type { Plugin } from 'vite'
import { readAtlas } from './atlas.ts'
import { drawOutlines } from './county-outlines.ts'
import { drawStockMaps } from './stock-maps.ts'

/**
 * Splits `us-atlas` (842 KB) into files that a browser requests one at a time: outlines and maps per state; with them
 * comes the list of places for the search. Done by the build, or at the first request to a development server.
 */
export function atlasFiles(): Plugin {
  let files: ReadonlyMap<string, string> | undefined
  const made = () => {
    files ??= makeFiles()
    return files
  }
  return {
    name: 'atlas-files',
    generateBundle() {
      for (const [fileName, source] of made()) this.emitFile({ type: 'asset', fileName, source })
    },
    configureServer(server) {
      server.middlewares.use((request, response, next) => {
        const path = (request.url ?? '').split('?', 1)[0]?.slice(1) ?? ''
        if (!/^(places\.txt|(outlines\/\d\d|maps\/\w\w)\.json)$/.test(path)) return next()
        const source = made().get(path)
        if (source === undefined) return next()
        response.setHeader('content-type', path.endsWith('.json') ? 'application/json' : 'text/plain; charset=utf-8')
        response.end(source)
      })
    },
  }
}

function makeFiles(): ReadonlyMap<string, string> {
  const atlas = readAtlas()
  const places = readFileSync(new URL('./places.txt', import.meta.url), 'utf8')
  return new Map([...drawOutlines(atlas), ...drawStockMaps(atlas), ['places.txt', places]])
}

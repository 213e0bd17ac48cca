import type { Plugin } from 'vite'
import { readAtlas } from './atlas.ts'
import { listCountyNames } from './county-names.ts'
import { drawOutlines } from './county-outlines.ts'
import { drawStockMaps } from './stock-maps.ts'

/**
 * Splits `us-atlas` (842 KB) into files that a browser requests one at a time: outlines and maps per state, and the
 * list of county names. Done by the build, or at the first request to a development server.
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
        if (!/^(counties|outlines\/\d\d|maps\/\w\w)\.json$/.test(path)) return next()
        const source = made().get(path)
        if (source === undefined) return next()
        response.setHeader('content-type', 'application/json')
        response.end(source)
      })
    },
  }
}

function makeFiles(): ReadonlyMap<string, string> {
  const atlas = readAtlas()
  return new Map([...drawOutlines(atlas), ...listCountyNames(atlas), ...drawStockMaps(atlas)])
}

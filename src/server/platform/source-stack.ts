import { readFileSync } from 'node:fs'
import { SourceMap } from 'node:module'

/** Where `npm start` puts the bundled server, as stack traces name it. */
const BUNDLE = new URL('../../../dist/server/main.js', import.meta.url)
/** Faults repeat themselves: a storm of the same one must not read the map for each line of the log. */
const KNOWN_MAX = 1_000
const known = new Map<string, string>()
/** Some megabytes that are needed for a moment. */
let lastMap: { bundle: string; map: WeakRef<SourceMap> } | undefined

/** Replaces places of our own code in a stack trace by source file and line, if the server runs as one bundled file. */
export function sourceStack(stack: string, bundle: URL = BUNDLE): string {
  // Split at a fixed text: a stack starts with its error's message, which may be long and come from a stranger.
  const [before = '', ...pieces] = stack.split(`${bundle.href}:`)
  return pieces.reduce((named, piece) => {
    const [place, line, column] = /^(\d+):(\d+)/.exec(piece) ?? []
    if (place === undefined) return `${named}${bundle.href}:${piece}`
    return `${named}${nameOf(bundle, Number(line), Number(column))}${piece.slice(place.length)}`
  }, before)
}

function nameOf(bundle: URL, line: number, column: number): string {
  const place = `${bundle.href}:${line}:${column}`
  const name = known.get(place) ?? findSource(bundle, line, column) ?? place
  if (known.size < KNOWN_MAX) known.set(place, name)
  return name
}

/** @returns `src/server/….ts:line:column`; undefined for code of a package */
function findSource(bundle: URL, line: number, column: number): string | undefined {
  try {
    const held = lastMap?.bundle === bundle.href ? lastMap.map.deref() : undefined
    const map = held ?? new SourceMap(JSON.parse(readFileSync(new URL(`${bundle.href}.map`), 'utf8')))
    lastMap = { bundle: bundle.href, map: new WeakRef(map) }
    const entry = map.findEntry(line - 1, column - 1)
    // The nearest mapping before it is of another line, so it belongs to other code.
    if (!('originalSource' in entry) || entry.generatedLine !== line - 1) return undefined
    return `${entry.originalSource.replace(/^(?:\.\.\/)+/, '')}:${entry.originalLine + 1}:${entry.originalColumn + 1}`
  } catch {
    // Without its map, the place in the bundle is all we know.
    return undefined
  }
}

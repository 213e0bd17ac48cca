import { readFileSync } from 'node:fs'
import { SourceMap } from 'node:module'

const BUNDLED_PLACE = /(?:file:\/\/)?([^\s()]+\/dist\/server\/main\.js):(\d+):(\d+)/g
/** Faults repeat themselves: a storm of one and the same must not read the map for each line of the log. */
const KNOWN_MAX = 1_000
const known = new Map<string, string>()
/** Some megabytes that are needed for a moment. */
let lastMap: { bundle: string; map: WeakRef<SourceMap> } | undefined

/** Names the places of our own code in a stack trace by source file and line, where the server runs as one bundled file. */
export function sourceStack(stack: string): string {
  return stack.replace(BUNDLED_PLACE, (place, bundle: string, line: string, column: string) => {
    const found = known.get(place) ?? findSource(bundle, Number(line), Number(column)) ?? place
    if (known.size < KNOWN_MAX) known.set(place, found)
    return found
  })
}

/** @returns `src/server/….ts:line:column`; undefined for code of a package */
function findSource(bundle: string, line: number, column: number): string | undefined {
  try {
    const held = lastMap?.bundle === bundle ? lastMap.map.deref() : undefined
    const map = held ?? new SourceMap(JSON.parse(readFileSync(`${bundle}.map`, 'utf8')))
    lastMap = { bundle, map: new WeakRef(map) }
    const entry = map.findEntry(line - 1, column - 1)
    // The next one before it, of another line, belongs to other code.
    if (!('originalSource' in entry) || entry.generatedLine !== line - 1) return undefined
    return `${entry.originalSource.replace(/^(?:\.\.\/)+/, '')}:${entry.originalLine + 1}:${entry.originalColumn + 1}`
  } catch {
    // Without its map the place in the bundle is all that is known.
    return undefined
  }
}

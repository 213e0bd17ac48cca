/**
 * Pages drawn at the build (src/web/draw-pages.tsx): what is seen before the program runs. The server puts in what only it
 * knows, the store's own words.
 */
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { escapeHtml } from '../escape-html.ts'
import { scriptJson } from './page-head.ts'

/** Beside the built files and hidden, because nobody asks for a drawing by itself. */
const FOLDER = '.drawn'

const PLACEHOLDER = /\{\{(\w+)\}\}/g

/** The drawings of a build by their names; none where the web side is not built. */
export async function readDrawnPages(buildFolder: string): Promise<ReadonlyMap<string, string>> {
  const folder = join(buildFolder, FOLDER)
  const files: string[] = await readdir(folder).catch(() => [])
  return new Map(
    await Promise.all(
      files.map(
        async (file): Promise<[string, string]> => [
          file.replace(/\.html$/, ''),
          await readFile(join(folder, file), 'utf8'),
        ],
      ),
    ),
  )
}

/** The page's root with a drawing in it, and beside it, as data, the facts for the program that takes it over. */
export function fillDrawnPage(drawn: string, facts: Readonly<Record<string, unknown>>): string {
  const filled = drawn.replace(PLACEHOLDER, (_place, name: string) => escapeHtml(String(facts[name] ?? '')))
  return `<div id="root">${filled}</div>\n    <script type="application/json" id="store-config">${scriptJson(facts)}</script>`
}

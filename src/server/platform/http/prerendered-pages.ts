/**
 * Prerendered pages (src/web/prerender-pages.tsx makes them at build time): what people see before the bundle runs. The
 * server fills in what only it knows, such as the store's name.
 */
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { escapeHtml } from '../escape-html.ts'
import { scriptJson } from './page-head.ts'

/** Hidden, because no browser may request these files directly. */
const FOLDER = '.prerendered'

/** The name of a fact, or of a part of one: `saleCaps.vip`. */
const PLACEHOLDER = /\{\{([\w.]+)\}\}/g
const HTML_PLACEHOLDER = /\{\{\{(\w+)\}\}\}/g

/** Reads the prerendered pages of a build, by name; none if the web side is not built. */
export async function readPrerenderedPages(buildFolder: string): Promise<ReadonlyMap<string, string>> {
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

/** Whether a page has places for HTML that the server writes. */
export const hasHtmlPlaces = (html: string): boolean => html.includes('{{{')

function textOf(facts: Readonly<Record<string, unknown>>, name: string): string {
  const fact = name.split('.').reduce<unknown>((found, part) => Object(found)[part], facts)
  return String(fact ?? '')
}

/**
 * Fills a page into the root element and adds the facts as data for the bundle, which hydrates it.
 *
 * @param parts HTML for the places with these names; not escaped. React leaves them alone: they are for browsers
 * without JavaScript
 */
export function fillPrerenderedPage(
  html: string,
  facts: Readonly<Record<string, unknown>>,
  parts: Readonly<Record<string, string>> = {},
): string {
  const filled = html
    .split(HTML_PLACEHOLDER)
    .map((piece, place) =>
      place % 2 === 1
        ? (parts[piece] ?? '')
        : piece.replace(PLACEHOLDER, (_place, name: string) => escapeHtml(textOf(facts, name))),
    )
    .join('')
  return `<div id="root">${filled}</div>\n    <script type="application/json" id="store-config">${scriptJson(facts)}</script>`
}

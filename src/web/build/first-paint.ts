import { readFileSync } from 'node:fs'
import type { Plugin, Rolldown } from 'vite'

const MARK = '<!-- first.js -->'
const IMPORTED = /<link rel="modulepreload"[^>]* href="([^"]+)">\s*/g
/** More than one if the entry would only import others: Vite then starts those instead. */
const STARTED = /<script type="module"[^>]* src="([^"]+)"><\/script>\s*/g
const STYLESHEET = /<link rel="stylesheet"[^>]* href="\/([^"]+)">/

/**
 * Prepares the built page for its first paint. What the paint waits for, the styles and first.js, is inline: as files,
 * they would be two more requests in a row before anything shows. The bundle is only listed, in the order in which its
 * files depend on each other; first.js fetches and starts it.
 */
export function firstPaint(): Plugin {
  const script = readFileSync(new URL('../first.js', import.meta.url), 'utf8')
  return {
    name: 'first-paint',
    generateBundle(_options, bundle) {
      this.emitFile({ type: 'asset', fileName: '.page-scripts.json', source: JSON.stringify(pageScripts(bundle)) })
    },
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle }) {
        // A development server serves a page that starts its bundle itself.
        if (!bundle) return html.replace(MARK, () => `<script>\n${script}</script>`)
        const file = STYLESHEET.exec(html)?.[1] ?? ''
        const styles = bundle[file]
        const hrefsOf = (tags: RegExp) => [...html.matchAll(tags)].map(([, href = '']) => href)
        const started = hrefsOf(STARTED)
        if (started.length === 0 || styles?.type !== 'asset' || !html.includes(MARK))
          throw new Error('first-paint: the built page names no bundle, no styles or no place for first.js')
        delete bundle[file]
        const files = [...hrefsOf(IMPORTED), ...started]
        const names = files.map((href) => `<meta name="bundle" content="${href}" />`).join('\n    ')
        const page = html
          .replace(IMPORTED, '')
          .replace(STARTED, '')
          .replace(STYLESHEET, () => `<style>${String(styles.source)}</style>`)
          .replace(MARK, () => `${names}\n    <script>\n${script}</script>`)
        if (/<script[^>]* src=/.test(page)) throw new Error('first-paint: a script would load before the first paint')
        return page
      },
    },
  }
}

const PAGE_MODULE = /\/src\/web\/pages\/[a-z]+\/([a-z-]+)\.tsx$/

/**
 * The files that each page loads besides the first ones, by the page's name in `src/web/pages`. The server lists them
 * in the page it sends, so that the browser fetches them in parallel instead of finding one through another.
 */
function pageScripts(bundle: Rolldown.OutputBundle): Record<string, string[]> {
  const chunks = Object.values(bundle).filter((one) => one.type === 'chunk')
  const withImports = (chunk: Rolldown.OutputChunk | undefined, found = new Set<string>()): ReadonlySet<string> => {
    if (!chunk || found.has(chunk.fileName)) return found
    found.add(chunk.fileName)
    for (const file of chunk.imports)
      withImports(
        chunks.find((one) => one.fileName === file),
        found,
      )
    return found
  }
  const first = withImports(chunks.find((one) => one.isEntry))
  return Object.fromEntries(
    chunks
      .filter((chunk) => chunk.isDynamicEntry)
      .flatMap((chunk) =>
        chunk.moduleIds.flatMap((id) => {
          const name = PAGE_MODULE.exec(id)?.[1]
          return name ? [[name, [...withImports(chunk)].filter((file) => !first.has(file))]] : []
        }),
      ),
  )
}

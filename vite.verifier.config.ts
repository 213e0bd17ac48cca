import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { defineConfig, type Plugin } from 'vite'

const source = (path: string) => readFileSync(new URL(`src/${path}`, import.meta.url), 'utf8')
/** A font of the store, in the style sheet itself: the page loads nothing. */
function font(family: string, name: string, weights: string): string {
  const file = new URL(
    `node_modules/@fontsource-variable/${name}/files/${name}-latin-wght-normal.woff2`,
    import.meta.url,
  )
  const data = readFileSync(file).toString('base64')
  return `@font-face{font-family:"${family}";font-weight:${weights};src:url("data:font/woff2;base64,${data}") format("woff2")}\n`
}
const FONTS =
  font('Public Sans Variable', 'public-sans', '100 900') + font('Newsreader Variable', 'newsreader', '200 800')
const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

/**
 * Puts script and styles into the page, which becomes one file that works from a disk. The policy in it names both by
 * their hashes and forbids every connection, also where no server sends headers.
 */
function onePage(): Plugin {
  return {
    name: 'one-page',
    generateBundle(_options, bundle) {
      const [chunk, ...more] = Object.values(bundle)
      if (chunk?.type !== 'chunk' || more.length > 0) throw new Error('one-page: the script is not one file')
      // The text ends where HTML ends a script, whatever JavaScript says.
      if (/<\/script|<!--/i.test(chunk.code)) throw new Error('one-page: the script would end early in a page')
      const style = FONTS + source('web/tokens.css') + source('verifier/page.css')
      const policy = [
        "default-src 'none'",
        "connect-src 'none'",
        `script-src ${hashOf(chunk.code)}`,
        `style-src ${hashOf(style)}`,
        'img-src data:',
        'font-src data:',
        "base-uri 'none'",
        "form-action 'none'",
      ].join('; ')
      const parts = [
        ['{policy}', policy],
        ['/* style */', style],
        ['/* script */', chunk.code],
      ] as const
      const page = parts.reduce((text, [mark, part]) => {
        if (!text.includes(mark)) throw new Error(`one-page: the page has no “${mark}”`)
        return text.replace(mark, () => part)
      }, source('verifier/page.html'))
      delete bundle[chunk.fileName]
      this.emitFile({ type: 'asset', fileName: 'verify.html', source: page })
    },
  }
}

/**
 * Builds what buyers check proofs with: `--mode page` writes the page, `--mode command` the program. Each is one file
 * that needs no other.
 */
export default defineConfig(({ mode }) =>
  mode === 'page'
    ? {
        plugins: [onePage()],
        publicDir: false,
        build: {
          target: 'es2022',
          modulePreload: false,
          rolldownOptions: { input: 'src/verifier/page.ts', output: { codeSplitting: false } },
        },
      }
    : {
        publicDir: false,
        ssr: { noExternal: true },
        build: {
          ssr: 'scripts/verify-proofs.ts',
          target: 'node20',
          minify: true,
          rolldownOptions: { output: { codeSplitting: false, entryFileNames: 'verify.mjs' } },
        },
      },
)

import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { delimiter, dirname, join } from 'node:path'
import { canRun, NODE, NODE_MODULES } from './paths.mjs'
import { SetUpError, withProgress } from './say.mjs'

/** The first one draws pages without a window around them, which takes a fifth less processor time. */
const NAMES = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
const ELSEWHERE = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]

/** Brings a Chromium for x64 Linux, and the libraries that it needs on a machine with nothing but Node. */
const PACKAGE = '@sparticuz/chromium'

/** Finds the browser for the journeys: CHROMIUM_PATH, or else the system's own, or else the package's; null if there is none. */
export async function findBrowser() {
  const chosen = process.env.CHROMIUM_PATH
  if (chosen) return canRun(chosen) ? chosen : null
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/bin'].filter(Boolean)
  const candidates = [...folders.flatMap((folder) => NAMES.map((name) => join(folder, name))), ...ELSEWHERE]
  return candidates.find(canRun) ?? (await packagedBrowser())
}

export const BROWSER_REMEDY =
  'The journeys need Chromium, and none was found. Install it (Debian: apt-get install -y chromium), ' +
  'or name one: CHROMIUM_PATH=/path/to/chromium npm test'

async function packagedBrowser() {
  if (process.platform !== 'linux' || process.arch !== 'x64') return null
  const installed = join(NODE_MODULES, PACKAGE, 'package.json')
  if (!existsSync(installed)) return null
  const { version } = createRequire(import.meta.url)(installed)
  const folder = join(NODE_MODULES, '.cache', `chromium-${version}`)
  const browser = join(folder, 'chromium.sh')
  if (!canRun(browser)) await withProgress('Unpacking Chromium (first time)', () => unpackInto(folder, browser))
  return browser
}

/** Unpacks beside the folder and moves it there whole, because two commands may do it at once. */
async function unpackInto(folder, browser) {
  const beside = `${folder}.${process.pid}`
  mkdirSync(beside, { recursive: true })
  try {
    await unpack(beside)
    // The package's own configuration names folders of the machines that it was made for.
    writeFileSync(
      join(beside, 'fonts', 'fonts.conf'),
      `<fontconfig><dir>${folder}/fonts</dir><dir>/usr/share/fonts</dir><cachedir>${folder}/font-cache</cachedir></fontconfig>\n`,
    )
    writeFileSync(join(beside, 'chromium.sh'), START, { mode: 0o755 })
    try {
      renameSync(beside, folder)
    } catch (error) {
      if (!canRun(browser)) throw error
    }
  } finally {
    rmSync(beside, { recursive: true, force: true })
  }
}

/** The libraries are for the browser alone: PostgreSQL, a neighbor in this process tree, brings others. */
const START = `#!/bin/sh
here=\${0%/*}
export FONTCONFIG_PATH="$here/fonts"
export LD_LIBRARY_PATH="$here/al2023/lib\${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}"
exec "$here/chromium" "$@"
`

/** The package unpacks into the folder for temporary files, and its libraries only where it believes to be on Lambda. */
function unpack(folder) {
  const program = `const { default: chromium } = await import('${PACKAGE}'); await chromium.executablePath()`
  const env = { ...process.env, TMPDIR: folder, AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs22.x' }
  return new Promise((resolve, reject) => {
    const child = spawn(NODE, ['--input-type=module', '-e', program], {
      cwd: dirname(NODE_MODULES),
      env,
      stdio: ['ignore', 'inherit', 'inherit'],
    })
    child.once('error', reject)
    child.once('close', (code) =>
      code === 0 ? resolve() : reject(new SetUpError(`Chromium could not be unpacked (ended with ${code}).`)),
    )
  })
}

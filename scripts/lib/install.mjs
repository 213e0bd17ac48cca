import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { accessSync, constants, readFileSync, writeFileSync } from 'node:fs'
import { basename, delimiter, join } from 'node:path'
import { inRoot, NODE, NODE_MODULES, ROOT } from './paths.mjs'
import { SetUpError, withProgress } from './say.mjs'

const STAMP = join(NODE_MODULES, '.leadyard-stamp')

/**
 * Installs the packages of package-lock.json if they are not there yet.
 *
 * @param {{ dev: boolean }} options dev: also what only tests and checks need
 */
export async function install({ dev }) {
  if (isInstalled(dev)) return
  await withProgress('Installing packages with npm (first time, or package-lock.json changed; about a minute)', npmCi)
  writeFileSync(STAMP, wantedStamp())
  if (!nodeIsThere()) {
    throw new SetUpError(
      `The packages are installed, but ${NODE} is missing: the package "node" could not fetch Node 24 for ` +
        `${process.platform}-${process.arch}. Look at its messages with "npm rebuild node --foreground-scripts".`,
    )
  }
}

function isInstalled(dev) {
  if (!nodeIsThere()) return false
  if (read(STAMP) === wantedStamp()) return true
  // Someone ran `npm ci` by hand; npm's own record shows it.
  if (!isComplete(dev)) return false
  if (dev) writeFileSync(STAMP, wantedStamp())
  return true
}

/** Whether npm's record of what it installed has every package of the lock file, in the same version. */
function isComplete(dev) {
  try {
    const wanted = JSON.parse(readFileSync(inRoot('package-lock.json'), 'utf8')).packages
    const present = JSON.parse(readFileSync(join(NODE_MODULES, '.package-lock.json'), 'utf8')).packages
    return Object.entries(wanted).every(([path, { version, optional, devOptional, dev: isDev }]) => {
      if (path === '' || (!dev && isDev)) return true
      // Most optional packages are for other platforms.
      return present[path] ? present[path].version === version : Boolean(optional || devOptional)
    })
  } catch {
    return false
  }
}

const wantedStamp = () =>
  `${createHash('sha256')
    .update(readFileSync(inRoot('package-lock.json')))
    .digest('hex')} ${process.platform}-${process.arch}\n`

const read = (path) => {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}

function nodeIsThere() {
  try {
    accessSync(NODE, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/**
 * Runs `npm ci`. It first removes node_modules, which contains the `node` on npm's PATH from the second start on. So
 * neither npm nor its scripts may use that one.
 */
function npmCi() {
  const outside = (path) => path && !path.startsWith(NODE_MODULES)
  const PATH = (process.env.PATH ?? '').split(delimiter).filter(outside).join(delimiter)
  const { npm_execpath: npmScript, npm_node_execpath: npmNode } = process.env
  const asNpm = npmScript && basename(npmScript) === 'npm-cli.js' && outside(npmNode)
  const [command, ...before] = asNpm ? [npmNode, npmScript] : ['npm']
  // Two packages get their binaries through install scripts, so these run even if a user has turned scripts off.
  const args = [
    ...before,
    'ci',
    '--include=dev',
    '--ignore-scripts=false',
    '--no-audit',
    '--no-fund',
    '--loglevel=error',
  ]
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      cwd: ROOT,
      env: { ...process.env, PATH },
      stdio: ['ignore', 'inherit', 'inherit'],
      shell: process.platform === 'win32' && !asNpm,
    })
    child.once('error', (error) =>
      reject(new SetUpError(`npm could not be started: ${error.message}. It comes with Node.`)),
    )
    child.once('close', (code, signal) =>
      code === 0
        ? resolve()
        : reject(
            new SetUpError(
              `"npm ci" failed (${signal ?? `code ${code}`}); its messages above say why. Is the npm registry reachable?`,
            ),
          ),
    )
  })
}

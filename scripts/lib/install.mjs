import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, delimiter, join, relative } from 'node:path'
import { canRun, inRoot, NODE, NODE_MODULES, ROOT, readIfThere } from './paths.mjs'
import { SetUpError, withProgress } from './say.mjs'

const STAMP = join(NODE_MODULES, '.leadyard-stamp')

/**
 * Installs the packages of package-lock.json that are not there yet.
 * @param {{ dev: boolean }} options dev: also what only tests and checks need
 */
export async function install({ dev }) {
  if (isInstalled(dev)) return
  // A store that runs from this folder loads some of its files late, so adding to them must not remove any.
  const adds = dev && isInstalled(false)
  const title = adds
    ? 'Installing the packages of the tests with npm (first time; half a minute)'
    : 'Installing packages with npm (first time, or package-lock.json changed; about a minute)'
  const packages = dev ? '--include=dev' : '--omit=dev'
  await withProgress(title, () => runNpm(adds ? ['install', '--no-save', packages] : ['ci', packages], ROOT))
  writeFileSync(STAMP, wantedStamp(dev))
  if (!canRun(NODE)) {
    throw new SetUpError(
      `The packages are installed, but ${NODE} is missing: the package "node" could not fetch Node 24 for ` +
        `${process.platform}-${process.arch}. Look at its messages with "npm rebuild node --foreground-scripts".`,
    )
  }
}

/** Installs the packages of a folder that has its own, because only one command needs them. */
export async function installIn(folder) {
  if (existsSync(join(folder, 'node_modules'))) return
  await withProgress(`Installing the packages of ${relative(ROOT, folder)} with npm`, () => runNpm(['ci'], folder))
}

function isInstalled(dev) {
  if (!canRun(NODE)) return false
  const stamp = readIfThere(STAMP)
  if (stamp === wantedStamp(true) || (!dev && stamp === wantedStamp(false))) return true
  // Someone ran `npm ci` by hand; npm's own record shows it.
  if (!isComplete(dev)) return false
  writeFileSync(STAMP, wantedStamp(dev))
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

const wantedStamp = (dev) =>
  `${createHash('sha256')
    .update(readFileSync(inRoot('package-lock.json')))
    .digest('hex')} ${process.platform}-${process.arch} ${dev ? 'all' : 'without development'}\n`

/** Runs npm, but not with the `node` of node_modules, which is on npm's PATH and which `ci` removes first. */
function runNpm([task, ...options], folder) {
  const outside = (path) => path && !path.startsWith(NODE_MODULES)
  const PATH = (process.env.PATH ?? '').split(delimiter).filter(outside).join(delimiter)
  const { npm_execpath: npmScript, npm_node_execpath: npmNode } = process.env
  const asNpm = npmScript && basename(npmScript) === 'npm-cli.js' && outside(npmNode)
  const [command, ...before] = asNpm ? [npmNode, npmScript] : ['npm']
  // Two packages get their binaries through install scripts, so these run even if a user has turned scripts off.
  const args = [...before, task, ...options, '--ignore-scripts=false', '--no-audit', '--no-fund', '--loglevel=error']
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      cwd: folder,
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
              `"npm ${task}" failed (${signal ?? `code ${code}`}); its messages above say why. Is the npm registry reachable?`,
            ),
          ),
    )
  })
}

import { accessSync, constants, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const ROOT = fileURLToPath(new URL('../..', import.meta.url))
export const NODE_MODULES = join(ROOT, 'node_modules')

/** Node 24, from the npm package `node`: it runs everything once the packages are installed. */
export const NODE = join(NODE_MODULES, '.bin', 'node')
export const inRoot = (...parts) => join(ROOT, ...parts)

export const canRun = (path) => {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/** The text of a file; empty if there is none. */
export const readIfThere = (path) => {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}

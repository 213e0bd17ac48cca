import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The folder of the clone, wherever the command was run. */
export const ROOT = fileURLToPath(new URL('../..', import.meta.url))

export const NODE_MODULES = join(ROOT, 'node_modules')

/** Node 24, from the npm package `node`: it runs everything once the packages are installed. */
export const NODE = join(NODE_MODULES, '.bin', 'node')

/** A path inside the clone. */
export const inRoot = (...parts) => join(ROOT, ...parts)

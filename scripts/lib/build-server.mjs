import { buildIfChanged, viteBuild } from './build.mjs'
import { inRoot } from './paths.mjs'

export const SERVER_SOURCES = [
  'src/server',
  'src/proof',
  'src/contract',
  'src/sandbox',
  'src/demo',
  'vite.server.config.ts',
  'package.json',
  'package-lock.json',
]

/** The server and the packages that it loads at start, as one file. */
export const SERVER = inRoot('dist', 'server', 'main.js')

/** Bundles the server into dist/server if its sources changed since the last build. */
export const buildServer = () =>
  buildIfChanged({
    name: 'server',
    title: 'Building the server',
    sources: SERVER_SOURCES,
    make: (outDir) => viteBuild(outDir, ['--config', 'vite.server.config.ts']),
  })

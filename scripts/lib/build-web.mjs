import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { buildIfChanged, run, viteBuild } from './build.mjs'
import { buildVerifier, VERIFIER_SOURCES } from './build-verifier.mjs'
import { compressFiles } from './compress-files.mjs'

export const WEB_SOURCES = [
  'src/web',
  'src/contract',
  'index.html',
  'vite.config.ts',
  'package-lock.json',
  'scripts/lib/compress-files.mjs',
  ...VERIFIER_SOURCES,
]

/** Builds the web side into dist/web if its sources changed since the last build. */
export const buildWeb = () =>
  buildIfChanged({ name: 'web', title: 'Building the web pages', sources: WEB_SOURCES, make: buildPages })

async function buildPages(outDir) {
  await viteBuild(outDir)
  await compressFiles(outDir)
  // Hidden, so that only the server's own routes hand it out.
  await buildVerifier(join(outDir, '.verifier'))
  const prerenderer = `${outDir}-prerenderer`
  try {
    await prerenderPages(prerenderer, outDir)
  } finally {
    rmSync(prerenderer, { recursive: true, force: true })
  }
}

/** Prerenders the pages as they look before any data has loaded, into the hidden folder where the server looks for them. */
async function prerenderPages(prerenderer, outDir) {
  await viteBuild(prerenderer, ['--ssr', 'src/web/prerender-pages.tsx'])
  await run(join(prerenderer, 'prerender-pages.js'), join(outDir, '.prerendered'))
}

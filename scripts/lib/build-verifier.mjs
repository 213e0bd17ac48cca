import { mkdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { viteBuild } from './build.mjs'

/** What buyers check proofs with: the page and the program. */
const FILES = { page: 'verify.html', command: 'verify.mjs' }

export const VERIFIER_SOURCES = [
  'src/proof',
  'src/verifier',
  'scripts/verify-proofs.ts',
  'scripts/lib/build-verifier.mjs',
  'vite.verifier.config.ts',
]

/** Builds both files into a folder. */
export async function buildVerifier(folder) {
  mkdirSync(folder, { recursive: true })
  for (const [mode, file] of Object.entries(FILES)) {
    const scratch = `${folder}-${mode}`
    try {
      await viteBuild(scratch, ['--config', 'vite.verifier.config.ts', '--mode', mode])
      renameSync(join(scratch, file), join(folder, file))
    } finally {
      rmSync(scratch, { recursive: true, force: true })
    }
  }
}

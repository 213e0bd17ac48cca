import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll } from 'vitest'

/** Makes a folder for the tests of a file, removed after the last of them. */
export function aFolder(): string {
  const path = mkdtempSync(join(tmpdir(), 'leadyard-folder-'))
  afterAll(() => rmSync(path, { recursive: true, force: true }))
  return path
}

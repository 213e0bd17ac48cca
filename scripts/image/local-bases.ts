/** Makes both bases from Debian's packages, for a machine that reaches no registry of images. */
import { cpSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { inRoot } from '../lib/paths.mjs'
import { SetUpError } from '../lib/say.mjs'
import { answer, isInstalled, show } from './tools.ts'

/** What Node is linked with, and the folders that it expects. Nothing else: no shell, no package manager. */
const RUNTIME_PACKAGES = 'libc6,libstdc++6,libgcc-s1,base-files,base-passwd'

/** Makes the bases with mmdebstrap from this machine's Debian. @throws SetUpError if a program is missing or fails */
export async function makeLocalBases(tool: string, epochSeconds: number): Promise<{ base: string; buildBase: string }> {
  if (!isInstalled('mmdebstrap')) throw new SetUpError('--base local needs mmdebstrap: apt-get install mmdebstrap.')
  const npm = process.env.npm_execpath
  if (!npm) throw new SetUpError('--base local takes npm from this machine: start it with "npm run image".')
  const suite = answer('sh', ['-c', '. /etc/os-release && echo "$VERSION_CODENAME"'])
  const folder = inRoot('dist', 'image', 'bases')
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const env = { SOURCE_DATE_EPOCH: String(epochSeconds) }
  const runtime = ['--quiet', '--variant=extract', `--include=${RUNTIME_PACKAGES}`, suite, join(folder, 'base.tar')]
  await show('mmdebstrap', runtime, env)
  await show('mmdebstrap', ['--quiet', '--variant=minbase', suite, join(folder, 'build-base.tar')], env)

  const local = join(folder, 'tools', 'usr', 'local')
  mkdirSync(join(local, 'bin'), { recursive: true })
  cpSync(inRoot('node_modules', 'node', 'bin', 'node'), join(local, 'bin', 'node'))
  cpSync(dirname(dirname(npm)), join(local, 'lib', 'node_modules', 'npm'), { recursive: true })
  symlinkSync('../lib/node_modules/npm/bin/npm-cli.js', join(local, 'bin', 'npm'))
  writeFileSync(join(folder, 'base'), 'FROM scratch\nADD base.tar /\n')
  writeFileSync(join(folder, 'build-base'), 'FROM scratch\nADD build-base.tar /\nCOPY tools/ /\n')

  const names = { base: 'localhost/leadyard-base', buildBase: 'localhost/leadyard-build-base' }
  for (const [file, name] of [
    ['base', names.base],
    ['build-base', names.buildBase],
  ] as const) {
    const options = ['--quiet', '--timestamp', String(epochSeconds), '--tag', name, '--file', join(folder, file)]
    await show(tool, ['build', ...options, folder])
  }
  rmSync(folder, { recursive: true, force: true })
  return names
}

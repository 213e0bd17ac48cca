/** `npm run image`: builds the image of the last commit, so that its label is true; `--check` starts it. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inRoot, ROOT } from '../lib/paths.mjs'
import { orExplain, SetUpError } from '../lib/say.mjs'
import { checkImage } from './check.ts'
import { makeLocalBases } from './local-bases.ts'
import { HELP, type Options, readOptions, TOOLS, type Tool } from './options.ts'
import { answer, isInstalled, show } from './tools.ts'

const SBOM = inRoot('dist', 'image', 'sbom.cdx.json')
const git = (...args: string[]) => answer('git', ['-C', ROOT, ...args])

async function build(tool: Tool, { bases, tag, npmrc, ca }: Options, version: string): Promise<void> {
  const revision = git('rev-parse', 'HEAD')
  const epoch = git('log', '-1', '--format=%ct')
  if (git('status', '--porcelain') !== '') console.log('There are changes that are not committed. They stay out.')
  if (bases === 'local' && tool === 'docker')
    throw new SetUpError('--base local needs buildah or podman: docker does not build from images it cannot pull.')
  const { base, buildBase } = bases === 'local' ? await makeLocalBases(tool, Number(epoch)) : (bases ?? {})
  const context = mkdtempSync(join(tmpdir(), 'leadyard-image-'))
  try {
    await show('sh', ['-c', 'git -C "$1" archive HEAD | tar -x -C "$2"', 'sh', ROOT, context])
    const values = { BASE: base, BUILD_BASE: buildBase, SOURCE_DATE_EPOCH: epoch, VERSION: version, REVISION: revision }
    await show(
      tool,
      [
        'build',
        ...['--tag', tag, '--file', join(context, 'deploy', 'Containerfile')],
        ...Object.entries(values).flatMap(([name, value]) => ['--build-arg', `${name}=${value}`]),
        ...(npmrc ? ['--secret', `id=npmrc,src=${npmrc}`] : []),
        ...(ca ? ['--secret', `id=ca,src=${ca}`] : []),
        // Docker has no such option; it reads the variable.
        ...(tool === 'docker' ? [] : ['--timestamp', epoch]),
        context,
      ],
      { SOURCE_DATE_EPOCH: epoch },
    )
  } finally {
    rmSync(context, { recursive: true, force: true })
  }
  mkdirSync(inRoot('dist', 'image'), { recursive: true })
  writeFileSync(SBOM, readFromImage(tool, tag, '/app/sbom.cdx.json'))
  console.log(`Built ${tag} of ${revision.slice(0, 12)}. Its packages: ${SBOM}`)
}

/** Reads a file with the image's own Node, since it has no other program. */
function readFromImage(tool: Tool, tag: string, path: string): string {
  const script = `process.stdout.write(fs.readFileSync('${path}'))`
  if (tool !== 'buildah')
    return `${answer(tool, ['run', '--rm', '--network=none', '--entrypoint=/usr/local/bin/node', tag, '-e', script])}\n`
  const container = answer('buildah', ['from', '--pull-never', tag])
  try {
    return `${answer('buildah', ['run', container, '--', '/usr/local/bin/node', '-e', script])}\n`
  } finally {
    answer('buildah', ['rm', container])
  }
}

await orExplain(async () => {
  const args = process.argv.slice(2)
  if (args.includes('--help')) return console.log(HELP)
  const { version }: { version: string } = JSON.parse(readFileSync(inRoot('package.json'), 'utf8'))
  const options = readOptions(args, version)
  const tool = options.tool ?? TOOLS.find(isInstalled)
  if (!tool) throw new SetUpError(`None of ${TOOLS.join(', ')} is installed. One of them must build the image.`)
  if (options.bases) await build(tool, options, version)
  if (options.isChecked) await checkImage(options)
})

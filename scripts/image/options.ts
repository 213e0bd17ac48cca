import { parseArgs } from 'node:util'
import { SetUpError } from '../lib/say.mjs'

export const TOOLS = ['buildah', 'podman', 'docker'] as const
export type Tool = (typeof TOOLS)[number]

export const HELP = `npm run image -- [options]: builds the image of the last commit.

  --base <image>        what it stands on, with its digest: name@sha256:…; needs only the C and C++ libraries,
                        such as gcr.io/distroless/cc-debian12. Or "local": made from Debian's packages (mmdebstrap)
  --build-base <image>  what it is built in, with its digest; needs Node and npm, such as docker.io/library/node:24-slim
  --tag <name>          default: localhost/leadyard:<version>
  --tool <name>         ${TOOLS.join(', ')}; default: the first that is installed
  --npmrc <file>        for a registry of your own; no layer keeps it
  --ca <file>           certificates that npm also trusts, for a registry of your own; no layer keeps them
  --check               starts it against a PostgreSQL of its own, read-only and not as root; without --base: the image
                        that --tag names already`

export interface Options {
  /** Absent: nothing is built. */
  bases: 'local' | { base: string; buildBase: string } | undefined
  tag: string
  tool: Tool | undefined
  npmrc: string | undefined
  ca: string | undefined
  isChecked: boolean
}

/** A reference that always means the same image. */
const PINNED = /^[a-z0-9][\w.:/-]*@sha256:[0-9a-f]{64}$/i
/** What all three tools take as a name. */
const TAG = /^[a-z0-9][a-z0-9._/-]*(:\d+\/[a-z0-9._/-]+)?(:[\w.-]{1,128})?$/

/** Reads the arguments. @throws SetUpError naming the argument and its remedy */
export function readOptions(args: readonly string[], version: string): Options {
  const { base, 'build-base': buildBase, tag = `localhost/leadyard:${version}`, tool, ...rest } = parse(args)
  if (tool !== undefined && !isTool(tool)) throw new SetUpError(`--tool must be one of ${TOOLS.join(', ')}.`)
  if (!TAG.test(tag))
    throw new SetUpError(`--tag ${tag} is no name of an image, such as registry.example.com/leadyard:1.`)
  const { npmrc, ca, check: isChecked = false } = rest
  const options = { tag, tool, npmrc, ca, isChecked }
  if (base === undefined && buildBase === undefined) {
    if (!isChecked) throw new SetUpError(`--base is missing.\n\n${HELP}`)
    return { ...options, bases: undefined }
  }
  if (base === 'local') {
    if (buildBase !== undefined) throw new SetUpError('--base local makes both bases: leave out --build-base.')
    return { ...options, bases: 'local' }
  }
  return { ...options, bases: { base: pinned('--base', base), buildBase: pinned('--build-base', buildBase) } }
}

function parse(args: readonly string[]) {
  const text = { type: 'string' } as const
  const options = { base: text, 'build-base': text, tag: text, tool: text, npmrc: text, ca: text }
  try {
    return parseArgs({ args: [...args], options: { ...options, check: { type: 'boolean' } } }).values
  } catch (error) {
    throw new SetUpError(`${error instanceof Error ? error.message : error}\n\n${HELP}`)
  }
}

const isTool = (name: string): name is Tool => TOOLS.some((tool) => tool === name)

function pinned(option: string, reference: string | undefined): string {
  if (reference === undefined) throw new SetUpError(`${option} is missing: both bases are needed.\n\n${HELP}`)
  if (PINNED.test(reference)) return reference
  throw new SetUpError(
    `${option} ${reference} has no digest, so it could be another image tomorrow. Write name@sha256:…; ` +
      `"skopeo inspect docker://${reference}" and "docker buildx imagetools inspect ${reference}" show it.`,
  )
}

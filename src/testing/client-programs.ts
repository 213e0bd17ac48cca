/** Programs that use the client, as strangers would write them: type-checked and run in a folder of their own. */
import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'

const ROOT = resolve(import.meta.dirname, '../..')

/** Stricter than most, so that the client passes whatever its user's project asks for. */
const TSCONFIG = {
  compilerOptions: {
    target: 'es2024',
    lib: ['es2024', 'dom'],
    module: 'nodenext',
    strict: true,
    exactOptionalPropertyTypes: true,
    noUncheckedIndexedAccess: true,
    noImplicitOverride: true,
    erasableSyntaxOnly: true,
    verbatimModuleSyntax: true,
    isolatedModules: true,
    allowImportingTsExtensions: true,
    noEmit: true,
    types: ['node'],
    typeRoots: [join(ROOT, 'node_modules/@types')],
  },
  include: ['*.ts'],
}

export type ProgramFolder = Awaited<ReturnType<typeof aProgramFolder>>

/** Makes a folder with the client in it. @param client its text */
export async function aProgramFolder(client: string) {
  const path = await mkdtemp(join(tmpdir(), 'client-'))
  const write = (name: string, text: string) => writeFile(join(path, name), text)
  await write('package.json', JSON.stringify({ type: 'module' }))
  await write('tsconfig.json', JSON.stringify(TSCONFIG))
  await write('store-client.ts', client)
  return {
    path,
    write,
    /** The errors that TypeScript finds in all files of the folder. */
    async typeErrors(): Promise<string> {
      const compiler = join(ROOT, 'node_modules/.bin/tsc')
      return promisify(execFile)(compiler, ['--project', path], { cwd: path }).then(
        () => '',
        (error: { stdout?: string }) => error.stdout ?? String(error),
      )
    },
    /** Runs a command in the folder, with nothing in its environment but a key. @throws if it fails, with what it printed */
    async run(command: string, args: readonly string[], key: string): Promise<string> {
      const { stdout } = await promisify(execFile)(command, args, {
        cwd: path,
        env: { PATH: process.env.PATH, API_KEY: key },
      })
      return stdout
    },
    remove: () => rm(path, { recursive: true }),
  }
}

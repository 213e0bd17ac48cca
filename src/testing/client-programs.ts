/** Programs that use a typed client, as strangers would write them: type-checked and run in a folder of their own. */
import { execFile } from 'node:child_process'
import { symlink, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { aFolder } from './folders.ts'

const ROOT = resolve(import.meta.dirname, '../..')
const PACKAGES = join(ROOT, 'scripts/api-clients/node_modules')

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

/** Makes a folder for the tests of a file, with the packages that make typed clients. */
export async function aProgramFolder() {
  const path = aFolder()
  const write = (name: string, text: string) => writeFile(join(path, name), text)
  await symlink(PACKAGES, join(path, 'node_modules'))
  await write('package.json', JSON.stringify({ type: 'module' }))
  await write('tsconfig.json', JSON.stringify(TSCONFIG))
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
  }
}

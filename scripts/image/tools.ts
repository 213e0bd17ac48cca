import { spawn, spawnSync } from 'node:child_process'
import { constants } from 'node:os'
import { SetUpError } from '../lib/say.mjs'

/** Whether a program is installed. */
export const isInstalled = (program: string): boolean => spawnSync(program, ['--version']).error === undefined

/** Runs a program, shows what it prints, and waits for its end. @throws SetUpError if it fails */
export async function show(program: string, args: readonly string[], env: Record<string, string> = {}): Promise<void> {
  const child = spawn(program, args, { stdio: ['ignore', 'inherit', 'inherit'], env: { ...process.env, ...env } })
  const code = await new Promise<number | string>((resolve) => {
    child.once('error', (error) => resolve(error.message))
    child.once('close', (code, signal) => resolve(code ?? 128 + constants.signals[signal ?? 'SIGKILL']))
  })
  if (code !== 0) throw new SetUpError(`"${program} ${args[0]}" failed (${code}); its messages above say why.`)
}

/** Runs a program to its end and returns what it printed. @param env added to ours */
export function ask(program: string, args: readonly string[], env: Record<string, string> = {}) {
  const { status, stdout, stderr, error } = spawnSync(program, args, {
    encoding: 'utf8',
    env: { ...process.env, ...env },
    maxBuffer: 64 * 1024 * 1024,
  })
  return { code: status ?? 1, output: stdout ?? '', errors: error?.message ?? stderr ?? '' }
}

/** Like `ask`, for what must not fail. @throws SetUpError with what it printed */
export function answer(program: string, args: readonly string[], env: Record<string, string> = {}): string {
  const { code, output, errors } = ask(program, args, env)
  if (code !== 0) throw new SetUpError(`"${program} ${args[0]}" failed (${code}): ${errors.trim()}`)
  return output.trim()
}

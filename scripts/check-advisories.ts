/**
 * Asks npm whether an installed package has a security advisory, and fails if one is neither fixed nor listed in
 * `scripts/advisory-exceptions.json` with the reason and a last day. If the registry does not answer, it says that
 * nothing was checked and passes; otherwise no one could work offline.
 */
import { execFile } from 'node:child_process'
import exceptions from './advisory-exceptions.json' with { type: 'json' }
import { judgeFindings, readFindings } from './lib/advisories.ts'
import { NOT_CHECKED } from './lib/checks.mjs'

const answer = await new Promise<unknown>((resolve) => {
  // npm also exits with 1 if it found something.
  execFile('npm', ['audit', '--json'], { maxBuffer: 64 * 2 ** 20, timeout: 60_000 }, (_error, stdout) => {
    try {
      resolve(JSON.parse(stdout))
    } catch {
      resolve(null)
    }
  })
})

try {
  const wrong = judgeFindings(readFindings(answer), exceptions, new Date().toISOString().slice(0, 10))
  for (const line of wrong) console.error(line)
  if (wrong.length > 0) process.exitCode = 1
} catch (error) {
  const message = (answer as { message?: unknown } | null)?.message
  console.log(`${NOT_CHECKED}: ${typeof message === 'string' ? message.split('\n')[0] : error}`)
}

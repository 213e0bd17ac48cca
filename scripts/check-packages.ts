/**
 * Lists packages that are older than 60 days and have a fix, and fails if there are any. It asks the npm registry, so
 * it is not part of `npm test`: if the registry does not answer, it exits with 2 and a sentence. `npm run outdated`
 */
import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { AGE_DAYS_MAX, findStale, type InstalledPackage, readAdvised, readOutdated } from './lib/stale-packages.ts'

/** Returns npm's answer as JSON. npm also exits with 1 if it found something. */
function npm(...args: string[]): Promise<unknown> {
  return new Promise((resolve) => {
    execFile('npm', [...args, '--json'], { maxBuffer: 64 * 2 ** 20 }, (_error, answer) => {
      try {
        resolve(answer.trim() === '' ? {} : JSON.parse(answer))
      } catch {
        resolve(null)
      }
    })
  })
}

const lock: { packages: Record<string, { version?: string }> } = JSON.parse(
  readFileSync(new URL('../package-lock.json', import.meta.url), 'utf8'),
)

try {
  const versions = readOutdated(await npm('outdated'))
  const healed = await npm('audit')
    .then(readAdvised)
    .catch((reason: Error) => {
      console.warn(`Advisories could not be read (${reason.message}); looking at releases only.`)
      return new Map<string, string>()
    })
  for (const name of healed.keys()) {
    const version = lock.packages[`node_modules/${name}`]?.version
    if (version) versions.set(name, version)
  }
  const packages: InstalledPackage[] = []
  for (const [name, version] of versions) {
    const healedBy = healed.get(name)
    const releases = (await npm('view', name, 'time')) as InstalledPackage['releases'] | null
    packages.push({ name, version, releases: releases ?? {}, ...(healedBy ? { healedBy } : {}) })
  }
  const stale = findStale(packages, new Date())
  for (const { name, version, ageDays, fix, isAdvised } of stale)
    console.error(`${name} ${version} is ${ageDays} days old; move to ${fix}${isAdvised ? ' (security advisory)' : ''}`)
  if (stale.length > 0) process.exitCode = 1
  else console.log(`No package older than ${AGE_DAYS_MAX} days has a fix.`)
} catch (error) {
  console.error(
    `The npm registry could not be asked (${error instanceof Error ? error.message : String(error)}). Nothing was checked.`,
  )
  process.exitCode = 2
}

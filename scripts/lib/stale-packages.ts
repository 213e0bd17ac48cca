/** Finds installed packages that are old although a fix is out, from npm's answers. */

/** Versions and their release dates, as `npm view <name> time --json` prints them, including `created` and `modified`. */
export type Releases = Readonly<Record<string, string>>

export interface InstalledPackage {
  name: string
  version: string
  releases: Releases
  /** The version that fixes a published advisory; absent if no advisory is known. */
  healedBy?: string
}

export interface StalePackage {
  name: string
  version: string
  ageDays: number
  /** The version to move to. */
  fix: string
  /** Whether an advisory was published. */
  isAdvised: boolean
}

/** No one should run a package with a fix for longer than this. */
export const AGE_DAYS_MAX = 60

const DAY_MS = 86_400_000
const STABLE = /^(\d+)\.(\d+)\.(\d+)$/

const partsOf = (version: string): number[] | null => STABLE.exec(version)?.slice(1).map(Number) ?? null

const isNewer = (one: readonly number[], other: readonly number[]): boolean => {
  const at = one.findIndex((part, index) => part !== other[index])
  return at >= 0 && (one[at] ?? 0) > (other[at] ?? 0)
}

/** The newest release that promises only fixes: same major, and below 1.0 the same minor. */
export function newestFix(version: string, releases: Releases): string | null {
  const own = partsOf(version)
  if (!own) return null
  let newest = own
  for (const release of Object.keys(releases)) {
    const parts = partsOf(release)
    if (!parts || parts[0] !== own[0] || (own[0] === 0 && parts[1] !== own[1])) continue
    if (isNewer(parts, newest)) newest = parts
  }
  return newest === own ? null : newest.join('.')
}

/**
 * Finds the packages whose version came out more than 60 days ago and has a fix, oldest first. A package of unknown age
 * counts as old.
 */
export function findStale(packages: readonly InstalledPackage[], now: Date): StalePackage[] {
  return packages
    .flatMap(({ name, version, releases, healedBy }) => {
      const fix = healedBy ?? newestFix(version, releases)
      const ageDays = Math.floor((now.getTime() - Date.parse(releases[version] ?? '1970-01-01')) / DAY_MS)
      return fix && ageDays > AGE_DAYS_MAX ? [{ name, version, ageDays, fix, isAdvised: healedBy !== undefined }] : []
    })
    .sort((a, b) => b.ageDays - a.ageDays)
}

/** Reads names and versions from the output of `npm outdated --json`. @throws Error with npm's reason if it could not ask */
export function readOutdated(answer: unknown): Map<string, string> {
  const versions = new Map<string, string>()
  for (const [name, entry] of Object.entries(readAnswer(answer))) {
    // A package that is installed several times comes as a list.
    for (const one of Array.isArray(entry) ? entry : [entry]) if (one?.current) versions.set(name, one.current)
  }
  return versions
}

/**
 * Reads packages with an advisory that a release fixes from the output of `npm audit --json`. @throws Error if it could
 * not ask
 */
export function readAdvised(answer: unknown): Map<string, string> {
  const healed = new Map<string, string>()
  const { vulnerabilities } = readAnswer(answer)
  if (typeof vulnerabilities !== 'object' || vulnerabilities === null) throw new Error('npm audit gave no answer')
  for (const [name, { fixAvailable }] of Object.entries<{ fixAvailable: boolean | { name: string; version: string } }>(
    vulnerabilities as Record<string, { fixAvailable: boolean }>,
  )) {
    if (!fixAvailable) continue
    const isOwn = fixAvailable === true || fixAvailable.name === name
    healed.set(
      name,
      fixAvailable === true
        ? 'npm audit fix'
        : isOwn
          ? fixAvailable.version
          : `${fixAvailable.name} ${fixAvailable.version}`,
    )
  }
  return healed
}

function readAnswer(answer: unknown): Record<string, unknown> {
  if (typeof answer !== 'object' || answer === null) throw new Error('npm gave no answer')
  const { error, message } = answer as { error?: { summary?: string; code?: string }; message?: string }
  if (error) throw new Error(error.summary || message || error.code || 'npm gave no reason')
  return answer as Record<string, unknown>
}

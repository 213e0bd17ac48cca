/**
 * `npm run release`: tags the current commit as the version in package.json, with that version's section of
 * CHANGELOG.md as the tag's notes. Refuses a changed tree, a version without a dated section, and a version that is
 * tagged already. Writes what the release is made of into dist, as a CycloneDX list. Pushes nothing.
 */
import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import manifest from '../package.json' with { type: 'json' }
import { findRelease } from './lib/changelog.ts'

const git = (...args: string[]) => execFileSync('git', args, { encoding: 'utf8' }).trim()

const tag = `v${manifest.version}`
const release = findRelease(readFileSync(new URL('../CHANGELOG.md', import.meta.url), 'utf8'), manifest.version)
const problem =
  git('status', '--porcelain') !== ''
    ? 'Commit your changes first.'
    : release === null
      ? `CHANGELOG.md says nothing of ${manifest.version}.`
      : release.date === null
        ? `Add the date to the heading of ${manifest.version} in CHANGELOG.md, e.g. "## ${manifest.version} (${new Date().toISOString().slice(0, 10)})".`
        : git('tag', '--list', tag) !== ''
          ? `${tag} exists already. Set the next version in package.json.`
          : null
if (problem !== null || release === null) {
  console.error(problem)
  process.exitCode = 1
} else {
  const sbom = `dist/leadyard-${manifest.version}.cdx.json`
  const components = ['sbom', '--package-lock-only', '--omit', 'dev', '--sbom-format', 'cyclonedx']
  mkdirSync('dist', { recursive: true })
  writeFileSync(sbom, execFileSync('npm', components, { encoding: 'utf8' }))
  git('tag', '--annotate', tag, '--cleanup=verbatim', '--message', `Leadyard ${manifest.version}\n\n${release.notes}`)
  console.log(
    `Tagged ${git('rev-parse', '--short', 'HEAD')} as ${tag}. Push it with: git push origin ${tag}\n${sbom} lists its packages.`,
  )
}

/** The packages that a store is made from, with their licenses: a page of the docs, and the texts that go with an image. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { page, table } from './generated-page.ts'

const ROOT = join(import.meta.dirname, '..', '..')

/** What the package's own files say where the lock file has nothing. */
const UNSTATED: Readonly<Record<string, string>> = { 'png-js': 'MIT' }

interface Package {
  folder: string
  name: string
  version: string
  license: string
}

/** @throws Error naming a package whose license nobody states */
function productionPackages(): Package[] {
  const { packages } = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8'))
  const entries = Object.entries<{ version: string; dev?: boolean; license?: string }>(packages)
  // Builds of one package for other systems are optional, and npm looks up the license of the installed one alone.
  const siblings = (name: string) =>
    entries.find(([path, one]) => one.license && path.includes(`${name.split('-')[0]}-`))
  return entries.flatMap(([folder, { version, dev, license }]) => {
    const name = folder.split('node_modules/').at(-1) ?? ''
    if (!name || dev) return []
    const found = license ?? UNSTATED[name] ?? siblings(name)?.[1].license
    if (!found) throw new Error(`${name} states no license: read its files, and add it to scripts/lib/notices.ts.`)
    return { folder, name, version, license: found }
  })
}

export function renderNotices(): string {
  const named = new Map(productionPackages().map((one) => [`${one.name} ${one.version}`, one]))
  const rows = [...named].sort().map(([, { name, version, license }]) => [name, version, license])
  return page('Third-party packages', '`package-lock.json`', table(['package', 'version', 'license'], rows))
}

/** The license texts of all installed packages; those with the same text share it. */
export function noticeTexts(): string {
  const named = new Map<string, string[]>()
  for (const { folder, name, version, license } of productionPackages()) {
    const at = join(ROOT, folder)
    const file = existsSync(at) && readdirSync(at).find((entry) => /^licen[sc]e(\.|$|-)/i.test(entry))
    const text = file ? readFileSync(join(at, file), 'utf8').trim() : `License: ${license}`
    named.set(text, [...(named.get(text) ?? []), `${name} ${version}`])
  }
  return [...named].map(([text, names]) => `${names.join('\n')}\n\n${text}\n`).join(`\n${'-'.repeat(80)}\n\n`)
}

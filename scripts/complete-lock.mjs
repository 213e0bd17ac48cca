/**
 * Completes package-lock.json after `npm install`. Native tools (Biome, SWC, Tailwind) come as one optional package per
 * platform. npm leaves those out of the lock that it could not look up when it ran, and `npm ci` then refuses the lock
 * on every machine. This adds them by name and version, with the platform in their name; only that platform downloads
 * them.
 */
import { readFileSync, writeFileSync } from 'node:fs'

const LOCK = new URL('../package-lock.json', import.meta.url)
const PLATFORM =
  /(android|darwin|linux|win32|freebsd|netbsd|openbsd|sunos|aix|openharmony)-([a-z0-9]+)(?:-(musl|gnu|gnueabihf|musleabihf|msvc|eabi))?$/
const LIBC = { musl: ['musl'], gnu: ['glibc'] }

/** Whether Node would find a package from another's folder, going upward. */
function isLocked(packages, from, name) {
  for (let base = from; ; base = base.slice(0, Math.max(0, base.lastIndexOf('/node_modules/')))) {
    if (packages[`${base ? `${base}/` : ''}node_modules/${name}`]) return true
    if (!base) return false
  }
}

const lock = JSON.parse(readFileSync(LOCK, 'utf8'))
const added = []
for (const [path, entry] of Object.entries(lock.packages)) {
  for (const [name, version] of Object.entries(entry.optionalDependencies ?? {})) {
    const [, os, cpu, libc] = PLATFORM.exec(name) ?? []
    const isPlatformPackage = /^\d/.test(version) && (os !== undefined || name.endsWith('wasm32-wasi'))
    if (!isPlatformPackage || isLocked(lock.packages, path, name)) continue
    lock.packages[`node_modules/${name}`] = {
      version,
      cpu: [cpu ?? 'wasm32'],
      ...(libc in LIBC ? { libc: LIBC[libc] } : {}),
      ...(entry.dev ? { dev: true } : {}),
      optional: true,
      ...(os ? { os: [os] } : {}),
    }
    added.push(name)
  }
}
lock.packages = Object.fromEntries(Object.entries(lock.packages).sort(([a], [b]) => a.localeCompare(b, 'en')))
writeFileSync(LOCK, `${JSON.stringify(lock, null, 2)}\n`)
console.log(added.length === 0 ? 'The lock is complete.' : `Added ${added.join(', ')}.`)

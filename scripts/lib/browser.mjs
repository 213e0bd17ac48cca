import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'

/** The first one draws pages without a window around them, which takes a fifth less processor time. */
const NAMES = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
const ELSEWHERE = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]

const canRun = (path) => {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/** Finds the browser for the end-to-end tests: CHROMIUM_PATH, or else the system's own; null if there is none. */
export function findBrowser() {
  const chosen = process.env.CHROMIUM_PATH
  if (chosen) return canRun(chosen) ? chosen : null
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/bin'].filter(Boolean)
  const candidates = [...folders.flatMap((folder) => NAMES.map((name) => join(folder, name))), ...ELSEWHERE]
  return candidates.find(canRun) ?? null
}

export const BROWSER_REMEDY =
  'The journeys need Chromium, and none was found. Install it (Debian: apt-get install -y chromium), ' +
  'or name one: CHROMIUM_PATH=/path/to/chromium npm test'

import { type Browser, chromium } from 'playwright-core'

const CHROMIUM_FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/** Starts the browser in `CHROMIUM_PATH`, which the commands set to the one they found; otherwise Debian's. */
export function launchChromium(flags: readonly string[] = []): Promise<Browser> {
  const executablePath = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium'
  return chromium.launch({ executablePath, args: [...CHROMIUM_FLAGS, ...flags] })
}

import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect } from 'vitest'
import { launchChromium } from './chromium.ts'
import type { Store } from './store.ts'
import { visitorContexts } from './visitors.ts'

const SHOWN_MAX = 10_000
const PATIENCE_MS = 15_000

export interface PageOptions {
  colorScheme?: 'light' | 'dark'
  viewport?: { width: number; height: number }
  /** Its time zone; by default that of the test machine. */
  timeZone?: string
  /** Console errors that belong to the test, such as the browser's own line about a declined payment. */
  expects?: readonly RegExp[]
  hasNoScripts?: boolean
  hasTouch?: boolean
  /** A second tab: same cookies and storage as this page. */
  beside?: Page
}

/** Pages live for seconds: optimizing scripts costs more than it saves, and so does a process for graphics alone. */
const FLAGS = ['--js-flags=--no-opt,--no-maglev', '--in-process-gpu']

/** Lets the pages of a context share a process, so that an earlier visitor's scripts are still compiled. */
const SHARED_PROCESS = '--process-per-site'

/** One for all files of a worker: each start costs half a second of a core. Each visitor has a separate context in it. */
const running = new Map<boolean, Promise<Browser>>()

/** The same for their contexts. */
const contexts = new Map<boolean, ReturnType<typeof visitorContexts>>()

/** The worker's browser, restarted if it crashed. It ends with the worker, whose pipe it listens to. */
async function openBrowser(isReused: boolean): Promise<Browser> {
  const launched = await running.get(isReused)
  if (launched?.isConnected()) return launched
  const launch = launchChromium(isReused ? [...FLAGS, SHARED_PROCESS] : FLAGS)
  running.set(isReused, launch)
  return launch
}

/** Call once per file. Closes every page after its test, which fails if the page reported anything unexpected. See `visitorContexts`. */
export function withBrowser({ isReused = true } = {}) {
  let browser: Browser
  const visitors = contexts.get(isReused) ?? visitorContexts(isReused)
  contexts.set(isReused, visitors)
  const ending = new Set<string>()
  const complaints: string[] = []

  beforeAll(async () => {
    browser = await openBrowser(isReused)
  })
  afterEach(async ({ task }) => {
    if (task.result?.state === 'fail') await tellPages()
    await visitors.endAll()
    expect(complaints.splice(0), 'what the pages complained of').toEqual([])
  })
  afterAll(async () => {
    for (const url of ending) await visitors.closeAllOf(url)
  })

  return {
    /** Opens a new visitor's browser, or with `beside` a second tab of the same one. */
    async openPage(store: Store, options: PageOptions = {}): Promise<Page> {
      const context = options.beside?.context() ?? (await openContext(store, options))
      const page = await context.newPage()
      const note = (complaint: string) => {
        if (!options.expects?.some((pattern) => pattern.test(complaint))) complaints.push(complaint)
      }
      page.on('pageerror', (error) => note(`pageerror: ${error.message}`))
      page.on('console', (message) => {
        if (message.type() !== 'error' && message.type() !== 'warning') return
        note(`${message.type()}: ${message.text()} (${message.location().url})`)
      })
      return page
    },
  }

  /** What was on screen when a test failed: its error names only what was missing. */
  async function tellPages(): Promise<void> {
    for (const page of browser.contexts().flatMap((context) => context.pages())) {
      const shown = await page.locator('body').ariaSnapshot({ timeout: 1_000 }).catch(String)
      console.error(`── ${page.url()}\n${shown.slice(0, SHOWN_MAX)}`)
    }
  }

  async function openContext(store: Store, options: PageOptions): Promise<BrowserContext> {
    if (!store.isShared) ending.add(store.url)
    const context = await visitors.open(browser, {
      baseURL: store.url,
      colorScheme: options.colorScheme ?? 'light',
      viewport: options.viewport ?? { width: 1280, height: 900 },
      reducedMotion: 'reduce',
      javaScriptEnabled: !options.hasNoScripts,
      hasTouch: options.hasTouch ?? false,
      ...(options.timeZone === undefined ? {} : { timezoneId: options.timeZone }),
    })
    context.setDefaultTimeout(PATIENCE_MS)
    return context
  }
}

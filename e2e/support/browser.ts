/** The system's Chromium for a test file, and pages that report hidden errors. */
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterEach, beforeAll, expect } from 'vitest'
import { launchChromium } from './chromium.ts'
import type { Store } from './store.ts'

/** How long a person would wait before thinking it is broken. */
const PATIENCE_MS = 15_000

export interface PageOptions {
  colorScheme?: 'light' | 'dark'
  viewport?: { width: number; height: number }
  /** Its time zone; by default that of the test machine. */
  timeZone?: string
  /** Console errors that belong to the test, such as the browser's own line about a declined payment. */
  expects?: readonly RegExp[]
  /** A browser that runs no scripts of pages. */
  hasNoScripts?: boolean
  /** A screen to tap on. */
  hasTouch?: boolean
  /** A second tab: same cookies and storage as this page. */
  beside?: Page
}

/** A page in a test lives for seconds: optimizing its scripts costs more than it saves. */
const FLAGS = ['--js-flags=--no-opt,--no-maglev']

/** One for all files of a worker: each start costs half a second of a core. Each visitor has a separate context in it. */
let running: Promise<Browser> | undefined

/** The worker's browser, restarted if it crashed. It ends with the worker, whose pipe it listens to. */
async function openBrowser(): Promise<Browser> {
  running ??= launchChromium(FLAGS)
  const browser = await running
  if (browser.isConnected()) return browser
  running = launchChromium(FLAGS)
  return running
}

/** Call once per file. Closes every page after its test, which fails if the page reported anything unexpected. */
export function withBrowser() {
  let browser: Browser
  const contexts = new Set<BrowserContext>()
  const complaints: string[] = []

  beforeAll(async () => {
    browser = await openBrowser()
  })
  afterEach(async () => {
    for (const context of contexts) await context.close()
    contexts.clear()
    expect(complaints.splice(0), 'what the pages complained of').toEqual([])
  })

  return {
    /** Opens a new visitor's browser, or with `beside` a second tab of the same one. */
    async openPage(store: Store, options: PageOptions = {}): Promise<Page> {
      const context = options.beside?.context() ?? (await newContext(store, options))
      const page = await context.newPage()
      const note = (complaint: string) => {
        if (!options.expects?.some((pattern) => pattern.test(complaint))) complaints.push(complaint)
      }
      page.on('pageerror', (error) => note(`pageerror: ${error.message}`))
      page.on('console', (message) => {
        if (message.type() === 'error' || message.type() === 'warning') note(`${message.type()}: ${message.text()}`)
      })
      return page
    },
  }

  async function newContext(store: Store, options: PageOptions): Promise<BrowserContext> {
    const context = await browser.newContext({
      baseURL: store.url,
      colorScheme: options.colorScheme ?? 'light',
      viewport: options.viewport ?? { width: 1280, height: 900 },
      reducedMotion: 'reduce',
      javaScriptEnabled: !options.hasNoScripts,
      hasTouch: options.hasTouch ?? false,
      ...(options.timeZone === undefined ? {} : { timezoneId: options.timeZone }),
    })
    context.setDefaultTimeout(PATIENCE_MS)
    contexts.add(context)
    return context
  }
}

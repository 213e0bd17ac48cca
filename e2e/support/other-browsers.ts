/** Firefox and WebKit, the engine of Safari, behind the few steps that a journey needs. Parts of a page are XPaths. */
import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { stat } from 'node:fs/promises'
import puppeteer from 'puppeteer-core'
import { Builder, By, type WebElement } from 'selenium-webdriver'
import { expect, vi } from 'vitest'
import { aPort } from '#testing/listen.ts'

const PATIENCE_MS = 15_000
const has = (words: string) => `contains(normalize-space(), "${words}")`
/** The closest element around words. */
export const text = (words: string) => `//body//*[not(self::script)][text()[${has(words)}]]`
/** The field that a label names. */
export const field = (label: string) => `//*[@id = //label[${has(label)}]/@for]`
/** A button or a link. @param within words of the closest list item or article around it */
export const button = (name: string, within = '') =>
  `//*[self::button or self::a][${has(name)}]${within && `[ancestor::*[self::article or self::li][1][${has(within)}]]`}`

export const OTHER_BROWSERS = Object.entries({ Firefox: openFirefox, WebKit: openWebKit })

/** A browser with one page. Each step waits until its part is visible; a frame is named with its title. */
export type Visitor = Awaited<ReturnType<typeof openFirefox>>

/** @throws Error that says what to install, so that no one takes a missing browser for one in which all works */
function installed(program: string, debianPackage = program): string {
  const path = `/usr/bin/${program}`
  if (!existsSync(path)) throw new Error(`There is no ${path}: run “apt-get install ${debianPackage}”.`)
  return path
}

/** Ends a program with the test's process, even a killed one: then nothing holds the other end of what `read` waits for. */
function tied(program: ChildProcess): ChildProcess {
  const script = `trap '' INT; read _; kill ${program.pid}`
  const watcher = spawn('sh', ['-c', script], { stdio: ['pipe', 'ignore', 'ignore'] })
  return program.once('exit', () => watcher.kill())
}

async function openFirefox(url: string) {
  const executablePath = installed('firefox-esr')
  const browser = await puppeteer.launch({ browser: 'firefox', executablePath, defaultViewport: null })
  tied(browser.process() as ChildProcess)
  const page = await browser.newPage()
  page.setDefaultTimeout(PATIENCE_MS)
  const complaints: unknown[] = []
  page.on('pageerror', (complaint) => complaints.push(complaint))
  const find = async (part: string, title?: string) => {
    const frame = title && (await page.waitForSelector(`iframe[title="${title}"]`))
    return ((frame && (await frame.contentFrame())) || page).locator(`xpath/${part}`)
  }
  return {
    goto: (path: string): Promise<unknown> => page.goto(new URL(path, url).href),
    see: async (part: string): Promise<unknown> => (await find(part)).wait(),
    press: async (part: string) => (await find(part)).click(),
    fill: async (part: string, value: string, frame?: string) => (await find(part, frame)).fill(value),
    close: async () => {
      await browser.close()
      expect(complaints, 'what the page complained of').toEqual([])
    },
  }
}

/** As narrow as its window can be: most who use this engine hold a phone. It ends with its display. */
async function openWebKit(url: string): Promise<Visitor> {
  const [screen, program] = [installed('Xvfb', 'xvfb'), installed('WebKitWebDriver', 'webkit2gtk-driver')]
  const port = await aPort()
  const server = `http://127.0.0.1:${port}`
  const env = { ...process.env, DISPLAY: `:${port}` }
  const display = tied(spawn(screen, [env.DISPLAY, '-nolisten', 'tcp'], { stdio: 'ignore' }))
  const service = tied(spawn(program, [`--port=${port}`], { env, stdio: 'ignore' }))
  await vi.waitFor(() => Promise.all([stat(`/tmp/.X11-unix/X${port}`), fetch(`${server}/status`)]), PATIENCE_MS)
  const driver = await new Builder().usingServer(server).withCapabilities({ browserName: 'MiniBrowser' }).build()
  await driver.manage().window().setRect({ x: 0, y: 0, width: 375, height: 900 })
  /** Tries again while the part is not there yet, was just replaced, or moves below something else. */
  const act = (part: string, step: (element: WebElement) => Promise<unknown>, frame?: string) =>
    vi.waitFor(async () => {
      await driver.switchTo().defaultContent()
      if (frame) await driver.switchTo().frame(await driver.findElement(By.css(`iframe[title="${frame}"]`)))
      const element = await driver.findElement(By.xpath(part))
      expect(await element.isDisplayed(), `${part} is visible`).toBe(true)
      await step(element)
    }, PATIENCE_MS)
  return {
    goto: (path) => driver.get(new URL(path, url).href),
    see: (part) => act(part, async () => undefined),
    press: (part) => act(part, (element) => element.click()),
    fill: (part, value, frame) => act(part, (element) => element.clear().then(() => element.sendKeys(value)), frame),
    close: () => driver.quit().finally(() => [service, display].map((one) => one.kill())),
  }
}

import type { Browser } from 'playwright-core'

/** Text stays sharp from this quality up; the highest would be larger than the PNG. */
const QUALITY = 0.85

/**
 * Converts PNGs to WebP, which takes 40 % of their size and is shown by GitHub. The browser does it, because it is
 * there anyway, so no library is needed.
 */
export async function startCompressor(browser: Browser): Promise<(png: Buffer) => Promise<Buffer>> {
  const page = await browser.newPage()
  return async (png) => {
    const webp = await page.evaluate(inWebp, { png: png.toString('base64'), quality: QUALITY })
    return Buffer.from(webp, 'base64')
  }
}

/** Runs in the page. */
async function inWebp({ png, quality }: { png: string; quality: number }): Promise<string> {
  const picture = await createImageBitmap(await (await fetch(`data:image/png;base64,${png}`)).blob())
  const canvas = new OffscreenCanvas(picture.width, picture.height)
  canvas.getContext('2d', { alpha: false })?.drawImage(picture, 0, 0)
  const blob = await canvas.convertToBlob({ type: 'image/webp', quality })
  const reader = new FileReader()
  const read = new Promise((resolve) => reader.addEventListener('load', resolve))
  reader.readAsDataURL(blob)
  await read
  return String(reader.result).replace(/^.*,/, '')
}

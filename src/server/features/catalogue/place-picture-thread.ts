/** A thread that draws the picture of one place. See place-pictures.ts. */
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { parentPort, workerData } from 'node:worker_threads'
import { initWasm, Resvg } from '@resvg/resvg-wasm'
import { create, type Font } from 'fontkit'

/** Pixels, the size that programs which show links ask for. */
const [WIDTH, HEIGHT] = [1_200, 630]
/** The store's colors (as in emails). */
const COLORS = { paper: '#fbfaf5', ink: '#17251d', muted: '#4f5f55', accent: '#1c6b43', quiet: '#e4f1e8' }
const LEFT = 72
const TEXT_WIDTH = 610
const SHAPE = { left: 730, top: 100, width: 400, height: 430 }
/** The sign of the store, as its icon shows it. */
const SIGN =
  '<rect width="32" height="32" rx="6" fill="#0f5c3a"/><path d="M7 9.5 25 7v17.5L7 26Z M16 8.2V25.2 M7 17.6 25 16" fill="none" stroke="#fbfaf5" stroke-width="2" stroke-linejoin="round"/><path d="M7 17.6 16 16.8V25.2L7 26Z" fill="#fbfaf5"/>'

/** What a picture shows: a shape of SVG paths in a box of its own, and texts. `font` is a path. */
export interface PictureContent {
  heading: string
  title: readonly string[]
  lines: readonly string[]
  brand: string
  shape: { width: number; height: number; paths: readonly string[] }
  font: string
}

/** How large the letters of texts may be, in pixels, so that all of them fit. */
const sizeOf = (font: Font, texts: readonly string[], sizeMax: number): number =>
  Math.min(sizeMax, ...texts.map((text) => (TEXT_WIDTH * font.unitsPerEm) / font.layout(text).advanceWidth))

/** Writes a line as a path: the renderer cannot read compressed fonts. */
function textPath(font: Font, text: string, at: { x: number; y: number; size: number; color: string }): string {
  const { glyphs, positions } = font.layout(text)
  const scale = at.size / font.unitsPerEm
  let x = at.x
  const paths = glyphs.map((glyph, index) => {
    const path = glyph.path.scale(scale, -scale).translate(x, at.y).toSVG()
    x += (positions[index]?.xAdvance ?? 0) * scale
    return path
  })
  return `<path d="${paths.join('')}" fill="${at.color}"/>`
}

function writeSvg({ heading, title, lines, brand, shape }: PictureContent, font: Font): string {
  const text = (words: string, y: number, size: number, color: string, x = LEFT) =>
    textPath(font, words, { x, y, size, color })
  const scale = Math.min(SHAPE.width / shape.width, SHAPE.height / shape.height)
  const left = SHAPE.left + (SHAPE.width - shape.width * scale) / 2
  const top = SHAPE.top + (SHAPE.height - shape.height * scale) / 2
  const stroke = (shape.paths.length > 1 ? 1.25 : 3) / scale
  const titleSize = sizeOf(font, title, 88)
  const step = titleSize * 1.1
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}">`,
    `<rect width="100%" height="100%" fill="${COLORS.paper}"/>`,
    `<path d="M0 8H${WIDTH}" stroke="${COLORS.accent}" stroke-width="16"/>`,
    `<g transform="translate(${left} ${top}) scale(${scale})" fill="${COLORS.quiet}" stroke="${COLORS.accent}" stroke-width="${stroke}" stroke-linejoin="round">`,
    ...shape.paths.map((path) => `<path d="${path}"/>`),
    '</g>',
    text(heading, 140, 36, COLORS.accent),
    ...title.map((words, index) => text(words, 140 + (index + 1) * step, titleSize, COLORS.ink)),
    ...lines.map((words, index) => text(words, 215 + title.length * step + index * 46, 32, COLORS.muted)),
    `<g transform="translate(${LEFT} 524) scale(1.375)">${SIGN}</g>`,
    text(brand, 557, 36, COLORS.ink, LEFT + 60),
    '</svg>',
  ].join('')
}

const content: PictureContent = workerData
const wasm = createRequire(import.meta.url).resolve('@resvg/resvg-wasm/index_bg.wasm')
const [program, fontFile] = await Promise.all([readFile(wasm), readFile(content.font)])
await initWasm(program)
const font = create(fontFile)
if (!('layout' in font)) throw new Error(`${content.font} has several fonts`)
parentPort?.postMessage(new Resvg(writeSvg(content, font)).render().asPng())

import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'

const compress = promisify(brotliCompress)

/** As the server's own compression: below this the headers of a reply are half of it. */
const BYTES_MIN = 2_048
/** Scripts are what a first view waits for. Drawings of counties are many, and each is asked for by few. */
const QUALITIES = { '.js': 11, '.svg': 11, '.json': 9 }

/**
 * Puts a `.br` beside each text file of a folder, hidden ones left out. Compressing once, at the build, affords what
 * no reply could: 14 % less than the server's own compression, and no work for it.
 */
export async function compressFiles(folder) {
  const paths = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => !/[\\/]\./.test(path.slice(folder.length)))
  await Promise.all(
    paths.map(async (path) => {
      const quality = QUALITIES[/\.\w+$/.exec(path)?.[0] ?? '']
      const content = readFileSync(path)
      if (quality === undefined || content.length < BYTES_MIN) return
      const params = {
        [constants.BROTLI_PARAM_QUALITY]: quality,
        [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
        [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
      }
      writeFileSync(`${path}.br`, await compress(content, { params }))
    }),
  )
}

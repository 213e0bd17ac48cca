/** Reads the files that someone chose: a ZIP file of proofs, or the files from inside it. */

import { unzipSync } from 'fflate'
import { ProofError } from '#proof/verify-log.ts'

/** Fetches a file of a published log. Follows no redirect: the address is what someone trusts. @throws ProofError */
export async function fetchFile(url: string): Promise<Uint8Array> {
  const reply = await fetch(url, { redirect: 'error' }).catch(() => null)
  if (!reply?.ok) throw new ProofError(`${url} ${reply ? `answered with ${reply.status}` : 'cannot be reached'}.`)
  return new Uint8Array(await reply.arrayBuffer())
}

/** The chosen files can't be used; the message says why and what to do. */
export class FileError extends Error {
  override name = 'FileError'
}

export interface ChosenFile {
  name: string
  bytes: Uint8Array
}

/** Says what the other files in a ZIP file are. */
export const README_FILE = 'README.txt'

/** A proof has a few thousand bytes. A file that claims to be larger than this can't be a proof and is not unpacked. */
const FILE_BYTES_MAX = 1_000_000
const FILES_MAX = 20_000
const ALL_BYTES_MAX = 200_000_000

const isZip = ({ bytes }: ChosenFile): boolean => bytes[0] === 0x50 && bytes[1] === 0x4b

/** The store puts the proofs of a closed log into a ZIP file inside the ZIP file; some people unpack it. */
const LOG_ZIP = /^(?:.*\/)?(earlier-log-\d+)\.zip$/
const LOG_FOLDER = /^(?:.*\/)?(earlier-log-\d+\/[^/]+)$/

const baseName = (path: string): string => path.slice(path.lastIndexOf('/') + 1)

/** The name without the folders that some programs wrap around the files. */
const plainName = (path: string): string => LOG_FOLDER.exec(path)?.[1] ?? baseName(path)

/** Files that operating systems add to folders and archives. */
const isLitter = (path: string): boolean => /(^|\/)(__MACOSX\/|\.|desktop\.ini$|Thumbs\.db$)/.test(path)

function unpack(file: ChosenFile): ChosenFile[] {
  let count = 0
  let total = 0
  let unpacked: Record<string, Uint8Array>
  try {
    unpacked = unzipSync(file.bytes, {
      filter({ name, originalSize }) {
        if (name.endsWith('/') || isLitter(name)) return false
        count += 1
        total += originalSize
        const bytesMax = LOG_ZIP.test(name) ? ALL_BYTES_MAX : FILE_BYTES_MAX
        if (count > FILES_MAX || originalSize > bytesMax || total > ALL_BYTES_MAX)
          throw new FileError(`“${file.name}” has more in it than any ZIP file of proofs.`)
        return true
      },
    })
  } catch (error) {
    if (error instanceof FileError) throw error
    throw new FileError(`“${file.name}” is a damaged ZIP file. Download it again.`)
  }
  return Object.entries(unpacked).map(([name, bytes]) => ({ name, bytes }))
}

/** The files of a closed log, in a folder of their own. Any other file stays as it is. */
function unpackLog(file: ChosenFile): ChosenFile[] {
  const folder = isZip(file) && LOG_ZIP.exec(file.name)?.[1]
  if (!folder) return [file]
  return unpack(file).map(({ name, bytes }) => ({ name: `${folder}/${baseName(name)}`, bytes }))
}

function textOf({ name, bytes }: ChosenFile): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    throw new FileError(`“${baseName(name)}” is damaged: it is not text.`)
  }
}

/** The texts of the chosen files by name. Files of a closed log have its folder in their name. @throws FileError */
export function readFiles(chosen: readonly ChosenFile[]): Map<string, string> {
  const texts = new Map<string, string>()
  const files = chosen.flatMap((one) => (isZip(one) ? unpack(one) : [one])).flatMap(unpackLog)
  for (const file of files) {
    const name = plainName(file.name)
    if (isLitter(file.name)) continue
    if (file.bytes.length > FILE_BYTES_MAX) throw new FileError(wrongFile(name))
    if (texts.has(name))
      throw new FileError(`There are two files named “${name}”. Check the proofs of one package at a time.`)
    // If a package's leads are in two logs, the proofs from the closed one are in a ZIP file of their own.
    texts.set(name, isZip(file) ? '' : textOf(file))
  }
  return texts
}

export const wrongFile = (name: string): string =>
  `“${name}” is not a file of proofs. Choose the ZIP file from your delivery page, whose name ends in “-proofs.zip”, or one from “Download with proof”.`

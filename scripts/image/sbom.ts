import { createHash } from 'node:crypto'

interface Sbom {
  serialNumber?: string
  metadata?: { timestamp?: string }
}

/** Makes what `npm sbom` prints the same for the same lock. @throws SyntaxError if it is not JSON */
export function withoutChance(text: string, epochSeconds: number): string {
  const sbom: Sbom = JSON.parse(text)
  const metadata = { ...sbom.metadata, timestamp: new Date(epochSeconds * 1_000).toISOString() }
  const hash = createHash('sha256')
    .update(JSON.stringify({ ...sbom, serialNumber: '', metadata }))
    .digest('hex')
  const parts = [hash.slice(0, 8), hash.slice(8, 12), `8${hash.slice(13, 16)}`, `8${hash.slice(17, 20)}`]
  const serialNumber = `urn:uuid:${[...parts, hash.slice(20, 32)].join('-')}`
  return `${JSON.stringify({ ...sbom, serialNumber, metadata }, null, 2)}\n`
}

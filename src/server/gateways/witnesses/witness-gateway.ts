/** Asks witnesses to cosign checkpoints. @see https://c2sp.org/tlog-witness */
import { seconds } from '#server/platform/clock.ts'

const ANSWER_WITHIN_MS = seconds(5)
const ANSWER_BYTES_MAX = 65_536

export interface WitnessGateway {
  /** Posts to `<url>/add-checkpoint`. Null without an answer within 5 seconds, or if it is too long; never throws. */
  addCheckpoint(url: string, body: string): Promise<{ status: number; body: string } | null>
}

export const witnesses: WitnessGateway = {
  async addCheckpoint(url, body) {
    try {
      const reply = await fetch(`${url.replace(/\/+$/, '')}/add-checkpoint`, {
        method: 'POST',
        body,
        redirect: 'error',
        signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
      })
      const chunks: Uint8Array[] = []
      let size = 0
      for await (const chunk of reply.body ?? []) {
        size += chunk.length
        if (size > ANSWER_BYTES_MAX) return null
        chunks.push(chunk)
      }
      return { status: reply.status, body: Buffer.concat(chunks).toString('utf8') }
    } catch {
      return null
    }
  },
}

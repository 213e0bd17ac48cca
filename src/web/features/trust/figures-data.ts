import type { FiguresReply, getFigures } from '#contract/trust/figures.ts'
import { query } from '#web/lib/query.ts'

export type Shown = NonNullable<FiguresReply['figures']>

/** The figures of a day, or of the latest one. */
export const figuresQuery = (day: string | undefined) =>
  query<typeof getFigures>('/api/trust', {}, day === undefined ? undefined : { day })

import { CircleCheck, CircleDashed, CircleDot, CircleSlash } from 'lucide-react'
import { classes } from './classes.ts'

/** `waiting`: needs an action. `done`: succeeded. `over`: ended without success. `plain`: none of these. */
export type StatusTone = 'waiting' | 'done' | 'over' | 'plain'

const TONES = {
  waiting: { mark: CircleDot, look: 'border-attention/40 bg-attention-quiet text-attention' },
  done: { mark: CircleCheck, look: 'border-accent/40 bg-accent-quiet text-accent' },
  over: { mark: CircleSlash, look: 'border-danger/40 bg-danger-quiet text-danger' },
  plain: { mark: CircleDashed, look: 'border-line bg-sunken text-muted' },
} as const

type StatusPillProps = { tone: StatusTone; note?: string | undefined; children: string }
/** A status as a word with a mark; the color only repeats them. `note`: what the word leaves open. */
export function StatusPill({ tone, note, children }: StatusPillProps) {
  const { mark: Mark, look } = TONES[tone]
  return (
    <>
      <span
        className={classes(
          'inline-flex items-center gap-1 rounded-full border px-2 text-xs/5 font-semibold whitespace-nowrap',
          look,
        )}
      >
        <Mark size="1em" aria-hidden="true" />
        {children}
      </span>
      {note && <span className="text-xs whitespace-nowrap text-muted">{note}</span>}
    </>
  )
}

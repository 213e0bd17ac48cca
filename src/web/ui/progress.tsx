import { Check } from 'lucide-react'
import { classes } from './classes.ts'

interface ProgressBarProps {
  /** What is in progress, for screen readers. */
  label: string
  /** From 0 to 1; null while the progress is unknown. */
  share: number | null
  /** The progress in words, shown below the bar. */
  children: string
}

/**
 * The progress of something that takes seconds: a bar and a sentence. Screen readers announce the sentence, and the bar
 * only on request.
 */
export function ProgressBar({ label, share, children }: ProgressBarProps) {
  const percent = share === null ? null : Math.round(Math.min(1, Math.max(0, share)) * 100)
  return (
    <div>
      <div
        role="progressbar"
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={100}
        {...(percent === null ? {} : { 'aria-valuenow': percent })}
        className="h-2 overflow-clip rounded-full bg-sunken"
      >
        <div
          className={percent === null ? 'breathe h-full bg-accent' : 'h-full bg-accent transition-[width] duration-200'}
          style={{ width: `${percent ?? 100}%` }}
        />
      </div>
      <p role="status" className="figures mt-2 text-sm text-muted">
        {children}
      </p>
    </div>
  )
}

interface StepListProps {
  label: string
  steps: readonly string[]
  /** From 0; the number of steps means after the last. */
  reached: number
}

/** The progress of something with steps. */
export const StepList = ({ label, steps, reached }: StepListProps) => (
  <ol aria-label={label} className="flex flex-wrap gap-x-5 gap-y-1 text-sm">
    {steps.map((step, at) => (
      <li
        key={step}
        aria-current={at === reached ? 'step' : undefined}
        className={classes('flex items-center gap-1.5', at === reached ? 'font-semibold' : 'text-muted')}
      >
        <span
          aria-hidden="true"
          className={classes(
            'figures grid size-5 place-items-center rounded-full border text-xs',
            at < reached
              ? 'border-accent text-accent'
              : at === reached
                ? 'border-accent bg-accent text-on-accent'
                : 'border-control',
          )}
        >
          {at < reached ? <Check size={12} /> : at + 1}
        </span>
        {step}
        {at < reached && <span className="sr-only"> (done)</span>}
      </li>
    ))}
  </ol>
)

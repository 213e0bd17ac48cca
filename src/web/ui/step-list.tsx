import { Check } from 'lucide-react'
import { classes } from './classes.ts'

interface StepListProps {
  label: string
  steps: readonly string[]
  /** From 0; the number of steps means after the last. */
  reached: number
}

/** The progress of something with steps. */
export function StepList({ label, steps, reached }: StepListProps) {
  return (
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
}

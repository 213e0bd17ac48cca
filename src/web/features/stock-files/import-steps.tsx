import { Check } from 'lucide-react'
import { classes } from '#web/ui/classes.ts'

const STEPS = ['Choose a file', 'Check', 'Apply'] as const

/** Where an import stands, of its three steps; `reached` counts from 0, and 3 is behind the last. */
export function ImportSteps({ reached }: { reached: 0 | 1 | 2 | 3 }) {
  return (
    <ol aria-label="Steps of an import" className="flex flex-wrap gap-x-5 gap-y-1 text-sm">
      {STEPS.map((step, at) => (
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

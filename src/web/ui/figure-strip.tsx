import type { ReactNode } from 'react'
import { classes } from './classes.ts'
import { Skeleton } from './skeleton.tsx'

export interface Figure {
  label: string
  /** Undefined while unknown: its place is kept. */
  value: ReactNode
  /** One more line, such as what to do about it. */
  note?: ReactNode
  /** Shown in the color of what needs attention. */
  isUrgent?: boolean
}

/** Three or four figures side by side, as a list of terms with their values; values align however long a label is. */
export const FigureStrip = ({ label, figures }: { label: string; figures: readonly Figure[] }) => (
  <section
    aria-label={label}
    className="overflow-clip rounded-md border border-line bg-surface in-[.card]:-mx-(--edge) in-[.card]:rounded-none in-[.card]:border-x-0"
  >
    <dl className="-mt-px -ml-px grid grid-cols-[repeat(auto-fit,minmax(8.5rem,1fr))]">
      {figures.map((figure) => (
        <div
          key={figure.label}
          className="row-span-2 grid min-w-0 grid-rows-subgrid border-t border-l border-line px-(--edge,0.75rem) py-3 sm:px-(--edge,1rem)"
        >
          <dt className="text-xs text-muted">{figure.label}</dt>
          <dd className="figures">
            <span className={classes('display mt-1 block text-xl leading-7', figure.isUrgent && 'text-attention')}>
              {figure.value ?? <Skeleton className="my-1 h-5 w-12" />}
            </span>
            {figure.note && <span className="block text-xs text-muted">{figure.note}</span>}
          </dd>
        </div>
      ))}
    </dl>
  </section>
)

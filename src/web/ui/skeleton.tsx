import { classes } from './classes.ts'

/** The place of something still loading, in its size, so that nothing jumps. Silent for screen readers. */
export function Skeleton({ className }: { className?: string }) {
  return <div aria-hidden="true" className={classes('breathe rounded-md bg-line/60', className)} />
}

/** Says once that something loads, for those who do not see the skeletons. */
export function LoadingWords({ children }: { children: string }) {
  return (
    <p role="status" className="sr-only">
      {children}
    </p>
  )
}

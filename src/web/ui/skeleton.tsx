import { classes } from './classes.ts'

/** A placeholder in the size of loading content, so nothing jumps. Silent for screen readers. */
export const Skeleton = ({ className }: { className?: string }) => (
  <div aria-hidden="true" className={classes('breathe rounded-md bg-line/60', className)} />
)

/** Announces once that something is loading, for screen readers. */
export const LoadingWords = ({ children }: { children: string }) => (
  <p role="status" className="sr-only">
    {children}
  </p>
)

interface LoadingProps {
  words: string
  /** The class of one skeleton's height. */
  height: string
  count?: number
}

/** Skeletons of equal height, with words for screen readers. */
export const Loading = ({ words, height, count = 1 }: LoadingProps) => (
  <div className="grid gap-2">
    <LoadingWords>{words}</LoadingWords>
    {[...Array(count).keys()].map((place) => (
      <Skeleton key={place} className={height} />
    ))}
  </div>
)

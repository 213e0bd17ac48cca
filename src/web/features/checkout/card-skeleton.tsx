import { LoadingWords, Skeleton } from '#web/ui/skeleton.tsx'

/** As tall as the provider's three fields with their labels and the line below them, so nothing jumps when they come. */
export const CardSkeleton = () => (
  <div className="grid min-h-[187px] content-start gap-3 max-xs:min-h-[205px]">
    <LoadingWords>Setting up secure payment</LoadingWords>
    <p aria-hidden="true" className="text-sm text-muted">
      Setting up secure payment…
    </p>
    <Skeleton className="h-11" />
    <div className="grid grid-cols-2 gap-3">
      <Skeleton className="h-11" />
      <Skeleton className="h-11" />
    </div>
  </div>
)

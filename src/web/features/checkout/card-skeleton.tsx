import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
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

/** Instead of the card form, if its code or the provider's could not be loaded. */
export const cardFormMissing = (retry: () => unknown) => (
  <Notice tone="danger" title="Payment Setup Error" action={<Button onClick={() => retry()}>Try again</Button>}>
    The card form did not load. You were not charged, and your packages stay reserved.
  </Notice>
)

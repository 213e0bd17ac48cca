import type { CartLine } from '#contract/orders/cart.ts'
import type { ApiError } from '#web/lib/call-api.ts'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'

/** No card was declined, so this is not a failed payment. */
export const UNFIT_TITLE = 'Not available to you'

/** Whether a refusal is about packages with too few leads that this buyer may have. */
export const isUnfit = (error: ApiError | null | undefined): boolean => error?.code === 'too_few_unseen'

/** The held packages that such a refusal names. */
export const unfitOf = ({ details: { holdIds } }: ApiError, lines: readonly CartLine[]): CartLine[] =>
  Array.isArray(holdIds) ? lines.filter(({ holdId }) => holdIds.includes(holdId)) : []

interface UnfitNoticeProps {
  error: ApiError
  cart: { lines: readonly CartLine[]; remove: (lines: readonly CartLine[]) => void } | null
}

/** Packages with too few leads that this buyer may have, and how to go on without them. */
export function UnfitNotice({ error, cart }: UnfitNoticeProps) {
  const unfit = cart ? unfitOf(error, cart.lines) : []
  return (
    <Notice
      tone="danger"
      title={UNFIT_TITLE}
      action={
        unfit.length > 0 && (
          <Button onClick={() => cart?.remove(unfit)}>
            Remove {unfit.length === 1 ? 'this package' : 'these packages'}
          </Button>
        )
      }
    >
      {error.sentence} You were not charged.
    </Notice>
  )
}

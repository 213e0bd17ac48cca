/** A checkout page that a program made: its packages come into the cart, and its contact into the form. */
import { useQuery } from '@tanstack/react-query'
import { packageKeyOf, packageName } from '#contract/catalogue/catalogue.ts'
import { openCheckoutSession } from '#contract/checkout/checkout-sessions.ts'
import { storeContact, storedContact } from '#web/features/checkout/contact-draft.ts'
import { reloadCart } from '#web/features/orders/cart/cart-data.ts'
import { callApi } from '#web/lib/call-api.ts'
import { formatPlural } from '#web/lib/format.ts'
import { useIsHydrated } from '#web/lib/use-is-hydrated.ts'
import { Notice } from '#web/ui/notice.tsx'

const SECRET = /^#session=([A-Za-z0-9_-]{1,64})$/

/** The secret of the address; null on the checkout of an ordinary cart. After the `#`, so no request log has it. */
const sessionInAddress = (): string | null => SECRET.exec(window.location.hash)?.[1] ?? null

/** Opens the session once; a reload opens it again, which adds only what the cart lacks. */
export function useSession() {
  const token = useIsHydrated() ? sessionInAddress() : null
  return useQuery({
    queryKey: [openCheckoutSession.path, token],
    queryFn: async () => {
      const { missing, ...contact } = await callApi(openCheckoutSession, { body: { token: token ?? '' } })
      storeContact({ ...storedContact(), ...contact })
      await reloadCart()
      return missing
    },
    enabled: token !== null,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
}

export const MissingNotice = ({ missing }: { missing: readonly Parameters<typeof packageKeyOf>[0][] }) => (
  <Notice tone="attention" title={`${formatPlural(missing.length, 'package')} sold out`} className="mb-8">
    {missing.map((packageId) => packageName(packageKeyOf(packageId))).join(', ')} sold out before this page was opened.
    You pay only for what is listed here.
  </Notice>
)

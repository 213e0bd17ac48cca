import { useMutation } from '@tanstack/react-query'
import type { PaymentRequest } from '#contract/links/payment-request-values.ts'
import { packagesQuery } from '#web/features/catalogue/catalogue-data.ts'
import { startDraft } from '#web/features/links/invoicing/invoice-draft.ts'
import { fieldsOfCustomer, type KnownCustomer } from '#web/features/links/invoicing/known-customers.ts'
import { followServer } from '#web/features/orders/cart/cart-data.ts'
import { type HeldAgain, holdAgain } from '#web/features/orders/cart/hold-unit.ts'
import { lostLines, type OrderedLine } from '#web/features/orders/cart/lost-lines.ts'
import { failureSentence } from '#web/features/orders/cart/use-add-to-cart.ts'
import { type ApiError, queryClient } from '#web/lib/call-api.ts'
import { useCurrentUser } from '#web/lib/current-user.ts'
import { formatPlural } from '#web/lib/format.ts'
import { createStore } from '#web/ui/store.ts'
import { showFailure, showToast } from '#web/ui/toast.ts'
import { focusPanel, NARROW, useOpenTab } from './sales-navigation.tsx'

/** Makes a new cart from a request: holds each line again, names what is unavailable, and fills in the customer. */
export function useRepeatRequest() {
  const startInvoice = useStartInvoice()
  return useMutation<HeldAgain & { request: PaymentRequest }, ApiError, PaymentRequest>({
    mutationFn: async (request) => {
      const lines: OrderedLine[] = []
      for (const { state, county, place, deliveryMethod, ...sold } of request.cartData) {
        const packages = await queryClient.fetchQuery(packagesQuery({ state, county }))
        // A county's packages are told apart by type, tier and size.
        const known = packages.find(
          ({ leadType, tier, size }) => leadType === sold.leadType && tier === sold.tier && size === sold.size,
        )
        if (known) lines.push({ packageId: known.id, deliveryMethod, place })
      }
      return { ...(await holdAgain(lines)), request }
    },
    onSuccess: ({ added, missing, request }) => {
      lostLines.set({ ...lostLines.get(), missing })
      const missed = missing.length > 0 ? ` ${formatPlural(missing.length, 'package')} not available.` : ''
      showToast({
        title: added.length > 0 ? 'Added to Cart' : 'Not Available',
        description: `${formatPlural(added.length, 'package')} from ${request.reference} added to cart.${missed}`,
        ...(added.length === 0 ? { tone: 'danger' } : {}),
      })
      startInvoice(payerOf(request), request)
      isSendWanted.set(added.length > 0)
    },
    onError: (error) => showFailure('Error', failureSentence(error)),
    onSettled: followServer,
  })
}

/** The customer of a request, as it was sent. */
export const payerOf = (request: PaymentRequest): Payer => ({
  name: request.customerName,
  email: request.customerEmail,
  businessName: request.customerBusinessName,
  phone: request.customerPhone,
  address: request.customerAddress,
})

type Payer = Pick<KnownCustomer, 'name' | 'email' | 'businessName' | 'phone' | 'address'>

/** Whether Send shall take the focus, once everything it needs is there. */
export const isSendWanted = createStore(false)

/** Starts a sale to a known customer, in a new form; as a request was, with its county on the screen. */
export function useStartInvoice(): (customer: Payer, repeated?: PaymentRequest) => void {
  const user = useCurrentUser()
  const openTab = useOpenTab()
  return (customer, repeated) => {
    if (!user) return
    startDraft(user.id, { ...fieldsOfCustomer(customer), specialOffers: repeated?.specialOffers ?? '' })
    isSendWanted.set(false)
    const [line] = repeated?.cartData ?? []
    // A narrow window has the invoice as a step of its own.
    openTab(matchMedia(NARROW).matches ? 'invoice' : 'market', line && { ...line, type: line.leadType })
    focusPanel()
  }
}

import { startDraft } from '#web/features/links/invoicing/invoice-draft.ts'
import { fieldsOfCustomer, type KnownCustomer } from '#web/features/links/invoicing/known-customers.ts'
import { useCurrentUser } from '#web/features/members/use-current-user.ts'
import { focusPanel, useOpenTab } from './sales-navigation.ts'

type Payer = Pick<KnownCustomer, 'name' | 'email' | 'businessName' | 'phone' | 'address'>

/** Opens Generate Invoice with a customer filled in, in a new form. */
export function useStartInvoice(): (customer: Payer, specialOffers?: string) => void {
  const user = useCurrentUser()
  const openTab = useOpenTab()
  return (customer, specialOffers = '') => {
    if (!user) return
    startDraft(user.id, { ...fieldsOfCustomer(customer), specialOffers })
    openTab('invoice')
    focusPanel()
  }
}

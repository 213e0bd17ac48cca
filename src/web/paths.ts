/** Every address of the product. Pages and features link through these names, so an address is changed in one place. */
export const paths = {
  home: '/',
  leads: '/leads',
  checkout: '/checkout',
  paymentSuccess: '/payment-success',
  order: '/order/$token',
  admin: '/admin-enhanced',
  sales: '/sales-dashboard',
} as const

/** What `/leads` keeps in its address: the market, the lead type and the view being looked at. */
export interface LeadsSearch {
  state?: string
  county?: string
  type?: string
  /** `map`: the map of live stock is open. `compare`: the county's packages stand side by side. */
  view?: string
}

/** What `/payment-success` may be told: our order token, or the parameters the card provider adds on its redirect. */
export interface PaymentSuccessSearch {
  order?: string
  payment_intent?: string
}

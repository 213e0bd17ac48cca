import type { LegalName } from '#contract/admin/page-names.ts'

/** Every address of the product. Pages and features link through these names, so an address is changed in one place. */
export const paths = {
  home: '/',
  leads: '/leads',
  desk: '/desk',
  optOut: '/opt-out',
  trust: '/trust',
  checkout: '/checkout',
  paymentSuccess: '/payment-success',
  order: '/order/$token',
  delivery: '/delivery/$token',
  admin: '/admin-enhanced',
  adminSection: '/admin-enhanced/$section',
  sales: '/sales-dashboard',
  login: '/login',
  forgotPassword: '/forgot-password',
  resetPassword: '/reset-password',
  confirmEmail: '/confirm-email',
  verifyEmail: '/verify-email/$token',
  profile: '/profile',
  payment: '/payment/$token',
  paymentByQuery: '/payment',
  invoice: '/invoice/$token',
} as const

/** What `/leads` keeps in its address: the market, the lead type and how a market is being chosen. */
export interface LeadsSearch {
  state?: string
  county?: string
  type?: string
  /** Which packages the map counts. */
  tier?: string
  /** Counties to compare with this one: `Hays, Texas; Bexar, Texas`. */
  with?: string
  /** `choose`: the menus are open although a county is chosen. `map`: the map of live stock is open as well. */
  view?: string
}

/** What `/payment-success` may be told: our order token, or the parameters the card provider adds on its redirect. */
export type PaymentSuccessSearch = { order?: string; payment_intent?: string }

/** What `/payment/<token>` may be told by the card provider, after the bank's own page. */
export type PaymentSearch = { payment_intent?: string }

/**
 * What the team's pages keep in their address: the tab, what its list is narrowed to, and what is open. Anything else is
 * dropped.
 */
export const TEAM_SEARCH_NAMES = [
  'tab',
  /** The market being sold from, whose prices or stock are shown, or what a list of leads is narrowed to. */
  'state',
  'county',
  'type',
  'tier',
  /** What a list is searched for. */
  'search',
  /** Only what is in this state, of this kind, or paid this way. */
  'status',
  'kind',
  'method',
  'sort',
  'direction',
  /** `soon`: only links that expire within the next 2 hours. */
  'expiring',
  /** `chosen`: only live links whose customer chose Cash App. */
  'cashApp',
  /** The customer whose story is open. */
  'customer',
  /** The period of figures; `from` and `to`, days, both included, where it is one's own, and for lists. */
  'period',
  'from',
  'to',
  /** `day`, `week` or `month`. */
  'by',
  /** What sales are told apart by, e.g. `county`; with `value`, orders that a figure was made of, e.g. its FIPS. */
  'dimension',
  'value',
  /** What that figure was called where it was pressed. */
  'label',
  /** What is open over the page: by its id, or `many-packages`, `story` of a package. */
  'open',
  /** The package in the form. */
  'package',
  /** Of what runs low: `some` or `none` left, or what has `fallen` lately. */
  'left',
  /** The member whose dialog is open, or whose entries are listed; and which of the dialog's tabs. */
  'member',
  'part',
] as const
export type TeamSearch = { [Name in (typeof TEAM_SEARCH_NAMES)[number]]?: string | undefined }

/** What `/login` may be told: where to go on afterwards, a path of ours. */
export type LoginSearch = { next?: string }

/** What `/trust` keeps in its address. */
export interface TrustSearch {
  /** Whose figures are shown, if not the latest. */
  day?: string
}

/** The address of a text. The router knows one, which stands for all of them. */
export const legalPath = (name: LegalName) => `/${name}` as '/terms'

/** The secret of a mailed link. */
export type TokenSearch = { token?: string }

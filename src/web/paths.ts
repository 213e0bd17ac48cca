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
 * What `/sales-dashboard` keeps in its address: the tab, the market being sold from, and what the tab's list shows.
 * Here and in the next two, anything else in the address is dropped.
 */
export const SALES_SEARCH_NAMES = [
  'tab',
  'state',
  'county',
  'type',
  /** What a list is searched for. */
  'search',
  /** Only requests of this status. */
  'status',
  'sort',
  'direction',
  /** `soon`: only links that expire within the next 2 hours. */
  'expiring',
  /** `chosen`: only live links whose customer chose Cash App. */
  'cashApp',
  /** The customer whose story is open. */
  'customer',
] as const
export type SalesSearch = { [Name in (typeof SALES_SEARCH_NAMES)[number]]?: string }

/** What `/admin-enhanced` keeps in its address: the tab, and what it shows. */
export const ADMIN_SEARCH_NAMES = [
  'tab',
  /** The period of the sales overview, or of a member's analytics; `from` and `to` where it is one's own. */
  'period',
  'from',
  'to',
  /** `day`, `week` or `month`. */
  'by',
  /** What the overview tells sales apart by, e.g. `county`. */
  'dimension',
  /** What is open over the tab: `many-packages`, `story` of a package, or an offer by its id. */
  'open',
  /** Whose inventory or prices are shown, and the package in its form; or the state of the counties by demand. */
  'state',
  'county',
  'package',
  /** Of what runs low: `some` or `none` left, or what has `fallen` lately. */
  'left',
  /** The order of the counties by demand. */
  'sort',
  'direction',
  /** The member of the team whose dialog is open, and which of its tabs. */
  'member',
  'part',
] as const
export type AdminSearch = { [Name in (typeof ADMIN_SEARCH_NAMES)[number]]?: string }

/** What `/admin-enhanced/<section>` keeps in its address: what a list is narrowed to, and the one thing looked at. */
export const SECTION_SEARCH_NAMES = [
  'search',
  /** Only what is in this state, of this kind, or done by this member. */
  'status',
  'kind',
  'member',
  /** Only what was paid this way. */
  'method',
  /** Days, both included. */
  'from',
  'to',
  'sort',
  'direction',
  /** What the drawer shows, by its id. */
  'open',
  /** Narrow a list of orders to what a figure was made of, e.g. `county` and its FIPS. */
  'dimension',
  'value',
  /** What that figure was called where it was pressed. */
  'label',
  /** Narrow a list of payment links, as on the sales dashboard. */
  'expiring',
  'cashApp',
  /** Narrow a list of leads. */
  'state',
  'county',
  'type',
  'tier',
] as const
export type SectionSearch = { [Name in (typeof SECTION_SEARCH_NAMES)[number]]?: string }

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

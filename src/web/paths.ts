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
  /** `choose`: the menus are open although a county is chosen. `map`: the map of live stock is open as well. */
  view?: string
}

/** What `/payment-success` may be told: our order token, or the parameters the card provider adds on its redirect. */
export interface PaymentSuccessSearch {
  order?: string
  payment_intent?: string
}

/** What `/payment/<token>` may be told by the card provider, after the bank's own page. */
export interface PaymentSearch {
  payment_intent?: string
}

/** What `/sales-dashboard` keeps in its address: the tab, the market being sold from, and what the tab's list shows. */
export interface SalesSearch {
  tab?: string
  state?: string
  county?: string
  type?: string
  /** `grid`: Browse Packages as the grid of the call screen. */
  view?: string
  /** What a list is searched for. */
  search?: string
  /** Only requests of this status. */
  status?: string
  sort?: string
  direction?: string
  /** `soon`: only links that expire within the next 2 hours. */
  expiring?: string
  /** `chosen`: only live links whose customer chose Cash App. */
  cashApp?: string
  /** The customer whose story is open. */
  customer?: string
}

/** The names of SalesSearch; anything else in the address is dropped. */
export const SALES_SEARCH_NAMES = [
  'tab',
  'state',
  'county',
  'type',
  'view',
  'search',
  'status',
  'sort',
  'direction',
  'expiring',
  'cashApp',
  'customer',
] as const satisfies readonly (keyof SalesSearch)[]

/** What `/admin-enhanced` keeps in its address: the tab, and what it shows. */
export interface AdminSearch {
  tab?: string
  /** The period of the sales overview, or of a member's analytics; `from` and `to` where it is one's own. */
  period?: string
  from?: string
  to?: string
  /** `day`, `week` or `month`. */
  by?: string
  /** What the overview tells sales apart by, e.g. `county`. */
  dimension?: string
  /** `table`: in place of the charts. */
  view?: string
  /** What is open over the tab: `many-prices`, `many-packages`, `story` of a package, or an offer by its id. */
  open?: string
  /** Whose inventory or prices are shown, and the package in its form; or the state of the counties by demand. */
  state?: string
  county?: string
  package?: string
  /** Of what runs low: `some` or `none` left, or what has `fallen` lately. */
  left?: string
  /** The order of the counties by demand. */
  sort?: string
  direction?: string
  /** The member of the team whose dialog is open, and which of its tabs. */
  member?: string
  part?: string
}

/** The names of AdminSearch; anything else in the address is dropped. */
export const ADMIN_SEARCH_NAMES = [
  'tab',
  'period',
  'from',
  'to',
  'by',
  'dimension',
  'view',
  'open',
  'state',
  'county',
  'package',
  'left',
  'sort',
  'direction',
  'member',
  'part',
] as const satisfies readonly (keyof AdminSearch)[]

/** What `/admin-enhanced/<section>` keeps in its address: what a list is narrowed to, and the one thing looked at. */
export interface SectionSearch {
  search?: string
  /** Only what is in this state, of this kind, or done by this member. */
  status?: string
  kind?: string
  member?: string
  /** Only what was paid this way. */
  method?: string
  /** Days, both included. */
  from?: string
  to?: string
  sort?: string
  direction?: string
  /** What the drawer shows, by its id. */
  open?: string
  /** Narrow a list of orders to what a figure was made of, e.g. `county` and its FIPS. */
  dimension?: string
  value?: string
  /** What that figure was called where it was pressed. */
  label?: string
  /** Narrow a list of leads. */
  state?: string
  county?: string
  type?: string
  tier?: string
}

/** The names of SectionSearch; anything else in the address is dropped. */
export const SECTION_SEARCH_NAMES = [
  'search',
  'status',
  'kind',
  'member',
  'method',
  'from',
  'to',
  'sort',
  'direction',
  'open',
  'dimension',
  'value',
  'label',
  'state',
  'county',
  'type',
  'tier',
] as const satisfies readonly (keyof SectionSearch)[]

/** What `/login` may be told: where to go on afterwards, a path of ours. */
export interface LoginSearch {
  next?: string
}

/** What `/trust` keeps in its address. */
export interface TrustSearch {
  /** Whose figures are shown, if not the latest. */
  day?: string
}

/** The secret of a mailed link. */
export interface TokenSearch {
  token?: string
}

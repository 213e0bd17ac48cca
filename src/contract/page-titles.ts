/** Page titles. The server writes them into the page it sends and the browser's tab shows them, so both sides share them. */
import { LEAD_TYPE_NAMES, LEAD_TYPES } from './catalogue/catalogue.ts'

/** Pages of the team, by their path without its slash. */
export const TEAM_TITLES = {
  login: 'Sales Team Login',
  'forgot-password': 'Forgot your password?',
  'reset-password': 'Choose a new password',
  'confirm-email': 'Confirm your email address',
  profile: 'My Profile',
  'sales-dashboard': 'Sales Dashboard',
  'admin-enhanced': 'Admin Dashboard',
} as const

/** Of `/opt-out`. */
export const OPT_OUT_TITLE = 'Remove my property'

/** The parts of a `/leads` address; unknown parts are left out. */
export interface LeadsAddress {
  state?: string | undefined
  county?: string | undefined
  type?: string | undefined
}

/** `Vacant Houses leads in Travis, Texas`; state and county must be known, an unknown lead type is ignored. */
export function leadsTitle({ state, county, type }: LeadsAddress): string {
  if (!state) return 'Browse Premium Leads'
  const leadType = LEAD_TYPES.find((one) => one === type)
  const leads = leadType ? `${LEAD_TYPE_NAMES[leadType]} leads` : 'Real-estate leads'
  return county ? `${leads} in ${county}, ${state}` : `${leads} in ${state}`
}

/** Page titles. The server writes them into the page it sends and the browser's tab shows them, so both sides share them. */

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

/** Of `/desk`. */
export const DESK_TITLE = 'My orders'

/** Of `/opt-out`. */
export const OPT_OUT_TITLE = 'Remove my property'

/** Of `/trust`. */
export const TRUST_TITLE = 'Our own figures'

/**
 * Page titles. The server writes them into the page it sends and the browser's tab shows them, so both sides share
 * them.
 */

export const TEAM_TITLES = {
  login: 'Sales Team Login',
  'forgot-password': 'Forgot your password?',
  'reset-password': 'Choose a new password',
  'confirm-email': 'Confirm your email address',
  profile: 'My Profile',
  'sales-dashboard': 'Sales Dashboard',
  'admin-enhanced': 'Admin Dashboard',
} as const

export const DESK_TITLE = 'My orders'

export const OPT_OUT_TITLE = 'Remove my property'

export const TRUST_TITLE = 'Our own figures'

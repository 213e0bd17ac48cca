/** Page titles, for the page that the server sends and for the browser's tab. */

export const TEAM_TITLES = {
  login: 'Sales Team Login',
  'forgot-password': 'Forgot your password?',
  'reset-password': 'Choose a password',
  'confirm-email': 'Confirm your email address',
  profile: 'My Profile',
  'sales-dashboard': 'Sales Dashboard',
  'admin-enhanced': 'Admin Dashboard',
} as const

export const DESK_TITLE = 'My orders'

export const OPT_OUT_TITLE = 'Remove my property'

export const TRUST_TITLE = 'Our promises, and how we measure them'

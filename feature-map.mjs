/**
 * Which server feature may use which: `a: ['b']` lets `src/server/features/a` import operation files and `tables.ts`
 * of `src/server/features/b`. The lint rule, the check and the picture in ARCHITECTURE.md are made from this table.
 * The rows stand in reading order: each feature uses only features above it, so the arrows can never make a circle.
 * A new arrow comes with a decision record: it says what two features now have to know about each other.
 */
export const FEATURE_MAP = {
  audit: [],
  inventory: ['audit'],
  catalogue: ['inventory'],
  cart: ['inventory', 'catalogue'],
  orders: ['inventory', 'cart'],
  documents: ['orders'],
  notifications: ['orders', 'documents'],
  payments: ['audit', 'inventory', 'orders', 'notifications'],
  'cash-app': ['audit', 'inventory', 'cart', 'orders', 'notifications', 'payments'],
  auth: ['notifications'],
  pricing: ['audit', 'inventory', 'catalogue', 'auth'],
  customers: ['auth'],
  'payment-requests': [
    'audit',
    'inventory',
    'catalogue',
    'cart',
    'orders',
    'documents',
    'notifications',
    'payments',
    'auth',
    'customers',
  ],
  offers: [],
  team: ['audit', 'auth', 'customers', 'payment-requests', 'orders'],
  checkout: ['inventory', 'cart', 'orders', 'payments', 'payment-requests'],
  'sales-ledger': ['catalogue', 'orders', 'notifications', 'payments', 'auth'],
  'order-desk': ['payments'],
  operations: ['catalogue'],
  demo: [
    'catalogue',
    'inventory',
    'orders',
    'notifications',
    'payments',
    'auth',
    'customers',
    'payment-requests',
    'sales-ledger',
    'team',
  ],
}

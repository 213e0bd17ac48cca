/**
 * Which server feature may use which: `a: ['b']` lets `src/server/features/a` import operation files and tables of
 * `src/server/features/b`. The lint rule, the check and the picture in ARCHITECTURE.md are made from this table.
 * The rows are in reading order: each feature uses only features above it, so the arrows can never make a circle.
 * A new arrow comes with a decision record: it says what two features now have to know about each other.
 */
export const FEATURE_MAP = {
  audit: [],
  keys: [],
  imports: [],
  stock: ['audit'],
  catalogue: ['audit', 'stock'],
  orders: ['stock', 'catalogue'],
  messages: ['stock', 'orders'],
  payments: ['audit', 'stock', 'orders', 'messages'],
  members: ['audit', 'keys', 'messages'],
  legal: ['audit', 'members'],
  credit: ['catalogue', 'orders', 'messages'],
  links: ['audit', 'stock', 'catalogue', 'orders', 'messages', 'payments', 'members'],
  buyers: ['keys', 'imports', 'stock', 'catalogue', 'orders', 'messages', 'links'],
  delivery: ['audit', 'stock', 'orders', 'messages', 'payments', 'members', 'buyers'],
  claims: ['audit', 'stock', 'catalogue', 'orders', 'messages', 'payments', 'members', 'buyers', 'delivery'],
  proof: ['stock', 'catalogue', 'orders', 'delivery', 'claims'],
  webhooks: ['audit', 'stock', 'orders', 'messages', 'members', 'links', 'buyers', 'delivery', 'claims'],
  sales: ['stock', 'catalogue', 'orders', 'messages', 'payments', 'members'],
  checkout: ['stock', 'orders', 'payments', 'credit', 'links', 'buyers'],
  admin: [
    'audit',
    'keys',
    'imports',
    'stock',
    'catalogue',
    'orders',
    'messages',
    'payments',
    'members',
    'credit',
    'links',
    'delivery',
    'claims',
    'webhooks',
    'sales',
    'proof',
    'legal',
  ],
  mcp: ['keys'],
}

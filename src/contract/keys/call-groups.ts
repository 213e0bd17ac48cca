import type { Endpoint } from '#contract/endpoint.ts'
import { SCOPE_WORDS } from './key-scopes.ts'

/** The calls as the API reference groups them, in its order. */
export const CALL_GROUPS = {
  'orders:read': { name: 'Orders', description: `${SCOPE_WORDS['orders:read']}.` },
  'orders:write': { name: 'Buying', description: `${SCOPE_WORDS['orders:write']}.` },
  'deliveries:read': { name: 'Deliveries', description: `${SCOPE_WORDS['deliveries:read']}.` },
  'claims:write': { name: 'Claims', description: `${SCOPE_WORDS['claims:write']}.` },
  'webhooks:write': { name: 'Webhooks', description: `${SCOPE_WORDS['webhooks:write']}.` },
  any: { name: 'Store', description: 'What is for sale, which needs no key, and what a key is.' },
  sales: { name: 'Sales', description: 'With the key of a member.' },
  administration: { name: 'Administration', description: 'With the key of an administrator.' },
} as const

/** Returns the group of a call that accepts a key. */
export function callGroup({ key = 'any', access }: Endpoint): keyof typeof CALL_GROUPS {
  if (key !== 'read' && key !== 'write') return key
  return access === 'admin' ? 'administration' : 'sales'
}

/** Whether a call that accepts a key also works without one. */
export const isKeyOptional = ({ key, refusals }: Endpoint) => key === 'any' && !refusals.includes('key_invalid')

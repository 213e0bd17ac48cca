/** An administrator who changes the stock of many packages at once. */
import { LEAD_TYPES, SIZES, TIERS } from '#contract/catalogue/catalogue.ts'
import { adminOf, type Reply } from './builders.ts'
import type { TestApp } from './test-app.ts'

export const ALL_PACKAGES = { areas: null, leadTypes: LEAD_TYPES, tiers: TIERS, sizes: SIZES }
/** The 16 packages of Travis County's vacant houses. */
export const VACANT = { ...ALL_PACKAGES, areas: [{ state: 'Texas', county: 'Travis' }], leadTypes: ['vacant'] }

export const setTo = (value: number) => ({ kind: 'set', value })

export function stockChanger(store: TestApp) {
  const admin = adminOf(store)
  let attempts = 0
  const attemptId = () => {
    attempts += 1
    return `attempt-stock-${attempts}`
  }
  const preview = (scope: object, step: object, from?: number): Promise<Reply> =>
    admin.call('POST', '/api/admin/stock/preview', { scope, step, from })
  const change = (body: object): Promise<Reply> =>
    admin.call('POST', '/api/admin/stock/changes', { attemptId: attemptId(), ...body })
  /** Previews and makes the change at once. */
  const changeNow = async (scope: object, step: object, more: object = {}): Promise<Reply> => {
    const { seen } = (await preview(scope, step)).body
    return change({ scope, step, seen, ...more })
  }
  return { admin, attemptId, preview, change, changeNow }
}

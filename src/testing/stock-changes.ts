/** An administrator who changes the stock of many packages at once. */
import { adminOf, type Reply } from './builders.ts'
import type { TestApp } from './test-app.ts'

export const ALL_PACKAGES = { states: [], counties: [], leadTypes: [], tiers: [], sizes: [] }
/** The 16 packages of Travis County's vacant houses. */
export const VACANT = { ...ALL_PACKAGES, counties: [{ state: 'Texas', county: 'Travis' }], leadTypes: ['vacant'] }

export const setTo = (value: number) => ({ kind: 'set', value })

export function stockChanger(store: TestApp) {
  const admin = adminOf(store)
  let attempts = 0
  const attemptId = () => {
    attempts += 1
    return `attempt-stock-${attempts}`
  }
  const preview = (selection: object, step: object): Promise<Reply> =>
    admin.call('POST', '/api/admin/stock/preview', { selection, step })
  const change = (body: object): Promise<Reply> =>
    admin.call('POST', '/api/admin/stock/changes', { attemptId: attemptId(), ...body })
  /** Previews and makes the change at once. */
  const changeNow = async (selection: object, step: object, more: object = {}): Promise<Reply> => {
    const { seen } = (await preview(selection, step)).body
    return change({ selection, step, seen, ...more })
  }
  return { admin, attemptId, preview, change, changeNow }
}

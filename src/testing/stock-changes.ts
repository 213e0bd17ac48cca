/** An administrator who changes the stock of many packages at once. */
import { LEAD_TYPES, SIZES, TIERS } from '#contract/catalogue/catalogue.ts'
import { adminOf, type Client, type Reply } from './builders.ts'
import { runScheduled } from './scheduled-jobs.ts'
import { ADMIN, type SentMail, type TestApp } from './test-app.ts'

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

/** What an administrator sees and does about one package. `aPackage` gives each test of a file another one. */
export function stockScreen(admin: Client) {
  let used = 0
  const read = async (path: string): Promise<Reply['body']> => (await admin.call('GET', path)).body
  return {
    async aPackage(available: number): Promise<string> {
      const id = `48453-owner-${TIERS[Math.floor(used / 4)]}-${SIZES[used % 4]}`
      used += 1
      await admin.call('PUT', `/api/admin/packages/${id}/availability`, { available, reason: 'First delivery' })
      return id
    },
    stock: (id: string) => read(`/api/admin/packages/${id}/stock`),
    holds: (id: string) => read(`/api/admin/packages/${id}/holds`),
    movements: (id: string) => read(`/api/admin/packages/${id}/movements`),
    release: (holdId: string, reason: unknown = 'The buyer is gone.', client = admin) =>
      client.call('POST', `/api/admin/holds/${holdId}/release`, { reason }),
  }
}

/** Tells administrators what ran low. */
export async function tellLowStock(store: TestApp): Promise<void> {
  await runScheduled(store, 'tell-low-stock')
  await store.runJobs()
}

/** What they were told, newest first. */
export const lowStockMails = async (store: TestApp): Promise<SentMail[]> =>
  (await store.mailsTo(ADMIN.email)).filter(({ subject }) => subject.includes('running low'))

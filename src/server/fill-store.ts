/** What a store needs before its first visitor: catalogue, the configured administrator, the demo. */
import { listDemoPayments } from '#demo/queries.ts'
import { opensAccount } from '#server/features/members/accounts.ts'
import { ensureAdministrator } from '#server/features/members/administrators.ts'
import type { Auth } from '#server/features/members/create-auth.ts'
import { announceStockChange, EVERY_COUNTY } from '#server/features/stock/stock-changes.ts'
import { type DemoAccount, importDemoLeads, loadDemoData } from '../demo/load-demo-data.ts'
import { loadCatalogue } from './features/catalogue/load-catalogue.ts'
import type { Context } from './gateways/context.ts'

interface Sandbox {
  stripe?: { keepPastPayments(payments: Awaited<ReturnType<typeof listDemoPayments>>): Promise<void> }
}

/** Fills in what is missing; a filled store stays as it is. Safe if two nodes start at once. */
export async function fillStore(
  ctx: Context,
  { auth, sandbox }: { auth: Auth; sandbox: Sandbox },
  say: (line: string) => void,
): Promise<void> {
  const { config } = ctx
  const isNewStore = await loadCatalogue(ctx)
  if (isNewStore) say('Loaded the catalogue: 3,142 counties, 150,816 packages.')
  announceStockChange(ctx, [EVERY_COUNTY])
  if (config.admin) {
    const { isNew } = await ensureAdministrator(ctx, auth, config.admin)
    if (isNew) say(`Created the administrator ${config.admin.email}.`)
  }
  if (!config.isDemo) {
    if (isNewStore) say('The store is empty. Log in at /admin-enhanced: Today lists what it needs before it can sell.')
    return
  }
  const accounts = await loadDemoData(ctx, auth, { progress: say })
  await importDemoLeads(ctx)
  // At each start, since a store may have got its demo before its sandbox kept payments.
  await sandbox.stripe?.keepPastPayments(await listDemoPayments(ctx))
  for (const account of accounts ?? []) await sayAccount(ctx, auth, account, say)
  say('This is a demo with made-up sales. For an empty store: DEMO=0 DATA_DIR=./store npm start')
}

/** The address may have been a member's before, or its password may have changed since: print only one that works. */
async function sayAccount(ctx: Context, auth: Auth, account: DemoAccount, say: (line: string) => void): Promise<void> {
  const { email, password, role } = account
  if (await opensAccount(ctx, auth, account)) say(`Demo account (${role}): ${email}  password: ${password}`)
  else say(`The demo's password does not open ${email}: that account has its own, or was removed.`)
}

/** What a store needs before its first visitor: catalogue, the configured administrator, the demo. */
import type { Auth } from './features/auth/create-auth.ts'
import { ensureAdministrator } from './features/auth/ensure-administrator.ts'
import { loadCatalogue } from './features/catalogue/load-catalogue.ts'
import { listDemoPayments } from './features/demo/list-demo-payments.ts'
import { loadDemoData } from './features/demo/load-demo-data.ts'
import { announceStockChange, EVERY_COUNTY } from './features/inventory/stock-changes.ts'
import type { Context } from './gateways/context.ts'

/** The card provider's stand-in, where there is one. */
interface Sandbox {
  stripe?: { keepPastPayments(payments: Awaited<ReturnType<typeof listDemoPayments>>): Promise<void> }
}

/**
 * Fills what is missing; a store that is filled is left as it is. Safe when two nodes start at once.
 *
 * @param say tells the person who started the store, in a line
 */
export async function fillStore(
  ctx: Context,
  { auth, sandbox }: { auth: Auth; sandbox: Sandbox },
  say: (line: string) => void,
): Promise<void> {
  const { config } = ctx
  if (await loadCatalogue(ctx)) say('Loaded the catalogue: 3,142 counties, 150,816 packages.')
  announceStockChange(ctx.database, [EVERY_COUNTY])
  if (config.admin) {
    const { isNew } = await ensureAdministrator(ctx, auth, config.admin)
    if (isNew) say(`Created the administrator ${config.admin.email}.`)
  }
  if (!config.isDemo) return
  const accounts = await loadDemoData(ctx, auth, { progress: say })
  // At each start, since a store may have got its demo before its sandbox kept payments.
  await sandbox.stripe?.keepPastPayments(await listDemoPayments(ctx))
  for (const account of accounts ?? [])
    say(`Demo account (${account.role}): ${account.email}  password: ${account.password}`)
}

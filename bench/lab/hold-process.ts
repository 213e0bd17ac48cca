/** The process that places holds without HTTP, so that we can see what the operation costs. Loads come over the channel. */
import pg from 'pg'
import { promiseLeads } from '#server/features/catalogue/price-lines.ts'
import { placeHold } from '#server/features/stock/place-hold.ts'
import { makeNodeState } from '#server/node-state.ts'
import { addMilliseconds, minutes, systemClock } from '#server/platform/clock.ts'
import { readConfig } from '#server/platform/config.ts'
import type { OwnerId, PlatformContext } from '#server/platform/context.ts'
import { openDatabase } from '#server/platform/database.ts'
import { fingerprint, newId, newToken } from '#server/platform/ids.ts'
import { createLog } from '#server/platform/logging.ts'
import { loadSecrets } from '#server/platform/secrets.ts'
import { type HoldLoad, WRITE_BARE_HOLD } from './hold-loads.ts'
import type { LoadResult } from './load.ts'
import { type Client, drawn, many, reasonOf, runClients } from './run-clients.ts'

/** Well below the 50 lines that one cart may hold. */
const HOLDS_PER_CART = 20

let cartsMade = 0

/** Chooses the cart of the next hold, and its address. Each cart has a different address. */
function makeCarts(): () => { ownerId: OwnerId; address: string } {
  let cart = { ownerId: '', address: '' }
  let lines = HOLDS_PER_CART
  return () => {
    if (lines === HOLDS_PER_CART) {
      cartsMade += 1
      const address = `10.${(cartsMade >> 16) & 255}.${(cartsMade >> 8) & 255}.${cartsMade & 255}`
      cart = { ownerId: `cart:${fingerprint(newToken())}`, address }
      lines = 0
    }
    lines += 1
    return cart
  }
}

async function openStore(databaseUrl: string): Promise<PlatformContext> {
  const config = readConfig()
  const log = createLog(config.logLevel)
  const database = openDatabase({ url: databaseUrl, poolSize: config.databasePool, log })
  const secrets = await loadSecrets(database, { path: null, now: systemClock.now })
  const node = makeNodeState()
  return { clock: systemClock, log, config, database, node, requestId: 'bench', actor: { kind: 'visitor' }, secrets }
}

async function runOperation({ databaseUrl, packageIds, clients, seconds }: HoldLoad): Promise<LoadResult> {
  const ctx = await openStore(databaseUrl)
  const made = Array.from({ length: clients }, (): Client => {
    const nextCart = makeCarts()
    return {
      work: () => placeHold(ctx, { packageId: drawn(packageIds), ...nextCart(), findBonus: promiseLeads }),
      close: () => undefined,
    }
  })
  const result = await runClients(made, seconds)
  await ctx.database.close()
  return result
}

async function bareClient({ databaseUrl, packageIds }: HoldLoad): Promise<Client> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  const nextCart = makeCarts()
  return {
    work() {
      const { ownerId, address } = nextCart()
      const now = systemClock.now()
      const values = [
        newId('hld', systemClock),
        drawn(packageIds),
        ownerId,
        address,
        now,
        addMilliseconds(now, minutes(15)),
      ]
      return client.query({ name: 'bare hold', text: WRITE_BARE_HOLD, values })
    },
    close: () => client.end(),
  }
}

async function run(load: HoldLoad): Promise<LoadResult> {
  if (load.kind === 'operation') return runOperation(load)
  return runClients(await many(load.clients, () => bareClient(load)), load.seconds)
}

process.on('message', (load: HoldLoad) => {
  run(load).then(
    (result) => process.send?.({ result }),
    (error) => process.send?.({ error: reasonOf(error) }),
  )
})
// The process that started us is gone.
process.on('disconnect', () => process.exit(0))

/** Payment links under load: reps who send them, customers who pay them. */
import { Buyer, expectOk, readShop } from './buyer.ts'
import { Connection } from './connection.ts'
import type { Load, LoadResult } from './load.ts'
import { logIn } from './log-in.ts'
import { type Client, drawn, many, runClients } from './run-clients.ts'

/** Goes from a package to the sent link, as a rep's dashboard does. @returns the link's token */
export async function sendLink(
  rep: Buyer,
  { packageId, price, email }: { packageId: string; price: number; email: string },
): Promise<string> {
  expectOk('hold', await rep.reserve(packageId))
  expectOk('cart', await rep.nameDelivery(packageId))
  const reply = expectOk('send', await rep.sendLink(price, email))
  const { token }: { token: string } = JSON.parse(reply.body.toString())
  return token
}

/** A rep has one cart, so each sends one link after another: hold, delivery, link. */
export async function runSends(load: Extract<Load, { kind: 'sends' }>): Promise<LoadResult> {
  const { priceOf } = await readShop(load.url)
  let sent = 0
  const clients = await Promise.all(
    load.reps.map(async (account): Promise<Client> => {
      const connection = await Connection.open(load.url)
      const rep = new Buyer(connection, await logIn(connection, account))
      return {
        async work() {
          const packageId = drawn(load.packageIds)
          sent += 1
          const email = `${load.customerName}-${sent}@bench.example`
          await sendLink(rep, { packageId, price: priceOf(packageId), email })
        },
        close: () => connection.close(),
      }
    }),
  )
  return runClients(clients, load.seconds)
}

/** Each link is opened and paid in its own browser. */
export async function runLinks(load: Extract<Load, { kind: 'links' }>): Promise<LoadResult> {
  const { key } = await readShop(load.url)
  const left = [...load.links]
  const clients = await many(load.clients, async (): Promise<Client> => {
    const connection = await Connection.open(load.url)
    return {
      isDone: () => left.length === 0,
      async work() {
        const link = left.pop()
        if (link) await new Buyer(connection).payLink(link, key)
      },
      close: () => connection.close(),
    }
  })
  return runClients(clients, load.seconds)
}

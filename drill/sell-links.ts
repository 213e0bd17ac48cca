/** Reps who send payment links while the node dies, and what they and their customers do with them. */
import { Shopper } from '#testing/faults/shopper.ts'
import type { Account } from '../bench/lab/log-in.ts'
import { persist, type Shop } from './shop.ts'

interface Link {
  id: string
  token: string
  total: string
}

let attempts = 0

/** From the link to the paid request; some browsers close right after paying. */
async function payLink(at: Shop, link: Link, random: () => number): Promise<void> {
  const customer = new Shopper(at.node.url)
  const opened = await persist(at, customer, () => customer.openLink(link))
  if (opened?.status !== 200) return
  const confirmed = await persist(at, customer, () => customer.confirm(opened.body))
  if (!confirmed || random() < 0.25) return
  const reported = await persist(at, customer, () => customer.reportLink(link, opened.body.paymentId))
  if (reported?.status === 200 && reported.body.status === 'paid') at.linksToldPaid.add(link.id)
}

async function voidLink(at: Shop, rep: Shopper, link: Link): Promise<void> {
  const reply = await persist(at, rep, () => rep.voidLink(link))
  if (reply?.status === 200 && reply.body.status === 'expired') at.linksToldVoided.add(link.id)
}

/** Signs a rep in while nothing is killed: someone who is interrupted too often while signing in has to wait. */
export async function signIn(at: Shop, account: Account): Promise<Shopper> {
  const rep = new Shopper(at.node.url)
  if ((await rep.logIn(account)).status !== 200) throw new Error('the rep cannot sign in')
  return rep
}

/** A signed-in rep's day until the store closes: sends, waits for the customer, voids, sends again, or all of it at once. */
export async function sellLinks(
  at: Shop,
  rep: Shopper,
  { random, packageIds }: { random: () => number; packageIds: readonly string[] },
): Promise<void> {
  while (!at.isClosing) {
    const wanted = packageIds.filter(() => random() < 0.4)
    for (const packageId of wanted) await persist(at, rep, () => rep.reserve(packageId))
    attempts += 1
    const attemptId = `link-attempt-${attempts}`
    const sent = await persist(at, rep, () => rep.sendLink(attemptId))
    if (sent?.status !== 200) continue
    at.linksSent += 1
    const link: Link = sent.body
    const fate = random()
    if (fate < 0.45) await payLink(at, link, random)
    else if (fate < 0.6) await voidLink(at, rep, link)
    // A voiding that overtakes the customer, or the other way around.
    else if (fate < 0.75) await Promise.all([payLink(at, link, random), voidLink(at, rep, link)])
    else if (fate < 0.9) {
      const [resent] = await Promise.all([
        persist(at, rep, () => rep.resendLink(link)),
        random() < 0.5 ? payLink(at, link, random) : null,
      ])
      if (resent?.status === 200) await payLink(at, resent.body, random)
    }
  }
}

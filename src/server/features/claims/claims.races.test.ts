/** Claims, answers, refunds, opt-outs and late credit for the same leads at once, on two nodes. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { withdraw } from '#server/features/delivery/withdraw.ts'
import { adminOf, type Client } from '#testing/builders.ts'
import { aDownload, answerClaims, claimLeads } from '#testing/claims.ts'
import { findCreditFaults } from '#testing/credit-faults.ts'
import { runsOf } from '#testing/lane.ts'
import { findLedgerFaults } from '#testing/ledger-faults.ts'
import { runScheduled } from '#testing/scheduled-jobs.ts'
import { expectLeadIdentities } from '#testing/stock-identities.ts'
import { withStore } from '#testing/with-store.ts'

const one = withStore()
const two = withStore({ beside: one })
const admins = [adminOf(one), adminOf(two)]

/** A lead brought its buyer at most one thing, and a line no more than was paid for it. */
async function findClaimFaults(orderId: string): Promise<object[]> {
  const twice = await one.sql`select 'twice' as fault, c.lead_id from claims c
     where c.order_id = ${orderId} and (c.state <> 'granted' and c.credit_cents > 0
       or c.credit_cents > 0 and exists (select from order_leads r where r.order_id = c.order_id and r.replaces_lead_id = c.lead_id)
       or c.credit_cents is distinct from coalesce((select cents from credit_entries where entry_id = concat_ws('.', 'claim', c.order_id, c.lead_id)), 0))`
  const much =
    await one.sql`select 'more than was paid' as fault, l.line_number, l.price_cents - l.discount_cents as paid, back.cents
     from orders o join order_lines l using (order_id, revision), lateral (
       select coalesce((select sum(e.cents) from credit_entries e where e.order_id = o.order_id and e.line_number = l.line_number
                        and e.reason in ('late', 'claim', 'taken_back')), 0)
         + coalesce((select sum(g.amount_cents) from refunds r join refund_lines g using (refund_id)
                     where r.order_id = o.order_id and g.line_number = l.line_number), 0) as cents) back
     where o.order_id = ${orderId} and back.cents > l.price_cents - l.discount_cents`
  return [...twice, ...much]
}

const ACTS = ['claim', 'grant', 'deny', 'overdue', 'refund', 'some money', 'opt out', 'late'] as const

test('each lead pays once, whatever happens at the same moment', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.constantFrom(...ACTS), { minLength: 4, maxLength: 10 }),
      fc.integer({ min: 0, max: 4 }),
      async (acts, spare) => {
        const { order, token, ...delivered } = await aDownload(one, { spare })
        const leadIds = delivered.leadIds.slice(0, 4)
        const adminAt = (index: number) => admins[index % 2] as Client
        const claim = (index: number) =>
          claimLeads(index % 2 === 0 ? one : two, token, leadIds.slice(index % 3), { note: 'Dead.' })
        await claim(0)
        const run: Record<(typeof ACTS)[number], (index: number) => Promise<unknown>> = {
          claim,
          grant: (index) => answerClaims(adminAt(index), order.id, leadIds),
          deny: (index) =>
            answerClaims(adminAt(index), order.id, leadIds.slice(0, 2), {
              isGranted: false,
              answer: 'We reached them.',
            }),
          overdue: async () => {
            await one.sql`update claims set due_at = due_at - interval '3 days' where order_id = ${order.id}`
            await runScheduled(two, 'grant-overdue-claims')
          },
          refund: (index) => adminAt(index).refund(order.id, { attemptId: `whole-${order.id}` }),
          'some money': (index) => adminAt(index).refund(order.id, { lines: [{ lineNumber: 1, amount: 1 }] }),
          'opt out': async (index) => {
            const lead = await one.row`select property_key from order_leads
              where order_id = ${order.id} and lead_id = ${leadIds[index % 4]}`
            await one.sql`insert into suppressions (property_key, suppressed_at, withdraw_at, cause) values (${lead.property_key}, now(), now(), 'owner') on conflict do nothing`
            await withdraw(index % 2 === 0 ? one.ctx : two.ctx, { propertyKey: lead.property_key })
          },
          late: async () => {
            await one.sql`update deliveries set due_at = sent_at - interval '1 hour' where order_id = ${order.id}`
            await runScheduled(one, 'watch-deliveries')
          },
        }
        await Promise.all(acts.map((act, index) => run[act](index)))
        await one.runJobs()
        expect(await findClaimFaults(order.id)).toEqual([])
      },
    ),
    {
      numRuns: runsOf(100),
      // Each way out at least once.
      examples: [
        [['grant', 'late'], 0],
        [['grant', 'some money'], 4],
        [['deny', 'refund', 'opt out'], 2],
      ],
    },
  )
  // Every way out was taken, so the checks below looked at something.
  const taken = await one.row`select bool_or(c.state = 'denied') as denied, bool_or(c.credit_cents > 0) as credited,
    (select count(*) > 0 from order_leads where replaces_lead_id is not null) as replaced,
    (select count(*) > 0 from credit_entries where reason = 'late') as late, (select count(*) > 0 from refunds) as refunded from claims c`
  expect(taken).toEqual({ denied: true, credited: true, replaced: true, late: true, refunded: true })
  expect(await findCreditFaults(one.testDatabase.pool)).toEqual([])
  expect(await findLedgerFaults(one.testDatabase.pool)).toEqual([])
  await expectLeadIdentities(one.testDatabase)
}, 600_000)

/** The lines of screens.ts about the administrators' screens: what needs attention, messages, jobs, the audit log. */
import type { Page } from 'playwright-core'
import type { AttentionPart } from '#contract/admin/attention.ts'
import { openAs } from '../../e2e/support/team.ts'
import type { Screen } from './screen.ts'
import { TEAM } from './team.ts'

/** A store in which everything that can wait is waiting; the pictures' own store is in order. */
const TROUBLE: readonly AttentionPart[] = [
  {
    kind: 'refunds',
    count: 1,
    items: [
      {
        id: 'rfd_1',
        words: 'Order LY-7K3M9QXD, $299.00',
        reference: 'LY-7K3M9QXD',
        note: 'Tried 6 times; the last answer was “provider unavailable”.',
        at: '2026-11-21T15:00:00.000Z',
      },
    ],
  },
  {
    kind: 'messages',
    count: 4,
    items: ['carla@example.com', 'omar.haddad@example.com', 'wendell.okafor-lindqvist@example.com'].map((to) => ({
      id: to,
      words: `Payment request to ${to}`,
      reference: null,
      note: 'The mail server did not take the mail (550 5.1.1 No such account here).',
      at: '2026-11-22T09:30:00.000Z',
    })),
  },
  { kind: 'cash_app', count: 0, items: [] },
  { kind: 'jobs', count: 0, items: [] },
  { kind: 'links', count: null, items: [] },
  {
    kind: 'log',
    count: 1,
    items: [
      {
        id: 'leads.example.com/log',
        words: 'Delivered leads are not published',
        reference: null,
        note: 'The witness two has seen another history of this log.',
        at: '2026-11-22T08:12:00.000Z',
      },
    ],
  },
]

const WEBHOOK = {
  id: `whk_${'0'.repeat(22)}`,
  kind: 'webhook',
  url: 'https://hooks.example.com/leadyard/orders-and-payment-links',
  eventTypes: ['order.paid', 'payment_request.paid'],
  offReason: null,
  failingSince: '2026-11-22T08:55:00.000Z',
  createdAt: '2026-11-02T10:00:00.000Z',
  previousSecretUntil: null,
}

const WEBHOOK_EVENTS = [
  {
    id: `evt_${'1'.repeat(32)}`,
    type: 'order.paid',
    occurredAt: '2026-11-22T09:00:00.000Z',
    state: 'waiting',
    nextTryAt: '2026-11-22T09:35:00.000Z',
    tries: [
      { at: '2026-11-22T09:05:05.000Z', status: 503, problem: null, answer: 'Down for a moment.', milliseconds: 214 },
      {
        at: '2026-11-22T09:00:00.000Z',
        status: null,
        problem: 'no answer within 10 seconds',
        answer: null,
        milliseconds: 10_003,
      },
    ],
  },
  {
    id: `evt_${'2'.repeat(32)}`,
    type: 'payment_request.paid',
    occurredAt: '2026-11-22T08:30:00.000Z',
    state: 'sent',
    nextTryAt: null,
    tries: [{ at: '2026-11-22T08:30:00.000Z', status: 204, problem: null, answer: null, milliseconds: 61 }],
  },
]

export const OPERATIONS: readonly Screen[] = [
  {
    screen: 'admin-webhooks',
    state: 'none',
    shows: 'a store that tells no program yet',
    async show(page) {
      await openSection(page, 'webhooks')
      await page.getByText('Add one to hear of paid orders').waitFor()
    },
  },
  {
    screen: 'admin-webhooks',
    state: 'adding',
    shows: 'the form that adds a webhook of the store',
    async show(page) {
      await openSection(page, 'webhooks')
      await page.getByRole('button', { name: 'Add webhook' }).click()
      await page.getByLabel('Address to call').waitFor()
    },
  },
  {
    screen: 'admin-webhooks',
    state: 'log',
    shows: 'a webhook that fails, with its log',
    isTall: true,
    async show(page) {
      await page.route('**/api/admin/webhooks', (route) => route.fulfill({ json: { webhooks: [WEBHOOK] } }))
      await page.route('**/api/admin/webhooks/*/events', (route) => route.fulfill({ json: { events: WEBHOOK_EVENTS } }))
      await openSection(page, 'webhooks')
      await page.getByRole('button', { name: 'Show log' }).click()
      await page.getByText('Down for a moment.').waitFor()
    },
  },
  {
    screen: 'admin-attention',
    state: 'waiting',
    shows: 'what waits, kind by kind, and a part that could not be read',
    isTall: true,
    async show(page) {
      await page.route('**/api/admin/attention', (route) =>
        route.fulfill({ json: { parts: TROUBLE, now: '2026-11-22T10:00:00.000Z' } }),
      )
      await openSection(page, 'attention')
      await page.getByText('4 undelivered messages').waitFor()
    },
  },
  {
    screen: 'admin-attention',
    state: 'empty',
    shows: 'nothing waits',
    async show(page) {
      await page.route('**/api/admin/attention', (route) =>
        route.fulfill({ json: { parts: [], now: '2026-11-22T10:00:00.000Z' } }),
      )
      await openSection(page, 'attention')
      await page.getByText('You’re all caught up').waitFor()
    },
  },
  {
    screen: 'admin-messages',
    state: 'list',
    shows: 'the message log',
    async show(page) {
      await openSection(page, 'messages')
      await page.getByRole('table', { name: 'Messages' }).waitFor()
    },
  },
  {
    screen: 'admin-messages',
    state: 'nothing-fits',
    shows: 'a search that finds no message',
    async show(page) {
      await openSection(page, 'messages?search=nobody@example.com')
      await page.getByText('No messages found').waitFor()
    },
  },
  {
    screen: 'admin-jobs',
    state: 'empty',
    shows: 'no job failed, every refund was made',
    async show(page) {
      await openSection(page, 'jobs')
      await page.getByText('No failed jobs').waitFor()
    },
  },
  {
    screen: 'admin-audit',
    state: 'list',
    shows: 'who changed what, from what to what',
    isTall: true,
    async show(page) {
      await openSection(page, 'audit')
      await page.getByRole('table', { name: 'Audit log' }).waitFor()
    },
  },
  {
    screen: 'admin-audit',
    state: 'error',
    shows: 'the audit log could not be loaded',
    async show(page) {
      await page.route('**/api/admin/audit*', (route) => route.abort())
      await openSection(page, 'audit')
      await page.getByText('The audit log could not be loaded').waitFor()
    },
  },
  {
    screen: 'admin-audit',
    state: 'no-file',
    shows: 'the file was not made, and a day whose year is not whole',
    async show(page) {
      await page.route('**/api/admin/audit/file*', (route) => route.abort())
      await openSection(page, 'audit')
      await page.getByRole('table', { name: 'Audit log' }).waitFor()
      await page.getByRole('button', { name: 'Download CSV' }).click()
      await page.getByText('The file could not be created').waitFor()
      await page.getByLabel('From').fill('0202-02-02')
      await page.getByLabel('From').blur()
      await page.getByText('Choose a day from 2000 on.').waitFor()
    },
  },
]

async function openSection(page: Page, section: string): Promise<void> {
  await openAs(page, TEAM.ana, `/admin-enhanced/${section}`)
}

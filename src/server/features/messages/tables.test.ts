import { expect, test } from 'vitest'
import { withStore } from '#testing/with-store.ts'

const store = withStore()

test.each([
  ['leads_delivered', 'leads_delivered.dlh_1.sms', 'ord_1', { detail_id: 'dlh_1' }],
  ['leads_delivered', 'leads_delivered.dlh_1.2', 'ord_1', { detail_id: 'dlh_1' }],
  ['opt_out_notice', 'opt_out_notice.oon_1', 'ord_1', { detail_id: 'oon_1' }],
  ['order_refunded', 'order_refunded.ref_1.3', 'ord_1', { detail_id: 'ref_1' }],
  ['delivery_warning', 'delivery_warning.dlw_1.usr_1', 'dlw_1 usr_1', { detail_id: 'dlw_1', member_id: 'usr_1' }],
  ['low_stock', 'low_stock.lsm_1.usr_1', 'lsm_1 usr_1', { detail_id: 'lsm_1', member_id: 'usr_1' }],
  [
    'pay_report',
    'pay_report.usr_1.try',
    'usr_1 2026-01-01 2026-01-31',
    { member_id: 'usr_1', start_day: '2026-01-01', end_day: '2026-01-31' },
  ],
  ['order_confirmation', 'order_confirmation.ord_1', 'ord_1', {}],
])('%s %s gets its columns filled, whichever version wrote it', async (kind, messageId, subjectId, columns) => {
  const { rows } = await store.testDatabase.pool.query(
    `insert into messages (message_id, kind, subject_id, created_at, queued_at) values ($1, $2, $3, now(), now())
     returning detail_id, member_id, start_day, end_day`,
    [messageId, kind, subjectId],
  )

  expect(rows).toEqual([{ detail_id: null, member_id: null, start_day: null, end_day: null, ...columns }])
})

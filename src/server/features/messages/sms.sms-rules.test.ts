import { describe, expect, test } from 'vitest'
import { decideReport, type ReportedRow, type SmsReport } from './sms.ts'

const aText = (fields: Partial<ReportedRow> = {}): ReportedRow => ({
  message_id: 'order_confirmation.ord_1.sms',
  kind: 'order_confirmation',
  subject_id: 'ord_1',
  detail_id: null,
  channel: 'sms',
  state: 'sent',
  attempts: 1,
  sent_to: '+15125550100',
  provider_state: 'queued',
  provider_attempt: 1,
  ...fields,
})

const aReport = (fields: Partial<SmsReport> = {}): SmsReport => ({
  messageId: 'order_confirmation.ord_1.sms',
  attempt: 1,
  providerId: 'SM1',
  status: 'delivered',
  errorCode: null,
  ...fields,
})

describe('a status report about a text', () => {
  test.each([
    ['the same again', { provider_state: 'sent' }, { status: 'sent' }],
    ['one step back', { provider_state: 'delivered' }, { status: 'sent' }],
    ['another end after the end', { provider_state: 'delivered' }, { status: 'undelivered' }],
    ['of an earlier try', { attempts: 2, provider_attempt: 2 }, { attempt: 1, status: 'undelivered' }],
    ['of a try that was never made', { attempts: 1 }, { attempt: 2 }],
    ['of no try', {}, { attempt: 0 }],
  ] as const)('is ignored: %s', (_what, text, report) => {
    expect(decideReport(aText(text), aReport(report))).toBeNull()
  })

  test('of delivery marks the text as sent', () => {
    expect(decideReport(aText(), aReport())).toEqual({ state: 'sent', text: null })
  })

  test.each([
    ['was lost, so that it is not sent again', 'queued'],
    ['is still on its way', 'sent'],
  ] as const)('marks a text as sent if the service’s answer %s', (_what, status) => {
    const waiting = aText({ state: 'waiting', attempts: 1, provider_state: null, provider_attempt: 0 })
    expect(decideReport(waiting, aReport({ status }))).toMatchObject({ state: 'sent' })
  })

  test('of a phone that was off schedules later and later tries, then fails the text', () => {
    const lost = (attempt: number) => {
      const report = aReport({ attempt, status: 'undelivered', errorCode: 30003 })
      return decideReport(aText({ attempts: attempt, provider_attempt: attempt }), report)
    }
    expect([1, 2, 3].map((attempt) => lost(attempt)?.state)).toEqual(['waiting', 'waiting', 'failed'])
    expect(lost(2)?.retryInMs).toBeGreaterThan(lost(1)?.retryInMs ?? 0)
  })

  test.each([30005, 30006, 30007])('of a number that can never receive texts (%i) fails it at once', (errorCode) => {
    expect(decideReport(aText(), aReport({ status: 'undelivered', errorCode }))).toMatchObject({ state: 'failed' })
  })

  test('of an owner who wants no texts stops the text', () => {
    const report = aReport({ status: 'failed', errorCode: 21610 })
    expect(decideReport(aText(), report)).toMatchObject({ state: 'stopped' })
  })

  test('does not revive a text that failed for good, unless it arrived', () => {
    const failed = aText({ state: 'failed', attempts: 8, provider_attempt: 7 })
    expect(decideReport(failed, aReport({ attempt: 8, status: 'undelivered' }))).toMatchObject({ state: 'failed' })
    expect(decideReport(failed, aReport({ attempt: 8, status: 'delivered' }))).toMatchObject({ state: 'sent' })
  })
})

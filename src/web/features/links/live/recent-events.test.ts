import { expect, test } from 'vitest'
import { hear, keyOf, markRead, readHeard } from './recent-events.ts'

type Event = Parameters<typeof keyOf>[0]
const REP = 'usr_rita'

const anEvent = (minute: number, part: Partial<Event> = {}): Event => ({
  kind: 'opened',
  at: new Date(Date.UTC(2026, 10, 21, 10, minute)).toISOString(),
  requestId: `prq_${minute}` as Event['requestId'],
  token: 'token' as Event['token'],
  customerName: 'Ada Oak',
  customerPhone: null,
  total: '299.00',
  detail: null,
  ...part,
})
const heardOf = (...replies: Event[][]) =>
  replies.reduce((heard, reply) => hear(heard, REP, reply), hear(null, REP, []))

test('what happened before the member was here is not news', () => {
  expect(hear(null, REP, [anEvent(1)])).toMatchObject({ events: [], unread: [] })
  const start = hear(null, REP, [anEvent(1)])
  expect(hear(start, REP, [anEvent(1)])).toBe(start)
})

test('the last five events are kept, newest first, and those that are not read are counted', () => {
  const events = [6, 5, 4, 3, 2, 1].map((minute) => anEvent(minute))
  const heard = heardOf(events.slice(4), events)
  expect(heard.events).toEqual(events.slice(0, 5))
  expect(heard.unread).toEqual(events.slice(0, 5).map(keyOf))

  const read = markRead(heard)
  expect(read.unread).toEqual([])
  expect(hear(read, REP, [anEvent(7), ...events]).unread).toEqual([keyOf(anEvent(7))])
})

test('an event that was read does not come back, though replies no longer have it', () => {
  const old = markRead(heardOf([anEvent(1)]))
  expect(hear(old, REP, [anEvent(30)])).toMatchObject({
    events: [anEvent(30), anEvent(1)],
    unread: [keyOf(anEvent(30))],
  })
})

test('opening a request reads everything about it, and nothing else', () => {
  const about = { requestId: 'prq_1' as Event['requestId'] }
  const heard = heardOf([anEvent(3, { ...about, kind: 'paid' }), anEvent(2), anEvent(1, about)])
  expect(markRead(heard, 'prq_1').unread).toEqual([keyOf(anEvent(2))])
})

test('a reload finds what was heard; what is another member’s or was tampered with is ignored', () => {
  const heard = heardOf([anEvent(1), anEvent(0, { customerPhone: '+15125550143', detail: 'Insufficient funds' })])
  const stored: unknown = JSON.parse(JSON.stringify(heard))

  expect(readHeard(REP, stored)).toEqual(heard)
  expect(readHeard('usr_other', stored)).toBeNull()
  for (const wrong of [
    null,
    7,
    'text',
    [],
    {},
    { ...heard, known: null },
    { ...heard, unread: [1] },
    { ...heard, events: {} },
  ])
    expect(readHeard(REP, wrong)).toBeNull()
  for (const event of [
    null,
    { ...anEvent(2), kind: 'hacked' },
    { ...anEvent(2), at: 'soon' },
    { ...anEvent(2), detail: {} },
  ])
    expect(readHeard(REP, { ...heard, events: [event] })).toMatchObject({ events: [] })
})

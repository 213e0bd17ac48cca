/**
 * Sends leads to a buyer's Follow Up Boss: one event of its API for each delivered lead. It finds the person by name
 * and email or phone and makes one only if there is none. It has no key that makes a repeated call one event: a call
 * whose answer got lost is made again and shows twice in that person's timeline. `occurredAt` and the lead's number in
 * the message are the same in both.
 *
 * @see https://docs.followupboss.com/reference/events-post
 * @see https://docs.followupboss.com/reference/identification
 */
import type { LeadRecord, RecordPhone } from '#contract/delivery/lead-record.ts'
import { inWords } from '#server/features/delivery/preset-columns.ts'
import type { Context } from '#server/gateways/context.ts'
import type { WebhookAnswer } from '#server/gateways/webhooks/webhook-gateway.ts'
import type { FollowUpBossConfig } from '#server/platform/follow-up-boss-config.ts'
import type { FoundLead } from './compose-data.ts'
import type { DueEventRow } from './event-queries.ts'

/**
 * New leads of this type start the action plans and automations that the buyer set up. The other types that do are
 * inquiries, but the owner of the property did not inquire.
 */
const EVENT_TYPE = 'Registration'

/** Its words for kinds of phones, as in its examples of people. */
const PHONE_TYPES: Readonly<Record<RecordPhone['kind'], string>> = {
  mobile: 'mobile',
  landline: 'home',
  voip: 'other',
  unknown: 'other',
}

const OF_ALL_CALLS = { accept: 'application/json', 'content-type': 'application/json' }

/** The API key is the user name, and the password is empty. */
function headersOf({ system, systemKey }: FollowUpBossConfig, apiKey: string): Record<string, string> {
  return {
    ...OF_ALL_CALLS,
    authorization: `Basic ${Buffer.from(`${apiKey}:`).toString('base64')}`,
    'x-system': system,
    'x-system-key': systemKey,
  }
}

/** Returns only what is known, because it would store an empty text. */
const known = (facts: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== null && value !== undefined))

/**
 * Writes a lead as its event. Phones that may not be called are only in the message: a CRM dials and texts a person's
 * numbers by itself. A company that owns a property is the person's last name, as in the file for Follow Up Boss.
 */
export function followUpBossEvent(
  lead: LeadRecord,
  facts: { source: string; system: string; leadId: string; reference: string; occurredAt: Date },
): Record<string, unknown> {
  const { owner, property, mailing } = lead
  const phones = lead.phones.filter(({ isDoNotCall }) => !isDoNotCall)
  return {
    source: facts.source,
    system: facts.system,
    type: EVENT_TYPE,
    occurredAt: facts.occurredAt.toISOString(),
    message: `${inWords({ lead, phones })} | Lead ${facts.leadId} of order ${facts.reference}`,
    person: known({
      firstName: owner.firstName,
      lastName: owner.lastName ?? (owner.firstName === null ? owner.company : null),
      emails: lead.emails.map((value) => ({ value })),
      phones: phones.map(({ digits, kind }) => ({ value: digits, type: PHONE_TYPES[kind] })),
      addresses: mailing
        ? [known({ street: mailing.street, city: mailing.city, state: mailing.state, code: mailing.zip })]
        : null,
      tags: [lead.leadType, ...(lead.isDoNotCall ? ['Do not call'] : [])],
    }),
    property: known({
      street: property.street,
      city: property.city,
      state: property.state,
      code: property.zip,
      price: lead.valueCents === null ? null : Math.round(lead.valueCents / 100),
      bedrooms: lead.beds,
    }),
  }
}

/** It answers 204 if the buyer archived the lead flow of this source: the lead was taken and dropped. */
const ARCHIVED = 'Follow Up Boss ignored it: the lead flow of this source is archived there'

/** Sends a lead. */
export async function sendToFollowUpBoss(
  ctx: Context,
  config: FollowUpBossConfig,
  call: { url: string; apiKey: string; event: DueEventRow; found: FoundLead },
): Promise<WebhookAnswer> {
  const { url, apiKey, event, found } = call
  const body = followUpBossEvent(found.lead, {
    source: ctx.config.brand.name,
    system: config.system,
    leadId: event.lead_id ?? '',
    reference: found.order.reference,
    occurredAt: event.occurred_at,
  })
  const answer = await ctx.gateways.webhooks.post(url, headersOf(config, apiKey), JSON.stringify(body))
  return answer.status === 204 ? { ...answer, problem: ARCHIVED } : answer
}

/** Tests a connection by asking whose key it is, which changes nothing there. */
export const askFollowUpBoss = (ctx: Context, config: FollowUpBossConfig, apiKey: string): Promise<WebhookAnswer> =>
  ctx.gateways.webhooks.get(`${config.apiBase}/v1/identity`, headersOf(config, apiKey))

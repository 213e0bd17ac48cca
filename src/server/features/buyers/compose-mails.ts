/** The emails of the buyer's desk: its codes, the API keys made there, and requests to be told when there are more. */

import { DESK_CODE_MINUTES } from '#contract/buyers/desk.ts'
import { RESTOCK_CONFIRM_DAYS } from '#contract/buyers/restock.ts'
import * as contract from '#contract/catalogue/catalogue.ts'
import { countyName } from '#contract/catalogue/county-name.ts'
import { placeName } from '#contract/catalogue/place-name.ts'
import { loadPlaces } from '#server/features/catalogue/places.ts'
import { leadsUrl } from '#server/features/catalogue/sitemap.ts'
import { findKeyToTell } from '#server/features/keys/manage-keys.ts'
import type { Composed, MessageComposer, MessageComposers } from '#server/features/messages/message-composer.ts'
import type { Letter } from '#server/features/messages/write-letter.ts'
import type { Context } from '#server/gateways/context.ts'
import { formatDay } from '#server/platform/clock.ts'
import type { PlatformContext } from '#server/platform/context.ts'
import { findCode } from './queries.ts'
import { findRequest, type RequestRow } from './restock-queries.ts'
import { deskCodeOf, linkSecretOf, restockConfirmSecretOf, restockEndSecretOf } from './rules.ts'

const composeCode: MessageComposer = async (ctx, { subject_id: codeId }) => {
  const [code] = await ctx.database.run(findCode, { codeId, now: ctx.clock.now() })
  if (!code) return { failed: 'this message is no longer needed' }
  const { brand } = ctx.config
  const digits = deskCodeOf(ctx, codeId)
  return {
    to: code.email,
    subject: `${digits} is your code for ${brand.name}`,
    name: null,
    paragraphs: [
      `Enter this code to see all your orders and lead files: ${digits}`,
      `Use it within ${DESK_CODE_MINUTES} minutes, in the browser where you asked for it. The button works in any browser:`,
    ],
    // After the #, so that it reaches no server's log.
    button: { text: 'Open my orders', url: `${ctx.publicUrl}/desk#${linkSecretOf(ctx, codeId)}` },
    small: ['If you did not request this code, ignore this email and do not share the code.'],
  }
}

const composeKeyMade: MessageComposer = async (ctx, { subject_id: subject }) => {
  const made = await findKeyToTell(ctx, subject)
  if (!made?.email) return { failed: 'the key was ended' }
  const { brand } = ctx.config
  return {
    to: made.email,
    subject: `An API key for your orders at ${brand.name} was made`,
    name: null,
    paragraphs: [
      made.words,
      'It works until someone ends it, also after your orders are closed in that browser. If it was you, you are all set.',
      `If it was not you: open your orders, end the key under API keys, close the other browsers there, and email ${brand.supportEmail}.`,
    ],
    button: { text: 'Open my orders', url: `${ctx.publicUrl}/desk` },
  }
}

/** Describes a package for someone who waits for it: its name, and where it is on sale. */
export async function describeWanted(ctx: PlatformContext, packageId: contract.PackageId) {
  const { fips, leadType, tier, size } = contract.packageKeyOf(packageId)
  const { state, name: county } = (await loadPlaces(ctx)).countyByFips(fips)
  const where = `${contract.LEAD_TYPE_NAMES[leadType]}, ${countyName({ state, county, fips })}`
  return { name: contract.packageName({ tier, size }), where, state, county, leadType }
}

const REQUEST_OVER = { failed: 'this request has ended' }

/** An email about a request. Its last line and the mail program's own button both end the request. */
function writeAbout(ctx: Context, row: RequestRow, letter: Omit<Letter, 'name' | 'links'>): Composed {
  const secret = restockEndSecretOf(ctx, row.request_id)
  // After the #, so that it reaches no server's log.
  const end = { text: 'Stop emails about this package', url: `${ctx.publicUrl}/desk#end=${secret}` }
  return {
    to: row.email,
    unsubscribeUrl: `${ctx.publicUrl}/api/restock-requests/${secret}/end`,
    name: null,
    ...letter,
    links: [end],
  }
}

const composeConfirmation: MessageComposer = async (ctx, { subject_id: requestId }) => {
  const [row] = await ctx.database.run(findRequest, { requestId, now: ctx.clock.now() })
  if (!row) return REQUEST_OVER
  const words = await describeWanted(ctx, row.package_id as contract.PackageId)
  const what = `the ${words.name} (${words.where})`
  if (row.confirmed_at !== null)
    return writeAbout(ctx, row, {
      subject: `You are already on the list: ${words.name}, ${words.county}`,
      paragraphs: [`We will email you when ${what} is available again. There is nothing left to do.`],
    })
  const confirmUrl = `${ctx.publicUrl}/desk#confirm=${restockConfirmSecretOf(ctx, requestId)}`
  return writeAbout(ctx, row, {
    subject: `Please confirm: tell me when there are more in ${words.county}`,
    paragraphs: [`You asked us to email you when ${what} is available again. Is that right?`],
    button: { text: 'Yes, tell me when there are more', url: confirmUrl },
    small: [
      `The link works for ${RESTOCK_CONFIRM_DAYS} days. If you did not ask for this, ignore this email and we will not write again.`,
    ],
  })
}

function availableWords(available: number): string {
  if (available > contract.COUNTED_MAX) return 'It is available now.'
  return available === 1 ? 'There is 1 available now.' : `There are ${available} available now.`
}

const composeBackInStock: MessageComposer = async (ctx, { subject_id: requestId }) => {
  const [row] = await ctx.database.run(findRequest, { requestId, now: ctx.clock.now() })
  if (!row || row.confirmed_at === null) return REQUEST_OVER
  if (row.available === 0) return { failed: 'the package sold out again before this email was sent' }
  const { name, where, county, state, leadType: type } = await describeWanted(ctx, row.package_id as contract.PackageId)
  return writeAbout(ctx, row, {
    subject: `Available again: ${name}, ${placeName({ state, county })}`,
    paragraphs: [
      `You asked us to tell you when there are more of the ${name} (${where}). ${availableWords(row.available)}`,
      'We tell people in the order of asking, but do not hold a package for anyone. Add it to your cart to reserve it.',
    ],
    // The package in its county, with its cell marked.
    button: { text: 'See the package', url: `${ctx.publicUrl}${leadsUrl({ state, county, type })}#${row.package_id}` },
    small: [
      `We email you at most once a day about this package, and only when it was sold out in between. Your request ends on ${formatDay(row.expires_at, ctx.config.timeZone)}.`,
    ],
  })
}

export const composers: MessageComposers = {
  desk_code: composeCode,
  desk_key_made: composeKeyMade,
  restock_confirmation: composeConfirmation,
  back_in_stock: composeBackInStock,
}

/** The emails about requests to be told when there are more. */

import { RESTOCK_CONFIRM_DAYS } from '#contract/buyers/restock.ts'
import {
  COUNTED_MAX,
  LEAD_TYPE_NAMES,
  type LeadType,
  type PackageId,
  packageKeyOf,
  packageName,
} from '#contract/catalogue/catalogue.ts'
import { countyName } from '#contract/catalogue/county-name.ts'
import { loadPlaces } from '#server/features/catalogue/places.ts'
import { leadsUrl } from '#server/features/catalogue/sitemap.ts'
import type { Composed, MessageComposer, MessageComposers } from '#server/features/messages/message-composer.ts'
import { type Letter, writeLetter } from '#server/features/messages/write-letter.ts'
import type { Context } from '#server/gateways/context.ts'
import { formatDay } from '#server/platform/clock.ts'
import type { PlatformContext } from '#server/platform/context.ts'
import { findRequest, type RequestRow } from './restock-queries.ts'
import { restockConfirmSecretOf, restockEndSecretOf } from './rules.ts'

/** A package in words, and where it is on sale. */
interface PackageWords {
  /** `VIP Junior Package` */
  name: string
  /** `Vacant Houses, Travis County, Texas` */
  where: string
  state: string
  county: string
  leadType: LeadType
}

/** Describes a package for someone who waits for it. */
export async function describeWanted(ctx: PlatformContext, packageId: PackageId): Promise<PackageWords> {
  const { fips, leadType, tier, size } = packageKeyOf(packageId)
  const { state, name: county } = (await loadPlaces(ctx)).countyByFips(fips)
  return {
    name: packageName({ tier, size }),
    where: `${LEAD_TYPE_NAMES[leadType]}, ${countyName({ state, county, fips })}`,
    state,
    county,
    leadType,
  }
}

const OVER = { failed: 'this request has ended' }

/** An email about a request. Its last line and the mail program's own button both end the request. */
function writeAbout(
  ctx: Context,
  row: RequestRow,
  letter: Pick<Letter, 'subject' | 'paragraphs' | 'button' | 'small'>,
): Composed {
  const secret = restockEndSecretOf(ctx, row.request_id)
  return {
    to: row.email,
    unsubscribeUrl: `${ctx.publicUrl}/api/restock-requests/${secret}/end`,
    ...writeLetter(
      {
        name: null,
        ...letter,
        // After the #, so that it reaches no server's log.
        end: { text: 'Stop emails about this package', url: `${ctx.publicUrl}/desk#end=${secret}` },
      },
      ctx.config.brand,
    ),
  }
}

/** The package in its county, with its cell marked. */
const packageUrl = (ctx: Context, row: RequestRow, { state, county, leadType }: PackageWords): string =>
  `${ctx.publicUrl}${leadsUrl({ state, county, type: leadType })}#${row.package_id}`

/** Asks the address to confirm; if its request stands already, says so. */
const composeConfirmation: MessageComposer = async (ctx, { subject_id: requestId }) => {
  const [row] = await ctx.database.run(findRequest, { requestId, now: ctx.clock.now() })
  if (!row) return OVER
  const words = await describeWanted(ctx, row.package_id as PackageId)
  const what = `the ${words.name} (${words.where})`
  if (row.confirmed_at !== null)
    return writeAbout(ctx, row, {
      subject: `You are already on the list: ${words.name}, ${words.county}`,
      paragraphs: [`We will email you when ${what} is available again. There is nothing left to do.`],
      small: [],
    })
  return writeAbout(ctx, row, {
    subject: `Please confirm: tell me when there are more in ${words.county}`,
    paragraphs: [`You asked us to email you when ${what} is available again. Is that right?`],
    button: {
      text: 'Yes, tell me when there are more',
      url: `${ctx.publicUrl}/desk#confirm=${restockConfirmSecretOf(ctx, requestId)}`,
    },
    small: [
      `The link works for ${RESTOCK_CONFIRM_DAYS} days. If you did not ask for this, ignore this email and we will not write again.`,
    ],
  })
}

/** `There is 1 available now.` */
function availableWords(available: number): string {
  if (available > COUNTED_MAX) return 'It is available now.'
  return available === 1 ? 'There is 1 available now.' : `There are ${available} available now.`
}

const composeBackInStock: MessageComposer = async (ctx, { subject_id: requestId }) => {
  const [row] = await ctx.database.run(findRequest, { requestId, now: ctx.clock.now() })
  if (!row || row.confirmed_at === null) return OVER
  if (row.available === 0) return { failed: 'the package sold out again before this email was sent' }
  const words = await describeWanted(ctx, row.package_id as PackageId)
  return writeAbout(ctx, row, {
    subject: `Available again: ${words.name}, ${words.county}, ${words.state}`,
    paragraphs: [
      `You asked us to tell you when there are more of the ${words.name} (${words.where}). ${availableWords(row.available)}`,
      'We tell people in the order of asking, but do not hold a package for anyone. Add it to your cart to reserve it.',
    ],
    button: { text: 'See the package', url: packageUrl(ctx, row, words) },
    small: [
      `We email you at most once a day about this package, and only when it was sold out in between. Your request ends on ${formatDay(row.expires_at, ctx.config.timeZone)}.`,
    ],
  })
}

/** By message kind; core.ts passes them to `messages`. */
export const restockComposers: MessageComposers = {
  restock_confirmation: composeConfirmation,
  back_in_stock: composeBackInStock,
}

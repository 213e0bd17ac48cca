import { skipToken, useMutation, useQuery } from '@tanstack/react-query'
import * as contract from '#contract/catalogue/offers.ts'
import type { ReplyOutputOf } from '#contract/endpoint.ts'
import { getCart } from '#contract/orders/cart.ts'
import type { AttemptId } from '#contract/values.ts'
import { useAttempt } from '#web/lib/attempts.ts'
import { callApi, FRESH, query, queryClient } from '#web/lib/call-api.ts'
import { formatDollars, formatPlural } from '#web/lib/format.ts'
import { useChange } from '#web/lib/use-change.ts'
import { PriceCut } from '#web/ui/amounts.tsx'
import { classes } from '#web/ui/classes.ts'
import { Notice } from '#web/ui/notice.tsx'
import type { OfferBody } from './offer-draft.ts'
import { isDiscount } from './offer-words.ts'

/** Sales use offers and the clock starts and ends them; reloaded as often as the store's figures. */
const OFFERS_WATCH_MS = 30_000
const TOUCHED_PATHS = [contract.listAllOffers.path, contract.previewOffer.path, contract.listOffers.path, getCart.path]

type OfferPreview = ReplyOutputOf<typeof contract.previewOffer>

/** Every offer with its cost so far, kept up to date while visible. */
export const useOffers = () =>
  useQuery({ ...query(contract.listAllOffers), ...FRESH, refetchInterval: OFFERS_WATCH_MS })

/** Previews an offer; null asks nothing. Computed again each time, because prices and carts change. */
const useOfferPreview = (body: OfferBody | null) =>
  useQuery<OfferPreview>({
    queryKey: [contract.previewOffer.path, body],
    queryFn: body ? ({ signal }) => callApi(contract.previewOffer, { body, signal }) : skipToken,
    staleTime: 0,
    gcTime: 0,
  })

function showOffer(offer: contract.Offer): void {
  queryClient.setQueryData(query(contract.listAllOffers).queryKey, (offers) =>
    offers?.map((one) => (one.id === offer.id ? offer : one)),
  )
}

/** Reads the current offers on request, after a change was reported. The list on screen follows. */
export const useReadOffers = () =>
  useMutation({ mutationFn: () => queryClient.fetchQuery({ ...query(contract.listAllOffers), staleTime: 0 }) })

/** Creates an offer. If a reply is lost, sending again finds the same offer. */
export function useCreateOffer() {
  const attempt = useAttempt()
  return useChange({
    affects: TOUCHED_PATHS,
    send: (body: OfferBody) =>
      callApi(contract.createOffer, { body: { ...body, attemptId: attempt.idFor(body) as AttemptId } }),
    onDone: attempt.end,
    toast: ({ name, state }) => ({
      title: `${name} created`,
      description: state === 'scheduled' ? 'It starts on its date.' : 'It is active now.',
    }),
  })
}

/** Changes an offer, from the revision that its form shows. */
export const useUpdateOffer = (offerId: string) =>
  useChange({
    affects: TOUCHED_PATHS,
    send: (body: OfferBody & { revision: number }) => callApi(contract.updateOffer, { params: { offerId }, body }),
    onDone: showOffer,
    toast: ({ name }) => ({ title: `${name} changed` }),
  })

/** Turns an offer on or off. */
export const useSwitchOffer = () =>
  useChange({
    affects: TOUCHED_PATHS,
    send: ({ offerId, isActive }: { offerId: string; isActive: boolean }) =>
      callApi(contract.switchOffer, { params: { offerId }, body: { isActive } }),
    onDone: showOffer,
    toast: ({ name }, { isActive }) => ({ title: `${name} is ${isActive ? 'on' : 'off'}` }),
    failed: 'Error',
  })

/** Ends an offer for good. */
export const useRemoveOffer = () =>
  useChange({
    affects: TOUCHED_PATHS,
    send: ({ id }: contract.Offer) => callApi(contract.removeOffer, { params: { offerId: id } }),
    toast: (_removed, { name }) => ({ title: `${name} removed` }),
  })

/** What an offer affects, before anything changes: packages, carts, and an example or two with old and new. */
export function OfferReach({ body, waiting }: { body: OfferBody | null; waiting: string }) {
  const preview = useOfferPreview(body)
  if (!body) return <p className="text-sm text-muted">{waiting}</p>
  if (preview.error) {
    // Field errors are shown at the fields; other errors only hide the preview.
    return preview.error.code === 'offer_invalid' ? (
      <p className="text-sm text-muted">{preview.error.sentence}</p>
    ) : (
      <Notice tone="attention">What it touches could not be counted. {preview.error.sentence}</Notice>
    )
  }
  return (
    <div role="status" className={classes('min-h-10 text-sm', preview.isPending && 'breathe')}>
      {preview.data ? (
        <Reach preview={preview.data} kind={body.kind} />
      ) : (
        <p className="text-muted">Counting the packages it touches…</p>
      )}
    </div>
  )
}

const Reach = ({ preview, kind }: { preview: OfferPreview; kind: contract.OfferKind }) => (
  <>
    <p className="text-muted">{reachWords(preview, kind)}</p>
    {preview.packages > 0 && (
      <ul aria-label="Examples" className="mt-2 grid gap-1">
        {preview.examples.map((example) => (
          <li key={example.package} className="flex flex-wrap items-baseline justify-between gap-x-4">
            <span>{example.package}</span>
            <span>
              <PriceCut was={formatDollars(example.price)} now={formatDollars(example.after)} look="font-semibold" />
              {example.bonusLeads > 0 && (
                <span className="figures">
                  {' +'}
                  {formatPlural(example.bonusLeads, 'lead')}
                </span>
              )}
            </span>
          </li>
        ))}
      </ul>
    )}
    {kind === 'bogo' && (
      <p className="mt-1 text-muted">Bought alone a package costs what it did; of each two the cheaper one is free.</p>
    )}
  </>
)

function reachWords({ packages, cartLines }: OfferPreview, kind: contract.OfferKind) {
  if (packages === 0) return 'Affects no packages: nothing is sold there.'
  const affected = `Affects ${formatPlural(packages, 'package')}.`
  if (cartLines === 0) return `${affected} None of them are in a cart now.`
  const inCarts = cartLines === 1 ? '1 of them is in a cart now' : `${cartLines} of them are in carts now`
  if (!isDiscount(kind)) return `${affected} ${inCarts}; carts keep what they were promised.`
  return `${affected} ${inCarts}; ${cartLines === 1 ? 'its buyer is told before paying' : 'their buyers are told before they pay'}.`
}

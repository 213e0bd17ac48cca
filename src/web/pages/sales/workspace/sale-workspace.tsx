import { getRouteApi, Link } from '@tanstack/react-router'
import { Trash2 } from 'lucide-react'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { leadsWords, packageName, sizeName, TIER_FACTS } from '#contract/catalogue/catalogue.ts'
import type { CurrentUser } from '#contract/members/auth.ts'
import type { CartLine } from '#contract/orders/cart.ts'
import { DELIVERY_METHOD_NAMES } from '#contract/plain-values.ts'
import type { Market } from '#web/features/catalogue/catalogue-data.ts'
import { TierBadge } from '#web/features/catalogue/tier-badge.tsx'
import { CallerPanel } from '#web/features/links/calls/caller-panel.tsx'
import { startDraft } from '#web/features/links/invoicing/invoice-draft.ts'
import { InvoiceForm } from '#web/features/links/invoicing/invoice-form.tsx'
import { type Invoice, useInvoice } from '#web/features/links/invoicing/use-invoice.ts'
import { reloadCart, useCart } from '#web/features/orders/cart/cart-data.ts'
import { HoldBar } from '#web/features/orders/cart/hold-bar.tsx'
import { forgetLostLines } from '#web/features/orders/cart/lost-lines.ts'
import { LostLinesNotice } from '#web/features/orders/cart/lost-lines-notice.tsx'
import { OutdatedNotice } from '#web/features/orders/cart/price-change-notice.tsx'
import { resetSaleDelivery } from '#web/features/orders/cart/sale-delivery.tsx'
import { useRemoveFromCart } from '#web/features/orders/cart/use-remove-from-cart.ts'
import { useCurrentUser } from '#web/lib/current-user.ts'
import { formatDollars, formatPlural, formatPrice } from '#web/lib/format.ts'
import { groupSame, offerEffects, sumRows } from '#web/lib/line-offers.tsx'
import { sumsOf } from '#web/lib/line-sums.ts'
import { wantsTexts } from '#web/lib/phone-numbers.ts'
import { useMedia } from '#web/lib/use-media.ts'
import { partMissing } from '#web/pages/store/late-parts.tsx'
import { paths } from '#web/paths.ts'
import { NameValues, PriceCut, Sums } from '#web/ui/amounts.tsx'
import { Button } from '#web/ui/button.tsx'
import { classes } from '#web/ui/classes.ts'
import { type Column, DataTable } from '#web/ui/data-table.tsx'
import { LatePart } from '#web/ui/late-part.tsx'
import { usePageKeys } from '#web/ui/page-keys.ts'
import { EmptyState, ErrorNotice, ListTrouble } from '#web/ui/panel.tsx'
import { Loading } from '#web/ui/skeleton.tsx'
import * as salesNavigation from '../sales-navigation.tsx'
import { SalesLink } from '../sales-navigation.tsx'
import { isSendWanted, useRepeatRequest } from '../use-repeat-request.ts'
import { MarketStep } from './market-step.tsx'
import { PackageGrid } from './package-grid.tsx'
import { PackagesStep } from './packages-step.tsx'
import { marketKey, useMarket } from './use-market.ts'

function CartStep() {
  const { lines, sums, error, isPending, isOutdated } = useCart()
  // Notes about lines that left are shown once; coming back later they are old news.
  useEffect(() => forgetLostLines, [])
  const { mutate, isPending: isRemoving } = useRemoveFromCart()
  const root = useRef<HTMLDivElement>(null)
  // The pressed button may disappear with its row; the focus stays in the cart, even if that was the last one.
  const handleRemove = (line: CartLine) => mutate(line, { onSettled: () => root.current?.focus() })
  return (
    <div ref={root} tabIndex={-1} className="grid gap-4">
      <LostLinesNotice />
      {isOutdated && <OutdatedNotice />}
      {isPending ? (
        <Loading words="Loading the cart" height="h-64" />
      ) : error ? (
        <ErrorNotice error={error} title="The cart could not be loaded" />
      ) : lines.length === 0 ? (
        <EmptyState
          title="Your cart is empty"
          action={
            <>
              <SalesLink tab="packages" look="primary">
                Browse Packages
              </SalesLink>
              <SalesLink tab="market">Market Selection</SalesLink>
            </>
          }
        >
          Packages you add are reserved for your customer. Once you send the invoice, they stay reserved until its link
          expires.
        </EmptyState>
      ) : (
        <>
          <HoldBar lines={lines} advice="Please send the invoice" />
          <DataTable
            label="Packages in your cart"
            columns={columnsOf(isRemoving, handleRemove)}
            rows={groupSame(lines)}
            rowKey={({ line }) => line.holdId}
          />
          <div className="flex flex-wrap items-center justify-end gap-x-6 gap-y-3 border-t border-line pt-4">
            <Sums
              rows={sumRows(sums)}
              name={`Total for ${formatPlural(lines.length, 'package')}`}
              amount={formatDollars(sums.total)}
            />
            <SalesLink tab="invoice" look="primary">
              Generate Invoice
            </SalesLink>
          </div>
        </>
      )}
    </div>
  )
}

/** Lines that read the same are one row; Remove takes the newest of them. */
type Row = { line: CartLine; same: readonly CartLine[] }

function columnsOf(isRemoving: boolean, onRemove: (line: CartLine) => void): readonly Column<Row>[] {
  return [
    {
      header: 'Tier',
      isTitle: true,
      cell: ({ line }) => (
        <span className="flex flex-wrap items-baseline gap-x-2">
          <span className="font-semibold">{TIER_FACTS[line.tier].name}</span>
          <TierBadge tier={line.tier} />
        </span>
      ),
    },
    { header: 'Size', cell: ({ line }) => `${sizeName(line.size)}, ${leadsWords(line)}` },
    { header: 'Lead Type', cell: ({ line }) => line.leadTypeName },
    { header: 'Location', cell: ({ line }) => `${line.county}, ${line.state}` },
    { header: 'Delivery', cell: ({ line }) => DELIVERY_METHOD_NAMES[line.deliveryMethod] },
    { header: 'Quantity', isNumber: true, cell: ({ same }) => same.length },
    {
      header: 'Price',
      isNumber: true,
      cell: ({ same }) => (
        <>
          <PriceCut was={formatDollars(sumsOf(same).subtotal)} now={formatDollars(sumsOf(same).total)} />
          <NameValues label="Offers" rows={same.flatMap(({ offers }) => offerEffects(offers))} className="text-xs" />
        </>
      ),
    },
    {
      header: 'Remove',
      isHeaderHidden: true,
      cell: ({ line, same }) => (
        <Button
          icon={Trash2}
          look="danger"
          size="small"
          className="-my-1.5 @max-3xl:-ml-3"
          disabled={isRemoving}
          onClick={() => onRemove(same.at(-1) ?? line)}
          aria-label={`Remove ${same.length > 1 ? 'one ' : ''}${packageName(line)}, ${line.county}`}
        >
          {same.length > 1 ? 'Remove one' : 'Remove'}
        </Button>
      ),
    },
  ]
}

/** The steps of the sale where the rail is not shown. */
function StepBar({ step }: { step: salesNavigation.SaleStep }) {
  const search = route.useSearch()
  return (
    <nav aria-label="Steps of the sale" className="lg:hidden">
      <ol className="grid grid-cols-4 overflow-clip rounded-md border border-control">
        {salesNavigation.SALE_STEPS.map(({ value, label }) => (
          <li key={value} className="grid border-control not-first:border-l">
            <Link
              to={paths.sales}
              search={salesNavigation.searchOfTab(search, value)}
              resetScroll={false}
              // Market's address is part of every other one.
              activeOptions={{ exact: true }}
              aria-current={value === step ? 'page' : undefined}
              className={classes(
                'grid min-h-11 place-items-center px-1 text-center text-xs leading-4',
                value === step ? 'bg-accent-quiet font-semibold text-ink' : 'bg-surface text-muted hover:text-ink',
              )}
            >
              {label}
            </Link>
          </li>
        ))}
      </ol>
    </nav>
  )
}

/** The growing invoice; `isWhole`: with its customer, as a step of its own. */
function SaleInvoice({ invoice, isWhole = false }: { invoice: Invoice; isWhole?: boolean }) {
  const { lines, total, isPending, error } = useCart()
  const { mutate: remove } = useRemoveFromCart()
  const isNarrow = useMedia(salesNavigation.NARROW)
  const empty = isWhole ? (
    <EmptyState
      title="The cart is empty"
      action={<salesNavigation.SalesLink tab="market">Choose a market</salesNavigation.SalesLink>}
    >
      Choose a county and add packages for your customer.
    </EmptyState>
  ) : (
    <p className="text-sm text-muted">No packages yet. What you add is reserved for your customer.</p>
  )
  const trouble = (
    <ListTrouble list={{ data: undefined, error, refetch: reloadCart }} title="The cart could not be loaded" />
  )
  return (
    <InvoiceForm
      invoice={invoice}
      lines={lines}
      total={total}
      isWhole={isWhole}
      isShort={isWhole && isNarrow}
      onRemove={remove}
      head={
        <>
          <HoldBar
            lines={lines}
            advice="Please send the invoice"
            title={
              <h2 id="invoice-summary" className="text-base font-semibold">
                {isWhole ? 'Invoice Summary' : 'Cart Summary'}
              </h2>
            }
          />
          <LostLinesNotice className="mt-3" />
        </>
      }
      empty={error ? trouble : !isPending && empty}
    />
  )
}

/**
 * Keeps the keyboard in the workspace: if what had the focus is gone, the focus goes to the current step's region. React
 * reports no blur for what it removes, but does when someone clicks elsewhere.
 */
function useKeptFocus(region: RefObject<HTMLElement | null>) {
  const isInside = useRef(false)
  useEffect(() => {
    if (isInside.current && document.activeElement === document.body) region.current?.focus({ preventScroll: true })
  })
  const note = (isNow: boolean) => () => {
    isInside.current = isNow
  }
  return { onFocus: note(true), onBlur: note(false) }
}

const route = getRouteApi(paths.sales)

const loadSent = () =>
  import('#web/features/links/invoicing/sent-panel.tsx').then((file) => ({ default: file.SentPanel }))

/** Where a step puts its parts. They come in the order of a sale, so Tab follows it: caller, step, invoice. */
const LAYOUTS: Readonly<Partial<Record<salesNavigation.SaleStep, string>>> = {
  market:
    'lg:grid-cols-[minmax(0,1fr)_20rem] xl:grid-cols-[16.5rem_minmax(0,1fr)_18rem] min-[90rem]:grid-cols-[17.5rem_minmax(0,1fr)_21.25rem]',
  packages: 'xl:grid-cols-[minmax(0,1fr)_21.25rem]',
}

/** One workspace for a sale: the caller, the current step, and the growing invoice. */
export default function SaleWorkspace() {
  const user = useCurrentUser()
  return user ? <Sale key={user.id} member={user} /> : null
}

function Sale({ member }: { member: CurrentUser }) {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const section = salesNavigation.sectionOf(search.tab)
  const step: salesNavigation.SaleStep = salesNavigation.isSaleStep(section.value) ? section.value : 'market'
  const isNarrow = useMedia(salesNavigation.NARROW)
  const { lines, total } = useCart()
  const { market, isChosen } = useMarket()
  const workspace = useRef<HTMLDivElement>(null)
  const region = useRef<HTMLElement>(null)
  const pickerField = useRef<HTMLInputElement>(null)
  const placeRegion = useRef<HTMLDivElement>(null)
  /** The county whose packages shall take the focus, once they are here. */
  const [wantedKey, setWantedKey] = useState('')
  const handleMissing = () => {
    if (focusFirstWrong()) return
    if (step === 'packages' && lines.length > 0)
      return void open('market').then(() => requestAnimationFrame(focusFirstWrong))
    // Packages are missing.
    if (isChosen) setWantedKey(marketKey(market))
    else placeRegion.current?.querySelector('input')?.focus()
  }
  const onCartChanged = () => void reloadCart()
  const invoice = useInvoice({ memberId: member.id, lines, total, onCartChanged, onMissing: handleMissing })
  const { email, fullName, attemptId } = invoice.draft
  const keptFocus = useKeptFocus(region)
  const { mutate: repeat } = useRepeatRequest()

  const open = (tab: salesNavigation.SalesTabName) =>
    navigate({ search: (now) => salesNavigation.searchOfTab(now, tab), resetScroll: false })
  const goToPackages = async (place: Market = market) => {
    // In a narrow window there is no room for them beside the market.
    if (isNarrow) await open('packages')
    // Without a keyboard, a cell with the focus looks chosen.
    if (matchMedia('(pointer: fine)').matches) setWantedKey(marketKey(place))
  }
  /** The next caller wants leads elsewhere, unless some are in the cart. */
  const startOver = () => {
    void navigate({
      search: (now) => salesNavigation.searchOfTab(lines.length > 0 ? now : { type: now.type }, 'market'),
    })
    if (!isNarrow) requestAnimationFrame(() => pickerField.current?.focus())
  }
  const handleAnother = () => {
    startDraft(member.id)
    startOver()
  }
  const handleCaller = () => {
    if (step === 'market' && isChosen) void goToPackages()
    else if (step === 'market') requestAnimationFrame(() => placeRegion.current?.querySelector('input')?.focus())
    else region.current?.focus()
  }
  // Ctrl+Enter sends from anywhere in the workspace.
  usePageKeys((event) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.repeat) return false
    if (document.querySelector('dialog[open]')) return false
    // What became of it is shown there; the cart and a phone have no room for it.
    if (isNarrow || step === 'cart') void open('invoice').then(() => invoice.submit())
    else invoice.submit()
    return true
  })
  const { sent, closeSent } = invoice
  const hasLines = lines.length > 0
  useEffect(() => {
    if (sent) resetSaleDelivery()
  }, [sent])
  const stepBefore = useRef<salesNavigation.SaleStep>(null)
  useEffect(() => {
    if (stepBefore.current === step) return
    const isFirst = stepBefore.current === null
    stepBefore.current = step
    if (!isFirst) {
      // Someone who goes on to another step has read it.
      closeSent()
      // The next step starts where this one did, below the header; on a phone, below what is not part of the sale.
      const top = workspace.current?.getBoundingClientRect().top ?? 0
      if (isNarrow || top < 56) workspace.current?.scrollIntoView()
    }
    // Each time a sale starts, the keyboard is at the first open question. On a touch screen the field would bring up
    // the keys over everything, and whoever types already knows where.
    const isTyping = document.activeElement instanceof HTMLInputElement
    if (step !== 'market' || isTyping || isSendWanted.get() || !matchMedia('(pointer: fine)').matches) return
    const start = pickerField.current ?? placeRegion.current?.querySelector('input')
    start?.focus()
  })
  useEffect(() => {
    // After a repeated request, only Send is left to do. A frame later, as a dialog that closes returns the focus first.
    if (!isSendWanted.get() || !hasLines) return
    closeSent()
    requestAnimationFrame(() => {
      const button = document.querySelector<HTMLButtonElement>('#send-invoice:enabled')
      button?.focus()
      if (button) isSendWanted.set(false)
    })
  })
  const handleClose = () => {
    closeSent()
    startOver()
  }

  const hasInvoice = step === 'market' || step === 'packages'
  const isBeside = hasInvoice && !isNarrow
  const isDone = sent !== null && !sent.isEarlier && !hasLines
  // After Send, what matters is what becomes of it.
  const grid = !isDone && (
    <PackageGrid
      isBrowsing={step === 'packages'}
      isFocusWanted={wantedKey === marketKey(market)}
      onFocused={() => setWantedKey('')}
    />
  )
  const sentPanel = sent && (
    <LatePart
      key={sent.request.id}
      load={loadSent}
      props={{ ...sent, onRepeat: repeat, onClose: handleClose }}
      failed={partMissing(`Invoice ${sent.request.reference} was sent. What becomes of it`)}
    />
  )
  // Here by the time it is sent.
  useEffect(() => {
    if (hasLines) loadSent().catch(() => undefined)
  }, [hasLines])
  return (
    <div ref={workspace} data-sale className="grid gap-4" {...keptFocus}>
      <StepBar step={step} />
      {(step === 'packages' || step === 'cart') && email && (
        <p className="-my-2 flex items-center gap-3">
          <span className="min-w-0 truncate max-lg:grow">
            For <bdi className="font-semibold">{fullName || email}</bdi>
          </span>
          <Button look="quiet" onClick={() => void open('market')} about=" the caller">
            Change
          </Button>
        </p>
      )}
      {/* A change made by a key is announced once; the cells and the invoice show it. */}
      <p role="status" className="sr-only">
        {lines.length > 0 && `${formatPlural(lines.length, 'package')} in the sale, ${formatPrice(total)}`}
      </p>
      <div className={classes('grid grid-cols-[minmax(0,1fr)] items-start gap-4', LAYOUTS[step])}>
        {step === 'market' && (
          <CallerPanel
            // Each sale starts with its own.
            key={attemptId}
            draft={invoice.draft}
            onChange={invoice.change}
            isTexted={wantsTexts(lines)}
            isChecked={invoice.isChecked}
            isNarrow={isNarrow}
            onDone={handleCaller}
            onRepeat={repeat}
            onAnother={handleAnother}
            pickerField={pickerField}
          />
        )}
        <section
          ref={region}
          aria-label={section.label}
          tabIndex={-1}
          data-step-region
          className={classes(
            'grid min-w-0 grid-cols-[minmax(0,1fr)] gap-4',
            step === 'market' && 'lg:max-xl:col-start-1 lg:max-xl:row-start-2',
          )}
        >
          {!isBeside && sentPanel}
          {step === 'market' && (
            <MarketStep region={placeRegion} onPlace={(place) => void goToPackages(place)}>
              {!isNarrow && grid}
            </MarketStep>
          )}
          {step === 'packages' && <PackagesStep>{grid}</PackagesStep>}
          {step === 'cart' && <CartStep />}
          {step === 'invoice' && !isDone && <SaleInvoice invoice={invoice} isWhole />}
        </section>
        {hasInvoice && (
          <div
            className={classes(
              'sticky top-18 grid max-h-[calc(100dvh-7.5rem)] min-w-0 gap-4 overflow-y-auto [--foot:0px] max-lg:hidden',
              step === 'market' && 'lg:max-xl:col-start-2 lg:max-xl:row-span-2 lg:max-xl:row-start-1',
            )}
          >
            {isBeside && sentPanel}
            {!isDone && <SaleInvoice invoice={invoice} />}
          </div>
        )}
      </div>
    </div>
  )
}

/** Focuses the first field on screen that is wrong, unfolded. @returns whether there is one */
function focusFirstWrong(): boolean {
  const all = [...document.querySelectorAll<HTMLElement>('[data-sale] [aria-invalid]')]
  const wrong = all.find((field) => (field.closest('details') ?? field).checkVisibility())
  wrong?.closest('details')?.setAttribute('open', '')
  wrong?.focus({ preventScroll: true })
  wrong?.scrollIntoView({ block: 'center' })
  return Boolean(wrong)
}

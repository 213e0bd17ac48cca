import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { DESK_TITLE } from '#contract/page-titles.ts'
import { AskRestockButton } from '#web/features/buyers/ask-restock-button.tsx'
import { deskQuery, watchDesk } from '#web/features/buyers/desk-data.ts'
import {
  DeskCredit,
  DeskSessions,
  DeskWaitingList,
  OpenByLink,
  OpenDeskForm,
} from '#web/features/buyers/desk-panels.tsx'
import { forgetBuyer, rememberedBuyer, storeContact, storedContact } from '#web/features/checkout/contact-draft.ts'
import { DeskOrders } from '#web/features/orders/desk-orders.tsx'
import { FRESH } from '#web/lib/call-api.ts'
import { paths } from '#web/paths.ts'
import { LatePart } from '#web/ui/late-part.tsx'
import { ListTrouble } from '#web/ui/panel.tsx'
import { Loading } from '#web/ui/skeleton.tsx'
import { Tabs } from '#web/ui/tabs.tsx'
import { partMissing } from './late-parts.tsx'
import { PageFrame } from './page-frame.tsx'

const loadLeads = () => import('#web/features/claims/desk-claims.tsx').then((file) => ({ default: file.DeskLeads }))
const loadClaims = () => import('#web/features/claims/desk-claims.tsx').then((file) => ({ default: file.DeskClaims }))
const loadKeys = () => import('#web/features/keys/keys-panel.tsx').then((file) => ({ default: file.DeskKeys }))
const loadRestocks = () => import('#web/features/buyers/desk-restocks.tsx')
const loadRestockLink = () => import('#web/features/buyers/restock-link.tsx')
const loadOwnLists = () => import('#web/features/buyers/own-lists.tsx')
const loadWebhooks = () => import('#web/features/webhooks/webhooks-panel.tsx')

const TABS = [
  { value: 'orders', label: 'Orders' },
  { value: 'leads', label: 'Leads' },
  { value: 'claims', label: 'Claims' },
  { value: 'credit', label: 'Credit' },
  { value: 'settings', label: 'Settings' },
] as const

const route = getRouteApi(paths.desk)

/** After the `#`, so no request log has it. */
const SECRET = /^#([A-Za-z0-9_-]{20,64})$/
const RESTOCK_LINK = /^#(confirm|end)=([A-Za-z0-9_-]{1,64})$/

/** All that an address bought, without a password: a code or a link that is emailed there opens it. */
export function DeskPage() {
  const [secret, setSecret] = useState<string | null>(() => SECRET.exec(window.location.hash)?.[1] ?? null)
  const [restock] = useState(() => RESTOCK_LINK.exec(window.location.hash))
  const desk = useQuery({ ...deskQuery, ...FRESH })
  const navigate = route.useNavigate()
  const asked = route.useSearch().tab
  const tab = TABS.find(({ value }) => value === asked)?.value ?? 'orders'
  useEffect(watchDesk, [])
  // The address bar, the history and a bookmark must not keep the secret.
  useEffect(() => {
    if (window.location.hash)
      window.history.replaceState(window.history.state, '', `${window.location.pathname}${window.location.search}`)
  }, [])
  const { data } = desk
  if (restock)
    return (
      <PageFrame title={restock[1] === 'end' ? 'Stop these emails' : 'Email me when it’s back'} isNarrow>
        <div className="rounded-md border border-line bg-surface p-5 shadow-sheet sm:p-6">
          <LatePart
            load={loadRestockLink}
            props={{ what: restock[1] === 'end' ? ('end' as const) : ('confirm' as const), secret: restock[2] ?? '' }}
            failed={partMissing('This page')}
          />
        </div>
      </PageFrame>
    )
  if (desk.isPending && secret === null)
    return (
      <PageFrame title={DESK_TITLE}>
        <Loading words="Loading your orders" height="h-64" />
      </PageFrame>
    )
  if (secret !== null || data?.desk === null)
    return (
      <PageFrame
        title={DESK_TITLE}
        intro="See everything you bought: your leads in every format, receipts and store credit. You need no password: we email you a code."
      >
        <div className="max-w-[40rem] rounded-md border border-line bg-surface p-5 shadow-sheet sm:p-6">
          {secret === null ? (
            <OpenDeskForm email={rememberedBuyer()?.email ?? ''} />
          ) : (
            <OpenByLink secret={secret} onOpened={() => setSecret(null)} onEnded={() => setSecret(null)} />
          )}
        </div>
      </PageFrame>
    )
  const buyer = data?.desk?.email ?? ''
  if (!data?.desk)
    return (
      <PageFrame title={DESK_TITLE}>
        <ListTrouble list={desk} title="Your orders could not be loaded" />
      </PageFrame>
    )
  return (
    <PageFrame title={DESK_TITLE} intro={`Orders for ${data.desk.email}.`}>
      {/* Because of the key, another buyer's desk is loaded from scratch. */}
      <Tabs
        key={data.desk.email}
        label="What is yours"
        tabs={TABS}
        value={tab}
        onChange={(next) => void navigate({ search: next === 'orders' ? {} : { tab: next }, replace: true })}
      >
        <div className="mt-6 grid gap-8">
          {tab === 'orders' && (
            <>
              <DeskWaitingList />
              <DeskOrders
                whenOut={(wanted) => <AskRestockButton {...wanted} />}
                onAgain={() => storeContact({ ...storedContact(), email: buyer })}
              />
              <LatePart load={loadRestocks} props={{}} failed={partMissing('The packages that you wait for')} />
            </>
          )}
          {tab === 'leads' && <LatePart load={loadLeads} props={{}} failed={partMissing('Your leads')} />}
          {tab === 'claims' && <LatePart load={loadClaims} props={{}} failed={partMissing('Your claims')} />}
          {tab === 'credit' && <DeskCredit />}
          {tab === 'settings' && (
            <>
              <DeskSessions desk={data.desk} onLogOut={forgetBuyer} />
              <LatePart load={loadOwnLists} props={{}} failed={partMissing('Your lists')} />
              <LatePart load={loadWebhooks} props={{}} failed={partMissing('Your webhooks')} />
              <LatePart load={loadKeys} props={{}} failed={partMissing('Your API keys')} />
            </>
          )}
        </div>
      </Tabs>
    </PageFrame>
  )
}

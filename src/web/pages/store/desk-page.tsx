import { useQuery } from '@tanstack/react-query'
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
import { DeskOrders } from '#web/features/orders/desk-orders.tsx'
import { FRESH } from '#web/lib/call-api.ts'
import { ListTrouble } from '#web/ui/error-notice.tsx'
import { LatePart } from '#web/ui/late-part.tsx'
import { Loading } from '#web/ui/skeleton.tsx'
import { partMissing } from './late-parts.tsx'
import { PageFrame } from './page-frame.tsx'

const loadClaims = () => import('#web/features/claims/desk-claims.tsx')
const loadKeys = () => import('#web/features/keys/keys-panel.tsx').then((file) => ({ default: file.DeskKeys }))
const loadRestocks = () => import('#web/features/buyers/desk-restocks.tsx')
const loadRestockLink = () => import('#web/features/buyers/restock-link.tsx')
const loadOwnLists = () => import('#web/features/buyers/own-lists.tsx')
const loadWebhooks = () => import('#web/features/webhooks/webhooks-panel.tsx')

/** After the `#`, so no request log has it. */
const SECRET = /^#([A-Za-z0-9_-]{20,64})$/
const RESTOCK_LINK = /^#(confirm|end)=([A-Za-z0-9_-]{1,64})$/

/** All that an address bought, without a password: a code or a link that is emailed there opens it. */
export function DeskPage() {
  const [secret, setSecret] = useState<string | null>(() => SECRET.exec(window.location.hash)?.[1] ?? null)
  const [restock] = useState(() => RESTOCK_LINK.exec(window.location.hash))
  const desk = useQuery({ ...deskQuery, ...FRESH })
  useEffect(watchDesk, [])
  // The address bar, the history and a bookmark must not keep the secret.
  useEffect(() => {
    if (window.location.hash) window.history.replaceState(window.history.state, '', window.location.pathname)
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
        isNarrow
      >
        <div className="rounded-md border border-line bg-surface p-5 shadow-sheet sm:p-6">
          {secret === null ? (
            <OpenDeskForm />
          ) : (
            <OpenByLink secret={secret} onOpened={() => setSecret(null)} onEnded={() => setSecret(null)} />
          )}
        </div>
      </PageFrame>
    )
  if (!data?.desk)
    return (
      <PageFrame title={DESK_TITLE}>
        <ListTrouble list={desk} title="Your orders could not be loaded" />
      </PageFrame>
    )
  return (
    <PageFrame title={DESK_TITLE} intro={`What ${data.desk.email} bought here.`}>
      {/* Because of the key, another buyer's desk is loaded from scratch. */}
      <div key={data.desk.email} className="grid items-start gap-8 lg:grid-cols-[minmax(0,1fr)_22rem]">
        <div className="grid gap-8">
          <DeskWaitingList />
          <DeskOrders whenOut={(wanted) => <AskRestockButton {...wanted} />} />
          <LatePart load={loadClaims} props={{}} failed={partMissing('Your claims')} />
          <LatePart load={loadOwnLists} props={{}} failed={partMissing('Your lists')} />
          <LatePart load={loadWebhooks} props={{}} failed={partMissing('Your webhooks')} />
          <LatePart load={loadKeys} props={{}} failed={partMissing('Your API keys')} />
        </div>
        <div className="grid gap-6">
          <DeskCredit />
          <LatePart load={loadRestocks} props={{}} failed={partMissing('The packages that you wait for')} />
          <DeskSessions desk={data.desk} />
        </div>
      </div>
    </PageFrame>
  )
}

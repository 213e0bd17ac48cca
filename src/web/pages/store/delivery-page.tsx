import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { packageName } from '#contract/catalogue/catalogue.ts'
import { type Delivery, getDelivery } from '#contract/delivery/delivery.ts'
import { LeadsPart } from '#web/features/claims/claim-part.tsx'
import { useConfirmationByTaking } from '#web/features/delivery/delivery-data.ts'
import { DeliveryView } from '#web/features/delivery/delivery-view.tsx'
import { useActed } from '#web/features/links/payment-link/use-payment-request.ts'
import { FRESH, query } from '#web/lib/call-api.ts'
import { HomeLink } from '#web/lib/store-links.tsx'
import { useStoreConfig } from '#web/lib/use-store-config.ts'
import { paths } from '#web/paths.ts'
import { buttonClasses } from '#web/ui/button.tsx'
import { LatePart } from '#web/ui/late-part.tsx'
import { ListTrouble } from '#web/ui/panel.tsx'
import { Loading } from '#web/ui/skeleton.tsx'
import { nothing } from './late-parts.tsx'
import { PageFrame } from './page-frame.tsx'

const loadProofs = () => import('#web/features/proof/proofs-part.tsx')

const route = getRouteApi(paths.delivery)

/** The page of a delivery email's link. It shows the leads and downloads nothing; its URL is a secret. */
export function DeliveryPage() {
  const { token } = route.useParams()
  // Read again on every visit, because a link may have ended.
  const opened = useQuery({ ...query(getDelivery, { token }), ...FRESH })
  useConfirmationByTaking(useActed())
  const { data: delivery, error, isPending } = opened
  const isInvalid = error?.code === 'delivery_link_invalid' || error?.status === 400
  return (
    <>
      <meta name="robots" content="noindex" />
      {isPending ? (
        <PageFrame title="Your leads">
          <Loading words="Opening your delivery" height="h-dvh" />
        </PageFrame>
      ) : isInvalid ? (
        <InvalidLink />
      ) : delivery ? (
        <PageFrame title={titleOf(delivery)}>
          <DeliveryView
            token={token}
            delivery={delivery}
            leads={({ lineNumber, tier, size, leads, missing }) => {
              const title = packageName({ tier, size })
              return (
                <>
                  <LeadsPart token={token} lineNumber={lineNumber} title={title} />
                  <LatePart
                    load={loadProofs}
                    props={{ token, lineNumber, title, leads: leads - missing }}
                    failed={nothing}
                  />
                </>
              )
            }}
          />
        </PageFrame>
      ) : (
        <PageFrame title="Your leads" isNarrow>
          <ListTrouble list={opened} title="Your delivery could not be opened" />
        </PageFrame>
      )}
    </>
  )
}

/** If a person delivered it some other way, there is nothing to press. */
const titleOf = ({ packages }: Delivery): string =>
  packages.every(({ files }) => files.length === 0) && packages.some(({ note }) => note)
    ? 'How it was delivered'
    : 'Your leads'

/** The same for every reason, so a guess reveals nothing. */
function InvalidLink() {
  const { data: config } = useStoreConfig()
  return (
    <PageFrame
      title="This link is not valid"
      intro="It may be incomplete, expired or replaced by a newer one. Use the full link in our latest delivery email, or find your order under My orders."
      isNarrow
    >
      <div className="flex flex-wrap gap-3">
        <Link to={paths.desk} className={buttonClasses('primary')}>
          My orders
        </Link>
        {config && (
          <a href={`mailto:${config.supportEmail}`} className={buttonClasses('plain')}>
            Ask for a new link
          </a>
        )}
        <HomeLink />
      </div>
    </PageFrame>
  )
}

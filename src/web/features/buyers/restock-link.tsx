import { type UseMutationResult, useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { confirmRestock, endRestock } from '#contract/buyers/restock.ts'
import { LEAD_TYPE_NAMES, type PackageId, packageKeyOf, packageName } from '#contract/catalogue/catalogue.ts'
import { countyName } from '#contract/catalogue/county-name.ts'
import { type ApiError, callApi } from '#web/lib/call-api.ts'
import { BrowseLink } from '#web/lib/store-links.tsx'
import { paths } from '#web/paths.ts'
import { buttonClasses } from '#web/ui/button.tsx'
import { PressToConfirm } from '#web/ui/press-to-confirm.tsx'

/** Confirms or ends a request, but only when its reader presses the button, which mail scanners don't. */
export default function RestockLink({ what, secret }: { what: 'confirm' | 'end'; secret: string }) {
  return what === 'confirm' ? <Confirm secret={secret} /> : <End secret={secret} />
}

function Confirm({ secret }: { secret: string }) {
  const confirm = useMutation({ mutationFn: () => callApi(confirmRestock, { body: { secret } }) })
  const { data } = confirm
  const isBack = data !== undefined && data.available > 0
  return (
    <PressToConfirm
      words="Press the button, and we will email you when there are more."
      button="Email me when it’s back"
      busyButton="Confirming…"
      {...pressOf(confirm)}
      done={
        data && {
          title: isBack ? 'It is available now' : 'You are on the list',
          words: isBack
            ? `${wordsOf(data)} came back while you were away. You are also on the list for the next time it sells out.`
            : `We will email you when ${wordsOf(data)} is available again.`,
          action: <ToPackage wanted={data} isPrimary={isBack} />,
        }
      }
    />
  )
}

function End({ secret }: { secret: string }) {
  const end = useMutation({ mutationFn: () => callApi(endRestock, { body: { secret } }) })
  const { data } = end
  return (
    <PressToConfirm
      words="Press the button, and we will write no more about this package. Your other requests stay as they are."
      button="Stop these emails"
      busyButton="Stopping…"
      {...pressOf(end, 'There is nothing to stop: this request has ended or was never confirmed in time.')}
      done={
        data && {
          title: 'You will get no more of these emails',
          words: `You no longer wait for ${wordsOf(data)}. We have deleted the request.`,
          action: <ToPackage wanted={data} />,
        }
      }
    />
  )
}

/** @param overWords shown instead of the server's words when the link no longer works */
const pressOf = (call: UseMutationResult<unknown, ApiError, void>, overWords?: string) => ({
  onPress: () => call.mutate(),
  isBusy: call.isPending,
  fieldError: call.error?.sentence,
  overTone: 'info' as const,
  over:
    call.error?.code === 'restock_link_ended'
      ? {
          title: 'This link no longer works',
          words: overWords ?? call.error.sentence,
          action: <BrowseLink look="plain" />,
        }
      : undefined,
})

type Wanted = { packageId: PackageId; state: string; county: string }

function wordsOf({ packageId, state, county }: Wanted): string {
  const { tier, size, leadType, fips } = packageKeyOf(packageId)
  return `the ${packageName({ tier, size })} (${LEAD_TYPE_NAMES[leadType]}, ${countyName({ state, county, fips })})`
}

function ToPackage({ wanted, isPrimary = false }: { wanted: Wanted; isPrimary?: boolean }) {
  const { packageId, state, county } = wanted
  const { leadType } = packageKeyOf(packageId)
  return (
    <Link
      to={paths.leads}
      search={{ state, county, type: leadType }}
      hash={packageId}
      className={buttonClasses(isPrimary ? 'primary' : 'plain')}
    >
      {isPrimary ? 'See the package' : `See ${county}`}
    </Link>
  )
}

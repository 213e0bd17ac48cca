import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { LoadingWords, Skeleton } from '#web/ui/skeleton.tsx'
import { RequestIntro } from './request-intro.tsx'
import { type TitleTag, ViewTitle } from './view-title.tsx'

/** Placeholders in the size of the content, before the request is loaded. */
export function RequestLoading({ titleTag }: { titleTag: TitleTag }) {
  return (
    <div className="pt-8 sm:pt-10">
      <RequestIntro titleTag={titleTag} />
      <LoadingWords>Loading your payment request</LoadingWords>
      <div className="mt-6 grid items-start gap-8 lg:grid-cols-[minmax(0,560px)_minmax(0,1fr)] lg:gap-x-16">
        <Skeleton className="h-96 lg:col-start-2 lg:row-start-1" />
        <Skeleton className="h-96" />
      </div>
    </div>
  )
}

/** The server could not be reached; that says nothing about the request. */
export function RequestUnreadable(props: { titleTag: TitleTag; sentence: string; onRetry: () => void }) {
  const action = <Button onClick={props.onRetry}>Try again</Button>
  return (
    <div className="mx-auto grid max-w-[560px] gap-5 py-10">
      <ViewTitle tag={props.titleTag}>Your payment request</ViewTitle>
      <Notice tone="danger" title="Failed to load payment request" action={action}>
        {props.sentence}
      </Notice>
    </div>
  )
}

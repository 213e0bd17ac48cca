import { Link } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { OPT_OUT_TITLE } from '#contract/page-titles.ts'
import { ConfirmOptOut, OptOutForm } from '#web/features/delivery/opt-out/opt-out-form.tsx'
import { paths } from '#web/paths.ts'
import { PageFrame } from './page-frame.tsx'

const STEPS = [
  { title: 'At once', words: 'We stop selling its details to anyone, and we never add it again.' },
  {
    title: 'Within a day',
    words:
      'We delete what we know about it: owners, phones, email addresses. This takes a few hours, so nobody can tell whether we had it. We keep only a fingerprint, which nobody can turn back into an address, so that we never list the property again.',
  },
  {
    title: 'Then',
    words: 'We email everyone who bought its details from us, asking them to delete it and stop contacting the owner.',
  },
] as const

/** After the `#`, so no request log has it. */
const TOKEN = /^#confirm=([A-Za-z0-9_-]+)$/

/** Where property owners opt out. No sign-in is needed; beyond a few requests a day, an emailed link must be confirmed. */
export function OptOutPage() {
  const [token, setToken] = useState<string | null>(null)
  // The page is prerendered without a URL.
  useEffect(() => setToken(TOKEN.exec(window.location.hash)?.[1] ?? null), [])
  return (
    <PageFrame
      isNarrow
      title={OPT_OUT_TITLE}
      intro="Do you own a property and want no calls, texts or letters from people who found it through us? Enter its address below. It is free, and you don’t need an account. After three requests in a day, we email you a link to confirm."
    >
      <div className="rounded-md border border-line bg-surface p-5 shadow-sheet sm:p-6">
        {token === null ? <OptOutForm /> : <ConfirmOptOut token={token} />}
      </div>
      <h2 className="display mt-10 text-xl">What happens next</h2>
      <dl className="mt-4 grid gap-4">
        {STEPS.map(({ title, words }) => (
          <div key={title} className="grid gap-x-6 gap-y-1 border-t border-line pt-4 sm:grid-cols-[9rem_minmax(0,1fr)]">
            <dt className="font-semibold">{title}</dt>
            <dd className="max-w-[60ch] text-muted">{words}</dd>
          </div>
        ))}
      </dl>
      <p className="mt-4 text-sm">
        <Link to={paths.trust} className="text-accent underline underline-offset-2">
          How fast we really were
        </Link>
      </p>
      <h2 className="display mt-10 text-xl">What we cannot do</h2>
      <p className="mt-2 max-w-[68ch] text-muted">
        We can ask past buyers to delete the details, but we can’t force them. Other companies have their own lists,
        often from public records. The national Do Not Call Registry (donotcall.gov) stops most sales calls, whoever
        makes them. You get the same answer whether or not we had your property, so nobody can use this page to find
        out.
      </p>
    </PageFrame>
  )
}

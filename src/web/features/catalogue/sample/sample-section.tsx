import { PromiseList } from './promise-list.tsx'
import { SampleRecord } from './sample-record.tsx'

/** On the home page: what a lead is, before anyone pays for one, and what is promised about it. */
export function SampleSection() {
  return (
    <section id="sample" aria-labelledby="sample-title" className="page-width scroll-mt-4 py-14 lg:py-20">
      <h2 id="sample-title" className="display text-3xl">
        See a lead before you buy one
      </h2>
      <p className="mt-3 max-w-[60ch] text-muted">
        One lead, with every column of the file that you get. The people are invented, the columns are not.
      </p>
      <div className="mt-8 grid gap-x-12 gap-y-10 lg:grid-cols-[minmax(0,1fr)_24rem] lg:items-start">
        <SampleRecord leadType="vacant" tier="vip" />
        <div>
          <h3 className="mb-4 text-lg font-semibold">What we promise</h3>
          <PromiseList />
        </div>
      </div>
    </section>
  )
}

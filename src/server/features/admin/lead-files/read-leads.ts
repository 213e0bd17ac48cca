/** Reads a file of leads in its own process. */
import type { LeadPreview } from '#contract/admin/lead-preview.ts'
import { storeDayOf } from '#contract/store-day.ts'
import { type CountyOptions, KnownCounties } from '#server/features/imports/known-counties.ts'
import { readFileAs } from '#server/features/imports/read-file.ts'
import { loadZipCounties } from '#server/features/stock/zip-counties.ts'
import { PhoneReader } from '#server/platform/text/phone-numbers.ts'
import { AcquiredReader } from './read-facts.ts'
import { LeadRowReader } from './read-lead-row.ts'
import { SeenProperties } from './rules.ts'

/** What a file's reader found besides its rows. */
export interface LeadsFound {
  /** Properties that may occur more than once; all that do are included. */
  twice: string[]
  leftOut: LeadPreview['leftOut']
}

const zips = await loadZipCounties()

await readFileAs<CountyOptions>((task, columns) => {
  const now = new Date(task.nowMs)
  const seen = new SeenProperties()
  const reader = new LeadRowReader({
    ...task,
    columns,
    zips,
    counties: new KnownCounties(task.counties),
    acquired: new AcquiredReader(now, task.timeZone),
    phones: new PhoneReader(),
    today: storeDayOf(now, task.timeZone),
  })
  return {
    read(cells, rowNo) {
      const reason = reader.read(cells, rowNo)
      if (reason === null) seen.add(reader.propertyKey)
      return reason
    },
    get line() {
      return reader.line
    },
    get refusedFor() {
      return reader.refusedFor
    },
    get dropped() {
      return reader.dropped
    },
    get found(): LeadsFound {
      return { twice: seen.twice, leftOut: reader.leftOut }
    },
  }
})

/** Reads a file of stock in its own process. */
import { columnsOf, type LeadField } from '#contract/admin/lead-file-fields.ts'
import { hasMoreCells } from '#server/features/imports/header.ts'
import { type CountyOptions, KnownCounties } from '#server/features/imports/known-counties.ts'
import { readFileAs } from '#server/features/imports/read-file.ts'
import { readRow } from './rules.ts'

await readFileAs<CountyOptions>((task, columns) => {
  const counties = new KnownCounties(task.counties)
  const places = new Map<LeadField, number>()
  const placeOf = (field: LeadField): number => {
    const known = places.get(field)
    if (known !== undefined) return known
    const place = columns.indexOf(columnsOf(task.mapping, field)[0] ?? '\0')
    places.set(field, place)
    return place
  }
  let line = ''
  return {
    get line() {
      return line
    },
    found: {},
    read(cells, rowNo) {
      if (hasMoreCells(cells, columns.length)) return 'cells'
      const read = readRow((field) => cells[placeOf(field)]?.trim() ?? '', counties)
      if (!read.ok) return read.reason
      line = `${task.uploadNo}\t${rowNo}\t${read.packageId}\t${read.available}\t${read.isEdited ? 't' : 'f'}\n`
      return null
    },
  }
})

import { type FormEvent, useState } from 'react'
import { type Days, type DaysProblem, readDays } from '#web/lib/store-days.ts'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/field.tsx'

interface PeriodFieldsProps {
  from: string
  to: string
  /** What is wrong with the period in the URL. */
  problem: DaysProblem | null
  onShow: (days: Days) => void
}

/**
 * First and last day of a custom period. Its state is managed by hand, because `lib/use-form.ts` would push the first
 * load of the analytics tab over its budget.
 */
export function PeriodFields({ from, to, problem, onShow }: PeriodFieldsProps) {
  const [draft, setDraft] = useState({ from, to })
  /** What is wrong with the input; undefined before any input, when the URL's problem counts. */
  const [own, setOwn] = useState<DaysProblem | null>()
  const [address, setAddress] = useState({ from, to })
  if (address.from !== from || address.to !== to) {
    setAddress({ from, to })
    setDraft({ from, to })
    setOwn(undefined)
  }
  const shown = own === undefined ? problem : own
  const handleBlur = () => {
    const read = readDays(draft.from, draft.to)
    // A field that was not visited yet is not wrong.
    if (!read.ok && draft.from && draft.to) setOwn(read.problem)
  }
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault()
    const read = readDays(draft.from, draft.to)
    setOwn(read.ok ? undefined : read.problem)
    if (read.ok) onShow(read.days)
  }
  const field = (name: 'from' | 'to', label: string) => (
    <TextField
      label={label}
      type="date"
      value={draft[name]}
      error={shown?.[name]}
      onChange={(event) => {
        setDraft({ ...draft, [name]: event.target.value })
        setOwn(null)
      }}
      onBlur={handleBlur}
      className="w-full xs:w-44"
    />
  )
  return (
    <form noValidate onSubmit={handleSubmit} className="flex flex-wrap items-start gap-3">
      {field('from', 'From')}
      {field('to', 'To')}
      {/* In line with the fields, whose labels are above them. */}
      <Button type="submit" className="xs:mt-6.5">
        Show this period
      </Button>
    </form>
  )
}

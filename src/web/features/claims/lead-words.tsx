import { Fragment } from 'react'
import { phoneInWords } from '#web/lib/phone-words.ts'

interface LeadWordsProps {
  owner: string | null
  phones: readonly string[]
  source?: string | null
}

/** Whose lead it is and how to call them, in one line in which no number is broken. */
export function LeadWords({ owner, phones, source }: LeadWordsProps) {
  return (
    <>
      {owner}
      {phones.map((phone, index) => (
        <Fragment key={phone}>
          {(index > 0 || owner) && ' · '}
          <span className="whitespace-nowrap">{phoneInWords(phone)}</span>
        </Fragment>
      ))}
      {source && (owner || phones.length > 0) && ' · '}
      {source}
    </>
  )
}

import { Fragment } from 'react'
import { phoneInWords } from '#web/lib/phone-words.ts'

interface LeadWordsProps {
  owner: string | null
  phones: readonly string[]
  source?: string | null
}

/** The owner's name and phones in one line, without line breaks inside a number. */
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

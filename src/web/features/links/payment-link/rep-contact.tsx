import { PhoneLink } from '#web/ui/phone-link.tsx'

interface RepContactProps {
  /** Before the name, such as "From". */
  lead: string
  repName: string
  repPhone: string
}

/** Who sent a link, and the number to call. */
export function RepContact({ lead, repName, repPhone }: RepContactProps) {
  return (
    <>
      {repName && (
        <>
          {lead} <bdi className="font-semibold text-ink wrap-anywhere">{repName}</bdi>
        </>
      )}
      {repName && repPhone && ' · '}
      {repPhone && <PhoneLink phone={repPhone} />}
    </>
  )
}

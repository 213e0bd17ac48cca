import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'

/** A colleague's change to the offer in the form: loading, not readable right now, or in words. */
export type ColleagueChange =
  | { state: 'reading' }
  | { state: 'unread'; sentence: string; onRetry: () => void }
  | { state: 'read'; words: readonly string[]; onTake: () => void }

/** Says that nothing was saved because a colleague changed the offer first, and how. */
export function ColleagueNotice({ change }: { change: ColleagueChange }) {
  const kept = 'Nothing of yours was saved, and all you typed is kept.'
  if (change.state === 'unread')
    return (
      <Notice
        tone="danger"
        title="Somebody changed this offer meanwhile"
        action={<Button onClick={change.onRetry}>Try again</Button>}
      >
        {kept} What they changed could not be read: {change.sentence}
      </Notice>
    )
  return (
    <Notice
      tone="attention"
      title="Somebody changed this offer meanwhile"
      action={change.state === 'read' && <Button onClick={change.onTake}>Take theirs instead</Button>}
    >
      {kept} {change.state === 'reading' && 'Reading what they changed…'}
      {change.state === 'read' && change.words.length > 0 && (
        <ul aria-label="What they changed" className="mt-2 list-disc pl-5">
          {change.words.map((words) => (
            <li key={words}>{words}</li>
          ))}
        </ul>
      )}
    </Notice>
  )
}

/** Says that a colleague removed the offer, and what can be done with the input. */
export function RemovedNotice() {
  return (
    <Notice tone="attention" title="This offer was removed">
      A colleague removed it while you had it open. What you typed is kept: save it as a new offer, or close this. What
      the removed one gave stays in orders and figures.
    </Notice>
  )
}

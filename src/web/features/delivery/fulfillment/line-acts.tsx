import { useEffect, useEffectEvent, useState } from 'react'
import type { DeliveryKind, DeliveryState } from '#contract/delivery/delivery.ts'
import { Button } from '#web/ui/button.tsx'
import { AttachDialog, LookDialog, MarkDialog, SendAgainDialog } from './deliver-dialogs.tsx'
import type { LineToDeliver } from './fulfillment-data.ts'

type Asked = 'attach' | 'mark' | 'send' | 'look'

interface LineActsProps {
  line: LineToDeliver
  kind: DeliveryKind
  state: DeliveryState
  /** Its money went back: nothing is delivered anymore. */
  isOver?: boolean
  /** There is something that a link can open. */
  hasContent: boolean
  /** There is a file to look at. */
  hasFile?: boolean
  /** Makes the next step prominent, as the queue does. */
  isQueue?: boolean
  /** A line was delivered or its link sent, and its row may disappear. */
  onDone?: () => void
  className?: string
}

/** What an administrator can do about a line's delivery, each confirmed in a dialog. */
export function LineActs({
  line,
  kind,
  state,
  isOver,
  hasContent,
  hasFile,
  isQueue,
  onDone,
  className,
}: LineActsProps) {
  const [asked, setAsked] = useState<Asked | null>(null)
  const [timesDone, setTimesDone] = useState(0)
  const tell = useEffectEvent(() => onDone?.())
  // After the dialog has returned the focus to its button.
  useEffect(() => {
    if (timesDone > 0) tell()
  }, [timesDone])
  if (isOver && !hasFile) return null
  const isOpen = state === 'waiting' || state === 'failed'
  const isByHand = kind === 'by_hand'
  const close = () => setAsked(null)
  const end = () => {
    close()
    setTimesDone(timesDone + 1)
  }
  const about = (
    <span className="sr-only">
      : {line.reference}, {line.title}
    </span>
  )
  return (
    <div className={className}>
      {isByHand && !isOver && (
        <Button size="small" look={isQueue && !hasContent ? 'primary' : 'plain'} onClick={() => setAsked('attach')}>
          <span>
            {hasContent ? 'Replace file' : 'Attach file'}
            {about}
          </span>
        </Button>
      )}
      {hasContent && !isOver && (
        <Button size="small" look={isQueue ? 'primary' : 'plain'} onClick={() => setAsked('send')}>
          <span>Resend{about}</span>
        </Button>
      )}
      {isOpen && (
        <Button size="small" onClick={() => setAsked('mark')}>
          <span>Mark delivered{about}</span>
        </Button>
      )}
      {hasFile && (
        <Button size="small" onClick={() => setAsked('look')}>
          <span>View the file{about}</span>
        </Button>
      )}
      {asked === 'attach' && <AttachDialog line={line} onDone={end} onClose={close} />}
      {asked === 'mark' && <MarkDialog line={line} onDone={end} onClose={close} />}
      {asked === 'send' && <SendAgainDialog line={line} onDone={end} onClose={close} />}
      {asked === 'look' && <LookDialog line={line} hasPresets={!isByHand} onDone={close} onClose={close} />}
    </div>
  )
}

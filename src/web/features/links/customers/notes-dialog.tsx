import { useState } from 'react'
import type { Customer } from '#contract/links/customers.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { TextArea } from '#web/ui/text-area.tsx'
import { useDiscardQuestion } from '#web/ui/use-discard-question.tsx'
import { CUSTOMER_LENGTHS_MAX } from './customer-fields.ts'
import { useSaveNotes } from './use-save-customer.ts'

/** The notes on a customer, which the customer never sees. */
export function NotesDialog({ customer, onClose }: { customer: Customer; onClose: () => void }) {
  const [notes, setNotes] = useState(customer.notes)
  const save = useSaveNotes(customer.id)
  const discard = useDiscardQuestion({ isTyped: notes !== customer.notes, onClose })
  return (
    <Dialog
      title={<span className="line-clamp-2 wrap-anywhere">Notes on {customer.name}</span>}
      onClose={discard.close}
      footer={
        <div className="flex flex-wrap justify-end gap-2">
          <Button onClick={discard.close}>Cancel</Button>
          <Button
            look="primary"
            aria-disabled={save.isPending || undefined}
            onClick={() => !save.isPending && save.mutate(notes, { onSuccess: discard.leave })}
          >
            {save.isPending ? 'Saving…' : 'Save Notes'}
          </Button>
        </div>
      }
    >
      <div className="grid gap-4">
        {save.error && <Notice tone="danger">{save.error.sentence}</Notice>}
        <TextArea
          label="Notes"
          note="only the sales team sees them"
          rows={12}
          maxLength={CUSTOMER_LENGTHS_MAX.notes}
          value={notes}
          onChange={(event) => setNotes(event.target.value)}
        />
      </div>
      {discard.question}
    </Dialog>
  )
}

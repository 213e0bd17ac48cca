import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type SubmitEvent, useState } from 'react'
import { LEAD_REASON_LENGTH_MAX, type undoOptOut } from '#contract/admin/lead-desk.ts'
import type { BodyInputOf, ReplyOutputOf } from '#contract/endpoint.ts'
import type { ApiError } from '#web/lib/api-error.ts'
import { callApi } from '#web/lib/call-api.ts'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/field.tsx'
import { showToast } from '#web/ui/toast.ts'

/**
 * Takes a property off the list of those to leave alone, for a reason that the log keeps.
 *
 * @param props.property as it was searched for
 */
export function UndoOptOut({
  property,
  onUndone,
}: {
  property: { street: string; zip: string }
  onUndone: () => void
}) {
  const [reason, setReason] = useState('')
  const [isChecked, setIsChecked] = useState(false)
  const client = useQueryClient()
  const undo = useMutation<ReplyOutputOf<typeof undoOptOut>, ApiError, BodyInputOf<typeof undoOptOut>>({
    mutationFn: (body) => callApi<typeof undoOptOut>('POST', '/api/admin/opt-outs/undo', { body }),
    onSuccess: ({ isInStock }) => {
      showToast({
        title: 'Taken back',
        description: isInStock
          ? 'Leads of this property that were for sale are for sale again.'
          : 'Its leads had left stock. The next lead file may bring it again.',
      })
      onUndone()
      return client.invalidateQueries({
        predicate: ({ queryKey }) => String(queryKey[0]).startsWith('/api/admin/lead'),
      })
    },
  })
  const isMissing = isChecked && reason.trim() === ''
  const handleSubmit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    setIsChecked(true)
    if (reason.trim() !== '' && !undo.isPending) undo.mutate({ ...property, reason: reason.trim() })
  }
  return (
    <form noValidate onSubmit={handleSubmit} className="mt-3 flex flex-wrap items-start gap-3">
      <TextField
        label="Reason to take it back"
        className="min-w-44 grow basis-44"
        autoComplete="off"
        maxLength={LEAD_REASON_LENGTH_MAX}
        value={reason}
        error={isMissing ? 'Say why: the log keeps every such act with its reason.' : undo.error?.sentence}
        onChange={({ target }) => setReason(target.value)}
      />
      <div className="self-end">
        <Button type="submit" aria-disabled={undo.isPending || undefined}>
          {undo.isPending ? 'Taking back…' : 'Take the opt-out back'}
        </Button>
      </div>
    </form>
  )
}

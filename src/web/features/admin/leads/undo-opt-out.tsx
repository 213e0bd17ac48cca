import { useMutation, useQueryClient } from '@tanstack/react-query'
import { LEAD_REASON_LENGTH_MAX, type undoOptOut } from '#contract/admin/lead-screen.ts'
import type { BodyInputOf, ReplyOutputOf } from '#contract/endpoint.ts'
import type { ApiError } from '#web/lib/api-error.ts'
import { callApi } from '#web/lib/call-api.ts'
import { REASON_MISSING } from '#web/lib/text-dialog.tsx'
import { useForm } from '#web/lib/use-form.ts'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/field.tsx'
import { showToast } from '#web/ui/toast.ts'

/**
 * Removes a property from the opt-out list, for a reason that goes into the log.
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
  const client = useQueryClient()
  const undo = useMutation<ReplyOutputOf<typeof undoOptOut>, ApiError, BodyInputOf<typeof undoOptOut>>({
    mutationFn: (body) => callApi<typeof undoOptOut>('POST', '/api/admin/opt-outs/undo', { body }),
    onSuccess: ({ isInStock }) => {
      showToast({
        title: 'Opt-out undone',
        description: isInStock
          ? 'Its leads that were for sale are for sale again.'
          : 'Its leads had already left stock. The next lead file may add it again.',
      })
      onUndone()
      return client.invalidateQueries({
        predicate: ({ queryKey }) => String(queryKey[0]).startsWith('/api/admin/lead'),
      })
    },
  })
  const form = useForm({
    start: { reason: '' },
    rules: { reason: (text) => (text.trim() === '' ? REASON_MISSING : undefined) },
    lengthsMax: { reason: LEAD_REASON_LENGTH_MAX },
    send: undo,
  })
  const field = form.field('reason')
  const handleSubmit = form.submit(({ reason }) => ({ ...property, reason: reason.trim() }))
  return (
    <form noValidate onSubmit={handleSubmit} className="mt-3 flex flex-wrap items-start gap-3">
      <TextField
        label="Reason to undo it"
        className="min-w-44 grow basis-44"
        autoComplete="off"
        {...field}
        error={field.error ?? form.error?.sentence}
      />
      <div className="self-end">
        <Button type="submit" aria-disabled={undo.isPending || undefined}>
          {undo.isPending ? 'Undoing…' : 'Undo the opt-out'}
        </Button>
      </div>
    </form>
  )
}

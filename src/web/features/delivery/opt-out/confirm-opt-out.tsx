import { useMutation } from '@tanstack/react-query'
import type { confirmOptOut } from '#contract/delivery/opt-out.ts'
import type { BodyInputOf, ReplyOutputOf } from '#contract/endpoint.ts'
import type { ApiError } from '#web/lib/api-error.ts'
import { callApi } from '#web/lib/call-api.ts'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'

/** The page of an email that asks to confirm a request: only the button confirms, because mail scanners open links. */
export function ConfirmOptOut({ token }: { token: string }) {
  const confirm = useMutation<ReplyOutputOf<typeof confirmOptOut>, ApiError, BodyInputOf<typeof confirmOptOut>>({
    mutationFn: (body) => callApi<typeof confirmOptOut>('POST', '/api/opt-out/confirm', { body }),
  })
  if (confirm.isSuccess)
    return (
      <Notice tone="good" title="Done: we removed this property">
        {confirm.data.message}
      </Notice>
    )
  return (
    <div className="grid gap-4">
      <p>Please confirm that you asked us to remove a property.</p>
      {confirm.error && (
        <Notice tone="danger" title="Nothing was confirmed">
          {confirm.error.sentence}
        </Notice>
      )}
      <div>
        <Button
          look="primary"
          size="large"
          aria-disabled={confirm.isPending || undefined}
          onClick={() => confirm.isPending || confirm.mutate({ token })}
        >
          {confirm.isPending ? 'Sending…' : 'Remove my property'}
        </Button>
      </div>
    </div>
  )
}

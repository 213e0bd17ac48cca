import { useMutation } from '@tanstack/react-query'
import type { openDeskByLink } from '#contract/buyers/desk.ts'
import type { ReplyOutputOf } from '#contract/endpoint.ts'
import type { ApiError } from '#web/lib/api-error.ts'
import { callApi } from '#web/lib/call-api.ts'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { keepDesk } from './desk-data.ts'

interface OpenByLinkProps {
  secret: string
  onOpened: () => void
  /** The link no longer works. */
  onEnded: () => void
}

/** Opens the desk with a mailed link, but only when its reader presses the button, which mail scanners don't. */
export function OpenByLink({ secret, onOpened, onEnded }: OpenByLinkProps) {
  const open = useMutation<ReplyOutputOf<typeof openDeskByLink>, ApiError, string>({
    mutationFn: (secret) => callApi<typeof openDeskByLink>('POST', '/api/desk/open-by-link', { body: { secret } }),
    onSuccess: (desk) => {
      keepDesk(desk)
      onOpened()
    },
  })
  const { error } = open
  if (error?.code === 'desk_link_ended')
    return (
      <Notice
        tone="attention"
        title="This link no longer works"
        action={<Button onClick={onEnded}>Get a new code</Button>}
      >
        {error.sentence}
      </Notice>
    )
  return (
    <div className="grid gap-4">
      <p className="text-muted">Press the button to see your orders in this browser. The link works once.</p>
      {error && <Notice tone="danger">{error.sentence}</Notice>}
      <Button
        look="primary"
        className="justify-self-start"
        onClick={() => open.mutate(secret)}
        aria-disabled={open.isPending || undefined}
      >
        {open.isPending ? 'Opening…' : 'Open my orders'}
      </Button>
    </div>
  )
}

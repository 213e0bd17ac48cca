import { type FormCall, useForm } from '#web/lib/use-form.ts'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/field.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { UsernameHint } from './username-hint.tsx'

interface PasswordStepProps<Reply> {
  /** Whose password is asked for. */
  email: string
  /** The button's label, such as "Continue". */
  action: string
  send: FormCall<string, Reply>
  onDone: (reply: Reply) => void
  onCancel: () => void
}

/** Asks for the current password before something that a stranger at an open screen must not do. */
export function PasswordStep<Reply>({ email, action, send, onDone, onCancel }: PasswordStepProps<Reply>) {
  const form = useForm({ start: { password: '' }, send })
  const handleSubmit = form.submit(({ password }) => password, { onSuccess: onDone })
  return (
    <form noValidate onSubmit={handleSubmit} className="grid gap-3">
      {form.error && <Notice tone="danger">{form.error.sentence}</Notice>}
      <UsernameHint email={email} />
      <TextField
        // The button that opened this step is gone, and so is the focus.
        autoFocus
        label="Current Password"
        type="password"
        autoComplete="current-password"
        maxLength={256}
        {...form.field('password')}
      />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" look="primary" disabled={form.values.password === '' || send.isPending}>
          {send.isPending ? 'Checking…' : action}
        </Button>
        <Button onClick={onCancel}>Cancel</Button>
      </div>
    </form>
  )
}

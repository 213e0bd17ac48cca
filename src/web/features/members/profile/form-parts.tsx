import type { ComponentProps } from 'react'
import { PASSWORD_LENGTH_MIN } from '#contract/members/profile.ts'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/field.tsx'

/** Tells password managers whose password to use. It is hidden. */
export const UsernameHint = ({ email }: { email: string }) => (
  <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
)

/** The address of an account. */
export const EmailField = (props: Partial<ComponentProps<typeof TextField>>) => (
  <TextField label="Email" type="email" autoComplete="username" inputMode="email" maxLength={254} required {...props} />
)

/** The current password by default. */
export const PasswordField = ({ label = 'Current Password', ...rest }: Partial<ComponentProps<typeof TextField>>) => (
  <TextField label={label} type="password" autoComplete="current-password" maxLength={256} {...rest} />
)

type StepButtonsProps = { label: string; isDisabled: boolean; onCancel: () => void }

/** The end of a step that can be left: its submit button, and Cancel. */
export const StepButtons = ({ label, isDisabled, onCancel }: StepButtonsProps) => (
  <div className="flex flex-wrap gap-2">
    <Button type="submit" look="primary" disabled={isDisabled}>
      {label}
    </Button>
    <Button onClick={onCancel}>Cancel</Button>
  </div>
)

type NewPassword = { newPassword: string; confirmation: string }

/** What is wrong with a new password, or null. Only the server judges how easy it is to guess. */
export function passwordError({ newPassword, confirmation }: NewPassword) {
  if (newPassword !== confirmation)
    return { field: 'confirmation', title: 'Password Mismatch', description: 'New passwords do not match' }
  const description = 'Password must be at least 6 characters long'
  return newPassword.length < PASSWORD_LENGTH_MIN
    ? { field: 'newPassword', title: 'Password Too Short', description }
    : null
}

const fieldErrorAt = (field: keyof NewPassword) => (_text: string, typed: NewPassword) => {
  const fieldError = passwordError(typed)
  return fieldError?.field === field ? fieldError.description : undefined
}

export const NEW_PASSWORD_RULES = {
  newPassword: fieldErrorAt('newPassword'),
  confirmation: fieldErrorAt('confirmation'),
}

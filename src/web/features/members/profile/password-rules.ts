import { PASSWORD_LENGTH_MIN } from '#contract/members/profile.ts'

type NewPassword = { newPassword: string; confirmation: string }

/** What is wrong with a new password, or null. Only the server judges how easy it is to guess. */
export function passwordComplaint({ newPassword, confirmation }: NewPassword) {
  if (newPassword !== confirmation)
    return { field: 'confirmation', title: 'Password Mismatch', description: 'New passwords do not match' }
  const description = 'Password must be at least 6 characters long'
  return newPassword.length < PASSWORD_LENGTH_MIN
    ? { field: 'newPassword', title: 'Password Too Short', description }
    : null
}

const complaintAt = (field: keyof NewPassword) => (_text: string, typed: NewPassword) => {
  const complaint = passwordComplaint(typed)
  return complaint?.field === field ? complaint.description : undefined
}

/** The rules of a form that sets a new password. */
export const NEW_PASSWORD_RULES = { newPassword: complaintAt('newPassword'), confirmation: complaintAt('confirmation') }

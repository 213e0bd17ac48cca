import { PASSWORD_LENGTH_MIN } from '#contract/members/profile.ts'

interface NewPassword {
  newPassword: string
  confirmation: string
}

interface Complaint {
  field: keyof NewPassword
  title: string
  description: string
}

/**
 * What is wrong with a new password before it is sent, in fixed texts; null if it may be tried. Only the server judges
 * how easy it is to guess.
 */
export function passwordComplaint({ newPassword, confirmation }: NewPassword): Complaint | null {
  if (newPassword !== confirmation) {
    return { field: 'confirmation', title: 'Password Mismatch', description: 'New passwords do not match' }
  }
  if (newPassword.length < PASSWORD_LENGTH_MIN) {
    return {
      field: 'newPassword',
      title: 'Password Too Short',
      description: 'Password must be at least 6 characters long',
    }
  }
  return null
}

const complaintAt = (field: keyof NewPassword) => (_text: string, typed: NewPassword) => {
  const complaint = passwordComplaint(typed)
  return complaint?.field === field ? complaint.description : undefined
}

/** The rules of a form that sets a new password. */
export const NEW_PASSWORD_RULES = {
  newPassword: complaintAt('newPassword'),
  confirmation: complaintAt('confirmation'),
}

import { PASSWORD_LENGTH_MIN } from '#contract/members/profile.ts'

interface Complaint {
  title: string
  description: string
}

/**
 * What is wrong with a new password before it is sent (SPEC.md section 5, to the letter); null when it may be tried. How
 * easy it is to guess is judged by the server alone.
 */
export function passwordComplaint(newPassword: string, confirmation: string): Complaint | null {
  if (newPassword !== confirmation) return { title: 'Password Mismatch', description: 'New passwords do not match' }
  if (newPassword.length < PASSWORD_LENGTH_MIN) {
    return { title: 'Password Too Short', description: 'Password must be at least 6 characters long' }
  }
  return null
}

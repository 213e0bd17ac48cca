import type { TeamDelivery } from '#contract/delivery/delivery.ts'

type Line = Pick<TeamDelivery, 'kind' | 'state' | 'cancelledAt' | 'files' | 'linkUntil' | 'note'>

/** Whether there is a file to look at. Leads are written again if their files were deleted. */
export const hasFile = ({ files, kind, linkUntil }: Line): boolean =>
  files.length > 0 || (kind === 'leads' && linkUntil !== null)

/** Whether a link to a line would open something. */
export const hasContent = (line: Line): boolean => hasFile(line) || line.note !== null

/** Whether a new link to a line can be sent. */
export const canSendAgain = (line: Line): boolean => line.cancelledAt === null && hasContent(line)

/** Whether a person has to deliver a line: the store makes no files for it, or its link reached no one. */
export const needsPerson = ({ kind, state, cancelledAt }: Line): boolean =>
  cancelledAt === null && (state === 'failed' || (state === 'waiting' && kind === 'by_hand'))

import { refusal } from '#contract/refusal.ts'
import { CLAIM_ORDER_FILES_MAX, CLAIM_ORDER_MEGABYTES_MAX } from './claim-reasons.ts'

/** The expected noes of claims. */
export const CLAIM_REFUSALS = {
  claim_lead_unknown: refusal(404, 'One of these leads is not in this package. Reload the page and try again.'),
  claim_over: refusal(
    409,
    'Leads of this package can no longer be claimed: the time is over, or the package was refunded.',
  ),
  claim_too_many: refusal(409, 'You chose more leads than can still be claimed from this package.'),
  claim_note_missing: refusal(400, 'Please say what you found out. We need it to decide.'),
  claim_file_missing: refusal(400, 'Please attach a picture or a PDF that shows it. We need it to decide.'),
  claim_file_unknown: refusal(404, 'A file is no longer here. Attach it again.'),
  claim_file_refused: refusal(415, 'This is not a PNG or JPEG picture or a PDF. Nothing was attached.'),
  claim_file_too_large: refusal(413, 'Files can have 5 MB at most. Nothing was attached.'),
  claim_files_throttled: refusal(
    429,
    'Too many files were attached to this package. Try again tomorrow, or write a note instead.',
  ),
  claim_files_full: refusal(
    429,
    `An order can have ${CLAIM_ORDER_FILES_MAX} files and ${CLAIM_ORDER_MEGABYTES_MAX} MB of them a day, and this one is over that. Nothing was attached. Try again tomorrow, or write a note instead.`,
  ),
  claim_answer_missing: refusal(400, 'Tell the buyer why you are not granting this claim.'),
}

import { refusal } from '#contract/refusal.ts'

/** The expected noes of proofs and of the public figures. */
export const PROOF_REFUSALS = {
  proofs_not_ready: refusal(
    409,
    'The proofs of these leads are not ready yet. They come once the log with your leads is published, usually in seconds.',
  ),
  proofs_none: refusal(404, 'There are no proofs for this package.'),
  figures_not_logged: refusal(404, 'The figures of this day are not in the store’s public log.'),
  figures_waiting: refusal(409, 'The figures of this day are not in the published log yet. This takes a few minutes.'),
  figures_unknown: refusal(404, 'The store has no figures of this day.'),
}

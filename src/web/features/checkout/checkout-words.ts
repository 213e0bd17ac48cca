import type { PayFailure } from './use-pay.ts'

/** Fixed texts that differ between the cart dialog and the checkout page. */
export interface CheckoutWords {
  setUp: PayFailure
  unexpected: PayFailure
}

export const PAGE_WORDS: CheckoutWords = {
  setUp: { title: 'Payment Setup Error', sentence: 'Unable to initialize payment. Please try again.' },
  unexpected: { title: 'Payment Error', sentence: 'An unexpected error occurred during payment.' },
}

export const PANEL_WORDS: CheckoutWords = {
  setUp: {
    title: 'Payment Setup Error',
    sentence: 'Failed to initialize payment system. Please refresh and try again.',
  },
  unexpected: { title: 'Payment Error', sentence: 'An unexpected error occurred' },
}

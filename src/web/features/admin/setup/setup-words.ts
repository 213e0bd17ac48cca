import type { SetupStepName } from '#contract/admin/setup.ts'

/** Each step, and what to do for it while it is open. */
export const SETUP_WORDS: Readonly<Record<SetupStepName, { title: string; help: string }>> = {
  stock: {
    title: 'Put leads on sale',
    help: 'Import a file of leads, and stock follows the leads. Or enter how many packages you have.',
  },
  prices: {
    title: 'Check your prices',
    help: 'The store starts with default prices. Change them, or confirm that they are right.',
  },
  cards: {
    title: 'Connect Stripe',
    help: 'Set STRIPE_SECRET_KEY, STRIPE_PUBLISHABLE_KEY and STRIPE_WEBHOOK_SECRET, and restart. Until then, no real money moves.',
  },
  mail: {
    title: 'Connect your mail server',
    help: 'Set SMTP_URL and MAIL_FROM to an address of your own domain, and restart. Until then, emails stay in the sandbox mailbox.',
  },
  mail_records: {
    title: 'Publish SPF, DKIM and DMARC',
    help: 'Without these DNS records, mailbox providers refuse your emails or mark them as spam. Your mail service gives you the values.',
  },
  texts: {
    title: 'Register text messages',
    help: 'Carriers block unregistered senders. Register this campaign with Twilio, then set TWILIO_ACCOUNT_SID, TWILIO_AUTH_TOKEN and TWILIO_FROM. Without it, buyers who choose SMS get an email.',
  },
  policies: {
    title: 'Link your terms, privacy policy and refund rule',
    help: 'Buyers see them next to the Pay button. Replace the examples in the settings.',
  },
  rep: { title: 'Add your first sales rep', help: 'Reps get an invitation by email. Skip this if no one else sells.' },
  purchase: {
    title: 'Make a test purchase',
    help: 'Buy a package yourself, check the emails and the leads, then refund the order.',
  },
  backup: {
    title: 'Test a backup',
    help: 'With BACKUP_TO and BACKUP_KEY, the store tries a restore every week. Otherwise restore one and confirm it here.',
  },
}

import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import * as contract from '#contract/admin/connections.ts'
import { getStoreConfig } from '#contract/admin/operations.ts'
import { getSetup } from '#contract/admin/setup.ts'
import { callApi, FRESH, query } from '#web/lib/call-api.ts'
import { formatDateTime } from '#web/lib/format.ts'
import { useChange } from '#web/lib/use-change.ts'
import { useForm } from '#web/lib/use-form.ts'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { classes } from '#web/ui/classes.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { FactList } from '#web/ui/fact-list.tsx'
import { SelectField, TextField } from '#web/ui/field.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { ErrorNotice, ListTrouble, Panel } from '#web/ui/panel.tsx'

const AFFECTED = [contract.listConnections.path, getSetup.path, getStoreConfig.path]

/** What is particular about each. */
const WORDS: Readonly<Record<contract.ConnectionName, { help: string; test: string }>> = {
  cards: {
    help: 'From Stripe’s dashboard, Developers. Add a webhook endpoint there for all payment_intent, refund and charge.dispute events, with this address:',
    test: 'Check the keys',
  },
  mail: { help: 'Your mail service lists these under SMTP. Emails come from the sender.', test: 'Send me a test' },
  texts: { help: 'From Twilio’s console. Carriers block senders that are not registered.', test: 'Send me a test' },
}

export const useConnections = () => useQuery({ ...query(contract.listConnections), ...FRESH })

/** Card keys, mail server and text messages, each with what is in force. */
export function ConnectionsView() {
  const list = useConnections()
  return (
    <Panel
      title="Connections"
      intro="What takes cards and sends emails and texts. Changes are in force at once, and all other administrators get an email about them."
    >
      <ListTrouble list={list} title="The connections could not be loaded" />
      {list.data && (
        <div className="grid gap-4">
          {!list.data.mayChange && (
            <Notice title="Changing a connection needs two-step sign-in">
              Turn it on under{' '}
              <Link to={paths.profile} className="font-semibold text-accent underline underline-offset-2">
                My Profile
              </Link>
              , then come back.
            </Notice>
          )}
          {list.data.connections.map((one) => (
            <ConnectionCard key={one.name} connection={one} mayChange={list.data.mayChange} />
          ))}
        </div>
      )}
    </Panel>
  )
}

function ConnectionCard({ connection, mayChange }: { connection: contract.Connection; mayChange: boolean }) {
  const { name, source, fallback, kept } = connection
  const title = contract.CONNECTION_TITLES[name]
  const words = contract.SOURCE_WORDS[name]
  const isFixed = fallback === 'environment'
  // The checklist's steps lead to the form itself.
  const [isOpen, setOpen] = useState(mayChange && !isFixed && location.hash === `#${name}`)
  const [isAsked, setAsked] = useState(false)
  const remove = useChange({
    affects: AFFECTED,
    send: () => callApi(contract.removeConnection, { params: { connection: name } }),
    toast: () => ({ title: `${title}: removed`, description: `Now: ${words[fallback]}.` }),
    failed: 'Nothing was removed',
  })
  return (
    <section
      id={name}
      aria-label={title}
      className={classes(
        'grid gap-3 rounded-md border border-line p-4 text-sm',
        mayChange ? 'scroll-mt-24' : 'scroll-mt-80',
      )}
    >
      <div className="flex flex-wrap items-start justify-between gap-3">
        <div className="min-w-0">
          <h3 className="font-semibold">{title}</h3>
          <p className="text-muted">
            {isFixed ? 'Set in the environment; it wins.' : `Now: ${words[source]}.`}
            {kept && ` Entered by ${kept.changedBy}, ${formatDateTime(kept.changedAt)}.`}
          </p>
        </div>
        {mayChange && !isOpen && (
          <div className="flex flex-wrap gap-2">
            {!isFixed && (
              <Button size="small" about={` ${title}`} onClick={() => setOpen(true)}>
                {kept ? 'Change' : 'Connect'}
              </Button>
            )}
            {kept && (
              <Button size="small" look="danger" about={` ${title}`} onClick={() => setAsked(true)}>
                Remove
              </Button>
            )}
          </div>
        )}
      </div>
      {kept && !isOpen && (
        <FactList
          className="grid gap-3 sm:grid-cols-3"
          facts={Object.entries(contract.fieldsOf(name)).map(([field, { label, optionWords }]) => {
            const value = kept.values[field] ?? ''
            return [label, optionWords?.[value] ?? value]
          })}
        />
      )}
      {isOpen && <ConnectionForm {...connection} onClose={() => setOpen(false)} />}
      {isAsked && (
        <ConfirmDialog
          title={`Remove ${title.toLowerCase()}?`}
          confirmLabel="Remove"
          pendingLabel="Removing…"
          confirmLook="danger"
          isPending={remove.isPending}
          onConfirm={() => remove.mutate(undefined, { onSettled: () => setAsked(false) })}
          onClose={() => setAsked(false)}
        >
          <p>After that, this is in force: {words[fallback]}. To undo it, enter everything again.</p>
        </ConfirmDialog>
      )}
    </section>
  )
}

type Typed = { isKept: boolean; values: Record<string, string> }

function ConnectionForm({ name, kept, onClose }: contract.Connection & { onClose: () => void }) {
  const title = contract.CONNECTION_TITLES[name]
  const fields = Object.entries(contract.fieldsOf(name))
  const send = useChange({
    affects: AFFECTED,
    send: async ({ isKept, values }: Typed) => {
      const asked = { params: { connection: name }, body: { values } }
      if (!isKept) return (await callApi(contract.tryConnection, asked)).message
      await callApi(contract.keepConnection, asked)
      return 'It is in force now.'
    },
    onDone: (_message, { isKept }) => isKept && onClose(),
    toast: (description, { isKept }) => ({ title: isKept ? `${title}: saved` : 'It works', description }),
  })
  const usual: Record<string, string> = { security: 'tls', ...kept?.values }
  const form = useForm<Record<string, string>, Typed, string>({
    start: Object.fromEntries(fields.map(([field, { isSecret }]) => [field, isSecret ? '' : (usual[field] ?? '')])),
    rules: Object.fromEntries(
      fields.map(([field]) => [field, (text: string) => contract.connectionProblem(name, field, text.trim())]),
    ),
    send,
  })
  const refused = send.error?.code === 'connection_invalid' ? send.error : null
  const isTrying = send.isPending && !send.variables.isKept
  return (
    <form noValidate className="grid gap-4" onSubmit={form.submit((values) => ({ isKept: true, values }))}>
      <p className="max-w-prose text-muted">
        {WORDS[name].help}{' '}
        {name === 'cards' && <strong className="wrap-anywhere">{location.origin}/api/webhooks/stripe</strong>}
      </p>
      <div className="grid gap-x-6 gap-y-4 lg:grid-cols-3">
        {fields.map(([field, { label, note, isSecret, optionWords }]) => {
          const { error, ...input } = form.field(field)
          const shown = error ?? (refused?.details.field === field ? refused.sentence : undefined)
          return optionWords ? (
            <SelectField
              key={field}
              label={label}
              options={Object.keys(optionWords)}
              nameOf={(value) => optionWords[value] ?? value}
              {...input}
              value={form.values[field] ?? ''}
              error={shown}
              onChange={(value) => void input.onChange({ type: 'change', target: { name: field, value } })}
            />
          ) : (
            <TextField
              key={field}
              label={label}
              note={note}
              type={isSecret ? 'password' : 'text'}
              autoComplete="off"
              spellCheck={false}
              hint={isSecret && kept ? `Enter it again; the one kept ends in ${kept.values[field]}` : null}
              {...input}
              error={shown}
            />
          )
        })}
      </div>
      {!refused && <ErrorNotice error={send.error} title="Nothing was changed" />}
      <div className="flex flex-wrap gap-2">
        <Button type="submit" look="primary" isBusy={send.isPending && !isTrying}>
          {send.isPending && !isTrying ? 'Checking…' : 'Save'}
        </Button>
        <Button isBusy={isTrying} onClick={form.submit((values) => ({ isKept: false, values }))}>
          {isTrying ? 'Trying…' : WORDS[name].test}
        </Button>
        <Button onClick={onClose}>Cancel</Button>
      </div>
    </form>
  )
}

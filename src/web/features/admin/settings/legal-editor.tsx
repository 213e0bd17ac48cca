import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { LEGAL_NAMES, LEGAL_TITLES, type LegalName } from '#contract/admin/page-names.ts'
import { LEGAL_LENGTH_MAX, type LegalTexts, listLegalTexts, publishLegalText } from '#contract/legal/legal.ts'
import { fillText } from '#contract/legal/rich-text.ts'
import { callApi, FRESH, query, queryClient } from '#web/lib/call-api.ts'
import { formatDateTime } from '#web/lib/format.ts'
import { RichText } from '#web/lib/rich-text.tsx'
import { useChange } from '#web/lib/use-change.ts'
import { legalPath } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { ExternalLink } from '#web/ui/external-link.tsx'
import { FactList } from '#web/ui/fact-list.tsx'
import { SelectField } from '#web/ui/field.tsx'
import { TextArea } from '#web/ui/more-fields.tsx'
import { ErrorNotice, ListTrouble, Panel } from '#web/ui/panel.tsx'
import { useLeaveQuestion } from '#web/ui/use-discard-question.tsx'

const textsQuery = query(listLegalTexts)
const LINK = 'font-semibold text-accent underline underline-offset-2'

/** A text that was changed and not published, with the edition that it started from. */
type Draft = { text: string; before: number }

/** Editing, previewing and publishing the texts about law and trust. */
export function LegalEditor() {
  const list = useQuery({ ...textsQuery, ...FRESH })
  const [name, setName] = useState<LegalName>('terms')
  const [drafts, setDrafts] = useState<Partial<Record<LegalName, Draft>>>({})
  const isDirty = Object.keys(drafts).length > 0
  const leaveQuestion = useLeaveQuestion(isDirty, 'publishing')
  return (
    <Panel
      title="Terms, privacy, refunds and rules for using leads"
      intro="Pages of your store, linked below each page and the Pay button. Each publication is a new edition. Earlier ones stay, because orders keep the terms in force when they were paid."
    >
      <ListTrouble list={list} title="The texts could not be loaded" />
      {list.data && (
        <div className="grid gap-5">
          <SelectField
            label="Text"
            options={LEGAL_NAMES}
            nameOf={(one) => `${LEGAL_TITLES[one]}${drafts[one] ? ' (not published)' : ''}`}
            value={name}
            onChange={setName}
            className="max-w-md"
          />
          <TextEditor
            key={name}
            name={name}
            texts={list.data}
            draft={drafts[name]}
            onDraft={(draft) => {
              const { [name]: _before, ...others } = drafts
              setDrafts(draft ? { ...others, [name]: draft } : others)
            }}
          />
        </div>
      )}
      {leaveQuestion}
    </Panel>
  )
}

interface TextEditorProps {
  name: LegalName
  texts: LegalTexts
  draft: Draft | undefined
  onDraft: (draft: Draft | undefined) => void
}

function TextEditor({ name, texts, draft, onDraft }: TextEditorProps) {
  const saved = texts.texts.find((one) => one.name === name)
  const publish = useChange({
    affects: [listLegalTexts.path],
    send: (body: Draft) => callApi(publishLegalText, { params: { name }, body }),
    onDone: (reply) => {
      queryClient.setQueryData(textsQuery.queryKey, reply)
      onDraft(undefined)
    },
    toast: () => ({ title: `${LEGAL_TITLES[name]} published`, description: 'Buyers read it from now on.' }),
  })
  if (!saved) return null
  const text = draft?.text ?? saved.text
  const isOvertaken = draft !== undefined && draft.before !== saved.edition
  // A text that came with the store becomes the owner's by publishing it as it is.
  const isNew = saved.publishedBy === null || (draft !== undefined && draft.text.trim() !== saved.text)
  return (
    <>
      <div className="grid gap-5 xl:grid-cols-2">
        <TextArea
          label="Edit"
          note="## Heading, - list, **bold**, [link](/refunds)"
          rows={24}
          maxLength={LEGAL_LENGTH_MAX}
          value={text}
          onChange={({ target }) => onDraft({ text: target.value, before: draft?.before ?? saved.edition })}
        />
        <section aria-label="Preview" className="min-w-0">
          <h3 className="mb-1.5 text-sm font-semibold">Preview</h3>
          <div className="rounded-md border border-line p-4">
            <RichText text={fillText(text, texts.facts)} />
          </div>
        </section>
      </div>
      <details className="text-sm">
        <summary className="min-h-6 cursor-pointer font-semibold text-accent">What the store fills in</summary>
        <p className="my-2 max-w-prose text-muted">
          Write these instead of the values, and the text follows your settings. A line with an empty one is left out.
        </p>
        <FactList
          className="grid gap-3 sm:grid-cols-2 xl:grid-cols-3"
          facts={Object.entries(texts.facts).map(([fact, value]) => [`{{${fact}}}`, value || 'empty'])}
        />
      </details>
      {isOvertaken && (
        <p className="text-sm text-attention">
          {saved.publishedBy ?? 'Somebody'} published edition {saved.edition} while you were editing.{' '}
          <ExternalLink href={legalPath(name)} className={LINK}>
            Read it
          </ExternalLink>
          , then publish over it or discard your changes.
        </p>
      )}
      {publish.error && <ErrorNotice error={publish.error} title="Nothing was published" />}
      <div className="flex flex-wrap gap-2">
        <Button
          look="primary"
          disabled={!isNew || text.trim() === '' || publish.isPending}
          onClick={() => publish.mutate({ text, before: saved.edition })}
        >
          {publish.isPending ? 'Publishing…' : `Publish ${LEGAL_TITLES[name]}`}
        </Button>
        {draft && <Button onClick={() => onDraft(undefined)}>Discard</Button>}
      </div>
      <ol aria-label="Editions" className="grid gap-1 text-sm text-muted">
        {texts.publications
          .filter((one) => one.name === name)
          .map(({ edition, publishedAt, publishedBy }) => (
            <li key={edition}>
              <ExternalLink href={`${legalPath(name)}?edition=${edition}`} className={LINK}>
                Edition {edition}
              </ExternalLink>{' '}
              {publishedBy ? `by ${publishedBy}` : 'came with the store'}, {formatDateTime(publishedAt)}
            </li>
          ))}
      </ol>
    </>
  )
}

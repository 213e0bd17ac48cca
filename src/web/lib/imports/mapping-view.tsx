import { type SubmitEvent, useRef, useState } from 'react'
import {
  columnsOf,
  EMAIL_NOS,
  factsOfField,
  LEAD_FIELD_NAMES,
  type LeadField,
  type LeadMapping,
  originOf,
  PHONE_NOS,
  phoneFields,
  usedColumns,
} from '#contract/admin/lead-file-fields.ts'
import { LEAD_TYPE_NAMES, LEAD_TYPES } from '#contract/catalogue/catalogue.ts'
import type { FileColumn, ImportKind } from '#contract/imports/imports.ts'
import { FIELDS_OF, findProblemsOf } from '#contract/imports/mapping.ts'
import { formatPlural } from '#web/lib/format.ts'
import { SelectField, TextField } from '#web/ui/field.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { ListTrouble } from '#web/ui/panel.tsx'
import { Loading } from '#web/ui/skeleton.tsx'
import type { MappingStep } from './imports-data.ts'

/** What a column of leads can mean, as its menu lists it. */
export const FIELD_GROUPS: readonly { label: string; options: readonly LeadField[] }[] = [
  [
    'Property',
    'address unit city state zip county fips wholeAddress houseNumber streetDirection streetName streetSuffix streetPostDirection leadType acquiredAt',
  ],
  [
    'Owner',
    'ownerName ownerFirstName ownerMiddleName ownerLastName ownerCompany secondOwnerName secondOwnerFirstName secondOwnerLastName mailingAddress mailingUnit mailingCity mailingState mailingZip',
  ],
  ['Who must not be called', 'doNotCall doNotCallPhones setAside'],
  ['Phones', PHONE_NOS.flatMap(phoneFields).join(' ')],
  ['Email', EMAIL_NOS.map((no) => `email${no}`).join(' ')],
  ['Facts', 'value equityPercent beds yearBuilt lastSaleOn consent supplier'],
].map(([label = '', fields = '']) => ({ label, options: fields.split(' ') as LeadField[] }))

/** The fields of a kind in the groups of a column's menu. */
const groupsOf = (kind: ImportKind) =>
  kind === 'leads' ? FIELD_GROUPS : [{ label: 'Columns', options: FIELDS_OF[kind] }]

/** What may be the same for all rows of leads: asked for if no column has it, or among further fields. */
const ASKED_FOR: readonly LeadField[] = ['acquiredAt', 'leadType']
const FURTHER = ['state', 'county', 'fips', 'countyByZip', 'dateOrder', 'supplier', 'consent', 'callable'] as const

const nameOf = (field: LeadField): string => factsOfField(field).name

/** What a column means in a mapping; empty if it is not used. */
export const meaningOf = (mapping: LeadMapping, column: string): LeadField | '' =>
  LEAD_FIELD_NAMES.find((field) => columnsOf(mapping, field).includes(column)) ?? ''

/** A mapping in which a column means something else. Only marks can come from several columns. */
export function withMeaning(mapping: LeadMapping, column: string, meaning: LeadField | ''): LeadMapping {
  const next: LeadMapping = {}
  for (const field of LEAD_FIELD_NAMES) {
    const origin = mapping[field]
    const left = columnsOf(mapping, field).filter((name) => name !== column)
    if (field === meaning) next[field] = originOf(factsOfField(field).isMark ? [...left, column] : [column])
    else if (origin && 'fixed' in origin) next[field] = origin
    else if (left.length > 0) next[field] = originOf(left)
  }
  return next
}

const MAILING =
  'address mailingAddress, wholeAddress mailingAddress, unit mailingUnit, city mailingCity, state mailingState, zip mailingZip'
    .split(', ')
    .map((pair) => pair.split(' ') as [LeadField, LeadField])

/** A mapping in which one address is the property’s. The other is where the owner gets mail, if no column says so. */
export function withProperty(mapping: LeadMapping, choices: Choices, chosen: LeadMapping): LeadMapping {
  const without = choices
    .flatMap((one) => [...usedColumns(one)])
    .reduce((before, column) => withMeaning(before, column, ''), mapping)
  const next = { ...without, ...chosen }
  const other = choices.find((one) => one !== chosen) ?? {}
  if (next.mailingAddress || !(other.address ?? other.wholeAddress)) return next
  for (const [field, mailing] of MAILING) {
    const [column] = columnsOf(other, field)
    if (column !== undefined && meaningOf(next, column) === '') next[mailing] ??= { column }
  }
  return next
}

export const fixedOf = (mapping: LeadMapping, field: LeadField): string => {
  const origin = mapping[field]
  return origin && 'fixed' in origin ? origin.fixed : ''
}

/** The mapping to send, without texts that were never typed. */
export const cleanMapping = (mapping: LeadMapping): LeadMapping =>
  Object.fromEntries(Object.entries(mapping).filter(([, origin]) => !('fixed' in origin) || origin.fixed.trim() !== ''))

const LEAD_TYPE_WORDS = LEAD_TYPES.map((leadType) => LEAD_TYPE_NAMES[leadType])

type Columns = readonly FileColumn[]
/** Addresses that could be the property's, as fields of a mapping. */
type Choices = readonly LeadMapping[]
type OnMapping = (mapping: LeadMapping) => void
/** Once the form was sent, what is missing is shown where it is asked for. */
type AskProps = { columns: Columns; isAsked: boolean }

interface MappingViewProps {
  step: MappingStep
  kind: ImportKind
  source: string
  /** The mapping chosen for this file before, otherwise the server's suggestion. */
  known: LeadMapping | null
}

/** The second step: what each column means. Its button is in the drawer's footer and submits the form by its id. */
export function MappingView({ step, kind, source, known }: MappingViewProps) {
  const { opened } = step
  if (opened.isPending) return <Loading words="Opening the file" height="h-64" />
  if (opened.error?.code === 'file_refused')
    return (
      <Notice tone="danger" title="This file cannot be read">
        {opened.error.sentence} Nothing was changed.
      </Notice>
    )
  if (opened.error) return <ListTrouble list={opened} title="The file could not be opened" />
  const { columns, mapping, choices, isRemembered } = opened.data
  return (
    <div className="grid gap-4">
      <p className="text-sm">
        {known
          ? 'These are the columns you matched for this file. If you change them, the check starts over.'
          : isRemembered
            ? `Matched the same way as the last file from ${source}. Make sure it still fits.`
            : 'We matched the columns by their names and by what is in them. Check each one.'}
      </p>
      <MappingForm step={step} kind={kind} columns={columns} first={known ?? mapping} choices={known ? [] : choices} />
    </div>
  )
}

type MappingFormProps = Pick<MappingViewProps, 'step' | 'kind'> & {
  columns: Columns
  first: LeadMapping
  choices: Choices
}

function MappingForm({ step, kind, columns, first, choices }: MappingFormProps) {
  const [mapping, setMapping] = useState(first)
  const [choice, setChoice] = useState<LeadMapping | null>(null)
  const [isAsked, setIsAsked] = useState(false)
  const trouble = useRef<HTMLDivElement>(null)
  const cleaned = cleanMapping(mapping)
  const problems = findProblemsOf(
    kind,
    cleaned,
    columns.map(({ name }) => name),
  )
  const isFree = (field: LeadField) => columnsOf(mapping, field).length === 0
  const ownFields = kind === 'leads' ? [...ASKED_FOR, ...FURTHER].filter(isFree) : []
  const others = LEAD_FIELD_NAMES.filter((field) => problems[field] && !ownFields.includes(field))
  // Leads are sold to be called; what a buyer has is only compared.
  const undecided = columns
    .filter(({ name, mayForbidCalls }) => kind === 'leads' && mayForbidCalls && meaningOf(mapping, name) === '')
    .map(({ name }) => name)
  const isChoiceMissing = choices.length > 0 && !choice
  const handleSubmit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    setIsAsked(true)
    const form = event.currentTarget
    const names = [isChoiceMissing ? 'property' : '', ...undecided.map((name) => `column ${name}`)]
    const missing = ownFields.filter((field) => problems[field])
    const wrong = [...missing, ...names].flatMap(
      (name) => form.querySelector<HTMLElement>(`[name="${CSS.escape(name)}"]`) ?? [],
    )
    if (wrong.length + others.length === 0) return step.check(cleaned)
    for (const control of wrong) control.closest('details')?.setAttribute('open', '')
    // The missing column may be among those that are not used.
    if (missing.length + others.length > 0) form.querySelector('fieldset details')?.setAttribute('open', '')
    if (others.length === 0 || isChoiceMissing) wrong[0]?.focus()
    else requestAnimationFrame(() => trouble.current?.focus())
  }
  const choose = (one: LeadMapping) => {
    setChoice(one)
    const next = withProperty(mapping, choices, one)
    setMapping(Object.fromEntries(FIELDS_OF[kind].flatMap((field) => (next[field] ? [[field, next[field]]] : []))))
  }
  const fixedField = (field: LeadField) => {
    const { name, need, form, options } = factsOfField(field)
    const props = {
      name: field,
      label: need ? `${name} (required)` : name,
      value: fixedOf(mapping, field),
      error: isAsked ? problems[field] : undefined,
    }
    const change = (fixed: string) => setMapping({ ...mapping, [field]: { fixed } })
    if (field === 'leadType')
      return <SelectField key={field} {...props} placeholder="Choose one" options={LEAD_TYPE_WORDS} onChange={change} />
    if (options) return <SelectField key={field} {...props} placeholder={form} options={options} onChange={change} />
    return (
      <div key={field} className="grid content-start gap-1.5">
        <TextField {...props} maxLength={200} onChange={({ target }) => change(target.value)} />
        <p className="text-xs text-muted">{form}</p>
      </div>
    )
  }
  return (
    <form id={step.formId} noValidate className="grid gap-6" onSubmit={handleSubmit}>
      {isAsked && others.length > 0 && (
        <div ref={trouble} tabIndex={-1} role="alert" className="outline-none">
          <Notice tone="danger" title="The file can’t be checked yet">
            <ul className="grid gap-1">
              {others.map((field) => (
                <li key={field}>{problems[field]}</li>
              ))}
            </ul>
          </Notice>
        </div>
      )}
      {choices.length > 0 && <WhichAddress {...{ isAsked, columns, choices }} chosen={choice} onChoose={choose} />}
      {kind === 'leads' && ASKED_FOR.some(isFree) && (
        <fieldset className="grid gap-x-4 gap-y-3 sm:grid-cols-2">
          <legend className="mb-2 text-base font-semibold">The same for all rows</legend>
          {ASKED_FOR.filter(isFree).map(fixedField)}
        </fieldset>
      )}
      <ColumnFields {...{ kind, columns, mapping }} undecided={isAsked ? undecided : []} onChange={setMapping} />
      {kind === 'leads' && (
        <details open={FURTHER.some((field) => fixedOf(first, field) !== '')}>
          <summary className="min-h-8 cursor-pointer py-1 font-semibold text-accent">
            Add fields your file doesn’t have
          </summary>
          <div className="mt-2 grid gap-x-4 gap-y-3 sm:grid-cols-2">{FURTHER.filter(isFree).map(fixedField)}</div>
        </details>
      )}
    </form>
  )
}

/** Asks which of these addresses is the house for sale; each is shown with its columns, filled from the file. */
function WhichAddress(props: AskProps & { choices: Choices; chosen: LeadMapping | null; onChoose: OnMapping }) {
  const { choices, chosen, columns, isAsked, onChoose } = props
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-2 text-base font-semibold">
        Which address is the property’s?
        {isAsked && !chosen && <span className="block text-sm font-normal text-danger">Choose one of them.</span>}
      </legend>
      {choices.map((choice) => {
        const names = [...usedColumns(choice)]
        const example = names.flatMap((name) => columns.find((column) => column.name === name)?.examples[0] ?? [])
        return (
          <label key={names.join()} className="flex items-start gap-2.5 rounded-md border border-control p-3">
            <input
              type="radio"
              name="property"
              className="mt-1"
              checked={chosen === choice}
              onChange={() => onChoose(choice)}
            />
            <span className="grid gap-0.5 wrap-anywhere">
              <span className="font-semibold">{example.join(', ')}</span>
              <span className="text-sm text-muted">{names.join(', ')}</span>
            </span>
          </label>
        )
      })}
    </fieldset>
  )
}

interface ColumnFieldsProps {
  kind: ImportKind
  columns: Columns
  mapping: LeadMapping
  /** Names of columns that ask for a decision. */
  undecided: readonly string[]
  onChange: OnMapping
}

/** Each column with its examples and a menu of what it means; those that the suggestion leaves out are folded. */
function ColumnFields({ kind, columns, mapping, undecided, onChange }: ColumnFieldsProps) {
  // A column stays where it is while its meaning changes.
  const [isUsedAtFirst] = useState(
    () => new Set(columns.filter(({ name }) => meaningOf(mapping, name) !== '').map(({ name }) => name)),
  )
  const unused = columns.filter(({ name }) => meaningOf(mapping, name) === '')
  const contacts = unused.filter(({ isContact }) => isContact).length
  const folded = columns.filter(({ name }) => !isUsedAtFirst.has(name))
  const fields = (some: readonly FileColumn[], id: string) => (
    <div className="grid gap-x-4 gap-y-3 sm:grid-cols-2">
      {some.map(({ name, examples }, index) => (
        <div key={name} className="grid content-start gap-1.5">
          <SelectField<LeadField>
            label={name}
            placeholder="Not used"
            options={[]}
            groups={groupsOf(kind)}
            name={`column ${name}`}
            aria-describedby={`${id}-${index}`}
            nameOf={nameOf}
            value={meaningOf(mapping, name)}
            onChange={(meaning) => onChange(withMeaning(mapping, name, meaning))}
          />
          <p id={`${id}-${index}`} className="text-xs text-muted wrap-anywhere">
            {undecided.includes(name) && (
              <span className="block text-sm text-danger">
                It may say who must not be called. Choose what it means, or set it aside.
              </span>
            )}
            {examples.length > 0 ? examples.join(' · ') : 'Empty in the rows we looked at'}
          </p>
        </div>
      ))}
    </div>
  )
  return (
    <fieldset className="grid gap-3">
      <legend className="mb-2 text-base font-semibold">Columns of the file</legend>
      {fields(
        columns.filter(({ name }) => isUsedAtFirst.has(name)),
        'used-column',
      )}
      {folded.length > 0 && (
        <details open={isUsedAtFirst.size === 0}>
          <summary className="min-h-8 cursor-pointer py-1 font-semibold text-accent">
            {unused.length === 0 ? 'Further columns' : `${formatPlural(unused.length, 'column')} not used`}
            {contacts > 0 &&
              `, ${contacts === 1 ? 'one of them has' : `${contacts} of them have`} phones or email addresses`}
          </summary>
          <div className="mt-2">{fields(folded, 'folded-column')}</div>
        </details>
      )}
    </fieldset>
  )
}

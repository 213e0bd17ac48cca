import { LEAD_TYPES, type LeadType } from '#contract/catalogue/catalogue.ts'
import type { Context } from '#server/gateways/context.ts'
import { Refusal } from '#server/platform/errors.ts'
import type { PageHead } from '#server/platform/http/page-head.ts'
import { escapeHtml } from '#server/platform/text/text.ts'
import { loadPlaces, type Places } from './places.ts'

/** Looks like the web's fields (src/web/ui/field.tsx). */
const LABEL = 'mb-1.5 block text-sm font-semibold'
const SELECT = 'w-full min-h-11 rounded-md border border-control bg-surface px-3 py-2 text-base text-ink'
const BUTTON =
  'inline-flex items-center justify-center rounded-md border border-accent bg-accent px-4 py-2 min-h-11 text-sm font-semibold text-on-accent'

/**
 * Writes what the leads page shows before its JavaScript runs, as safe HTML: `marketForm`, state and county as a plain form
 * for browsers that run none, and `onSale`, what `head` says of a chosen county. Names come from the catalogue, never from
 * the address.
 */
export async function writePlainMarket(ctx: Context, path: string, query: string, head: PageHead) {
  const nothing = { marketForm: '', onSale: '' }
  if (path.replace(/\/$/, '') !== '/leads') return nothing
  try {
    const places = await loadPlaces(ctx)
    const asked = new URLSearchParams(query)
    const state = places.states.find((one) => one === asked.get('state'))
    const counties = state === undefined ? [] : places.countiesOf(state).map(({ name }) => name)
    const county = counties.find((one) => one === asked.get('county'))
    const onSale = county === undefined ? '' : escapeHtml(head.description)
    const type = LEAD_TYPES.find((one) => one === asked.get('type'))
    return { marketForm: formOf(places, { state, counties, county, type }), onSale }
  } catch (error) {
    if (!(error instanceof Refusal))
      ctx.node.warn(ctx.log, { reason: String(error) }, 'the leads page goes out without its form')
    return nothing
  }
}

interface Chosen {
  type: LeadType | undefined
  state: string | undefined
  counties: readonly string[]
  county: string | undefined
}

function formOf({ states }: Places, { state, counties, county, type }: Chosen): string {
  const fields =
    select('State', 'Select a state', states, state) +
    (state === undefined ? '' : select('County', 'Select a county', counties, county))
  const kept = type === undefined ? '' : `<input type="hidden" name="type" value="${type}">`
  const button = state === undefined ? 'Show counties' : 'Show packages'
  return `<form method="get" action="/leads" class="mt-4 grid gap-4 sm:grid-cols-2">${kept}${fields}<div class="sm:col-span-2"><button class="${BUTTON}">${button}</button></div></form>`
}

function select(label: string, placeholder: string, options: readonly string[], value: string | undefined): string {
  const name = label.toLowerCase()
  const id = `plain-${name}`
  const choices = options.map((option) => {
    const text = escapeHtml(option)
    return `<option value="${text}"${option === value ? ' selected' : ''}>${text}</option>`
  })
  return `<div><label for="${id}" class="${LABEL}">${label}</label><select id="${id}" name="${name}" class="${SELECT}"><option value="">${placeholder}</option>${choices.join('')}</select></div>`
}

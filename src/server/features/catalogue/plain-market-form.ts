import { LEAD_TYPES, type LeadType } from '#contract/catalogue/catalogue.ts'
import type { Context } from '#server/gateways/context.ts'
import { Refusal } from '#server/platform/errors.ts'
import { escapeHtml } from '#server/platform/text.ts'
import { describePage } from './describe-page.ts'
import { loadPlaces, type Places } from './places.ts'

/** Looks like the web's fields (src/web/ui/field.tsx). */
const LABEL = 'mb-1.5 block text-sm font-semibold'
const SELECT = 'w-full min-h-11 rounded-md border border-control bg-surface px-3 py-2 text-base text-ink'
const BUTTON =
  'inline-flex items-center justify-center rounded-md border border-accent bg-accent px-4 py-2 min-h-11 text-sm font-semibold text-on-accent'

/**
 * Writes what the leads page shows in a browser without JavaScript: state and county as a plain form, and once both are
 * chosen, what is on sale there in one sentence. Names come from the catalogue, never from the address.
 *
 * @param query as in the address, without `?`
 * @returns HTML, safe as it is; empty for other pages and while the catalogue cannot be read
 */
export async function writePlainMarketForm(ctx: Context, path: string, query: string): Promise<string> {
  if (path.replace(/\/$/, '') !== '/leads') return ''
  try {
    const places = await loadPlaces(ctx)
    const asked = new URLSearchParams(query)
    const state = places.states.find((one) => one === asked.get('state'))
    const counties = state === undefined ? [] : places.countiesOf(state).map(({ name }) => name)
    const county = counties.find((one) => one === asked.get('county'))
    const sentence = county === undefined ? '' : (await describePage(ctx, path, query)).description
    const type = LEAD_TYPES.find((one) => one === asked.get('type'))
    return (
      formOf(places, { state, counties, county, type }) + (sentence && `<p class="mt-4">${escapeHtml(sentence)}</p>`)
    )
  } catch (error) {
    if (!(error instanceof Refusal))
      ctx.node.warn(ctx.log, { reason: String(error) }, 'the leads page goes out without its form')
    return ''
  }
}

interface Chosen {
  type: LeadType | undefined
  state: string | undefined
  counties: readonly string[]
  county: string | undefined
}

function formOf({ states }: Places, { state, counties, county, type }: Chosen): string {
  const fields = [
    select({ name: 'state', label: 'State', placeholder: 'Select a state', options: states, value: state }),
    ...(state === undefined
      ? []
      : [
          select({ name: 'county', label: 'County', placeholder: 'Select a county', options: counties, value: county }),
        ]),
  ]
  const kept = type === undefined ? '' : `<input type="hidden" name="type" value="${type}">`
  const button = state === undefined ? 'Show counties' : 'Show packages'
  return `<form method="get" action="/leads" class="mt-4 grid gap-4 sm:grid-cols-2">${kept}${fields.join('')}<div class="sm:col-span-2"><button class="${BUTTON}">${button}</button></div></form>`
}

interface Select {
  name: string
  label: string
  placeholder: string
  options: readonly string[]
  value: string | undefined
}

function select({ name, label, placeholder, options, value }: Select): string {
  const id = `plain-${name}`
  const choices = options.map((option) => {
    const text = escapeHtml(option)
    return `<option value="${text}"${option === value ? ' selected' : ''}>${text}</option>`
  })
  return `<div><label for="${id}" class="${LABEL}">${label}</label><select id="${id}" name="${name}" class="${SELECT}"><option value="">${placeholder}</option>${choices.join('')}</select></div>`
}

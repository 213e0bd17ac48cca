import { LEGAL_NAMES, LEGAL_TITLES, type LegalName } from '#contract/admin/page-names.ts'
import type { LegalText } from '#contract/legal/legal.ts'
import { fillText, type Inline, readRichText } from '#contract/legal/rich-text.ts'
import type { Context } from '#server/gateways/context.ts'
import type { Executor } from '#server/platform/database/database.ts'
import { invariant } from '#server/platform/errors.ts'
import { escapeHtml } from '#server/platform/text/text.ts'
import { findEditionAt, LATEST, lastOf, readEdition } from './publish-edition.ts'

type Reading = { readonly database: Executor }

async function readText(ctx: Reading, name: LegalName, edition: number) {
  const rows = await ctx.database.run(readEdition, { edition })
  const [row, facts] = [name, 'facts'].map((part) => rows.find((one) => one.part === part))
  invariant(row && facts, 'the store records its texts when it starts')
  return { ...row, edition: lastOf(rows), text: fillText(row.body, JSON.parse(facts.body)) }
}

/** Shows a text with the facts that were true of its edition. A number that is not reached yet is the latest. */
export async function showText(ctx: Reading, name: LegalName, edition = LATEST): Promise<LegalText> {
  const [asked, latest] = await Promise.all([readText(ctx, name, edition), readText(ctx, name, LATEST)])
  return {
    name,
    edition: asked.edition,
    text: asked.text,
    publishedAt: asked.published_at.toISOString(),
    isCurrent: asked.text === latest.text,
  }
}

/** Returns the edition that was in force at a moment; null before the first. */
export async function editionAt(ctx: Reading, publishedAt: string): Promise<{ edition: number | null }> {
  const [row] = await ctx.database.run(findEditionAt, { publishedAt })
  return { edition: row?.edition ?? null }
}

function writeInline(content: readonly Inline[]): string {
  return content
    .map((part) => {
      const text = escapeHtml(part.text)
      if (part.kind === 'link') return `<a href="${escapeHtml(part.href)}" class="text-accent underline">${text}</a>`
      return part.kind === 'bold' ? `<strong>${text}</strong>` : text
    })
    .join('')
}

/** Writes the text of a page as safe HTML, for browsers and search engines that run no scripts; '' for other pages. */
export async function writePlainText(ctx: Context, path: string): Promise<string> {
  const name = LEGAL_NAMES.find((one) => path.replace(/\/$/, '') === `/${one}`)
  if (name === undefined) return ''
  try {
    const blocks = readRichText((await showText(ctx, name)).text).map((block) => {
      if (block.kind === 'paragraph') return `<p>${writeInline(block.content)}</p>`
      if (block.kind !== 'list') return `<h2 class="text-lg font-semibold">${writeInline(block.content)}</h2>`
      const items = block.items.map((item) => `<li>${writeInline(item)}</li>`).join('')
      return `<ul class="grid list-disc gap-2 pl-5">${items}</ul>`
    })
    return `<main class="page-width grid max-w-[720px]! gap-4 py-8"><h1 class="display text-3xl">${LEGAL_TITLES[name]}</h1>${blocks.join('')}</main>`
  } catch (error) {
    ctx.node.warn(ctx.log, { reason: String(error) }, 'a page goes out without its text')
    return ''
  }
}

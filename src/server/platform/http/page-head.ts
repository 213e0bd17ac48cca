import { escapeHtml } from '#server/platform/text/text.ts'

export interface PageHead {
  title: string
  description: string
  siteName: string
  /** The one URL of this content; null for pages that belong to someone, whose URL may be a secret. */
  canonicalUrl: string | null
  isIndexed: boolean
  /** The address of the picture, 1,200 by 630 pixels, that programs show with a link; null for a page of someone. */
  pictureUrl: string | null
  type: 'website' | 'product'
  jsonLd: Readonly<Record<string, unknown>> | null
}

/** Returns JSON that cannot end the script element around it, whatever its texts say. */
export function scriptJson(value: unknown): string {
  const code = (character: string) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
  return JSON.stringify(value).replace(/[<>&\u2028\u2029]/g, code)
}

/** Returns the lines of a page's head. React replaces the title as soon as a page shows its own. */
export function renderPageHead(head: PageHead): string {
  const meta = (key: 'name' | 'property', name: string, content: string) =>
    `<meta ${key}="${name}" content="${escapeHtml(content)}" />`
  const { canonicalUrl, pictureUrl } = head
  return [
    `<title>${escapeHtml(head.title)}</title>`,
    meta('name', 'description', head.description),
    ...(head.isIndexed ? [] : [meta('name', 'robots', 'noindex')]),
    ...(canonicalUrl ? [`<link rel="canonical" href="${escapeHtml(canonicalUrl)}" />`] : []),
    meta('property', 'og:title', head.title),
    meta('property', 'og:description', head.description),
    ...(canonicalUrl ? [meta('property', 'og:url', canonicalUrl)] : []),
    meta('property', 'og:type', head.type),
    meta('property', 'og:site_name', head.siteName),
    ...(pictureUrl
      ? [meta('property', 'og:image', pictureUrl), meta('name', 'twitter:card', 'summary_large_image')]
      : []),
    // A data block, to which no policy against inline scripts applies: none of it runs.
    ...(head.jsonLd ? [`<script type="application/ld+json">${scriptJson(head.jsonLd)}</script>`] : []),
  ].join('\n    ')
}

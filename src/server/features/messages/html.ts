/** Mails as HTML from plain typed functions. Tables and inline styles, because mail programs know little else. */
import { escapeHtml } from '#server/platform/escape-html.ts'

const FONT = "font-family:'Public Sans',-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif"

/**
 * A whole mail around its inner HTML. Brand and footer stand over and under the words of the card: 24 px and its border.
 * Colors follow the reader's light or dark setting where the program knows it.
 */
export function mailPage(page: {
  title: string
  brand: string
  subsidiary: string
  inner: string
  footer: string
}): string {
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(page.title)}</title>
<style>@media (prefers-color-scheme: dark){body,.paper{background:#101a15!important}.card{background:#17231d!important;border-color:#33443b!important}
.ink,.ink *{color:#eceee6!important}.muted{color:#a9b5a8!important}.rule{border-color:#33443b!important}.link{color:#6fd09a!important}.button{background:#6fd09a!important;color:#0d2418!important}}</style>
</head><body class="paper" style="margin:0;background:#fbfaf6;${FONT};color:#17251d">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0"><tr><td align="center" style="padding:24px 12px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:560px">
<tr><td class="ink" style="padding:0 25px 16px"><strong style="font-size:18px;line-height:1.3">${escapeHtml(page.brand)}</strong>
<div class="muted" style="font-size:13px;line-height:1.4;color:#5b6a60">${escapeHtml(page.subsidiary)}</div></td></tr>
<tr><td class="card ink" style="background:#fff;border:1px solid #dcded3;border-radius:6px;padding:24px;font-size:16px;line-height:1.5">${page.inner}</td></tr>
<tr><td class="muted" style="padding:16px 25px;font-size:13px;line-height:1.5;color:#5b6a60">${page.footer}</td></tr>
</table></td></tr></table></body></html>`
}

/** What stands under every mail: what to name in a question, and whom to ask. */
export function mailFooter(supportEmail: string, reference?: string): string {
  const address = escapeHtml(supportEmail)
  const link = `<a class="link" href="mailto:${address}" style="color:#1c6b43">${address}</a>`
  return `${reference ? `Reference ${escapeHtml(reference)}. ` : ''}Questions? Write to ${link}.`
}

/** The one next step of a mail. */
export function mailButton(text: string, href: string): string {
  return `<a class="button" href="${escapeHtml(href)}" style="display:inline-block;background:#1c6b43;color:#fdfefb;text-decoration:none;padding:12px 20px;border-radius:6px;font-weight:600">${escapeHtml(text)}</a>`
}

/** Makes parts of the page. Texts go in as text, never as HTML: proofs come from strangers. */

type Child = Node | string | false | null

export function element(tag: string, names: string, ...children: readonly Child[]): HTMLElement {
  const made = document.createElement(tag)
  if (names) made.className = names
  made.append(...children.filter((child) => child !== null && child !== false))
  return made
}

/** The part of the page with an id. @throws Error if the page has none */
export function find<Kind extends HTMLElement = HTMLElement>(id: string): Kind {
  const found = document.getElementById(id)
  if (!found) throw new Error(`the page has no “${id}”`)
  return found as Kind
}

export const list = (sentences: readonly string[]): HTMLElement =>
  element('ul', '', ...sentences.map((sentence) => element('li', '', sentence)))

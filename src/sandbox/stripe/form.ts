/** A parsed form: nested brackets become nested trees, lists become trees with the keys '0', '1', … */
export interface FormTree {
  [name: string]: string | FormTree
}

const DEPTH_MAX = 8
const FIELDS_MAX = 1000

/** Without a prototype, so a field called `__proto__` or `constructor` is only a field. */
function emptyTree(): FormTree {
  return Object.create(null)
}

/**
 * Parses a form body or query string like Stripe: `metadata[order]=1`, `expand[]=latest_charge`, `types[0]=a`.
 * Contradictions (`a=1&a[b]=2`) keep the last form; fields nested too deeply are ignored.
 */
export function parseForm(text: string): FormTree {
  const tree = emptyTree()
  let fields = 0
  for (const [name, value] of new URLSearchParams(text)) {
    fields += 1
    if (fields > FIELDS_MAX) break
    const path = splitName(name)
    if (path.length <= DEPTH_MAX) place(tree, path, value)
  }
  return tree
}

function splitName(name: string): string[] {
  const open = name.indexOf('[')
  if (open < 1 || !name.endsWith(']')) return [name]
  return [name.slice(0, open), ...name.slice(open + 1, -1).split('][')]
}

function place(tree: FormTree, path: string[], value: string): void {
  let here = tree
  for (const [index, part] of path.entries()) {
    const name = part === '' ? String(Object.keys(here).length) : part
    if (index === path.length - 1) {
      here[name] = value
      return
    }
    const below = here[name]
    const next = below === undefined || typeof below === 'string' ? emptyTree() : below
    here[name] = next
    here = next
  }
}

/** Returns the same text for the same parameters in any order; the idempotency check compares its hash. */
export function canonicalForm(tree: FormTree): string {
  const sorted = Object.keys(tree)
    .sort()
    .map((name) => {
      const value = tree[name] ?? ''
      return [name, typeof value === 'string' ? value : canonicalForm(value)]
    })
  return JSON.stringify(sorted)
}

// Runs in the page before its first paint; build/first-paint.ts puts it there. lib/early-input.ts takes over what it recorded.

// A remembered choice of theme wins over the system's. See ui/theme.ts.
try {
  const theme = localStorage.getItem('theme')
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme
} catch {
  // Storage may be switched off; the system's preference then decides.
}

// A prerendered page can be clicked and typed into before the bundle runs: that is recorded. The key that leads to the county
// search (use-slash-key.ts) is answered at once, because what is typed after it must reach the field.
const touched = new Set()
const note = ({ target }) => {
  const control = target.closest('button, input, select')
  if (control) touched.add(control)
}
const KINDS = ['click', 'input', 'change']
const reachSearch = (event) => {
  const field = document.querySelector('[role="combobox"]')
  if (!field || event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey) return
  if (event.defaultPrevented || event.target.matches('input, textarea, select')) return
  event.preventDefault()
  field.focus()
}
for (const kind of KINDS) addEventListener(kind, note)
addEventListener('keydown', reachSearch)
window.earlyInput = {
  take() {
    for (const kind of KINDS) removeEventListener(kind, note)
    return touched
  },
  end() {
    removeEventListener('keydown', reachSearch)
  },
}

// A payment page shows nothing without its request: it is fetched now; the bundle would ask only once it has loaded.
// lib/early-answer.ts hands the answer on.
const link = /^\/payment\/([\w-]+)$/.exec(location.pathname)
if (link) {
  const url = `/api/payment-request/${link[1]}`
  const early = { url, atMs: 0 }
  early.answer = fetch(url, { credentials: 'include', headers: { accept: 'application/json' } }).then((response) => {
    early.atMs = Date.now()
    return response
  })
  // Whoever takes it is told; until then nobody listens.
  early.answer.catch(() => undefined)
  window.earlyAnswer = early
}

// The bundle comes after the first paint: words and fonts have the line to themselves until then. Its files are fetched
// together and run one after the other, with room in between for whatever the reader does.
addEventListener('DOMContentLoaded', () => {
  const hrefsOf = (name) => [...document.querySelectorAll(`meta[name="${name}"]`)].map(({ content }) => content)
  const bundle = hrefsOf('bundle')
  const start = async () => {
    for (const href of [...bundle, ...hrefsOf('bundle-page')])
      document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href }))
    for (const href of bundle) {
      await import(href)
      await new Promise((resolve) => setTimeout(resolve))
    }
  }
  if (!document.getElementById('root').hasChildNodes()) return start()
  // A page behind others is not painted: there, half a second decides.
  const timer = setTimeout(start, 500)
  requestAnimationFrame(() => {
    clearTimeout(timer)
    setTimeout(start)
  })
})

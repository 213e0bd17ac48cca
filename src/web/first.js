// Runs in the page before its first paint; build/first-paint.ts puts it there. lib/served-page.ts takes over what it
// recorded.

// A saved choice of theme overrides the system's. See ui/theme.tsx.
try {
  const theme = localStorage.getItem('theme')
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme
} catch {
  // If storage is off, the system's preference decides.
}

// A prerendered page can be clicked and typed into before the bundle runs, and this records it. A pressed button says that
// it is busy. The key that opens the county search (county-search.tsx) is handled at once, because what is typed after it
// must go into the field; Enter in there waits for the list of places.
// After so long, a press no longer counts, because the person has done something else.
const FRESH_MS = 15_000
const isFresh = (event) => performance.now() - event.timeStamp < FRESH_MS
const touched = new Map()
let entered = null
const note = (event) => {
  const control = event.target.closest('button, input, select, search a')
  if (!control) return
  if (control.matches('a')) {
    const isPlain = event.type === 'click' && !event.ctrlKey && !event.metaKey && !event.shiftKey && !event.altKey
    if (!isPlain || !document.querySelector('[role="combobox"]')?.value.trim()) return
    event.preventDefault()
  }
  touched.set(control, event)
  if (control.matches('button, a')) control.setAttribute('aria-busy', 'true')
  if (event.type === 'input') entered = null
}

const KINDS = ['click', 'input', 'change']
const reachSearch = (event) => {
  const field = document.querySelector('[role="combobox"]')
  if (!field || event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return
  if (event.key === 'Enter' && event.target === field) entered = event
  if (event.key !== '/' || event.defaultPrevented || event.target.matches('input, textarea, select')) return
  event.preventDefault()
  field.focus()
}
for (const kind of KINDS) addEventListener(kind, note)
addEventListener('keydown', reachSearch)
window.earlyInput = {
  isFresh,
  take() {
    for (const kind of KINDS) removeEventListener(kind, note)
    return touched
  },
  end() {
    removeEventListener('keydown', reachSearch)
    return entered
  },
}

// On the team's pages, this keeps shortcuts that nothing can answer yet, and what is typed after them, for a while.
// ui/page-keys.ts answers them. The browser's own meaning of these keys would move the focus out of the page.
const KEPT_MAX = 60
const areaNow = () => /^\/(admin|sales)/.exec(location.pathname)?.[1]
const kept = []
const freshKeys = () => {
  const area = areaNow()
  while (kept.length > 0 && (kept[0].area !== area || !isFresh(kept[0].event))) kept.shift()
  return kept
}

const keepKey = (event) => {
  const { key, target, altKey, shiftKey, repeat, isComposing } = event
  const isCommand = event.ctrlKey || event.metaKey
  const area = areaNow()
  // Someone who types elsewhere, such as into the login, has done something else.
  if (target.closest('input, select, textarea') && !target.closest('dialog')) kept.length = 0
  if (!area || altKey || repeat || isComposing || target.closest('input, select, textarea, dialog')) return
  const isLater = [' ', 'Backspace', 'Enter'].includes(key)
  const isPalette = isCommand && !shiftKey && key.toLowerCase() === 'k'
  if (isCommand ? !isPalette : key.length > 1 && !isLater) return
  const count = freshKeys().length
  if (count === KEPT_MAX || (isLater && (count === 0 || target.closest('a, button, summary')))) return
  kept.push({ event, area })
  event.preventDefault()
  event.stopImmediatePropagation()
}
addEventListener('keydown', keepKey, true)
window.earlyKeys = { fresh: freshKeys, keep: keepKey }

// A payment page shows nothing without its request, and the checkout nothing without the cart, so they are fetched now;
// the bundle could ask only after it has loaded. lib/call-api.ts passes the reply on.
const link = /^\/payment\/([\w-]+)$/.exec(location.pathname)
const url = link ? `/api/payment-request/${link[1]}` : location.pathname === '/checkout' && '/api/cart'
if (url) {
  const early = { url, atMs: 0 }
  early.answer = fetch(url, { credentials: 'include', headers: { accept: 'application/json' } }).then((response) => {
    early.atMs = Date.now()
    return response
  })
  // The code that takes the reply handles an error; until then no one listens.
  early.answer.catch(() => undefined)
  window.earlyAnswer = early
}

// The bundle loads after the first paint, so that text and fonts have the connection to themselves until then. Its
// files are fetched together and run one after another, with room in between for user input.
addEventListener('DOMContentLoaded', () => {
  const hrefsOf = (name) => [...document.querySelectorAll(`meta[name="${name}"]`)].map(({ content }) => content)
  const bundle = hrefsOf('bundle')
  let isStarted = false
  const start = async () => {
    if (isStarted) return
    isStarted = true
    for (const href of [...bundle, ...hrefsOf('bundle-page')])
      document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href }))
    for (const href of bundle) {
      await import(href)
      await new Promise((resolve) => setTimeout(resolve))
    }
  }
  if (!document.getElementById('root').hasChildNodes()) return start()
  // A background tab is not painted, and some browsers do not report a paint: there, half a second decides.
  setTimeout(start, 500)
  new PerformanceObserver(start).observe({ type: 'paint', buffered: true })
})

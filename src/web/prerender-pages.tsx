/**
 * Prerenders the pages as they look before any data has loaded: `node prerender-pages.js <folder>` writes one file per
 * page into the folder. The server puts them into the pages it sends, and React hydrates them in the browser.
 */
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { createMemoryHistory } from '@tanstack/react-router'
import { renderToString } from 'react-dom/server'
import { PRERENDERED_PAGES } from '#contract/admin/pages.ts'
import { App } from './app.tsx'
import { statesQuery } from './features/catalogue/catalogue-data.ts'
import { takeAtOnce } from './features/catalogue/search/in-steps.ts'
import { readPlaces } from './features/catalogue/search/read-places.ts'
import { queryClient } from './lib/call-api.ts'
import { asServed, makeRouter, type Router } from './router.tsx'

/** The server writes the titles, because they depend on more than the page. */
const TITLES = /<title>.*?<\/title>/g

// No top-level await, because the pages' own files would wait for it.
prerenderPages(process.argv[2] ?? '.').then(
  () => process.exit(0),
  (error) => {
    console.error(error)
    process.exit(1)
  },
)

async function prerenderPages(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true })
  queryClient.setQueryData(statesQuery().queryKey, await readStates(join(folder, '..')))
  for (const [name, address] of Object.entries(PRERENDERED_PAGES)) {
    const router = asServed(makeRouter())
    router.update({
      ...router.options,
      history: createMemoryHistory({ initialEntries: [address] }),
      scrollRestoration: false,
    })
    await router.load()
    const html = (await renderWhole(router)).replace(TITLES, '')
    if (!html.includes('<h1')) throw new Error(`the page ${name} has no heading: it was not rendered`)
    await writeFile(join(folder, `${name}.html`), html)
  }
}

/** What React leaves where a part of the page is not loaded yet. */
const MISSING_PART = '<!--$!-->'
const ROUNDS_MAX = 1_000

/** Renders the page with its late parts: the first rendering only starts loading them. */
async function renderWhole(router: Router): Promise<string> {
  for (let round = 0; round < ROUNDS_MAX; round += 1) {
    const html = renderToString(<App router={router} />)
    if (!html.includes(MISSING_PART)) return html
    await setImmediate()
  }
  throw new Error('a late part of a page did not load')
}

/** The states never change, so visitors can make the first choice before anything has loaded. */
async function readStates(buildFolder: string): Promise<string[]> {
  return takeAtOnce(readPlaces(await readFile(join(buildFolder, 'places.txt'), 'utf8'))).states.map(({ name }) => name)
}

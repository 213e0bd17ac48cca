import { startTransition } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { getStoreConfig } from '#contract/admin/operations.ts'
import { App } from './app.tsx'
import { statesQuery } from './features/catalogue/catalogue-data.ts'
import { query, queryClient } from './lib/call-api.ts'
import * as servedPage from './lib/served-page.ts'
import { asServed, makeRouter } from './router.tsx'
import './styles.css'

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')

if (servedPage.servedConfig) queryClient.setQueryData(query(getStoreConfig).queryKey, servedPage.servedConfig)

const states = servedPage.servedChoices('state')
if (states.length > 0) queryClient.setQueryData(statesQuery().queryKey, states)

if (servedPage.hasPrerendered) void hydrate(root)
else {
  servedPage.dropEarlyInput()
  servedPage.replaceServedTitle()
  createRoot(root).render(<App router={makeRouter()} />)
}

/** Each step is its own task, and React renders in many, so that the browser can respond to input in between. */
async function hydrate(prerendered: HTMLElement): Promise<void> {
  await servedPage.nextTask()
  const router = asServed(makeRouter())
  await servedPage.nextTask()
  await router.load()
  await servedPage.nextTask()
  servedPage.takeEarlyInput()
  startTransition(() => {
    hydrateRoot(prerendered, <App router={router} />)
  })
}

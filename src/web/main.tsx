import { startTransition } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import type { getStoreConfig } from '#contract/admin/operations.ts'
import { App } from './app.tsx'
import { dropEarlyInput, takeEarlyInput } from './lib/early-input.ts'
import { query, queryClient } from './lib/query.ts'
import { afterTakeover, isDrawn, servedConfig } from './lib/served-page.ts'
import { replaceServedTitle } from './lib/served-title.ts'
import { asServed, router } from './router.tsx'
import './styles.css'

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')

if (servedConfig) {
  const { queryKey } = query<typeof getStoreConfig>('/api/config', {})
  afterTakeover().then(() => queryClient.setQueryData(queryKey, servedConfig))
}

if (isDrawn) void takeOver(root)
else {
  dropEarlyInput()
  replaceServedTitle()
  createRoot(root).render(<App />)
}

/** Each step is a task of its own, and React's drawing many: in between the browser answers fingers. */
async function takeOver(drawn: HTMLElement): Promise<void> {
  await nextTask()
  await asServed(router).load()
  await nextTask()
  takeEarlyInput()
  startTransition(() => {
    hydrateRoot(drawn, <App />)
  })
}

function nextTask(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve))
}

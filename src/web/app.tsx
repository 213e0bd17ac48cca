import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { queryClient } from './lib/call-api.ts'
import type { Router } from './router.tsx'

/** Everything that React renders. The same at build time and in the browser, or the browser could not hydrate the page. */
export const App = ({ router }: { router: Router }) => (
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  </StrictMode>
)

import { StrictMode, startTransition } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { BrowserRouter } from 'react-router'
import '../ui/theme/fonts.css'
import '../ui/theme/tokens.css'
import '../ui/theme/base.css'
import type { QueryClient } from '@tanstack/react-query'
import { installHistoryGuard } from '../forms/history-guard.ts'
import { createQueryClient } from '../session/query-client.ts'
import { colourBrowserBar } from '../ui/theme/theme.ts'
import { App } from './app.tsx'
import { createVisitorQueryClient } from './visitor-query-client.ts'

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')

colourBrowserBar()
installHistoryGuard()

const renderApp = (queryClient: QueryClient) => (
  <StrictMode>
    {/* Without transitions a change of page is visible at once, even while its script loads. */}
    <BrowserRouter useTransitions={false}>
      <App queryClient={queryClient} />
    </BrowserRouter>
  </StrictMode>
)

// The server sends visitors a prerendered landing page. It lacks a message passed in the history state, which
// survives a reload.
const isPrerendered = 'ready' in root.dataset && location.pathname === '/' && !history.state?.usr
// As a transition, so that the page stays responsive during hydration.
if (isPrerendered) startTransition(() => void hydrateRoot(root, renderApp(createVisitorQueryClient())))
else {
  root.replaceChildren()
  delete root.dataset.ready
  createRoot(root).render(renderApp(createQueryClient()))
}

import { StrictMode, startTransition } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { BrowserRouter } from 'react-router'
import '../ui/theme/fonts.css'
import '../ui/theme/tokens.css'
import '../ui/theme/base.css'
import type { QueryClient } from '@tanstack/react-query'
import { listenBeforeRouter } from '../forms/history-guard.ts'
import { openQueryClient } from '../session/query-client.ts'
import { colourBrowserBar } from '../ui/theme/theme.ts'
import { App } from './app.tsx'
import { openVisitorsClient } from './visitors-client.ts'

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')

colourBrowserBar()
listenBeforeRouter()

const productWith = (queryClient: QueryClient) => (
  <StrictMode>
    {/* Without transitions a change of page shows at once, also when its script is slow to come. */}
    <BrowserRouter useTransitions={false}>
      <App queryClient={queryClient} />
    </BrowserRouter>
  </StrictMode>
)

// The server sends a visitor the landing page ready to read. Something said on the way here (a reload keeps it in
// the history) is not in it.
const isReady = 'ready' in root.dataset && location.pathname === '/' && !history.state?.usr
// In slices, as what is there can be read and followed meanwhile.
if (isReady) startTransition(() => void hydrateRoot(root, productWith(openVisitorsClient())))
else {
  root.replaceChildren()
  delete root.dataset.ready
  createRoot(root).render(productWith(openQueryClient()))
}

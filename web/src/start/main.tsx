import { StrictMode } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { BrowserRouter } from 'react-router'
import '../ui/theme/fonts.css'
import '../ui/theme/tokens.css'
import '../ui/theme/base.css'
import { installHistoryGuard } from '../forms/history-guard.ts'
import { hideWhileLeft } from '../session/hide-while-left.ts'
import { createQueryClient } from '../session/query-client.ts'
import { endTakeOver, isReminded, readSentPage, takeOver } from '../session/sent-page.ts'
import { Hydration } from '../ui/browser/after-hydration.tsx'
import { ignoreOutdatedDoubleClicks } from '../ui/browser/double-clicks.ts'
import { tolerateTranslators } from '../ui/browser/translated-pages.ts'
import { colourBrowserBar } from '../ui/theme/theme.ts'
import { App } from './app.tsx'
import { preloadPage } from './routes.tsx'

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')

tolerateTranslators()
colourBrowserBar()
installHistoryGuard()
ignoreOutdatedDoubleClicks()

const sent = readSentPage()
const queryClient = createQueryClient()
hideWhileLeft(queryClient)
if (sent) takeOver(queryClient, sent)

const app = (
  <StrictMode>
    {/* Without transitions a change of page is visible at once, even while its script loads. */}
    <BrowserRouter useTransitions={false}>
      <App queryClient={queryClient} sent={sent} />
    </BrowserRouter>
  </StrictMode>
)

// React can take over only what renders at once, and as the server rendered it.
if (sent)
  preloadPage(sent.shows, { isReminded: isReminded(queryClient) })
    // Reported already; the page says so.
    .catch(() => {})
    .finally(() => hydrateRoot(root, <Hydration onEnd={endTakeOver}>{app}</Hydration>))
else createRoot(root).render(app)

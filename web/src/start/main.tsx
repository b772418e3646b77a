import { StrictMode, startTransition } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { BrowserRouter } from 'react-router'
import '../ui/theme/fonts.css'
import '../ui/theme/tokens.css'
import '../ui/theme/base.css'
import { VIEWERS } from '@blood-bank/contract/sessions/viewers'
import { installHistoryGuard } from '../forms/history-guard.ts'
import { hideWhileLeft } from '../session/hide-while-left.ts'
import { createPresumingQueryClient, presumedSession } from '../session/presumed-session.ts'
import { sessionQuery } from '../session/session.ts'
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

/** The path of the page that the build rendered: for visitors of a members' page, that of the sign-in page. */
const { shows = location.pathname } = root.dataset
/** For whom the build rendered the page, if it did. */
const viewer = VIEWERS.find(name => name === root.dataset.viewer)

const presumed = viewer && presumedSession(viewer)
const queryClient = createPresumingQueryClient(presumed)
hideWhileLeft(queryClient)

const app = (
  <StrictMode>
    {/* Without transitions a change of page is visible at once, even while its script loads. */}
    <BrowserRouter useTransitions={false}>
      <App queryClient={queryClient} presumed={presumed} builtPath={viewer && shows} />
    </BrowserRouter>
  </StrictMode>
)

const render = () => createRoot(root).render(app)
// As a transition, so that the page stays responsive.
const hydrate = () => startTransition(() => void hydrateRoot(root, <Hydration>{app}</Hydration>))

if (viewer) {
  // Known when the page is hydrated, so that its content is rendered once.
  void queryClient.prefetchQuery(sessionQuery)
  // React can hydrate only what renders at once, and as the build rendered it.
  preloadPage(shows, viewer).then(hydrate, render)
} else render()

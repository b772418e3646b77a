import { StrictMode } from 'react'
import { renderToString } from 'react-dom/server'
import { StaticRouter } from 'react-router'
import { App } from './app.tsx'
import { openVisitorsClient } from './visitors-client.ts'

/** The landing page as HTML, as a visitor sees it at first; for the build (web/build/prerender.ts). */
export const renderLanding = (): string =>
  renderToString(
    <StrictMode>
      <StaticRouter location="/">
        <App queryClient={openVisitorsClient()} />
      </StaticRouter>
    </StrictMode>,
  )

import { StrictMode } from 'react'
import { renderToString } from 'react-dom/server'
import { StaticRouter } from 'react-router'
import { App } from './app.tsx'
import { createVisitorQueryClient } from './visitor-query-client.ts'

/** Renders the landing page as HTML for a visitor; called by the build (web/build/prerender.ts). */
export const renderLanding = (): string =>
  renderToString(
    <StrictMode>
      <StaticRouter location="/">
        <App queryClient={createVisitorQueryClient()} />
      </StaticRouter>
    </StrictMode>,
  )

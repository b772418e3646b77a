import type { Viewer } from '@blood-bank/contract/sessions/viewers'
import { render } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { expect } from 'vitest'
import { createPresumingQueryClient, presumedSession } from '../session/presumed-session.ts'
import { sessionQuery } from '../session/session.ts'
import { App } from '../start/app.tsx'
import { prerender } from '../start/prerender.tsx'
import { Hydration } from '../ui/browser/after-hydration.tsx'

/** Opens a page as the build rendered it for a kind of viewer. Its scripts have not run yet. */
export async function openBuiltPage(path: string, viewer: Viewer) {
  const container = document.createElement('div')
  container.innerHTML = (await prerender(path, viewer))?.html ?? expect.fail('no page')
  document.body.append(container)
  const presumed = presumedSession(viewer)
  const queryClient = createPresumingQueryClient(presumed)
  return {
    container,
    fetchSession: () => queryClient.prefetchQuery({ ...sessionQuery, retry: false }),
    /** Runs the scripts. `onDiffers` is called if the page differs from what React renders. */
    hydrate: (onDiffers: () => void) =>
      render(
        <MemoryRouter initialEntries={[path]} useTransitions={false}>
          <App queryClient={queryClient} presumed={presumed} builtPath={path} />
        </MemoryRouter>,
        { container, hydrate: true, wrapper: Hydration, onRecoverableError: onDiffers },
      ),
  }
}

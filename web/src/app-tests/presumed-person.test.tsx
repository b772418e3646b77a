import type { Session } from '@blood-bank/contract/sessions/endpoints'
import type { Viewer } from '@blood-bank/contract/sessions/viewers'
import { render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { expect, test, vi } from 'vitest'
import { createPresumingQueryClient, presumedSession } from '../session/presumed-session.ts'
import { App } from '../start/app.tsx'
import { listPaths, prerender } from '../start/prerender.tsx'
import { preloadPage } from '../start/routes.tsx'
import { aUser } from '../testing/builders.ts'
import { openBuiltPage } from '../testing/hydrate-page.tsx'
import { sample } from '../testing/test-scope.ts'

const PAGES = await Promise.all(
  listPaths().map(async path => ({ path, forVisitors: await prerender(path, 'visitor') })),
)
/** Those that lead visitors to the sign-in page. */
const GUARDED = PAGES.filter(({ path, forVisitors }) => forVisitors && forVisitors.shows !== path)
const CASES = GUARDED.flatMap(({ path }) => {
  const viewers: Viewer[] = path.startsWith('/admin') ? ['admin'] : ['member', 'admin']
  return viewers.map(viewer => ({ path, viewer }))
})

test('all pages behind a guard are tried', () => {
  expect(GUARDED.map(({ path }) => path)).toEqual(
    expect.arrayContaining(['/dashboard', '/find-donors', '/view-requests', '/account', '/admin/users']),
  )
})

test.each(CASES)(
  '$path fetches nothing for a presumed $viewer before the session is confirmed',
  async ({ path, viewer }) => {
    const fetched: string[] = []
    vi.stubGlobal('fetch', (address: string) => {
      fetched.push(address)
      return new Promise(() => {})
    })
    await preloadPage(path, viewer)
    const presumed = presumedSession(viewer)
    // A search in the URL is not made, either.
    render(
      <MemoryRouter initialEntries={[`${path}?bloodGroup=O%2B`]} useTransitions={false}>
        <App queryClient={createPresumingQueryClient(presumed)} presumed={presumed} />
      </MemoryRouter>,
    )
    await screen.findByText('Verifying access...')
    expect(fetched).toEqual(['/api/session'])
  },
)

/** What may have become of the session when a part of a page is hydrated. */
const REPLIES: Record<string, () => Promise<Response>> = {
  'has not been fetched': () => new Promise(() => {}),
  'is known': async () => Response.json({ user: aUser() } satisfies Session),
  'has ended': async () => Response.json({ user: null } satisfies Session),
  'could not be fetched': () => Promise.reject(new TypeError('no network')),
}

test.each(
  sample(1, Object.keys(REPLIES)).flatMap(state =>
    (['/', '/dashboard', '/post-request', '/view-requests'] as const).map(path => ({ state, path })),
  ),
)('$path is hydrated as the build rendered it when the session $state', async ({ state, path }) => {
  const viewer = path === '/' ? 'visitor' : 'member'
  const page = await openBuiltPage(path, viewer)
  vi.stubGlobal('fetch', REPLIES[state])
  const fetched = page.fetchSession()
  if (state !== 'has not been fetched') await fetched
  const differs = vi.fn()
  page.hydrate(differs)
  expect(differs).not.toHaveBeenCalled()
})

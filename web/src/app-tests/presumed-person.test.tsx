import type { Viewer } from '@blood-bank/contract/sessions/viewers'
import { render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { expect, test, vi } from 'vitest'
import { createPresumingQueryClient, presumedSession } from '../session/presumed-session.ts'
import { App } from '../start/app.tsx'
import { listPaths, prerender } from '../start/prerender.tsx'
import { preloadPage } from '../start/routes.tsx'

const PAGES = await Promise.all(
  listPaths().map(async path => ({ path, forVisitors: await prerender(path, 'visitor') })),
)
/** Those that lead visitors to the sign-in page. */
const GUARDED = PAGES.filter(({ path, forVisitors }) => forVisitors && forVisitors.shows !== path)
const CASES = GUARDED.flatMap(({ path }) => {
  const viewers: Viewer[] = path.startsWith('/admin/') ? ['admin'] : ['member', 'admin']
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

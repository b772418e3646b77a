import { QueryClientProvider } from '@tanstack/react-query'
import { render, screen } from '@testing-library/react'
import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import { aUser } from '../testing/builders.ts'
import { Hydration } from '../ui/browser/after-hydration.tsx'
import { createQueryClient } from './query-client.ts'
import { actorOf, sessionQuery, toStoredSession, useSession } from './session.ts'

const shown: string[] = []

function Access() {
  const session = useSession()
  const text = session.kind === 'pending' ? 'Verifying access...' : (actorOf(session)?.email ?? 'nobody')
  shown.push(text)
  return <p>{text}</p>
}

test('a page that was sent to somebody unknown is taken over as it was sent, also when the session is known by then', async () => {
  const client = createQueryClient()
  const page = (
    <Hydration>
      <QueryClientProvider client={client}>
        <Access />
      </QueryClientProvider>
    </Hydration>
  )
  const container = document.createElement('div')
  container.innerHTML = renderToString(page)
  document.body.append(container)
  client.setQueryData(sessionQuery.queryKey, toStoredSession({ user: aUser({ email: 'rima@example.edu' }) }))
  shown.length = 0
  render(page, { container, hydrate: true })
  expect(shown[0]).toBe('Verifying access...')
  await screen.findByText('rima@example.edu')
})

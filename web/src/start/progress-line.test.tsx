import { listActiveBloodRequests } from '@blood-bank/contract/blood-requests/endpoints'
import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { aPage, aUser } from '../testing/builders.ts'
import { renderPage } from '../testing/render-page.tsx'
import { awaiting, replying } from '../testing/replies.ts'

test('a line is shown while waiting for the server', async () => {
  const { reply, arrive } = awaiting(replying(listActiveBloodRequests, aPage([])))
  renderPage('/view-requests', { user: aUser(), replies: [reply] })
  await screen.findByRole('progressbar', { name: 'Waiting for the server' })
  arrive()
  await screen.findByText('No active blood requests at the moment.')
  await waitFor(() => expect(screen.queryByRole('progressbar')).toBeNull())
})

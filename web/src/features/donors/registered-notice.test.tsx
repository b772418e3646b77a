import { readOwnDonor } from '@blood-bank/contract/donors/endpoints'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render, screen } from '@testing-library/react'
import { MemoryRouter, useLocation } from 'react-router'
import { expect, test } from 'vitest'
import { aDonor } from '../../testing/builders.ts'
import { setSite } from '../../testing/render-page.tsx'
import { replying } from '../../testing/replies.ts'
import { startStubServer } from '../../testing/stub-server.ts'
import { AFTER_REGISTRATION, RegisteredNotice } from './registered-notice.tsx'

setSite({ sendsTexts: true })

const LocationState = () => <p>{`State: ${JSON.stringify(useLocation().state)}`}</p>

function open(state: object) {
  startStubServer([replying(readOwnDonor, { donor: aDonor() })])
  render(
    <QueryClientProvider client={new QueryClient()}>
      <MemoryRouter initialEntries={[{ pathname: '/dashboard', state }]} useTransitions={false}>
        <RegisteredNotice />
        <LocationState />
      </MemoryRouter>
    </QueryClientProvider>,
  )
}

test('the thanks stay while the page is shown, but not in the history: reloading or going back shows none', async () => {
  open(AFTER_REGISTRATION)
  await screen.findByText('You are a donor now. Thank you.')
  screen.getByText('State: null')
  const offer = screen.getByRole('link', { name: 'Have urgent requests texted to your phone' })
  expect(offer.getAttribute('href')).toBe('/account#texts')
})

import { CONSENT } from '@blood-bank/contract/own-account/consent'
import { agreeToConsent } from '@blood-bank/contract/own-account/endpoints'
import { readSession } from '@blood-bank/contract/sessions/endpoints'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { aUser } from '../../testing/builders.ts'
import { renderPage } from '../../testing/render-page.tsx'
import { dashboardReplies, type Reply, refusing, replying } from '../../testing/replies.ts'

const DUE = replying(readSession, { user: aUser(), isConsentDue: true })
const CURRENT = replying(readSession, { user: aUser() })
const AGREED = { version: CONSENT.version, text: CONSENT.text, agreedAt: '2026-11-20T08:00:00.000Z' }

const open = (...replies: Reply[]) => renderPage('/dashboard', { replies: [...replies, ...dashboardReplies] })
const findBanner = async () =>
  within(await screen.findByRole('region', { name: 'Our privacy text has changed' }))

test('a person with an older consent reads the current text and agrees; a line that can be dismissed takes its place', async () => {
  const { person, server } = open(DUE, CURRENT, replying(agreeToConsent, AGREED))
  const banner = await findBanner()
  // The page behind it can be used without.
  await screen.findByRole('heading', { level: 1 })
  expect(server.callsTo(agreeToConsent)).toEqual([])
  const text = banner.getByText('Our privacy text has changed').closest('details')
  expect(text?.contains(banner.getByRole('button', { name: 'Agree' }))).toBe(true)
  expect(banner.getAllByRole('listitem')).toHaveLength(3)
  banner.getByText(/every look is recorded/)
  await person.click(banner.getByRole('button', { name: 'Agree' }))
  await waitFor(() =>
    expect(screen.queryByRole('region', { name: 'Our privacy text has changed' })).toBeNull(),
  )
  expect(server.callsTo(agreeToConsent)).toMatchObject([{ body: { version: CONSENT.version } }])
  expect(document.activeElement?.id).toBe('main')
  const done = screen.getByText('Thank you. The text you agreed to is on your Account page.')
  expect(done.getAttribute('role')).toBe('status')
  await person.click(screen.getByRole('button', { name: 'Dismiss' }))
  expect(done.isConnected).toBe(false)
})

test("a refusal is shown with the server's message, and the banner stays", async () => {
  const { person } = open(DUE, refusing(agreeToConsent, 'consent-text-changed'))
  const banner = await findBanner()
  await person.click(banner.getByRole('button', { name: 'Agree' }))
  expect((await banner.findByRole('alert')).textContent).toContain(
    'Please reload the page and read it again.',
  )
})

test('nobody else sees the banner', async () => {
  open(CURRENT)
  await screen.findByRole('heading', { level: 1 })
  expect(screen.queryByRole('region', { name: 'Our privacy text has changed' })).toBeNull()
})

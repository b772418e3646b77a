import { confirmBloodRequest } from '@blood-bank/contract/blood-requests/confirmations'
import { listActiveBloodRequests, listOwnBloodRequests } from '@blood-bank/contract/blood-requests/endpoints'
import { readOwnDonor } from '@blood-bank/contract/donors/endpoints'
import { screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { aBloodRequest, aPage, aUser } from '../../testing/builders.ts'
import { renderPage } from '../../testing/render-page.tsx'
import { refusing, replying } from '../../testing/replies.ts'

const UNCONFIRMED = aBloodRequest({ unconfirmedSince: '2026-03-02T20:30:00.000Z' })
const BEFORE_ALERTS = aBloodRequest({ confirmedAt: null })
const NOW = new Date('2026-03-04T09:00:00.000Z')

const open = (path: '/dashboard' | '/view-requests', ...records: (typeof UNCONFIRMED)[]) => {
  vi.useFakeTimers({ now: NOW, toFake: ['Date'] })
  return renderPage(path, {
    user: aUser(),
    replies: [
      replying(readOwnDonor, { donor: null }),
      replying(listOwnBloodRequests, aPage(records)),
      replying(listActiveBloodRequests, aPage(records)),
    ],
  })
}
const findCard = async () => within(await screen.findByRole('article', { name: /City Hospital/ }))
const MARK = 'Still needed? No answer since Mar 2'

test('the owner of a request for platelets is asked about those, and the card says first what is needed', async () => {
  open('/dashboard', aBloodRequest({ ...UNCONFIRMED, component: 'apheresis-platelets' }))
  const card = await findCard()
  await card.findByText('Are platelets still needed?')
  card.getByRole('heading', { name: /^Platelets AB− at City Hospital/ })
  card.getByText('From one donor by machine, about 90 minutes.')
})

test('the owner says on the dashboard that blood is still needed, and the mark disappears', async () => {
  const { person, server } = open('/dashboard', UNCONFIRMED)
  const card = await findCard()
  await card.findByText(/^Nobody has said so since Mar 2\. /)
  const confirmed = aBloodRequest()
  server.answer(replying(confirmBloodRequest, confirmed))
  server.answer(replying(listOwnBloodRequests, aPage([confirmed])))
  await person.click(await card.findByRole('button', { name: 'Still needed' }))
  await card.findByText('Thank you. We ask donors by email again.')
  expect(card.queryByText(/^Nobody has said so/)).toBeNull()
  // Its room stays.
  expect(card.getByRole('button', { name: 'Still needed' }).closest('[inert]')).not.toBeNull()
  expect(document.activeElement).toBe(card.getByRole('heading', { name: /City Hospital/ }))
})

test('a request from before there were alerts has the button, and no mark', async () => {
  open('/dashboard', BEFORE_ALERTS)
  const card = await findCard()
  await card.findByRole('button', { name: 'Still needed' })
  expect(card.queryByText(/^Nobody has said so/)).toBeNull()
})

test('a mark of another year has the year; a refusal is shown in the card', async () => {
  const { person, server } = open(
    '/dashboard',
    aBloodRequest({ unconfirmedSince: '2025-03-02T20:30:00.000Z' }),
  )
  server.answer(refusing(confirmBloodRequest, 'blood-request-closed'))
  const card = await findCard()
  await card.findByText(/^Nobody has said so since Mar 2, 2025\. /)
  await person.click(await card.findByRole('button', { name: 'Still needed' }))
  expect((await card.findByRole('alert')).textContent).toContain('already closed')
})

test('everybody sees the mark and until when blood is needed, and only the owner can confirm', async () => {
  const neededBy = '2026-03-02T20:30:00.000Z'
  open('/view-requests', { ...UNCONFIRMED, neededBy, userId: '0192f0c1-0000-7000-8000-000000000002' })
  const card = await findCard()
  card.getByText(MARK)
  expect(card.getByText('Mar 2, 2026, 8:30 PM').closest('div')?.textContent).toContain('Needed by')
  expect(card.queryByRole('button', { name: 'Still needed' })).toBeNull()
})

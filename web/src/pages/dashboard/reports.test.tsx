import { listOwnBloodRequests } from '@blood-bank/contract/blood-requests/endpoints'
import { readOwnDonor } from '@blood-bank/contract/donors/endpoints'
import { listOwnOffers, listReceivedOffers } from '@blood-bank/contract/offers/endpoints'
import { reportOffer } from '@blood-bank/contract/reports/endpoints'
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { aBloodRequest, anOwnOffer, aPage, aReceivedOffer, aUser } from '../../testing/builders.ts'
import { renderPage, wholeText } from '../../testing/render-page.tsx'
import { replying } from '../../testing/replies.ts'

const SENT = { kind: 'harassment', text: null, reportedAt: '2026-03-02T12:00:00.000Z' } as const

const open = (hiddenAt: string | null = null) =>
  renderPage('/dashboard', {
    user: aUser(),
    replies: [
      replying(readOwnDonor, { donor: null }),
      replying(listOwnOffers, aPage([anOwnOffer()])),
      replying(listOwnBloodRequests, aPage([aBloodRequest({ offersStanding: 1, hiddenAt })])),
      replying(listReceivedOffers, aPage([aReceivedOffer()])),
      replying(reportOffer, SENT),
    ],
  })

test('the owner of a hidden request sees that it is hidden, why, and what follows', async () => {
  open('2026-03-02T12:00:00.000Z')
  const card = within(await screen.findByRole('article', { name: /Karim Uddin$/ }))
  card.getByText('Hidden')
  await card.findByText(wholeText(/^Hidden since Mar 2, 2026.*we'll email you the decision\.$/))
})

test.each([
  ['My Offers', 'Report whoever posted this request?', anOwnOffer().id],
  ['Donors who offered', 'Report this donor?', aReceivedOffer().id],
])('under %s, the other side of an offer is reported', async (region, title, id) => {
  const { person, server } = open()
  const list = within(await screen.findByRole('region', { name: region }))
  await person.click(await list.findByRole('button', { name: 'More' }))
  await person.click(await list.findByRole('menuitem', { name: 'Report' }))
  const dialog = within(await screen.findByRole('dialog', { name: title }))
  await person.selectOptions(dialog.getByLabelText('What is wrong?'), 'Harassment')
  await person.click(dialog.getByRole('button', { name: 'Send report' }))
  await list.findByText('Reported')
  expect(server.callsTo(reportOffer)).toMatchObject([{ params: { id }, body: { kind: 'harassment' } }])
})

import { type BloodRequest, listOwnBloodRequests } from '@blood-bank/contract/blood-requests/endpoints'
import {
  dismissRequestDeletion,
  listRequestDeletions,
  type RequestDeletion,
} from '@blood-bank/contract/blood-requests/removals'
import { type Donor, readOwnDonor } from '@blood-bank/contract/donors/endpoints'
import { DAY_MS } from '@blood-bank/contract/durations'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { aBloodRequest, aDonor, aPage, aUser } from '../../testing/builders.ts'
import { renderPage, wholeText } from '../../testing/render-page.tsx'
import { type Reply, replying } from '../../testing/replies.ts'

const YESTERDAY = new Date(Date.now() - DAY_MS).toISOString()
const LONG_AGO = '2026-03-02T12:00:00.000Z'

const CANCELLED = {
  status: 'cancelled',
  closedByAdminAt: YESTERDAY,
  closingReason: 'duplicate',
} satisfies Partial<BloodRequest>

const open = (bloodRequest: Partial<BloodRequest>, ...replies: Reply[]) =>
  renderPage('/dashboard', {
    user: aUser(),
    replies: [...replies, replying(listOwnBloodRequests, aPage([aBloodRequest(bloodRequest)]))],
  })

const findCard = async () => within(await screen.findByRole('article', { name: /Karim Uddin$/ }))

test('whose request an admin cancelled sees when and why first, without unfolding anything', async () => {
  open(CANCELLED)
  const card = await findCard()
  await card.findByText(wholeText(/^An admin cancelled this request on \w+ \d+, 20\d\d/))
  card.getByText('Reason: There is another request for the same patient.')
  const [first] = screen.getAllByRole('heading', { level: 2 })
  expect(first?.textContent).toBe('My Posted Blood Requests')
})

test('whose request an admin marked as fulfilled sees when', async () => {
  open({ status: 'fulfilled', closedByAdminAt: YESTERDAY })
  await (await findCard()).findByText(
    wholeText(/^An admin marked this request as fulfilled on .* post it again\.$/),
  )
})

test('a request that an admin closed long ago is among the earlier ones', async () => {
  open({ ...CANCELLED, closedByAdminAt: LONG_AGO })
  await screen.findByRole('heading', { name: 'Earlier requests (1)' })
  await (await findCard()).findByText(wholeText(/^An admin cancelled this request on Mar 2, 2026/))
})

test('whose request an admin deleted reads so on the dashboard until they dismiss it', async () => {
  const deletion = {
    id: aBloodRequest().id,
    requiredBloodGroup: 'O-',
    component: 'blood',
    requestedAt: '2026-03-01T09:05:00.000Z',
    deletedAt: LONG_AGO,
    reason: 'unreachable',
  } satisfies RequestDeletion
  const { person, server } = open(
    {},
    replying(listRequestDeletions, { deletions: [deletion] }),
    replying(dismissRequestDeletion, undefined),
  )
  const told = await screen.findByText(
    wholeText(/^On Mar 2, 2026.* an admin deleted the request for O− blood that you posted on Mar 1/),
  )
  screen.getByText('Reason: Nobody could be reached at its contact number.')
  await person.click(screen.getByRole('button', { name: 'Dismiss' }))
  await waitFor(() => expect(told.isConnected).toBe(false))
  expect(server.callsTo(dismissRequestDeletion)).toMatchObject([{ params: { id: deletion.id } }])
})

test.each<[string, Partial<Donor>, RegExp]>([
  ['verified', { isVerified: true, verificationChangedAt: LONG_AGO }, /^Verified by an admin on Mar 2, 2026/],
  [
    'unverified',
    { verificationChangedAt: LONG_AGO },
    /^An admin marked your profile as Not Verified on Mar 2, 2026.*\. You still appear in searches/,
  ],
  ['activated', { activationChangedAt: LONG_AGO }, /^Activated by an admin on Mar 2, 2026/],
  [
    'deactivated',
    { isProfileActive: false, activationChangedAt: LONG_AGO },
    /^An admin deactivated your profile on Mar 2, 2026.*, so you won't appear in searches\./,
  ],
])('a donor whom an admin %s sees since when', async (_, changes, text) => {
  open({}, replying(readOwnDonor, { donor: aDonor(changes) }))
  await screen.findByText(wholeText(text))
})

test('the card of a donor whom no admin has changed says nothing of it', async () => {
  open({}, replying(readOwnDonor, { donor: aDonor({ isVerified: true }) }))
  await screen.findByText('CSE-2021-042')
  expect(screen.queryByText(/admin/)).toBeNull()
})

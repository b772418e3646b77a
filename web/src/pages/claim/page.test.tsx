import { listOwnBloodRequests } from '@blood-bank/contract/blood-requests/endpoints'
import { readOwnDonor } from '@blood-bank/contract/donors/endpoints'
import { REFUSALS } from '@blood-bank/contract/errors'
import type { ImportedDonor } from '@blood-bank/contract/kept-donors/claims'
import {
  claimForAccount,
  claimWithNewAccount,
  eraseImportedDonor,
  IMPORTED_DONOR_ERASED,
  readImportedDonor,
} from '@blood-bank/contract/kept-donors/claims'
import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { aDonor, aDonorForm, aPage, aUser } from '../../testing/builders.ts'
import { renderPage, setSite, valueIn } from '../../testing/render-page.tsx'
import { failing, type Reply, refusing, replying } from '../../testing/replies.ts'

setSite({ clubName: 'Robotics Club', timeZone: 'UTC' })

const token = 'c'.repeat(43)
const EMAIL = 'nadia@example.edu'

const PROFILE = aDonorForm({
  fullName: 'Nadia Rahman',
  universityId: 'BBA-2019-033',
  universityRole: 'faculty',
  department: 'Marketing',
  bloodGroup: 'B-',
  contactNumber: '01555-123456',
  lastDonationDate: '2025-04-13',
})
const { isAvailable, allowContactVisibility, ...ofList } = PROFILE

const imported: ImportedDonor = {
  ...ofList,
  email: EMAIL,
  fullName: 'Nadia Islam',
  importedAt: '2026-03-02T09:05:00.000Z',
  batch: null,
  askFor: null,
  recordedPlateletsDate: null,
  restsUntil: null,
  consentKind: null,
  consentedAt: null,
  expiresAt: '2026-04-01T09:05:00.000Z',
}

const listed = (password: 'new' | 'current' | 'none' = 'new') =>
  replying(readImportedDonor, { ...imported, password })

async function open(replies: Reply[], user?: ReturnType<typeof aUser>) {
  const page = renderPage(`/claim#token=${token}`, { replies, ...(user && { user }) })
  await screen.findByRole('heading', { name: 'What the list says about you' })
  return page
}

const button = (name: string) => screen.getByRole('button', { name })
const register = 'Yes, register me as a donor'

/** Replies to whoever has claimed the profile and comes to the dashboard. */
const AFTERWARDS = [
  replying(readOwnDonor, { donor: aDonor({ email: EMAIL }) }),
  replying(listOwnBloodRequests, aPage([])),
]

async function correctName(person: Awaited<ReturnType<typeof open>>['person']) {
  const name = screen.getByLabelText('Full Name')
  await person.clear(name)
  await person.type(name, 'Nadia Rahman')
}

test('the page shows what the list says and until when, and opening it sends no answer', async () => {
  const { server, path } = await open([listed()])
  await waitFor(() => expect(path()).toBe('/claim'))
  screen.getByText(/^On March 2, 2026, the Robotics Club brought its list .* we erase it on April 1, 2026\.$/)
  for (const [label, value] of [
    ['Full Name', 'Nadia Islam'],
    ['Blood Group', 'B-'],
    ['Contact Number', '01555-123456'],
    ['Last Donation Date', '2025-04-13'],
  ] as const)
    expect(valueIn(label)).toBe(value)
  expect(screen.getByLabelText<HTMLInputElement>('Show my contact number to people searching').checked).toBe(
    false,
  )
  screen.getByText('By having an account, you agree to three points:')
  expect(server.callsTo(readImportedDonor).map(({ body }) => body)).toEqual([{ token }])
  for (const endpoint of [claimWithNewAccount, claimForAccount, eraseImportedDonor])
    expect(server.callsTo(endpoint)).toHaveLength(0)
})

test('a corrected profile and a password make an account, and lead to the dashboard', async () => {
  const session = { user: aUser({ email: EMAIL }) }
  const { server, person, path } = await open([
    listed(),
    replying(claimWithNewAccount, session),
    ...AFTERWARDS,
  ])
  await correctName(person)
  await person.type(screen.getByLabelText('Password'), 'a new password')
  await person.click(button(register))
  await screen.findByText('You are a donor now. Thank you.')
  expect(path()).toBe('/dashboard')
  expect(server.callsTo(claimWithNewAccount)[0]?.body).toEqual({
    ...PROFILE,
    token,
    password: 'a new password',
  })
  expect(server.callsTo(readImportedDonor), 'the link that is dead now is not read again').toHaveLength(1)
})

test('an address that has an account asks for its password, and says when it is wrong', async () => {
  const wrong = refusing(claimForAccount, 'wrong-password', {
    fields: { password: REFUSALS['wrong-password'].message },
  })
  const { server, person } = await open([listed('current'), wrong])
  screen.getByText(/has an account already\. Enter its password/)
  await person.type(screen.getByLabelText('Password'), 'forgotten')
  await person.click(button(register))
  await screen.findByRole('alert')
  expect(server.callsTo(claimForAccount)[0]?.body).toMatchObject({ token, password: 'forgotten' })
  expect(valueIn('Full Name')).toBe('Nadia Islam')
})

test('whoever is signed in to that account enters no password', async () => {
  const user = aUser({ email: EMAIL, emailVerified: false })
  const session = { user: { ...user, emailVerified: true } }
  const { server, person } = await open(
    [listed('none'), replying(claimForAccount, session), ...AFTERWARDS],
    user,
  )
  expect(screen.queryByLabelText('Password')).toBeNull()
  await correctName(person)
  await person.click(button(register))
  await screen.findByText('You are a donor now. Thank you.')
  expect(server.callsTo(claimForAccount)[0]?.body).toEqual({ ...PROFILE, token })
})

test('somebody signed in with another address is told that they will be signed in with this one', async () => {
  await open([listed()], aUser({ email: 'other@example.edu' }))
  await screen.findByText(/You are signed in as other@example\.edu now\./)
})

test('an account that was created meanwhile asks for its password, and keeps what was typed', async () => {
  const { server, person } = await open([listed(), refusing(claimWithNewAccount, 'claim-account-changed')])
  await correctName(person)
  await person.type(screen.getByLabelText('Password'), 'a new password')
  server.answer(listed('current'))
  await person.click(button(register))
  await screen.findByText(/has an account already/)
  expect(screen.getByRole('alert').textContent).toContain('Your account has changed in the meantime.')
  expect(valueIn('Full Name')).toBe('Nadia Rahman')
})

test('No asks once, in place, and then erases the entry; what cannot be sent can be sent again', async () => {
  const { server, person } = await open([listed(), failing(eraseImportedDonor)])
  await person.click(button('No, erase this'))
  expect(document.activeElement).toBe(
    screen.getByRole('heading', { name: 'Erase what the list says about you?' }),
  )
  await person.click(button('Back'))
  expect(server.callsTo(eraseImportedDonor)).toHaveLength(0)
  await person.click(button('No, erase this'))
  await person.click(button('Erase it'))
  expect((await screen.findByRole('alert')).textContent).toContain('cannot be reached')
  server.answer(replying(eraseImportedDonor, { message: IMPORTED_DONOR_ERASED }))
  await person.click(button('Erase it'))
  await screen.findByText(IMPORTED_DONOR_ERASED)
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Erased' }))
  expect(server.callsTo(eraseImportedDonor)[0]?.body).toEqual({ token })
  expect(screen.queryByRole('button', { name: register })).toBeNull()
})

test('a dead link says why', async () => {
  renderPage(`/claim#token=${token}`, { replies: [refusing(readImportedDonor, 'claim-link-not-valid')] })
  await screen.findByText(REFUSALS['claim-link-not-valid'].message)
  expect(screen.queryByRole('button', { name: register })).toBeNull()
})

test('a link that was used meanwhile on another device says so', async () => {
  const { server, person } = await open([listed(), refusing(claimWithNewAccount, 'claim-link-not-valid')])
  await person.type(screen.getByLabelText('Password'), 'a new password')
  server.answer(refusing(readImportedDonor, 'claim-link-not-valid'))
  await person.click(button(register))
  const heading = await screen.findByRole('heading', { name: "This link can't be used any more" })
  expect(document.activeElement).toBe(heading)
})

test('a link that was cut off says so', async () => {
  renderPage('/claim#token=cut-off')
  await screen.findByText(/The link is incomplete\./)
})

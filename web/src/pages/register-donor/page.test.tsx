import { listOwnBloodRequests } from '@blood-bank/contract/blood-requests/endpoints'
import { readOwnDonor } from '@blood-bank/contract/donors/endpoints'
import { registerDonor } from '@blood-bank/contract/donors/profile'
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { aDonor, aDonorForm, aPage, aUser } from '../../testing/builders.ts'
import { DONOR_RULES, fillIn, renderPage, setSite, valueIn } from '../../testing/render-page.tsx'
import { hanging, type Reply, refusing, replying } from '../../testing/replies.ts'

setSite({ donorRules: DONOR_RULES })

const FILLED = {
  'Full Name': 'Rima Akter',
  'University ID': 'CSE-2021-042',
  Role: 'student',
  Department: 'Computer Science',
  'Blood Group': 'O+',
  'Contact Number': '01712 345678',
}

const open = (...replies: Reply[]) =>
  renderPage('/register-donor', {
    user: aUser(),
    replies: [...replies, replying(readOwnDonor, { donor: null }), replying(listOwnBloodRequests, aPage([]))],
  })

const send = async ({ person }: ReturnType<typeof open>) =>
  person.click(await screen.findByRole('button', { name: 'Register as Donor' }))

test('whoever registers reads whom the hospital takes, and is asked for none of it', async () => {
  open()
  await screen.findByText(DONOR_RULES.sentence)
  expect(screen.queryByRole('textbox', { name: /age|weight|health/i })).toBeNull()
})

test('the selects start empty, and the checkboxes with their defaults', async () => {
  open()
  const role = await screen.findByLabelText('Role')
  expect(
    within(role)
      .getAllByRole('option')
      .map(option => option.textContent),
  ).toEqual(['Select…', 'Student', 'Faculty (Teacher/Professor)', 'Staff / Employee'])
  expect(valueIn('Role')).toBe('')
  expect(valueIn('Blood Group')).toBe('')
  expect(screen.getByLabelText<HTMLInputElement>('Available to donate').checked).toBe(true)
  expect(screen.getByLabelText<HTMLInputElement>('Show my contact number to people searching').checked).toBe(
    false,
  )
})

test('a new donor is redirected to the dashboard, which shows the profile at once', async () => {
  const page = open(replying(registerDonor, aDonor()))
  await fillIn(page.person, { ...FILLED, 'Last Donation Date': '2025-03-14' })
  await page.person.click(screen.getByLabelText('Show my contact number to people searching'))
  page.server.answer(hanging(readOwnDonor))
  await send(page)
  expect(await screen.findByText('Rima Akter')).toBeTruthy()
  expect(page.path()).toBe('/dashboard')
  expect(page.server.callsTo(registerDonor).map(call => call.body)).toEqual([
    aDonorForm({ lastDonationDate: '2025-03-14', allowContactVisibility: true }),
  ])
})

test('a new donor is thanked once and told what follows', async () => {
  const page = open(replying(registerDonor, aDonor()))
  await fillIn(page.person, FILLED)
  page.server.answer(replying(readOwnDonor, { donor: aDonor() }))
  await send(page)
  const thanks = (await screen.findByText('You are a donor now. Thank you.')).closest('[role=status]')
  expect(thanks?.textContent).toContain('An admin checks your University ID. You appear in searches now.')
  await page.person.click(screen.getByRole('button', { name: 'Dismiss' }))
  await page.person.click(screen.getByRole('link', { name: 'Edit' }))
  await page.person.click(within(screen.getByRole('banner')).getByRole('link', { name: 'Dashboard' }))
  await screen.findByText('Rima Akter')
  expect(screen.queryByText('You are a donor now. Thank you.')).toBeNull()
})

test('a person can register as not available', async () => {
  const donor = aDonor({ isAvailable: false })
  const page = open(replying(registerDonor, donor))
  await fillIn(page.person, FILLED)
  await page.person.click(screen.getByLabelText('Available to donate'))
  page.server.answer(replying(readOwnDonor, { donor }))
  await send(page)
  await screen.findByText(/You appear in searches once you turn on “Available to donate”/)
  const isAvailable = await screen.findByRole<HTMLInputElement>('switch', { name: 'Available to donate' })
  expect(isAvailable.checked).toBe(false)
  expect(page.server.callsTo(registerDonor)[0]?.body).toMatchObject({ isAvailable: false })
})

test('a person who registered in another tab is told so', async () => {
  const page = open(refusing(registerDonor, 'already-a-donor'))
  await fillIn(page.person, FILLED)
  await send(page)
  expect((await screen.findByRole('alert')).textContent).toBe('You are already registered as a donor.')
})

test('a donor is told so and gets a link to the profile', async () => {
  open(replying(readOwnDonor, { donor: aDonor() }))
  expect(await screen.findByText('You are already registered as a donor.')).toBeTruthy()
  const link = screen.getByRole('link', { name: 'Edit Donor Profile' })
  expect(link.getAttribute('href')).toBe('/edit-donor-profile')
  expect(screen.queryByLabelText('Full Name')).toBeNull()
})

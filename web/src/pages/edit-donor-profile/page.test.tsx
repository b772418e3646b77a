import { listOwnBloodRequests } from '@blood-bank/contract/blood-requests/endpoints'
import { addDays } from '@blood-bank/contract/donors/eligibility'
import { readOwnDonor, tooEarlyDonationMessage } from '@blood-bank/contract/donors/endpoints'
import { updateOwnDonor } from '@blood-bank/contract/donors/profile'
import { act, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { aDonor, aDonorForm, aPage, aUser } from '../../testing/builders.ts'
import { fillIn, renderPage, valueIn } from '../../testing/render-page.tsx'
import { failing, type Reply, refusing, replying } from '../../testing/replies.ts'

const PROFILE = aDonor({ lastDonationDate: '2025-03-14' })

const open = (...replies: Reply[]) =>
  renderPage('/edit-donor-profile', {
    user: aUser(),
    replies: [...replies, replying(readOwnDonor, { donor: PROFILE })],
  })

const save = async ({ person }: ReturnType<typeof open>) =>
  person.click(await screen.findByRole('button', { name: 'Save Changes' }))

test('the form starts with the profile and saves changes', async () => {
  const page = open(replying(updateOwnDonor, PROFILE))
  await fillIn(page.person, { Department: 'Physics', 'Last Donation Date': '' })
  await page.person.click(screen.getByLabelText('Available to donate'))
  await save(page)
  await screen.findByText('Profile updated successfully!')
  const [change] = page.server.callsTo(updateOwnDonor)
  expect(change?.body).toEqual({
    ...aDonorForm({ department: 'Physics', isAvailable: false }),
    restsUntil: null,
  })
})

test('the success message disappears after 3 seconds, and the form stays', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  const page = open(replying(updateOwnDonor, PROFILE))
  await save(page)
  await screen.findByText('Profile updated successfully!')
  act(() => vi.advanceTimersByTime(2_500))
  expect(screen.getByText('Profile updated successfully!').getAttribute('role')).toBe('status')
  act(() => vi.advanceTimersByTime(500))
  expect(screen.queryByText('Profile updated successfully!')).toBeNull()
  expect(valueIn('Full Name')).toBe('Rima Akter')
})

test('whoever gave since the date that they entered reads that it is recorded', async () => {
  open(replying(readOwnDonor, { donor: { ...PROFILE, recordedDonationDate: '2026-03-02' } }))
  await screen.findByText(/^Your donation on Mar 2, 2026 is recorded already\./)
  expect(screen.queryByText(/^Leave it empty if you haven't donated yet\./)).toBeNull()
})

test('a number that could not be registered today stays, and a new one like it is refused', async () => {
  const stored = { ...PROFILE, contactNumber: '1712345675.0' }
  const page = open(replying(readOwnDonor, { donor: stored }), replying(updateOwnDonor, stored))
  await fillIn(page.person, { 'Contact Number': '1712345676.0' })
  await save(page)
  expect((await screen.findByRole('alert')).textContent).toContain(
    '“1712345676.0” was changed by a spreadsheet',
  )
  await fillIn(page.person, { 'Contact Number': '1712345675.0' })
  await save(page)
  await screen.findByText('Profile updated successfully!')
  expect(page.server.callsTo(updateOwnDonor)).toMatchObject([{ body: { contactNumber: '1712345675.0' } }])
})

test("for a deleted profile the server's message is shown", async () => {
  const page = open(refusing(updateOwnDonor, 'donor-not-found'))
  await save(page)
  expect((await screen.findByRole('alert')).textContent).toBe('Donor profile not found. Cannot update.')
})

test('a person without a profile gets a link to register', async () => {
  open(replying(readOwnDonor, { donor: null }))
  await screen.findByText('No donor profile found to edit. Please register as a donor first.')
  const link = screen.getByRole('link', { name: 'Register as Donor' })
  expect(link.getAttribute('href')).toBe('/register-donor')
})

test('a cached profile is not edited when the latest cannot be fetched', async () => {
  const page = renderPage('/dashboard', {
    user: aUser(),
    replies: [
      replying(listOwnBloodRequests, aPage([])),
      replying(readOwnDonor, { donor: PROFILE }),
      failing(readOwnDonor),
    ],
  })
  await page.person.click(await screen.findByRole('link', { name: 'Edit' }))
  expect((await screen.findByRole('alert')).textContent).toBe('Failed to fetch donor data.')
  expect(screen.queryByLabelText('Department')).toBeNull()
  await page.person.click(screen.getByRole('button', { name: 'Dismiss' }))
  page.server.answer(replying(readOwnDonor, { donor: aDonor({ department: 'Physics' }) }))
  await page.person.click(screen.getByRole('button', { name: 'Retry' }))
  await screen.findByLabelText('Department')
  expect(valueIn('Department')).toBe('Physics')
})

test('input survives a failed refetch of the profile', async () => {
  const page = open()
  await fillIn(page.person, { Department: 'Physics' })
  page.server.answer(failing(readOwnDonor))
  window.dispatchEvent(new Event('visibilitychange'))
  expect((await screen.findByRole('alert')).textContent).toBe('Failed to fetch donor data.')
  expect(valueIn('Department')).toBe('Physics')
})

test('a verified donor reads before saving which change ends Verified, and no other does', async () => {
  const page = open(replying(readOwnDonor, { donor: aDonor({ isVerified: true }) }))
  const warning = () => screen.queryByText(/^An admin has verified what you have changed\./)
  const harmless = { 'Full Name': ' RIMA  akter', 'University ID': 'cse 2021 042', Department: 'Physics' }
  await fillIn(page.person, harmless)
  expect(warning()).toBeNull()
  for (const [label, changed, before] of [
    ['Full Name', 'Karim Uddin', 'Rima Akter'],
    ['University ID', 'CSE-2021-043', 'CSE-2021-042'],
    ['Role', 'faculty', 'student'],
    ['Blood Group', 'A+', 'O+'],
  ] as const) {
    await fillIn(page.person, { [label]: changed })
    expect(warning(), label).not.toBeNull()
    await fillIn(page.person, { [label]: before })
    expect(warning(), label).toBeNull()
  }
})

test('a date before a recorded donation is refused at its field', async () => {
  const message = tooEarlyDonationMessage('2026-03-03')
  const page = open(
    refusing(updateOwnDonor, 'donation-date-too-early', { message, fields: { lastDonationDate: message } }),
  )
  await fillIn(page.person, { 'Last Donation Date': '2025-01-01' })
  await save(page)
  expect((await screen.findByRole('alert')).textContent).toBe(
    'Last Donation Date cannot be before Mar 3, 2026, when a donation of yours was recorded.',
  )
  expect(screen.getByLabelText('Last Donation Date').getAttribute('aria-invalid')).toBe('true')
  expect(valueIn('Last Donation Date')).toBe('2025-01-01')
})

test('a day before which they are not asked is chosen, kept and refused at its field', async () => {
  const day = (days: number) => addDays(new Date().toISOString().slice(0, 10), days)
  const resting = { ...PROFILE, restsUntil: day(60), eligibleFrom: day(60) }
  const page = open(replying(readOwnDonor, { donor: resting }), replying(updateOwnDonor, resting))
  await screen.findByLabelText(/^Don't ask me before/)
  expect(valueIn("Don't ask me before")).toBe(day(60))
  await fillIn(page.person, { "Don't ask me before": day(-3) })
  await save(page)
  expect((await screen.findByRole('alert')).textContent).toBe(
    'Choose a day from tomorrow on, at most a year ahead.',
  )
  expect(screen.getByLabelText(/^Don't ask me before/).getAttribute('aria-invalid')).toBe('true')
  await fillIn(page.person, { "Don't ask me before": day(90) })
  await save(page)
  await screen.findByText('Profile updated successfully!')
  expect(page.server.callsTo(updateOwnDonor)).toMatchObject([{ body: { restsUntil: day(90) } }])
})

test('a day that has come is not shown, and not sent again', async () => {
  const page = open(
    replying(readOwnDonor, { donor: { ...PROFILE, restsUntil: '2026-01-01' } }),
    replying(updateOwnDonor, PROFILE),
  )
  await save(page)
  await screen.findByText('Profile updated successfully!')
  expect(page.server.callsTo(updateOwnDonor)).toMatchObject([{ body: { restsUntil: null } }])
})

import { listOwnBloodRequests } from '@blood-bank/contract/blood-requests/endpoints'
import {
  type BloodRequestForm,
  NEEDED_BY_PAST,
  NEEDED_BY_UNCLEAR,
  postBloodRequest,
} from '@blood-bank/contract/blood-requests/posting'
import { readOwnDonor } from '@blood-bank/contract/donors/endpoints'
import { DAY_MS } from '@blood-bank/contract/durations'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { aBloodRequest, aPage, aUser } from '../../testing/builders.ts'
import { fillIn, REQUEST_TYPED, renderPage, valueIn } from '../../testing/render-page.tsx'
import { failing, type Reply, refusing, replying } from '../../testing/replies.ts'

const NEEDED_BY = '2026-11-03T18:00'
const HIDDEN =
  "Emails and public pages will not name the hospital, because it contains the patient's name. Members see it."

async function open(...replies: Reply[]) {
  const page = renderPage('/post-request', {
    user: aUser(),
    replies: [
      ...replies,
      replying(readOwnDonor, { donor: null }),
      replying(listOwnBloodRequests, aPage([aBloodRequest()])),
    ],
  })
  await fillIn(page.person, REQUEST_TYPED)
  fireEvent.change(screen.getByLabelText('Needed by'), { target: { value: NEEDED_BY } })
  const post = () => page.person.click(screen.getByRole('button', { name: 'Post Request' }))
  return { ...page, post }
}

/** Posts what looks like an active request. @returns the page and the question */
async function askedAboutSimilar() {
  const page = await open(
    refusing(postBloodRequest, 'similar-request-active'),
    replying(postBloodRequest, aBloodRequest()),
  )
  await page.post()
  return { ...page, dialog: within(await screen.findByRole('alertdialog')) }
}

test('a request that looks like an active one of mine asks first, and posts another one if I mean it', async () => {
  const { person, server, dialog } = await askedAboutSimilar()
  dialog.getByText('Karim Uddin')
  expect(dialog.getByRole('link', { name: 'your dashboard' }).getAttribute('href')).toBe('/dashboard')
  await person.click(dialog.getByRole('button', { name: 'Post another request' }))
  await screen.findByText('Blood request submitted successfully!')
  const [first, second] = server.callsTo(postBloodRequest)
  expect(second?.body).toEqual({ ...(first?.body as object), isAnotherRequest: true })
  expect(second?.headers.get('idempotency-key')).not.toBe(first?.headers.get('idempotency-key'))
})

test('without another one nothing is posted, and everything typed stays', async () => {
  const { person, server, dialog } = await askedAboutSimilar()
  await person.click(dialog.getByRole('button', { name: "Don't post" }))
  expect((await screen.findByRole('alert')).textContent).toContain('You already have an active request')
  expect(server.callsTo(postBloodRequest)).toHaveLength(1)
  expect(valueIn('Patient Name')).toBe('Karim Uddin')
  expect(valueIn('Needed by')).toBe(NEEDED_BY)
})

test('leaving the page by the link in the question ends the waiting, and keeps what was typed', async () => {
  const { person, server, queryClient, path, dialog } = await askedAboutSimilar()
  await person.click(dialog.getByRole('link', { name: 'your dashboard' }))
  await waitFor(() => expect(path()).toBe('/dashboard'))
  await waitFor(() => expect(queryClient.isMutating()).toBe(0))
  await waitFor(() => expect(screen.queryByRole('progressbar')).toBeNull())
  expect(server.callsTo(postBloodRequest)).toHaveLength(1)
  await person.click(screen.getByRole('link', { name: 'Post Request' }))
  await waitFor(() => expect(valueIn('Patient Name')).toBe('Karim Uddin'))
})

test('a hospital that contains the patient is asked about until I say that it is called so, and then no more', async () => {
  const { server, person, post } = await open(
    refusing(postBloodRequest, 'hospital-has-patient-name', { fields: { hospitalName: HIDDEN } }),
  )
  const answer = async (name: string) => {
    const dialog = within(await screen.findByRole('alertdialog'))
    dialog.getByText(HIDDEN)
    await person.click(dialog.getByRole('button', { name }))
  }
  await post()
  await answer('Change it')
  expect((await screen.findByRole('alert')).textContent).toBe(HIDDEN)
  expect(document.activeElement).toBe(screen.getByLabelText('Hospital'))
  await post()
  server.answer(failing(postBloodRequest))
  await answer('That is its name')
  await screen.findByText(/^Failed to submit/)
  server.answer(replying(postBloodRequest, aBloodRequest()))
  await post()
  await screen.findByText('Blood request submitted successfully!')
  const sent = server.callsTo(postBloodRequest).map(({ body }) => (body as BloodRequestForm).isHospitalName)
  expect(sent).toEqual([false, false, true, true])
})

test('"Needed by" is sent as entered, and a time in the past is shown at the field', async () => {
  const { server, post } = await open()
  server.answer(
    refusing(postBloodRequest, 'invalid-input', {
      message: NEEDED_BY_PAST,
      fields: { neededBy: NEEDED_BY_PAST },
    }),
  )
  await post()
  expect((await screen.findByRole('alert')).textContent).toBe(NEEDED_BY_PAST)
  expect(server.callsTo(postBloodRequest)[0]?.body).toMatchObject({ neededBy: NEEDED_BY })
  const field = screen.getByLabelText('Needed by')
  expect(document.activeElement).toBe(field)
  expect(valueIn('Needed by')).toBe(NEEDED_BY)
})

test('a date without a time is not taken for an empty field', async () => {
  const { server, post } = await open()
  // Browsers report the empty text and say that the input is bad.
  const field = screen.getByLabelText<HTMLInputElement>('Needed by')
  Object.defineProperty(field, 'validity', { value: { badInput: true } })
  await post()
  expect((await screen.findByRole('alert')).textContent).toBe(NEEDED_BY_UNCLEAR)
  expect(server.callsTo(postBloodRequest)).toEqual([])
})

test('"Needed by" can be chosen with one press, until the end of a day, and taken back', async () => {
  const { person } = await open()
  const choose = (name: string) => person.click(screen.getByRole('button', { name }))
  await choose('Today')
  const today = valueIn('Needed by')
  await choose('In 3 days')
  const later = valueIn('Needed by')
  expect([today, later]).toEqual([expect.stringMatching(/T23:59$/), expect.stringMatching(/T23:59$/)])
  expect(Date.parse(`${later}Z`) - Date.parse(`${today}Z`)).toBeGreaterThanOrEqual(3 * DAY_MS)
  await choose('In 3 days')
  expect(valueIn('Needed by')).toBe('')
})

import { postBloodRequest } from '@blood-bank/contract/blood-requests/posting'
import { DAY_MS } from '@blood-bank/contract/durations'
import { cleanup, screen } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { saveDraft } from '../forms/drafts.ts'
import { aBloodRequest, aUser } from '../testing/builders.ts'
import { fillIn, REQUEST_TYPED, renderPage, valueIn } from '../testing/render-page.tsx'
import { dashboardReplies, failing, type Reply, replying } from '../testing/replies.ts'

const SAVED_NOTICE = 'We saved what you typed earlier.'

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
})

const open = (user = aUser(), ...replies: Reply[]) =>
  renderPage('/post-request', { user, replies: [...replies, ...dashboardReplies] })

/** Reloads the tab as the given user. */
async function reload(user = aUser()) {
  cleanup()
  const page = open(user)
  await screen.findByLabelText('Patient Name')
  return page
}

test('an unsent request survives a reload, and the page says so', async () => {
  const { person } = open()
  await fillIn(person, REQUEST_TYPED)
  expect(screen.queryByText(SAVED_NOTICE)).toBeNull()
  await reload()
  for (const [label, value] of Object.entries(REQUEST_TYPED)) expect(valueIn(label)).toBe(value)
  screen.getByText(SAVED_NOTICE)
})

test('a form that was not filled in by the person says by what, also after a reload, until they type', async () => {
  saveDraft(aUser().id, 'post-request', { patientName: 'Karim Uddin' }, 'Taken from a list.')
  open()
  await screen.findByText('Taken from a list.')
  const again = await reload()
  screen.getByText('Taken from a list.')
  await again.person.type(screen.getByLabelText('Hospital'), 'City Hospital')
  await reload()
  screen.getByText(SAVED_NOTICE)
  expect(valueIn('Patient Name')).toBe('Karim Uddin')
})

test('Start over empties the form for good, with the focus on its first field', async () => {
  const { person } = open()
  await fillIn(person, REQUEST_TYPED)
  const again = await reload()
  await again.person.click(screen.getByRole('button', { name: 'Start over' }))
  expect(valueIn('Patient Name')).toBe('')
  expect(document.activeElement).toBe(screen.getByLabelText('Patient Name'))
  expect(screen.queryByText(SAVED_NOTICE)).toBeNull()
  await reload()
  expect(valueIn('Patient Name')).toBe('')
})

test('a draft expires after a day', async () => {
  const { person } = open()
  await fillIn(person, REQUEST_TYPED)
  vi.setSystemTime(Date.now() + DAY_MS)
  await reload()
  expect(valueIn('Patient Name')).toBe('')
})

test('posting a request deletes its draft', async () => {
  const { person } = open(aUser(), replying(postBloodRequest, aBloodRequest()))
  await fillIn(person, REQUEST_TYPED)
  await person.click(screen.getByRole('button', { name: 'Post Request' }))
  await screen.findByText('Blood request submitted successfully!')
  await reload()
  expect(valueIn('Patient Name')).toBe('')
})

test('a request whose response was lost has the same idempotency key after a reload', async () => {
  const keyOf = ({ server }: ReturnType<typeof open>) =>
    server.callsTo(postBloodRequest).at(-1)?.headers.get('idempotency-key')
  const failed = open(aUser(), failing(postBloodRequest))
  await fillIn(failed.person, REQUEST_TYPED)
  await failed.person.click(screen.getByRole('button', { name: 'Post Request' }))
  await screen.findByRole('alert')
  const again = await reload()
  again.server.answer(replying(postBloodRequest, aBloodRequest()))
  await again.person.click(screen.getByRole('button', { name: 'Post Request' }))
  await screen.findByText('Blood request submitted successfully!')
  expect(keyOf(failed)).toMatch(/^[\da-f-]{36}$/)
  expect(keyOf(again)).toBe(keyOf(failed))
})

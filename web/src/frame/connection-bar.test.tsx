import { listHospitals } from '@blood-bank/contract/blood-requests/posting'
import { MINUTE_MS } from '@blood-bank/contract/durations'
import { readSession, signIn } from '@blood-bank/contract/sessions/endpoints'
import { QueryClientProvider, useMutation, useQuery } from '@tanstack/react-query'
import { act, fireEvent, render, screen } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { call } from '../api/call.ts'
import { createQueryClient } from '../session/query-client.ts'
import { sessionQuery } from '../session/session.ts'
import { failing, type Reply, replying } from '../testing/replies.ts'
import { startStubServer } from '../testing/stub-server.ts'
import { sayLater } from '../ui/feedback/late-message.ts'
import { ConnectionBar } from './connection-bar.tsx'

const REACHABLE = replying(readSession, { user: null })
const HOSPITALS = replying(listHospitals, { hospitals: ['City Hospital'] })

beforeEach(() => {
  vi.useFakeTimers()
  vi.spyOn(Math, 'random').mockReturnValue(0.5)
})

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
const report = (event: 'online' | 'offline') => act(() => void window.dispatchEvent(new Event(event)))
const bar = () => screen.getByRole('status').textContent

function Hospitals() {
  const { data } = useQuery({
    queryKey: ['hospitals'],
    queryFn: ({ signal }) => call(listHospitals, {}, { signal }),
  })
  return <p>{data ? data.hospitals.join() : 'No hospitals'}</p>
}

function Send() {
  const sending = useMutation({
    mutationFn: () => call(signIn, { body: { email: 'rima@campus.edu', password: 'secret' } }),
  })
  return (
    <button type="button" onClick={() => sending.mutate()}>
      Send
    </button>
  )
}

async function showPage(...replies: Reply[]) {
  const server = startStubServer(replies)
  const client = createQueryClient()
  client.setQueryData(sessionQuery.queryKey, { kind: 'none' })
  render(
    <QueryClientProvider client={client}>
      <Hospitals />
      <Send />
      <ConnectionBar />
    </QueryClientProvider>,
  )
  await pass(0)
  return server
}

test('a browser without a network says that one is offline, and what failed is fetched again once it is back', async () => {
  const server = await showPage(failing(listHospitals), failing(readSession))
  report('offline')
  await pass(2_000)
  expect(bar()).toBe('You are offline. What you type is kept.')
  screen.getByText('No hospitals')

  server.answer(REACHABLE)
  server.answer(HOSPITALS)
  report('online')
  await pass(100)
  expect(bar()).toBe("You're back online.")
  screen.getByText('City Hospital')
  await pass(8_000)
  expect(bar()).toBe('')
})

test('without a word from the browser, calls without a reply tell it, and the page asks until there is a reply', async () => {
  const server = await showPage(failing(listHospitals), failing(readSession))
  await pass(2_000)
  expect(bar()).toBe('You are offline. What you type is kept.')
  server.answer(REACHABLE)
  server.answer(HOSPITALS)
  await pass(16_000)
  expect(bar()).toBe("You're back online.")
})

test('while a connection is lost, the server is asked once in 15 seconds', async () => {
  const server = await showPage(failing(listHospitals), failing(readSession))
  await pass(2_000)
  const asked = server.callsTo(readSession).length
  await pass(62_000)
  // Each time twice, as every query that had no reply.
  expect(server.callsTo(readSession).length - asked).toBe(2 * 4)
})

test('one lost call is not a lost connection', async () => {
  const server = await showPage(failing(listHospitals), REACHABLE)
  await pass(MINUTE_MS)
  expect([bar(), server.callsTo(readSession).length]).toEqual(['', 1])
})

test('a site that answers without a network, as on the same machine, is not offline', async () => {
  await showPage(HOSPITALS, REACHABLE)
  report('offline')
  await pass(MINUTE_MS)
  expect(bar()).toBe('')
})

test('a connection that is back within a second goes unnoticed', async () => {
  const server = await showPage(HOSPITALS, failing(readSession))
  report('offline')
  await pass(500)
  expect(bar()).toBe('')
  server.answer(REACHABLE)
  await pass(MINUTE_MS)
  expect(bar()).toBe('')
})

test('what is shown is fetched again after a call without a reply, which the server may have carried out', async () => {
  const server = await showPage(HOSPITALS, REACHABLE, failing(signIn))
  server.answer(replying(listHospitals, { hospitals: ['Square Hospital'] }))
  fireEvent.click(screen.getByRole('button', { name: 'Send' }))
  await pass(100)
  screen.getByText('Square Hospital')
  fireEvent.click(screen.getByRole('button', { name: 'Send' }))
  await pass(MINUTE_MS)
  // After each it is asked for, and fetched with the rest; once more a second after the last one.
  expect(server.callsTo(readSession)).toHaveLength(2 * 2 + 1)
})

test('that waits for the connection if it was lost', async () => {
  const server = await showPage(HOSPITALS, failing(readSession), failing(signIn))
  server.answer(replying(listHospitals, { hospitals: ['Square Hospital'] }))
  fireEvent.click(screen.getByRole('button', { name: 'Send' }))
  await pass(2_000)
  expect(bar()).toBe('You are offline. What you type is kept.')
  screen.getByText('City Hospital')
  server.answer(REACHABLE)
  fireEvent.click(screen.getByRole('button', { name: 'Retry' }))
  await pass(100)
  screen.getByText('Square Hospital')
})

test('what became of something whose page was left is said until it is dismissed, or for a while', async () => {
  await showPage(HOSPITALS)
  act(() => sayLater('It was sent.'))
  await pass(19_000)
  expect(bar()).toBe('It was sent.')
  fireEvent.click(screen.getByRole('button', { name: 'Dismiss' }))
  expect(bar()).toBe('')
  act(() => sayLater('It was sent.'))
  await pass(20_000)
  expect(bar()).toBe('')
})

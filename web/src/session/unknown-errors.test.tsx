import { signIn } from '@blood-bank/contract/sessions/endpoints'
import { QueryClientProvider, useMutation } from '@tanstack/react-query'
import { render, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { call } from '../api/call.ts'
import { MutationNotice } from '../api/mutation-notice.tsx'
import { refusing } from '../testing/replies.ts'
import { startStubServer } from '../testing/stub-server.ts'
import { createQueryClient } from './query-client.ts'

function show(mutationFn: () => Promise<unknown>) {
  function Example() {
    const sending = useMutation({ mutationFn })
    return (
      <>
        <button type="button" onClick={() => sending.mutate()}>
          Send
        </button>
        <MutationNotice of={sending} />
      </>
    )
  }
  render(
    <QueryClientProvider client={createQueryClient()}>
      <Example />
    </QueryClientProvider>,
  )
  screen.getByRole('button', { name: 'Send' }).click()
}

test('a fault of the page is logged once, and its message is not shown', async () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => {})
  const fault = new TypeError('donor is undefined')
  show(() => Promise.reject(fault))
  const notice = await screen.findByRole('alert')
  expect(notice.textContent).toBe('Something went wrong on our side. Please try again.')
  expect(log.mock.calls).toEqual([[fault]])
  log.mockClear()
})

test('a fault of the server is shown with its reference, and not logged', async () => {
  startStubServer([refusing(signIn, 'unexpected-error', { requestId: 'req-7' })])
  show(() => call(signIn, { body: { email: 'rima@campus.edu', password: 'secret' } }))
  const notice = await screen.findByRole('alert')
  expect(notice.textContent).toBe('Something went wrong on our side. Please try again. Reference: req-7.')
})

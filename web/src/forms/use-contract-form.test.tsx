import { RegistrationForm } from '@blood-bank/contract/passwords/accounts'
import { signIn } from '@blood-bank/contract/sessions/endpoints'
import { onlineManager, QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { call } from '../api/call.ts'
import { registerConnectionCheck } from '../api/connection-check.ts'
import { aUser } from '../testing/builders.ts'
import { failing, hanging, type Reply, refusing, replying } from '../testing/replies.ts'
import { startStubServer } from '../testing/stub-server.ts'
import { useLateMessage } from '../ui/feedback/late-message.ts'
import { DraftOwner, deleteDrafts } from './drafts.ts'
import { Form } from './form.tsx'
import { TextField } from './text-field.tsx'
import { useContractForm } from './use-contract-form.ts'

type Setting = { draftKey?: string; whileOffline?: { waits: string; sent: string } }

function Example({ draftKey = 'example', whileOffline }: Setting) {
  const form = useContractForm({
    schema: RegistrationForm,
    initial: { email: '', password: '' },
    draftKey,
    send: body => call(signIn, { body }),
    ...(whileOffline && { whileOffline, onSent: () => form.reset() }),
  })
  return (
    <Form form={form} action="Send">
      <TextField label="Email" {...form.text('email')} />
      <TextField label="Password" {...form.text('password')} />
    </Form>
  )
}

const show = (...replies: Reply[]) => showForm(replies, <Example />)

function showForm(replies: Reply[], form: ReactNode) {
  const server = startStubServer(replies)
  const client = new QueryClient()
  const within = (page: ReactNode) => (
    <QueryClientProvider client={client}>
      <DraftOwner value={aUser().id}>{page}</DraftOwner>
      <LateMessage />
    </QueryClientProvider>
  )
  const view = render(within(form))
  const goTo = (page: ReactNode) => view.rerender(within(page))
  return { server, person: userEvent.setup(), goTo, ...view }
}

type Shown = ReturnType<typeof show>
const send = ({ person }: Shown) => person.click(screen.getByRole('button', { name: 'Send' }))
const email = () => screen.getByLabelText<HTMLInputElement>('Email')

async function fillIn({ person }: Shown) {
  await person.type(email(), 'rima@campus.edu')
  await person.type(screen.getByLabelText('Password'), 'secret')
}

test('an empty form shows its errors, focuses the first field, and sends nothing; typing and Dismiss remove them', async () => {
  const shown = show()
  await send(shown)
  expect(screen.getByRole('alert').textContent).toBe(MISSING)
  expect(document.activeElement).toBe(email())
  expect(email().getAttribute('aria-invalid')).toBe('true')
  await shown.person.type(email(), 'r')
  expect(email().getAttribute('aria-invalid')).toBeNull()
  await shown.person.click(screen.getByRole('button', { name: 'Dismiss' }))
  expect(screen.queryByRole('alert')).toBeNull()
})

test('the message goes away when its last field is right', async () => {
  const shown = show()
  await send(shown)
  const { person } = shown
  await person.type(screen.getByLabelText('Password'), 'secret')
  await person.clear(screen.getByLabelText('Password'))
  await person.type(email(), 'rima')
  expect(screen.getByRole('alert').textContent).toContain('Please enter your email address')
  await person.type(email(), '@campus.edu')
  // The other field was right, and is wrong again.
  screen.getByRole('alert')
  await person.type(screen.getByLabelText('Password'), 'secret')
  expect(screen.queryByRole('alert')).toBeNull()
})

test('a message about a field goes away when that field is changed, and one about none stays', async () => {
  const fields = { email: 'This address is not of the university.' }
  const shown = show(
    refusing(signIn, 'invalid-input', { message: fields.email, fields }),
    refusing(signIn, 'wrong-credentials'),
  )
  await fillIn(shown)
  await send(shown)
  await screen.findByText(fields.email)
  await shown.person.type(screen.getByLabelText('Password'), 's')
  screen.getByRole('alert')
  await shown.person.type(email(), '.bd')
  expect(screen.queryByRole('alert')).toBeNull()
  await send(shown)
  await screen.findByRole('alert')
  await shown.person.type(email(), '.bd')
  screen.getByRole('alert')
})

test('a refusal shows its message and marks its fields', async () => {
  const fields = { email: 'Please enter a valid email address.' }
  const shown = show(refusing(signIn, 'invalid-input', { fields }))
  await fillIn(shown)
  await send(shown)
  await screen.findByText('Please check the marked fields and try again.')
  const described = document.getElementById(email().getAttribute('aria-describedby') ?? '')
  expect(described?.textContent).toBe(fields.email)
  expect(document.activeElement).toBe(email())
})

const MISSING = 'Please enter your email address and a password.'
const INVALID = 'Please enter a valid email address.'
const SHORT = 'Password should be at least 6 characters long.'

test.each([
  ['', '', MISSING, [MISSING, MISSING]],
  ['', 'secret', MISSING, [MISSING, null]],
  ['', 'abc', MISSING, [MISSING, SHORT]],
  ['rima', 'secret', INVALID, [INVALID, null]],
  ['rima', 'abc', INVALID, [INVALID, SHORT]],
])(
  'for “%s” and “%s” each thing is said once, and describes its fields',
  async (address, password, ...said) => {
    const shown = show()
    if (address) await shown.person.type(email(), address)
    if (password) await shown.person.type(screen.getByLabelText('Password'), password)
    await send(shown)
    const [message, atFields] = said
    expect(screen.getByRole('alert').textContent).toBe(message)
    const descriptionOf = (field: HTMLElement) => {
      const id = field.getAttribute('aria-describedby')
      return id && document.getElementById(id)?.textContent
    }
    expect([email(), screen.getByLabelText('Password')].map(descriptionOf)).toEqual(atFields)
    const form = email().form?.textContent ?? ''
    for (const text of new Set(atFields)) if (text) expect(form.split(text)).toHaveLength(2)
    expect(form).not.toContain('is required')
  },
)

test('two clicks submit once, and the button keeps its label', async () => {
  const shown = show(hanging(signIn))
  await fillIn(shown)
  await send(shown)
  await send(shown)
  await shown.person.type(email(), '{Enter}')
  expect(shown.server.callsTo(signIn)).toHaveLength(1)
  expect(screen.getByRole('button', { name: 'Send' }).getAttribute('aria-disabled')).toBe('true')
})

test('two simultaneous submissions are sent once', async () => {
  const shown = show(hanging(signIn))
  await fillIn(shown)
  const form = email().form as HTMLFormElement
  act(() => {
    fireEvent.submit(form)
    fireEvent.submit(form)
  })
  await waitFor(() => expect(shown.server.callsTo(signIn)).not.toHaveLength(0))
  expect(shown.server.callsTo(signIn)).toHaveLength(1)
})

test.each<[string, () => Storage | null]>([
  ['denies access to its storage', denyAccess],
  ['has no storage', () => null],
])('a form works in a browser that %s', async (_, get) => {
  const storage = vi.spyOn(window, 'sessionStorage', 'get').mockImplementation(get as () => Storage)
  const shown = show(refusing(signIn, 'not-signed-in'))
  await fillIn(shown)
  await send(shown)
  await screen.findByRole('alert')
  expect(email().value).toBe('rima@campus.edu')
  deleteDrafts()
  storage.mockRestore()
})

function denyAccess(): never {
  throw new DOMException('Access is denied.', 'SecurityError')
}

test('input is restored after the session ended', async () => {
  const shown = show(refusing(signIn, 'not-signed-in'))
  await fillIn(shown)
  await send(shown)
  await screen.findByRole('alert')
  shown.unmount()
  show()
  expect(email().value).toBe('rima@campus.edu')
})

const WaitingExample = () => (
  <Example draftKey="waiting" whileOffline={{ waits: 'It waits here.', sent: 'It was sent.' }} />
)

const SESSION = replying(signIn, { user: aUser() })

/** A connection that is found to be lost, or not, when a call had no reply. */
function connection({ isLost }: { isLost: boolean }) {
  onlineManager.setOnline(true)
  return registerConnectionCheck(async () => onlineManager.setOnline(!isLost))
}

afterEach(() => {
  onlineManager.setOnline(true)
})

/** Submits without a connection. */
async function submitOffline(replies: Reply[] = []) {
  const shown = showForm(replies, <WaitingExample />)
  act(() => onlineManager.setOnline(false))
  await fillIn(shown)
  await send(shown)
  await screen.findByText('It waits here.')
  return shown
}

test('what is submitted without a connection is sent once it is back, as the fields are then', async () => {
  const shown = await submitOffline()
  await shown.person.type(email(), '.bd')
  expect(shown.server.callsTo(signIn)).toHaveLength(0)
  shown.server.answer(SESSION)
  act(() => onlineManager.setOnline(true))
  await waitFor(() => expect(email().value).toBe(''))
  expect(shown.server.callsTo(signIn).map(({ body }) => body)).toEqual([
    { email: 'rima@campus.edu.bd', password: 'secret' },
  ])
  expect(screen.queryByText('It waits here.')).toBeNull()
})

test('a submission without a reply waits if the connection is lost, and fails if it is not', async () => {
  const end = connection({ isLost: true })
  const shown = showForm([failing(signIn)], <WaitingExample />)
  await fillIn(shown)
  await send(shown)
  await screen.findByText('It waits here.')
  expect(screen.queryByRole('alert')).toBeNull()
  end()
  const endAgain = connection({ isLost: false })
  shown.server.answer(failing(signIn))
  act(() => onlineManager.setOnline(true))
  expect((await screen.findByRole('alert')).textContent).toMatch(/^The service cannot be reached/)
  expect(screen.queryByText('It waits here.')).toBeNull()
  expect(shown.server.callsTo(signIn)).toHaveLength(2)
  endAgain()
})

test('whoever does not want to send it yet stops waiting', async () => {
  const shown = await submitOffline()
  await shown.person.click(screen.getByRole('button', { name: "Don't send it yet" }))
  act(() => onlineManager.setOnline(true))
  expect(screen.queryByText('It waits here.')).toBeNull()
  expect(shown.server.callsTo(signIn)).toHaveLength(0)
  expect(email().value).toBe('rima@campus.edu')
})

const LateMessage = () => <p>{useLateMessage()}</p>

/** Submits without a connection, and leaves the page. */
async function submitAndLeave(replies: Reply[], change = '') {
  const shown = await submitOffline(replies)
  if (change) await shown.person.type(email(), change)
  shown.goTo(null)
  return shown
}

test('what waited when its page was left is sent once the connection is back, and a message says so', async () => {
  const shown = await submitAndLeave([failing(signIn), SESSION], '.bd')
  expect(shown.server.callsTo(signIn)).toHaveLength(0)
  act(() => onlineManager.setOnline(true))
  await screen.findByText('It was sent.')
  const sent = { email: 'rima@campus.edu.bd', password: 'secret' }
  expect(shown.server.callsTo(signIn).map(({ body }) => body)).toEqual([sent, sent])
  shown.goTo(<WaitingExample />)
  expect(email().value).toBe('')
})

test('what is refused after its page was left is kept, and a message says why', async () => {
  const shown = await submitAndLeave([refusing(signIn, 'wrong-credentials')])
  act(() => onlineManager.setOnline(true))
  await screen.findByText('Invalid email or password. Please try again. What you typed is kept in the form.')
  shown.goTo(<WaitingExample />)
  expect(email().value).toBe('rima@campus.edu')
})

test('whoever comes back before it was sent finds it waiting, and can change it', async () => {
  const shown = await submitAndLeave([SESSION])
  shown.goTo(<WaitingExample />)
  await screen.findByText('It waits here.')
  await shown.person.type(email(), '.bd')
  act(() => onlineManager.setOnline(true))
  await waitFor(() => expect(email().value).toBe(''))
  expect(shown.server.callsTo(signIn).map(({ body }) => body)).toEqual([
    { email: 'rima@campus.edu.bd', password: 'secret' },
  ])
})

test('a page that was left while it waited says after a reload that it may not have been sent', async () => {
  const shown = await submitOffline()
  shown.unmount()
  const later = showForm([], <WaitingExample />)
  screen.getByText(/^You were offline, so this may not have been sent yet\./)
  expect(email().value).toBe('rima@campus.edu')
  await send(later)
  await screen.findByText('It waits here.')
  expect(screen.queryByText(/^You were offline/)).toBeNull()
  await later.person.click(screen.getByRole('button', { name: "Don't send it yet" }))
})

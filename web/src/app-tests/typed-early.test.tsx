import { listOwnBloodRequests } from '@blood-bank/contract/blood-requests/endpoints'
import { listHospitals, postBloodRequest } from '@blood-bank/contract/blood-requests/posting'
import { readOwnDonor, searchDonors } from '@blood-bank/contract/donors/endpoints'
import { registerDonor } from '@blood-bank/contract/donors/profile'
import type { Endpoint } from '@blood-bank/contract/endpoint'
import { registerAccount, sendPasswordResetMail } from '@blood-bank/contract/passwords/accounts'
import { readSession, signIn } from '@blood-bank/contract/sessions/endpoints'
import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { MemoryRouter } from 'react-router'
import { expect, test, vi } from 'vitest'
import { createQueryClient } from '../session/query-client.ts'
import { endTakeOver, takeOver } from '../session/sent-page.ts'
import { App } from '../start/app.tsx'
import { aPage, aUser } from '../testing/builders.ts'
import { DONOR_TYPED, fillIn, REQUEST_TYPED, valueIn } from '../testing/render-page.tsx'
import { hanging, replying } from '../testing/replies.ts'
import { renderOnServer } from '../testing/server-page.ts'
import { type StubServer, startStubServer } from '../testing/stub-server.ts'
import { Hydration } from '../ui/browser/after-hydration.tsx'

const EMAIL = 'rima@campus.edu'
const PASSWORD = 'several words are easy'

type Form = {
  isForMembers?: true
  typed: Record<string, string>
  button: string
  endpoint: Endpoint
  sent: object
}

const FORMS: Record<string, Form> = {
  '/login': {
    typed: { Email: EMAIL, Password: PASSWORD },
    button: 'Sign In',
    endpoint: signIn,
    sent: { email: EMAIL, password: PASSWORD },
  },
  '/register': {
    typed: { Email: EMAIL, Password: PASSWORD },
    button: 'Create Account',
    endpoint: registerAccount,
    sent: { email: EMAIL, password: PASSWORD },
  },
  '/forgot-password': {
    typed: { Email: EMAIL },
    button: 'Send Password Reset Link',
    endpoint: sendPasswordResetMail,
    sent: { email: EMAIL },
  },
  '/find-donors': {
    isForMembers: true,
    typed: { 'Blood Group': 'AB-' },
    button: 'Search',
    endpoint: searchDonors,
    sent: { bloodGroup: 'AB-' },
  },
  '/register-donor': {
    isForMembers: true,
    typed: DONOR_TYPED,
    button: 'Register as Donor',
    endpoint: registerDonor,
    sent: {
      fullName: 'Rima Akter',
      universityId: 'CSE-2021-042',
      universityRole: 'student',
      bloodGroup: 'O+',
    },
  },
  '/post-request': {
    isForMembers: true,
    typed: { ...REQUEST_TYPED, Urgency: 'moderate', 'Additional Info': 'Open-heart surgery' },
    button: 'Post Request',
    endpoint: postBloodRequest,
    sent: {
      patientName: 'Karim Uddin',
      requiredBloodGroup: 'AB-',
      urgency: 'moderate',
      additionalInfo: 'Open-heart surgery',
      hospitalName: 'City Hospital',
    },
  },
}

/** Opens a page as the server sends it. Its scripts have not run yet. */
async function openRenderedPage(pathname: string, server: StubServer) {
  const page = (await renderOnServer({ pathname, search: '', hash: '' }, server)) ?? expect.fail('no page')
  const container = document.body.appendChild(document.createElement('div'))
  container.innerHTML = page.html
  const queryClient = createQueryClient()
  return {
    container,
    /** Runs the scripts. `onDiffers` is called if the page differs from what React renders. */
    hydrate(onDiffers: () => void) {
      takeOver(queryClient, page.sent)
      render(
        <Hydration onEnd={endTakeOver}>
          <MemoryRouter initialEntries={[pathname]} useTransitions={false}>
            <App queryClient={queryClient} sent={page.sent} />
          </MemoryRouter>
        </Hydration>,
        { container, hydrate: true, onRecoverableError: onDiffers },
      )
    },
  }
}

test.each(Object.entries(FORMS).map(([path, form]) => ({ path, ...form })))(
  'what was typed at $path before the scripts ran stays beside what a password manager or a translator added, and is sent',
  async form => {
    const { path, typed, button, endpoint, sent, isForMembers } = form
    const server = startStubServer([
      replying(readSession, { user: isForMembers ? aUser() : null }),
      replying(listHospitals, { hospitals: [] }),
      replying(listOwnBloodRequests, aPage([])),
      replying(readOwnDonor, { donor: null }),
      hanging(endpoint),
    ])
    const page = await openRenderedPage(path, server)
    const person = userEvent.setup()
    await fillIn(person, typed)
    const last = screen.getByLabelText(Object.keys(typed).at(-1) ?? '')
    for (const field of page.container.querySelectorAll('form input'))
      field.after(document.createElement('div'))
    last.parentElement?.append(document.createElement('font'))
    const differs = vi.fn()
    page.hydrate(differs)
    await waitFor(() => expect(differs).toHaveBeenCalled())
    expect(last.isConnected).toBe(false)
    expect(document.activeElement).toBe(screen.getByLabelText(Object.keys(typed).at(-1) ?? ''))
    for (const [label, value] of Object.entries(typed)) expect(valueIn(label)).toBe(value)
    await person.click(screen.getByRole('button', { name: button }))
    await waitFor(() => expect(server.callsTo(endpoint)).toHaveLength(1))
    const [call] = server.callsTo(endpoint)
    expect(call?.body ?? call?.query).toMatchObject(sent)
  },
)

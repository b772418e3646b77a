import { listHospitals } from '@blood-bank/contract/blood-requests/hospitals'
import { postBloodRequest } from '@blood-bank/contract/blood-requests/posting'
import { searchDonors } from '@blood-bank/contract/donors/endpoints'
import type { Endpoint } from '@blood-bank/contract/endpoint'
import { registerAccount, sendPasswordResetMail } from '@blood-bank/contract/passwords/accounts'
import { readSession, signIn } from '@blood-bank/contract/sessions/endpoints'
import type { Viewer } from '@blood-bank/contract/sessions/viewers'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { aUser } from '../testing/builders.ts'
import { openBuiltPage } from '../testing/hydrate-page.tsx'
import { fillIn, valueIn } from '../testing/person.ts'
import { hanging, replying } from '../testing/replies.ts'
import { startStubServer } from '../testing/stub-server.ts'

const EMAIL = 'rima@campus.edu'
const PASSWORD = 'several words are easy'

type Form = {
  viewer: Viewer
  typed: Record<string, string>
  button: string
  endpoint: Endpoint
  sent: object
}

const FORMS: Record<string, Form> = {
  '/login': {
    viewer: 'visitor',
    typed: { Email: EMAIL, Password: PASSWORD },
    button: 'Sign In',
    endpoint: signIn,
    sent: { email: EMAIL, password: PASSWORD },
  },
  '/register': {
    viewer: 'visitor',
    typed: { Email: EMAIL, Password: PASSWORD },
    button: 'Create Account',
    endpoint: registerAccount,
    sent: { email: EMAIL, password: PASSWORD },
  },
  '/forgot-password': {
    viewer: 'visitor',
    typed: { Email: EMAIL },
    button: 'Send Password Reset Link',
    endpoint: sendPasswordResetMail,
    sent: { email: EMAIL },
  },
  '/find-donors': {
    viewer: 'member',
    typed: { 'Blood Group': 'AB-' },
    button: 'Search',
    endpoint: searchDonors,
    sent: { bloodGroup: 'AB-' },
  },
  '/post-request': {
    viewer: 'member',
    typed: {
      'Patient Name': 'Karim Uddin',
      'Blood Group': 'AB-',
      Urgency: 'moderate',
      'Additional Info': 'Open-heart surgery',
      Hospital: 'City Hospital',
      'Contact Person': 'Rima Akter',
      'Contact Number': '01712 345678',
    },
    button: 'Post Request',
    endpoint: postBloodRequest,
    sent: {
      patientName: 'Karim Uddin',
      requiredBloodGroup: 'AB-',
      urgency: 'moderate',
      additionalInfo: 'Open-heart surgery',
      hospitalName: 'City Hospital',
      contactPerson: 'Rima Akter',
      contactNumber: '01712 345678',
    },
  },
}

/** Opens a built page and types into it before its scripts run. */
async function typeEarly({ path, viewer, typed }: Form & { path: string }) {
  const page = await openBuiltPage(path, viewer)
  const person = userEvent.setup()
  await fillIn(person, typed)
  return { page, person }
}

test.each(Object.entries(FORMS).map(([path, form]) => ({ path, ...form })))(
  'what was typed at $path before the scripts ran stays beside what a password manager or a translator added, and is sent',
  async form => {
    const { typed, button, endpoint, sent, viewer } = form
    const server = startStubServer([
      replying(readSession, { user: viewer === 'member' ? aUser() : null }),
      replying(listHospitals, { hospitals: [] }),
      hanging(endpoint),
    ])
    const { page, person } = await typeEarly(form)
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

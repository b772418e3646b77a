import * as forms from '@blood-bank/server/testing/person'
import { expect, type Locator } from '@playwright/test'
import { check, click } from './click.ts'
import { linkIn, mailTo } from './mailbox.ts'
import { runAdmin, sharedProduct } from './product.ts'
import type { Visitor } from './visitor.ts'

export const PASSWORD = 'correct horse battery'

let people = 0

/** An address that no other test uses. */
export const newAddress = (name: string) => `${name}.${process.pid}.${++people}@example.edu`

export async function register(visitor: Visitor, email: string): Promise<void> {
  await visitor.open('/register')
  await visitor.field('Email').fill(email)
  await visitor.field('Password').fill(PASSWORD)
  await visitor.press('Create Account')
  await visitor.sees('Registration successful!')
}

/** Opens the link in the browser that registered, which verifies the address and signs in. */
export async function verifyEmail(visitor: Visitor, email: string): Promise<void> {
  await visitor.open(linkIn(await mailTo(email, /Verify your email/)))
  await visitor.sees('Email verified.')
}

export async function signIn(visitor: Visitor, email: string, password = PASSWORD): Promise<void> {
  await visitor.open('/login')
  await trySignIn(visitor, email, password)
  await visitor.page
    .getByRole('button', { name: /^Logout/, includeHidden: true })
    .waitFor({ state: 'attached' })
  // The page redirects a moment later, which would cancel a journey's next step.
  await visitor.page.waitForURL(({ pathname }) => pathname !== '/login')
}

/** Fills in the sign-in form, which is open, and sends it. */
export async function trySignIn(visitor: Visitor, email: string, password = PASSWORD): Promise<void> {
  await fillIn(visitor, { Email: email, Password: password })
  await visitor.press('Sign In')
}

export async function signOut(visitor: Visitor): Promise<void> {
  const menu = visitor.page.getByRole('button', { name: 'Menu', exact: true })
  if (await menu.isVisible()) await click(menu)
  await visitor.press(/^Logout/)
  await visitor.comesTo('/login')
}

/** Ends the session on the server, as another device would. The tabs are not notified and keep their cookie. */
export async function endSession({ context }: Visitor): Promise<void> {
  const { url } = sharedProduct
  const cookies = await context.cookies(url)
  const reply = await fetch(`${url}/api/session`, {
    method: 'DELETE',
    headers: { origin: url, cookie: cookies.map(({ name, value }) => `${name}=${value}`).join('; ') },
  })
  expect(reply.status).toBe(204)
}

/**
 * Makes the visitor a member who has verified the email and signed in, without opening a page. The calls are those of the
 * pages: journeys that are about something else need not wait for them.
 * @param mailboxUrl the mailbox of another product than the one that all tests share
 */
export async function becomeMember(visitor: Visitor, email: string, mailboxUrl?: string): Promise<void> {
  await createAccount(visitor, email, mailboxUrl)
  await signInByCall(visitor, email)
}

/** Makes the visitor a member with a donor profile, without opening a page. @returns the address */
export async function becomeDonor(
  visitor: Visitor,
  profile: Parameters<typeof forms.aDonor>[0] = {},
  mailboxUrl?: string,
): Promise<string> {
  const email = newAddress('donor')
  await becomeMember(visitor, email, mailboxUrl)
  await visitor.post('/api/donors', forms.aDonor(profile))
  return email
}

/** Registers and verifies the email without opening a page, which also signs in. */
async function createAccount(visitor: Visitor, email: string, mailboxUrl?: string): Promise<void> {
  await visitor.post('/api/accounts', { email, password: PASSWORD })
  const link = linkIn(await mailTo(email, /Verify your email/, mailboxUrl))
  await visitor.post('/api/accounts/email-verifications', { token: link.split('token=')[1] })
}

/** Signs in without opening a page. */
export const signInByCall = (visitor: Visitor, email: string, password = PASSWORD): Promise<void> =>
  visitor.post('/api/session', { email, password })

/** Registers and verifies the email through the pages. */
export async function becomeMemberThroughPages(visitor: Visitor, email: string): Promise<void> {
  await register(visitor, email)
  await verifyEmail(visitor, email)
}

/** Waits for the dashboard's replies: they would be 401 if the session ended before. */
export async function waitForEmptyDashboard(visitor: Visitor): Promise<void> {
  await visitor.sees("You aren't registered as a donor yet.")
  await visitor.sees('You have not posted any blood requests yet.')
}

/** Makes the visitor an admin who has signed in, without opening a page. */
export async function becomeAdmin(visitor: Visitor, dataDir: string, email: string): Promise<void> {
  await createAccount(visitor, email)
  await runAdmin(dataDir, 'grant', email)
  await signInByCall(visitor, email)
}

/** The values of a blood request by the labels of the fields; options by their value. */
export const aBloodRequest = (patientName: string) => ({
  'Patient Name': patientName,
  'Blood Group': 'B+',
  'Units Required': '2',
  Hospital: 'Dhaka Medical College Hospital',
  'Contact Person': 'Nadia Karim',
  'Contact Number': '01812-345678',
})

/** Posts the same request without opening a page; `more` overrides its fields. */
export const postBloodRequest = (
  visitor: Visitor,
  patientName: string,
  more: Parameters<typeof forms.aBloodRequest>[0] = {},
): Promise<void> =>
  visitor.post('/api/blood-requests', forms.aBloodRequest({ patientName, unitsRequired: 2, ...more }))

/** The id of an active request. */
async function idOfRequest({ page }: Visitor, patientName: string): Promise<string> {
  const reply = await page.request.get('/api/blood-requests')
  const { records } = (await reply.json()) as { records: { id: string; patientName: string }[] }
  const found = records.find(bloodRequest => bloodRequest.patientName === patientName)
  if (!found) throw new Error(`There is no active request for ${patientName}.`)
  return found.id
}

/** Offers to donate for an active request without opening a page. */
export const offerByCall = async (donor: Visitor, patientName: string): Promise<void> =>
  donor.post(`/api/blood-requests/${await idOfRequest(donor, patientName)}/offers`, {})

/** The card of a request, which is named after its group and hospital, by its patient. */
export const requestCardOf = ({ page }: Visitor, patientName: string): Locator =>
  page.getByRole('article').filter({ hasText: patientName })

/** The values of a donor form in the same format. */
export const aDonor = (fullName: string) => ({
  'Full Name': fullName,
  'University ID': 'CSE-2021-017',
  Role: 'student',
  Department: 'Computer Science',
  'Blood Group': 'AB-',
  'Contact Number': '01712-345678',
})

const CHOICES = ['Blood Group', 'Role']
const RADIOS = ['Urgency']

/** Fills in the text fields of a form and selects its options. */
export async function fillIn(visitor: Visitor, form: Record<string, string>): Promise<void> {
  for (const [name, value] of Object.entries(form)) {
    if (CHOICES.includes(name)) await visitor.field(name).selectOption(value)
    else if (RADIOS.includes(name)) await check(visitor.field(name).locator(`[value="${value}"]`))
    else await visitor.field(name).fill(value)
  }
}

/** The current values of the fields of a form. */
export async function formValues(visitor: Visitor, form: Record<string, string>) {
  const names = Object.keys(form)
  const controlOf = (name: string) =>
    RADIOS.includes(name) ? visitor.field(name).locator(':checked') : visitor.field(name)
  const values = await Promise.all(names.map(name => controlOf(name).inputValue()))
  return Object.fromEntries(names.map((name, place) => [name, values[place]]))
}

/** Opens a row of the account page, or closes it. */
export const openAccountRow = ({ page }: Visitor, title: string): Promise<void> =>
  page.locator('summary', { hasText: title }).click()

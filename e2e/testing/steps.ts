import type { Locator } from '@playwright/test'
import { check, click } from './click.ts'
import { linkIn, mailTo } from './mailbox.ts'
import { runAdmin } from './product.ts'
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
  await visitor.sees('Email verified. Thank you!')
}

export async function signIn(visitor: Visitor, email: string, password = PASSWORD): Promise<void> {
  await visitor.open('/login')
  await visitor.field('Email').fill(email)
  await visitor.field('Password').fill(password)
  await visitor.press('Sign In')
  await visitor.page
    .getByRole('button', { name: /^Logout/, includeHidden: true })
    .waitFor({ state: 'attached' })
  // The page redirects a moment later, which would cancel a journey's next step.
  await visitor.page.waitForURL(({ pathname }) => pathname !== '/login')
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

/** Registers and verifies the email without opening a page, which also signs in. */
export async function createAccount(visitor: Visitor, email: string, mailboxUrl?: string): Promise<void> {
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

/** Posts the same request without opening a page. */
export function postBloodRequest(visitor: Visitor, patientName: string): Promise<void> {
  const form = aBloodRequest(patientName)
  return visitor.post('/api/blood-requests', {
    patientName,
    requiredBloodGroup: form['Blood Group'],
    unitsRequired: Number(form['Units Required']),
    hospitalName: form.Hospital,
    contactPerson: form['Contact Person'],
    contactNumber: form['Contact Number'],
    isAnotherRequest: true,
  })
}

/** The card of a request, which is named after its group and hospital, by its patient. */
export const requestCardOf = ({ page }: Visitor, patientName: string): Locator =>
  page.getByRole('article').filter({ hasText: patientName })

/** Opens the menu of a card and chooses an entry. */
export async function chooseFromCard({ page }: Visitor, card: Locator, entry: string): Promise<void> {
  await click(card.getByRole('button', { name: 'More', exact: true }))
  await click(page.getByRole('menuitem', { name: entry, exact: true }))
}

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

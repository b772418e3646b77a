import { linkIn, mailTo } from './mailbox.ts'
import { runAdmin } from './product.ts'
import type { Visitor } from './visitor.ts'

export const PASSWORD = 'correct horse battery'

let people = 0

/** An address that no other journey uses. */
export const newAddress = (name: string) => `${name}.${process.pid}.${++people}@example.edu`

export async function register(visitor: Visitor, email: string): Promise<void> {
  await visitor.open('/register')
  await visitor.field('Email').fill(email)
  await visitor.field('Password').fill(PASSWORD)
  await visitor.press('Create Account')
  await visitor.sees('Registration successful!')
}

export async function verifyEmail(visitor: Visitor, email: string): Promise<void> {
  await visitor.open(linkIn(await mailTo(email, /Verify your email/)))
  await visitor.press('Verify Email')
  await visitor.sees('Your email address is verified.')
}

export async function signIn(visitor: Visitor, email: string, password = PASSWORD): Promise<void> {
  await visitor.open('/login')
  await visitor.field('Email').fill(email)
  await visitor.field('Password').fill(password)
  await visitor.press('Sign In')
  await visitor.page
    .getByRole('button', { name: /^Logout/, includeHidden: true })
    .waitFor({ state: 'attached' })
}

/** The whole way from a stranger to a signed-in member with a verified email. */
export async function becomeMember(visitor: Visitor, email: string): Promise<void> {
  await register(visitor, email)
  await verifyEmail(visitor, email)
  await signIn(visitor, email)
  await seesEmptyDashboard(visitor)
}

/** Waits until the dashboard has its answers: they are rightful 401s when the session ends before they come. */
export async function seesEmptyDashboard(visitor: Visitor): Promise<void> {
  await visitor.sees("You aren't registered as a donor yet.")
  await visitor.sees('You have not posted any blood requests yet.')
}

/** A member whom an operator has made admin; the role ends the session from before. */
export async function becomeAdmin(visitor: Visitor, dataDir: string, email: string): Promise<void> {
  await becomeMember(visitor, email)
  await runAdmin(dataDir, 'grant', email)
  await signIn(visitor, email)
}

/** What a member types to ask for blood, by the labels of the fields; choices as they are stored. */
export const aBloodRequest = (patientName: string) => ({
  'Patient Name': patientName,
  'Blood Group': 'B+',
  'Units Required': '2',
  Hospital: 'Dhaka Medical College Hospital',
  'Contact Person': 'Nadia Karim',
  'Contact Number': '01812-345678',
})

/** What a member types to become a donor, in the same way. */
export const aDonor = (fullName: string) => ({
  'Full Name': fullName,
  'University ID': 'CSE-2021-017',
  Role: 'student',
  Department: 'Computer Science',
  'Blood Group': 'AB-',
  'Contact Number': '01712-345678',
})

const CHOICES = ['Blood Group', 'Urgency', 'Role']

/** Types into the fields of a form and chooses in its lists. */
export async function fillIn(visitor: Visitor, form: Record<string, string>): Promise<void> {
  for (const [name, value] of Object.entries(form)) {
    if (CHOICES.includes(name)) await visitor.field(name).selectOption(value)
    else await visitor.field(name).fill(value)
  }
}

/** What the fields of a form hold. */
export async function typedInto(visitor: Visitor, form: Record<string, string>) {
  const names = Object.keys(form)
  const values = await Promise.all(names.map(name => visitor.field(name).inputValue()))
  return Object.fromEntries(names.map((name, place) => [name, values[place]]))
}

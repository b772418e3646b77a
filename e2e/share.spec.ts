import { expect } from '@playwright/test'
import { type AVisitor, test } from './testing/journey.ts'
import { becomeMember, newAddress, PASSWORD, requestCardOf, verifyEmail } from './testing/steps.ts'
import { PHONE, type Visitor } from './testing/visitor.ts'

const PATIENT = 'Humayun Kabir'
const HOSPITAL = 'Dhaka Medical College Hospital'

/** A member with an active request for one unit. */
async function anOwner(aVisitor: AVisitor) {
  const owner = await aVisitor()
  await becomeMember(owner, newAddress('tasnim'))
  await owner.post('/api/blood-requests', {
    patientName: PATIENT,
    requiredBloodGroup: 'B+',
    hospitalName: HOSPITAL,
    contactPerson: 'Tasnim Khatun',
    contactNumber: '01812-345678',
  })
  await owner.open('/dashboard')
  return owner
}

const dialogOf = ({ page }: Visitor) => page.getByRole('dialog', { name: 'Share this request' })

/** Makes a public page in the open dialog. @returns its path */
async function makePage(owner: Visitor) {
  await owner.press('Make a public page')
  const url = await dialogOf(owner).getByRole('link', { name: /\/r\// }).innerText()
  return new URL(url).pathname
}

/** Opens the dialog, makes a public page and copies its link. @returns its path */
async function share(owner: Visitor) {
  await owner.press('Share')
  const path = await makePage(owner)
  await owner.press('Copy link')
  await owner.sees('Link copied.')
  return path
}

/** What the printed page has on how many sheets of A4. */
async function printed({ page }: Visitor) {
  await page.emulateMedia({ media: 'print' })
  const isShown = (text: string | RegExp) => page.getByText(text).first().isVisible()
  const shown = { scan: await isShown(/^Scan to see/), button: await isShown('I can help') }
  const file = (await page.pdf({ format: 'A4', preferCSSPageSize: true })).toString('latin1')
  await page.emulateMedia({ media: 'screen' })
  return { ...shown, sheets: file.match(/\/Type\s*\/Page\b/g)?.length }
}

test('a shared request is read by anybody, brings a donor, and says so when it has closed; a revoked link is dead', async ({
  aVisitor,
}) => {
  const owner = await anOwner(aVisitor)
  const revoked = await share(owner)
  await owner.press('Revoke link')
  await owner.press('Revoke this link')
  await owner.sees('The link was revoked. It never works again.')
  const path = await makePage(owner)
  const phone = await aVisitor(PHONE, { hasScripts: false })
  phone.expects(`404 GET ${revoked}`)
  await phone.open(revoked)
  await phone.heading('This page is not available')

  await phone.open(path)
  await phone.heading('B+ blood is needed')
  await phone.sees(HOSPITAL)
  expect(await phone.page.content()).not.toMatch(/Humayun|Kabir|Tasnim|Khatun|345678/)
  expect(await printed(phone)).toEqual({ scan: true, button: false, sheets: 1 })

  const poster = owner.context.waitForEvent('page')
  await owner.context.addInitScript(() => {
    window.print = () => document.documentElement.setAttribute('data-printed', '')
  })
  await owner.press('Print poster')
  await (await poster).locator('[data-printed]').waitFor()

  const stranger = await aVisitor(PHONE)
  await stranger.open(path)
  await stranger.follow('I can help')
  await stranger.sees('Sign in to help, or sign up first.')
  await stranger.follow('Sign up')
  const strangerEmail = newAddress('joya')
  await stranger.field('Email').fill(strangerEmail)
  await stranger.field('Password').fill(PASSWORD)
  await stranger.press('Create Account')
  await stranger.sees('Registration successful!')
  // The email is opened in another tab; this one remembers the request.
  await verifyEmail(await stranger.anotherTab(), strangerEmail)
  await stranger.follow('Sign in')
  await signInHere(stranger, strangerEmail)
  await stranger.heading('Request from your link')
  await stranger.follow('Register as Donor')
  await registerAsDonor(stranger)
  await stranger.heading('Request from your link')
  await stranger.press('I can donate')
  await stranger.press('Yes, I can donate')
  await stranger.sees('Thank you, Joya Sen. They are waiting for you.')
  await stranger.press('Close')
  await requestCardOf(stranger, PATIENT).getByText('You offered to donate.').waitFor()

  stranger.expects(/^404 GET \/api\/blood-requests\//)
  await owner.press('Close')
  await owner.press('Cancel Request')
  await owner.press('Cancel this request')
  await owner.sees('The blood request was cancelled.')
  await stranger.sees('No longer on the list.')
  await phone.open(path)
  await phone.heading('Blood is no longer needed')
  await phone.sees(`The request for B+ blood at ${HOSPITAL} was cancelled.`)
})

async function signInHere(visitor: Visitor, email: string) {
  await visitor.field('Email').fill(email)
  await visitor.field('Password').fill(PASSWORD)
  await visitor.press('Sign In')
}

async function registerAsDonor(visitor: Visitor) {
  await visitor.field('Full Name').fill('Joya Sen')
  await visitor.field('University ID').fill('CSE-2021-017')
  await visitor.field('Role').selectOption('student')
  await visitor.field('Department').fill('Computer Science')
  await visitor.field('Blood Group').selectOption('O+')
  await visitor.field('Contact Number').fill('01712-777888')
  await visitor.press('Register as Donor')
}

import { expect } from '@playwright/test'
import { test } from './testing/journey.ts'
import { linkIn, mailTo } from './testing/mailbox.ts'
import {
  aBloodRequest,
  becomeMember,
  formValues,
  newAddress,
  PASSWORD,
  requestCardOf,
} from './testing/steps.ts'
import { PHONE } from './testing/visitor.ts'
import { aWalk } from './testing/walk.ts'

/** Of this attempt alone: a repeated one has the request of the first. */
const PATIENT = `Abdul Karim ${Date.now().toString(36)}`

test('a stranger gets from the landing page to a posted request, which is fulfilled, posted again and deleted', async ({
  aVisitor,
}) => {
  const nadia = await aVisitor(PHONE, { hasMotion: true })
  const email = newAddress('nadia')
  const walk = aWalk(nadia)
  const { 'Blood Group': group, ...request } = aBloodRequest(PATIENT)
  const page = nadia.page.getByRole('main')
  await nadia.open('/')
  await walk.read(page.getByRole('link', { name: 'Login / Need Blood' }))
  await walk.follow(group)
  await nadia.sees(/we ask donors who can give, at once| B\+ donors can give/)
  await expect(nadia.page.getByRole('main').getByRole('link', { name: 'Post a Request' })).toBeInViewport()
  await walk.follow('Post a Request')
  await nadia.heading('Create Account')
  await walk.read(nadia.field('Password'), page.getByText('Next: your request.'))
  await walk.type({ Email: email, Password: PASSWORD })
  await walk.press('Create Account')
  await nadia.heading('Check your email')
  await walk.read(page.getByText('Registration successful!'), page.getByText(email))
  await walk.followMailedLink(linkIn(await mailTo(email, /Verify your email/)))
  await nadia.comesTo(`/post-request?bloodGroup=${encodeURIComponent(group)}`)
  await walk.read(nadia.page.getByText('Email verified.'), nadia.field('Patient Name'))
  await nadia.field('Units Required').fill('0')
  await nadia.press('Post Request')
  await nadia.sees('Please fill in all required fields: Patient Name')
  await walk.type(request)
  expect(await nadia.field('Blood Group').inputValue()).toBe(group)
  // The message about the fields is settled.
  expect(await nadia.page.getByRole('alert').count()).toBe(0)
  await walk.press('Post Request')
  await nadia.sees('Blood request submitted successfully!')
  expect(walk.effort.presses).toBeLessThanOrEqual(12)
  expect(walk.effort.words).toBeLessThanOrEqual(215)
  await nadia.comesTo('/dashboard')
  await nadia.sees(PATIENT)

  const other = await aVisitor()
  await becomeMember(other, newAddress('other'))
  await other.open('/post-request')
  const { Hospital } = aBloodRequest(PATIENT)
  await other.page.locator(`datalist option[value="${Hospital}"]`).waitFor({ state: 'attached' })
  await other.open('/view-requests')
  await requestCardOf(other, PATIENT).waitFor()
  await other.sees('Urgent (Immediate Need)')

  await nadia.press('Mark as Fulfilled')
  const dialog = nadia.page.getByRole('alertdialog')
  await dialog.waitFor()
  await nadia.page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  await nadia.press('Mark as Fulfilled')
  await nadia.press('Yes, we have the blood')
  await nadia.sees(/^. Fulfilled in /)
  // The server has it, too.
  await nadia.sees('The blood request was marked as fulfilled.')

  await other.page.reload()
  // Other tests may have posted requests.
  await other.sees(/No active blood requests at the moment\.|^\d+ requests?$/)
  expect(await other.page.getByText(PATIENT).count()).toBe(0)

  await nadia.open('/dashboard')
  await nadia.heading('Earlier requests (1)')
  await nadia.press('Post again')
  await nadia.sees('This is filled in from an earlier request of yours.')
  expect(await formValues(nadia, aBloodRequest(PATIENT))).toEqual(aBloodRequest(PATIENT))
  await nadia.press('Start over')

  await nadia.open('/dashboard')
  await nadia.heading('Earlier requests (1)')
  await nadia.press('Delete')
  await nadia.press('Delete this request')
  await nadia.sees('You have not posted any blood requests yet.')
})

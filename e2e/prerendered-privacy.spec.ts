import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { drawCampus } from '@blood-bank/server/operations/demo/campus'
import { expect } from '@playwright/test'
import { test } from './testing/journey.ts'
import { becomeMember, newAddress } from './testing/steps.ts'

const FOLDER = join(import.meta.dirname, '../web/dist/prerendered')

/** Every name, email and number of the demo. */
function personalData(): string[] {
  const { members, bloodRequests } = drawCampus({ now: new Date() })
  return [
    ...members.flatMap(({ email, donor }) => [email, donor?.form.fullName, donor?.form.contactNumber]),
    ...bloodRequests.flatMap(({ form }) => [form.patientName, form.contactPerson, form.contactNumber]),
  ].filter(value => value !== undefined)
}

/** Anybody's email address or mobile number. */
const ANY_EMAIL = /[\w.+-]+@[\w-]+\.\w+/g
const ANY_NUMBER = /(?<![\w-])(?:\+?88)?01[1-9][\d -]{8,}/g

test('no page that the build rendered holds a name, email or number of anybody', () => {
  const files = globSync('**/*.html', { cwd: FOLDER })
  for (const viewer of ['unknown', 'visitor', 'member', 'admin'])
    expect(files).toContain(`${viewer}/dashboard.html`)
  const pages = files.map(file => readFileSync(join(FOLDER, file), 'utf8')).join('\n')
  expect(personalData().filter(value => pages.includes(value))).toEqual([])
  expect(pages.match(ANY_EMAIL)).toBeNull()
  expect(pages.match(ANY_NUMBER)).toBeNull()
})

const DONOR = {
  universityId: 'CSE-2021-017',
  universityRole: 'student',
  department: 'Computer Science',
  bloodGroup: 'AB-',
  contactNumber: '01712-345678',
  allowContactVisibility: false,
  isAvailable: true,
  lastDonationDate: null,
}

test('going back after signing out shows nothing of the session', async ({ aVisitor }) => {
  const rima = await aVisitor()
  const email = newAddress('rima')
  await becomeMember(rima, email)
  await rima.post('/api/donors', { ...DONOR, fullName: 'Rehana Backdoor' })
  await rima.page.addInitScript(() => {
    const texts = new Set<string>()
    Object.assign(window, { texts })
    new MutationObserver(() => texts.add(document.body?.innerText ?? '')).observe(document, {
      childList: true,
      characterData: true,
      subtree: true,
    })
  })
  // A stream that opens after the session has ended is refused.
  const visit = async (path: string) => {
    const streamOpened = rima.page.waitForResponse('**/api/live*')
    await rima.open(path)
    await streamOpened
  }
  await visit('/dashboard')
  await rima.sees('Rehana Backdoor')
  await visit('/privacy')
  await rima.press(/^Logout/)
  await rima.comesTo('/login')
  await rima.page.goBack()
  await rima.page.goBack()
  await rima.comesTo('/login')
  await rima.sees('Please log in to view your dashboard.')
  const texts = await rima.page.evaluate(() => [...(window as unknown as { texts: Set<string> }).texts])
  expect(texts).not.toEqual([])
  for (const text of texts) expect(text).not.toMatch(/Rehana|My Donor Profile|Logout|rima/)
})

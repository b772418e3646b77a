import { addDays } from '@blood-bank/contract/donors/eligibility'
import type { Donor } from '@blood-bank/contract/donors/endpoints'
import { expect } from '@playwright/test'
import { check, click } from './testing/click.ts'
import { type AVisitor, LONG, test } from './testing/journey.ts'
import { linkIn, mailTo } from './testing/mailbox.ts'
import {
  aBloodRequest,
  aDonor,
  becomeDonor,
  becomeMember,
  fillIn,
  newAddress,
  PASSWORD,
  postBloodRequest,
  requestCardOf,
  verifyEmail,
} from './testing/steps.ts'
import { PHONE, type Visitor } from './testing/visitor.ts'

const PATIENT = 'Humayun Kabir'
const HOSPITAL = 'Dhaka Medical College Hospital'

/** A member with an active request for one unit. */
async function anOwner(aVisitor: AVisitor) {
  const owner = await aVisitor()
  await becomeMember(owner, newAddress('tasnim'))
  await postBloodRequest(owner, PATIENT, {
    unitsRequired: 1,
    hospitalName: HOSPITAL,
    contactPerson: 'Tasnim Khatun',
  })
  await owner.open('/dashboard')
  return owner
}

const dialogOf = ({ page }: Visitor) => page.getByRole('dialog', { name: 'Share this request' })

const placeOfCopy = (owner: Visitor) =>
  dialogOf(owner).getByRole('button', { name: 'Copy text and link' }).boundingBox()

/** In the dialog, copies the text with the link to the public page, which that makes. @returns its path */
async function share(owner: Visitor) {
  const place = await placeOfCopy(owner)
  await owner.press('Copy text and link')
  await owner.sees('Copied. Paste it where you want to share it.')
  expect(await placeOfCopy(owner)).toEqual(place)
  const page = dialogOf(owner).getByRole('link', { name: 'Open the page' })
  return new URL((await page.getAttribute('href')) ?? '').pathname
}

const MM = 96 / 25.4
const A4 = { width: Math.round(210 * MM), height: Math.round(297 * MM) }
const LETTER = { width: Math.round(216 * MM), height: Math.round(279 * MM) }

/** Where the printed page has its parts, in millimetres, and on how many sheets of A4. */
async function printed({ page }: Visitor, paper = A4) {
  await page.setViewportSize(paper)
  await page.emulateMedia({ media: 'print' })
  async function boxOf(selector: string) {
    const box = await page.locator(selector).boundingBox()
    if (!box) throw new Error(`${selector} is not printed.`)
    const [top, height, middle] = [box.y, box.height, box.x + box.width / 2].map(length => length / MM)
    return { top, height, bottom: Number(top) + Number(height), middle }
  }
  const poster = {
    group: await boxOf('.group'),
    when: await boxOf('.when'),
    hospital: await boxOf('.where'),
    code: await boxOf('.qr'),
    facts: await boxOf('.facts'),
    address: await boxOf('.address'),
    smallPrint: await boxOf('.small'),
    band: await boxOf('.band'),
    hasButtons: await page.getByRole('link').first().isVisible(),
  }
  const file = (await page.pdf({ preferCSSPageSize: true })).toString('latin1')
  await page.emulateMedia({ media: 'screen' })
  await page.setViewportSize(PHONE)
  return { ...poster, sheets: file.match(/\/Type\s*\/Page\b/g)?.length }
}

const ROUNDING_MM = 0.01

type Poster = Awaited<ReturnType<typeof printed>>

/** The poster can be read from three metres: group 12 cm high, a code of 9 cm; nothing covers anything. */
function expectPoster({ group, when, hospital, code, facts, address, smallPrint, band, ...poster }: Poster) {
  expect(poster).toEqual({ hasButtons: false, sheets: 1 })
  expect(group.height).toBeCloseTo(120, 0)
  expect([Number(when.top) > Number(group.top), when.bottom < group.bottom]).toEqual([true, true])
  expect([code.height, code.middle]).toEqual([expect.closeTo(90, 0), expect.closeTo(band.middle ?? 0, 0)])
  for (const [above, below] of [
    [group, hospital],
    [hospital, code],
    [hospital, facts],
    [code, address],
    [facts, address],
    [address, smallPrint],
    [smallPrint, band],
  ] as const)
    expect(Number(below.top) - above.bottom).toBeGreaterThan(-ROUNDING_MM)
}

/** The picture that chats show for the page. The size is in the header of a PNG. */
async function previewOf({ page }: Visitor) {
  const url = new URL((await page.locator('meta[property="og:image"]').getAttribute('content')) ?? '')
  const reply = await page.request.get(new URL(url.pathname, page.url()).href)
  const png = await reply.body()
  return [url.pathname, reply.headers()['content-type'], png.readUInt32BE(16), png.readUInt32BE(20)]
}

test(
  'a shared request is read by anybody, brings a donor, and says so when it has closed; a revoked link is dead',
  LONG,
  async ({ aVisitor }) => {
    const owner = await anOwner(aVisitor)
    const isOpen = Promise.withResolvers<void>()
    await owner.page.route('**/share-page', route => isOpen.promise.then(() => route.continue()))
    await owner.press('Share')
    const place = await placeOfCopy(owner)
    isOpen.resolve()
    const revoked = await share(owner)
    expect(await placeOfCopy(owner), 'as before it was known whether the request is shared').toEqual(place)
    await owner.press('Stop sharing')
    await owner.press('Stop sharing')
    await owner.sees('Sharing has stopped. The link never works again.')
    const path = await share(owner)
    const phone = await aVisitor(PHONE, { hasScripts: false })
    phone.expects(`404 GET ${revoked}`)
    await phone.open(revoked)
    await phone.heading('This page is not available')

    await phone.open(path)
    await phone.heading(`B+ needed today at ${HOSPITAL}`)
    expect(await previewOf(phone)).toEqual(['/previews/b-positive-needed.png', 'image/png', 1200, 630])
    expect(await phone.page.getByRole('link', { name: 'Pass it on' }).getAttribute('href')).toMatch(
      /^https:\/\/wa\.me\//,
    )
    await expect(phone.page.locator('.qr')).toBeHidden()
    expect(await phone.page.content()).not.toMatch(/Humayun|Kabir|Tasnim|Khatun|345678/)
    const poster = await printed(phone)
    expectPoster(poster)
    // On two lines, in letters of 2 cm.
    expect(poster.hospital.height).toBeCloseTo(42, 0)
    expect(poster.band.bottom).toBeCloseTo(297, 0)

    const tab = owner.context.waitForEvent('page')
    await owner.context.addInitScript(() => {
      window.print = () => document.documentElement.setAttribute('data-printed', '')
    })
    await owner.press('Poster')
    await (await tab).locator('[data-printed]').waitFor()

    const stranger = await aVisitor(PHONE)
    await stranger.open(path)
    await stranger.follow('I can help')
    await stranger.heading('Create Account')
    await stranger.sees('is waiting. You come back to it.')
    const strangerEmail = newAddress('joya')
    await fillIn(stranger, { Email: strangerEmail, Password: PASSWORD })
    await stranger.press('Create Account')
    await stranger.sees('Registration successful!')
    // The email is opened in another tab; this one goes on to the request, too.
    await verifyEmail(await stranger.anotherTab(), strangerEmail)
    await stranger.heading('Request from your link')
    await stranger.follow('Register as Donor')
    await fillIn(stranger, { ...aDonor('Joya Sen'), 'Blood Group': 'O+' })
    await stranger.press('Register as Donor')
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
    expect(await previewOf(phone)).toEqual(['/previews/b-positive-closed.png', 'image/png', 1200, 630])
    await phone.sees(`The request for B+ blood at ${HOSPITAL} was cancelled.`)
  },
)

/** Those that take the most room, and the longest that the form accepts. */
const NEEDS = [
  { requiredBloodGroup: 'O-', hospitalName: HOSPITAL },
  { requiredBloodGroup: 'AB+', hospitalName: 'EVERCARE HOSPITAL CHATTOGRAM' },
  { requiredBloodGroup: 'AB+', hospitalName: `${HOSPITAL} and National Heart Institute` },
  { requiredBloodGroup: 'AB-', hospitalName: 'Institute of Cardiovascular Disease '.repeat(4).trim() },
  { requiredBloodGroup: 'AB+', hospitalName: 'W'.repeat(160) },
]

test('a poster has room for every hospital and fact, also on Letter', LONG, async ({ aVisitor, product }) => {
  const owner = await aVisitor()
  await becomeMember(owner, newAddress('tasnim'))
  const neededBy = new Date(Date.now() + 10 * 86_400_000).toISOString().slice(0, 'YYYY-MM-DDTHH:MM'.length)
  const call = async (path: string, data: object) =>
    (await owner.page.request.post(path, { data, headers: { origin: product.url } })).json()
  for (const need of NEEDS) {
    const bloodRequest = await call('/api/blood-requests', {
      patientName: PATIENT,
      contactPerson: 'Tasnim Khatun',
      contactNumber: '01812-345678',
      unitsRequired: 100,
      urgency: 'moderate',
      neededBy,
      isAnotherRequest: true,
      ...need,
    })
    const { url } = await call(`/api/blood-requests/${bloodRequest.id}/share-page`, {})
    await owner.open(new URL(url).pathname)
    for (const paper of [LETTER, A4]) expectPoster(await printed(owner, paper))
  }
})

test(
  'platelets by machine are asked of a donor who said yes, shared and printed as such, and given',
  LONG,
  async ({ aVisitor }) => {
    const donor = await aVisitor()
    const email = await becomeDonor(donor, { fullName: 'Joya Saha', bloodGroup: 'AB-' })
    await donor.open('/account#alerts')
    // With the usual limit, an alert for the request of another journey would leave none for this one.
    await check(donor.page.getByRole('radio', { name: /^As often as needed/ }))
    await check(donor.page.getByRole('switch', { name: /^Also ask me for platelets/ }))
    const readChoice = async () => (await donor.page.request.get('/api/alerts/preferences')).json()
    await expect
      .poll(readChoice)
      .toMatchObject({ preferences: { frequency: 'as-needed', alsoPlatelets: true } })

    const owner = await aVisitor()
    await becomeMember(owner, newAddress('platelets'))
    await owner.open('/post-request')
    const form = { ...aBloodRequest('Ferdousi Begum'), 'Blood Group': 'AB-', 'Units Required': '1' }
    await fillIn(owner, form)
    await check(owner.page.getByRole('radio', { name: 'Platelets from one donor (by machine)' }))
    await owner.sees(/^Few donors give platelets by machine\./)
    await owner.press('Post Request')
    await owner.comesTo('/dashboard')
    const card = owner.page.getByRole('article', { name: 'Ferdousi Begum' })
    await card.getByRole('heading', { name: /^Platelets AB− at/ }).waitFor()
    await owner.press('Share')
    const path = await share(owner)
    await owner.press('Close')

    const phone = await aVisitor(PHONE, { hasScripts: false })
    await phone.open(path)
    await phone.heading(`Platelets AB− needed today at ${HOSPITAL}`)
    await phone.sees('From one donor by machine, about 90 minutes.')
    expect(await previewOf(phone)).toEqual([
      '/previews/platelets-ab-negative-needed.png',
      'image/png',
      1200,
      630,
    ])
    const poster = await printed(phone)
    expectPoster(poster)

    const mail = await mailTo(email, /^Platelets AB− needed today: /)
    expect(mail.text).toContain('From one donor by machine, about 90 minutes.')
    await donor.open(linkIn(mail))
    await donor.heading('Platelets AB− are needed')
    await donor.press('I can donate')
    await donor.heading('Thank you, Joya Saha. They are waiting for you.')
    await click(card.getByRole('button', { name: 'Gave platelets' }))
    await owner.press('Record donation')
    await card.getByText(/^Joya Saha gave platelets on/).waitFor()
    await donor.open('/dashboard')
    // Blood waits 28 days after platelets, and platelets 14.
    await donor.sees(/You can give again from /)
    const reply = await donor.page.request.get('/api/donors/mine')
    const { recordedPlateletsDate: given, ...from } = (await reply.json()).donor as Donor
    expect([from.eligibleFrom, from.plateletsFrom]).toEqual(
      [28, 14].map(days => addDays(String(given), days)),
    )
  },
)

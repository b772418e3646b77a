import { buffer } from 'node:stream/consumers'
import { expect } from '@playwright/test'
import { decodeQR } from 'qr/decode.js'
import { check } from './testing/click.ts'
import { LONG, test } from './testing/journey.ts'
import {
  aDonor,
  becomeDonor,
  becomeMember,
  becomeMemberThroughPages,
  fillIn,
  newAddress,
} from './testing/steps.ts'
import { PHONE } from './testing/visitor.ts'
import { aWalk } from './testing/walk.ts'

const NAME = 'Rima Akter'

test('a visitor becomes a donor on a phone and is found by another member', async ({ aVisitor }) => {
  const rima = await aVisitor(PHONE)
  await rima.open('/')
  await rima.follow('Become a Donor')
  await rima.heading('Create Account')
  await becomeMemberThroughPages(rima, newAddress('rima'))

  await rima.comesTo('/register-donor')
  await rima.press('Register as Donor')
  await rima.sees('Please fill in all required fields: Full Name')
  await fillIn(rima, { ...aDonor(NAME), 'Last Donation Date': '2025-03-14' })
  await rima.press('Register as Donor')
  await rima.page.waitForURL('**/dashboard')
  await rima.sees('You are a donor now. Thank you.')
  await rima.sees('You appear in searches now.')
  await rima.sees(NAME)
  await rima.sees('Not Verified')

  const karim = await aVisitor()
  await becomeMember(karim, newAddress('karim'))
  await karim.open('/find-donors')
  await karim.press('Search')
  await karim.sees('Please select a blood group to search.')
  await karim.field('Blood Group').selectOption('A-')
  await karim.press('Search')
  await karim.sees('No available donors found for blood group: A-.')
  await karim.field('Blood Group').selectOption('AB-')
  await karim.press('Search')
  await karim.sees(NAME)
  await karim.sees('Contact information is private.')

  await rima.open('/edit-donor-profile')
  await check(rima.field('Show my contact number to people searching'))
  await rima.press('Save Changes')
  await rima.sees('Profile updated successfully!')
  await rima.page.getByText('Profile updated successfully!').waitFor({ state: 'detached' })

  await karim.page.reload()
  await karim.sees('01712-345678')
})

test(
  'a donor is away on holiday and back in four presses, and saves their card as a picture',
  LONG,
  async ({ aVisitor }) => {
    const rima = await aVisitor(PHONE)
    await becomeDonor(rima, { fullName: NAME, bloodGroup: 'AB-' })

    // Away on holiday, and back.
    const walk = aWalk(rima)
    const available = rima.page.getByRole('switch', { name: 'Available to donate' })
    await rima.open('/')
    await walk.pressOn(rima.page.getByRole('link', { name: 'Dashboard', exact: true }))
    await walk.pressOn(available)
    await rima.sees("Saved. You don't appear in searches and get no alerts.")
    await rima.open('/')
    await walk.pressOn(rima.page.getByRole('link', { name: 'Dashboard', exact: true }))
    await rima.sees("You don't appear in searches and get no alerts.")
    expect(await available.isChecked()).toBe(false)
    await walk.pressOn(available)
    await rima.sees('Saved. By your dates you may be able to give. You appear in searches.')
    expect(walk.effort.presses).toBe(4)

    // The donor card: an image that leads others to registering, and that names nobody unless its donor chooses so.
    await rima.page
      .getByRole('img', { name: /^Donor card: AB−, Not Verified\. By your dates you may be able to give\./ })
      .waitFor()
    await rima.press('Save as picture')
    await rima.page.getByRole('img', { name: /^Picture of your donor card: AB−/ }).waitFor()
    const [download] = await Promise.all([rima.page.waitForEvent('download'), rima.press('Save picture')])
    expect(download.suggestedFilename()).toBe('donor-card.png')
    const file = (await buffer(await download.createReadStream())).toString('base64')
    const { width, height, data } = await rima.page.evaluate(pixelsOf, file)
    expect([width, height]).toEqual([1080, 1350])
    const pixels = Uint8Array.from(Buffer.from(data, 'base64'))
    const address = decodeQR({ width, height, data: pixels }, { timeLimit: 60_000 })
    expect(new URL(address).pathname).toBe('/register')
  },
)

/** The pixels of a PNG as base64. Runs in the page, which can read images. */
async function pixelsOf(file: string) {
  const bytes = Uint8Array.from(atob(file), byte => byte.charCodeAt(0))
  const image = await createImageBitmap(new Blob([bytes]))
  const { width, height } = image
  const context = new OffscreenCanvas(width, height).getContext('2d')
  if (!context) throw new Error('The browser does not draw.')
  context.drawImage(image, 0, 0)
  const { data } = context.getImageData(0, 0, width, height)
  let binary = ''
  for (let at = 0; at < data.length; at += 8192)
    binary += String.fromCharCode(...data.subarray(at, at + 8192))
  return { width, height, data: btoa(binary) }
}

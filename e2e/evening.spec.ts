import { aDonor } from '@blood-bank/server/testing/person'
import { expect } from '@playwright/test'
import { click } from './testing/click.ts'
import { type AVisitor, test } from './testing/journey.ts'
import { linkIn, mailTo } from './testing/mailbox.ts'
import { sharedProduct } from './testing/product.ts'
import { becomeAdmin, becomeMember, newAddress, postBloodRequest, requestCardOf } from './testing/steps.ts'
import { PHONE, type Visitor } from './testing/visitor.ts'
import { aWalk } from './testing/walk.ts'

/** A coordinator of all halls with a donor profile, who uses a phone. */
async function aCoordinator(
  aVisitor: AVisitor,
  admin: Visitor,
  {
    email = newAddress('coordinator'),
    ...profile
  }: { email?: string; fullName: string; contactNumber: string },
) {
  const visitor = await aVisitor(PHONE)
  await becomeMember(visitor, email)
  await visitor.post('/api/donors', aDonor({ ...profile, bloodGroup: 'O+' }))
  const session = await visitor.page.request.get('/api/session')
  const { user } = (await session.json()) as { user: { id: string } }
  const until = new Date(Date.now() + 90 * 86_400_000).toISOString().slice(0, 10)
  const named = await admin.page.request.put(`/api/admin/users/${user.id}/coordinator`, {
    data: { hallId: null, until },
    headers: { origin: sharedProduct.url },
  })
  expect(named.status()).toBe(200)
  return visitor
}

const cardOf = ({ page }: Visitor, name: string) => page.getByRole('article', { name })

/** Calls a donor on Call Donors, whose number is then shown. */
async function callDonor(coordinator: Visitor, name: string) {
  const card = cardOf(coordinator, name)
  await click(card.getByRole('button', { name: 'Call' }))
  await card.getByRole('link', { name: `Call ${name}` }).waitFor()
  return card
}

test('an evening: two coordinators call three donors of the club, one comes and gives, and the owner asks the coordinator, or the one on call', async ({
  aVisitor,
}) => {
  const [patient, hospitalName] = ['Amena Khatun', 'Evening Star Clinic']
  const owner = await aVisitor(PHONE)
  await becomeMember(owner, newAddress('owner'))
  const needed = { hospitalName, requiredBloodGroup: 'AB-', unitsRequired: 1, urgency: 'urgent' } as const
  await postBloodRequest(owner, patient, needed)
  const admin = await aVisitor()
  await becomeAdmin(admin, sharedProduct.dataDir, newAddress('admin'))
  const rafi = await aCoordinator(aVisitor, admin, { fullName: 'Rafi Ahmed', contactNumber: '01799-111222' })
  const ofMitu = { email: newAddress('mitu'), fullName: 'Mitu Das', contactNumber: '01799-333444' }
  const mitu = await aCoordinator(aVisitor, admin, ofMitu)

  const start = `0175${String(Date.now()).slice(-6)}`
  for (const [fullName, contactNumber] of [
    ['Jolil Mia', `${start}1`],
    ['Kulsum Bibi', `${start}2`],
  ])
    await rafi.post('/api/kept-donors', { fullName, contactNumber, bloodGroup: 'AB-', consentKind: 'said' })

  await rafi.open('/call-donors')
  await click(rafi.page.getByRole('link', { name: hospitalName }))
  await cardOf(rafi, 'Jolil Mia').waitFor()
  // What every reply of the list says is read without a number.
  await expect(rafi.page.getByText('0175')).toHaveCount(0)

  await rafi.press('Add a donor')
  await rafi.field('Full Name').fill('Latif Sheikh')
  await rafi.field('Contact Number').fill(`${start}3`)
  await rafi.page.getByLabel('Blood Group').selectOption('AB-')
  await rafi.page.getByLabel(/^Said/).check()
  await rafi.sees(/May .* keep your name, blood group and phone number/)
  await click(rafi.page.getByRole('dialog').getByRole('button', { name: 'Add', exact: false }).last())
  await cardOf(rafi, 'Latif Sheikh').waitFor()

  const { pathname, search } = new URL(rafi.page.url())
  const walk = aWalk(mitu)
  await walk.followMailedLink(pathname + search)
  await walk.read(cardOf(mitu, 'Jolil Mia'))

  const first = await callDonor(rafi, 'Jolil Mia')
  await cardOf(mitu, 'Jolil Mia').getByText('Rafi Ahmed is calling').waitFor()
  await click(first.getByRole('button', { name: 'No answer' }))
  await cardOf(mitu, 'Jolil Mia')
    .getByText(/Called .* by Rafi Ahmed: no answer/)
    .waitFor()

  const second = cardOf(mitu, 'Kulsum Bibi')
  await walk.pressOn(second.getByRole('button', { name: 'Call' }))
  await walk.pressOn(second.getByRole('button', { name: 'Not today' }))
  await mitu.sees('Kulsum Bibi: not today.')
  expect(walk.effort.presses).toBe(3)
  expect(walk.effort.words).toBeLessThanOrEqual(64)

  await owner.open('/dashboard')
  const card = requestCardOf(owner, patient)
  await card.waitFor()
  const third = await callDonor(rafi, 'Latif Sheikh')
  await click(third.getByRole('button', { name: 'Coming' }))
  await rafi.sees(/The owner of the request will see your name and your number, 01799-111222/)
  await click(
    rafi.page
      .getByRole('dialog')
      .getByRole('button', { name: /coming/i })
      .first(),
  )
  await card.getByText('1 donor of the club can come. Ask Rafi Ahmed (coordinator).').waitFor()
  await expect(card.getByRole('link', { name: /01799-111222/ })).toBeVisible()
  await expect(card.getByText('Latif')).toHaveCount(0)
  await expect(card.getByText('0175')).toHaveCount(0)

  await click(mitu.page.getByRole('button', { name: /^Gave/ }).first())
  await mitu.press('Yes, they gave')
  await card.getByText(/of the club can come/).waitFor({ state: 'detached' })

  // Few give platelets by machine, so that the owner is shown at once whom to call.
  await mitu.open('/call-donors')
  const onCall = mitu.page.getByRole('switch', { name: 'On call' })
  await click(onCall)
  await mitu.sees(/Owners of urgent requests that wait see Mitu Das, 01799-333444/)
  const platelets = { urgency: 'urgent', component: 'apheresis-platelets', unitsRequired: 1 } as const
  await postBloodRequest(owner, 'Sufia Begum', platelets)
  await owner.press('1 new request')
  const waiting = requestCardOf(owner, 'Sufia Begum')
  const number = waiting.getByRole('link', { name: /Mitu Das, who is on call/ })
  await expect(number).toHaveAttribute('href', /^tel:.*1799333444$/)
  await mitu.open(linkIn(await mailTo(ofMitu.email, /^On call: /)))
  await mitu.sees('1 unit for Sufia Begum')
  await mitu.open('/call-donors')
  await click(onCall)
  await number.waitFor({ state: 'detached' })

  await rafi.open('/account#number')
  await rafi.sees(/The member who posted the request for AB− at/)
})

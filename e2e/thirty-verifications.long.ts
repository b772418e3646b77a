import { expect } from '@playwright/test'
import { test } from './testing/journey.ts'
import { runAdmin } from './testing/product.ts'
import { becomeMember, PASSWORD } from './testing/steps.ts'
import { aWalk } from './testing/walk.ts'

const DONORS = 30

const DONOR = {
  universityId: 'CSE-2021-017',
  universityRole: 'student',
  department: 'Computer Science',
  bloodGroup: 'B+',
  contactNumber: '01712-345678',
}
const CHIEF = 'chief@example.edu'

test.use({ ownProduct: { args: [] } })

test('an admin verifies thirty donors with three presses, or one by one with a key each', async ({
  aVisitor,
  product,
}) => {
  // Thirty members register one after the other.
  test.setTimeout(0)
  async function aMember(email: string) {
    const member = await aVisitor()
    await becomeMember(member, email, `${product.url}/dev/mailbox.json`)
    return member
  }
  for (let nth = 1; nth <= DONORS; nth += 1) {
    const donor = await aMember(`waiting${nth}@example.edu`)
    await donor.post('/api/donors', { ...DONOR, fullName: `Waiting Donor ${nth}` })
    await donor.context.close()
  }
  const chief = await aMember(CHIEF)
  await runAdmin(product.dataDir, 'grant', CHIEF)
  await chief.post('/api/session', { email: CHIEF, password: PASSWORD })
  const { page } = chief
  const walkToDonors = async () => {
    await chief.open('/admin/overview')
    const walk = aWalk(chief)
    await walk.pressOn(page.getByRole('link', { name: /donors to verify/ }))
    await page.getByRole('row').nth(1).waitFor()
    return walk
  }

  const atOnce = await walkToDonors()
  await atOnce.pressOn(page.getByRole('checkbox', { name: `Select all ${DONORS} not verified` }))
  await atOnce.press(`Verify ${DONORS}`)
  await chief.sees(`${DONORS} donors are Verified.`)
  expect(atOnce.effort()).toMatchObject({ presses: 3, characters: 0, seconds: 5 })
  await chief.press('Undo')
  await chief.sees(`${DONORS} donors are Not Verified again.`)

  const oneByOne = await walkToDonors()
  // The first press of the key goes to the first row, the newest.
  await oneByOne.pressKey('v')
  for (let nth = 1; nth <= DONORS; nth += 1) {
    await oneByOne.pressKey('v')
    await chief.sees(`Waiting Donor ${DONORS + 1 - nth} is Verified.`)
  }
  await chief.open('/admin/donors?isVerified=false')
  await chief.sees('No donors match')
  expect(oneByOne.effort()).toMatchObject({ presses: DONORS + 2, characters: 0, seconds: 48 })
})

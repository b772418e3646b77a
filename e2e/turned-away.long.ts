import { passMailWaits, passRest } from '@blood-bank/server/testing/pass-time'
import { expect } from '@playwright/test'
import { check, click } from './testing/click.ts'
import { test } from './testing/journey.ts'
import { linkIn, mailTo } from './testing/mailbox.ts'
import { becomeDonor, becomeMember, newAddress, offerByCall, postBloodRequest } from './testing/steps.ts'
import { PHONE, type Visitor } from './testing/visitor.ts'

// Nobody else is asked here, so that who is asked is known.
test.use({ ownProduct: {} })

const NEEDED = { requiredBloodGroup: 'AB+', unitsRequired: 1 } as const
const askedFor = (hospital: string) => new RegExp(`^AB\\+ needed today: ${hospital}`)

test('whoever the hospital could not take is thanked, chooses a rest by the link, and is not asked before it is over', async ({
  aVisitor,
  product: { url, dataDir },
}) => {
  const mailbox = `${url}/dev/mailbox.json`
  const hasMail = async (address: string, subject: RegExp) => {
    const mails = (await (await fetch(mailbox)).json()) as { to: string; subject: string }[]
    return mails.some(mail => mail.to === address && subject.test(mail.subject))
  }
  // Twice in a week for somebody who has no record yet.
  const askOftener = async (donor: Visitor) => {
    await donor.open('/account#alerts')
    await check(donor.field('As often as needed (at most 7 a week)'))
    await donor.sees('As often as needed (at most 7 a week).')
  }
  const donor = await aVisitor(PHONE)
  const email = await becomeDonor(
    donor,
    { fullName: 'Sadia Islam', bloodGroup: 'AB+', contactNumber: '01711-222333' },
    mailbox,
  )
  await askOftener(donor)
  const other = await aVisitor(PHONE)
  const otherEmail = await becomeDonor(other, { bloodGroup: 'AB+', contactNumber: '01711-444555' }, mailbox)
  await askOftener(other)
  const requester = await aVisitor()
  await becomeMember(requester, newAddress('tasnim'), mailbox)
  const post = async (patient: string, hospitalName: string) => {
    await postBloodRequest(requester, patient, { ...NEEDED, hospitalName })
    // The other donor was asked, so that whoever was not is left out.
    await mailTo(otherEmail, askedFor(hospitalName), mailbox)
  }

  await post('Rokeya Sultana', 'National Heart Institute')
  await mailTo(email, askedFor('National Heart Institute'), mailbox)
  await offerByCall(donor, 'Rokeya Sultana')
  await donor.open('/dashboard')
  await donor.press('30 min')
  await donor.sees(/^You said: there by about/)

  await requester.open('/dashboard')
  const request = requester.page.getByRole('article', { name: 'Rokeya Sultana' })
  await request.getByText(/^Sadia Islam \(AB\+\) is on the way/).waitFor()
  await click(request.getByRole('button', { name: "Couldn't give" }))
  await requester.press("The hospital couldn't take them")
  await request.getByText("A donor came, but the hospital couldn't take them").waitFor()
  // The request stays open, and the donor's page follows.
  await request.getByRole('button', { name: 'Mark as Fulfilled' }).waitFor()
  await donor.sees("Couldn't give")

  await passMailWaits(dataDir, email)
  const mail = await mailTo(email, /Thank you for coming/, mailbox)
  expect(mail.text).toContain("The hospital couldn't take your blood this time.")
  expect(mail.text).not.toMatch(/Rokeya|Heart|not needed/)
  const elsewhere = await aVisitor(PHONE)
  await elsewhere.open(linkIn(mail))
  await elsewhere.open(linkIn(mail))
  await elsewhere.heading('When may we ask you again?')
  await elsewhere.press('In three months')
  await elsewhere.sees(/^Done\. We won't ask you before \w+ \d+, \d{4}\.$/)
  await donor.page.reload()
  await donor.sees(/You're resting until \w+ \d+, \d{4}\.$/)

  await post('Shefali Begum', 'Popular Hospital')
  expect(await hasMail(email, askedFor('Popular Hospital'))).toBe(false)

  await passRest(dataDir, email)
  await postBloodRequest(requester, 'Karim Uddin', { ...NEEDED, hospitalName: 'City Hospital' })
  await mailTo(email, askedFor('City Hospital'), mailbox)
})

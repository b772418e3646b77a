import { type Component, donatedFor } from '@blood-bank/contract/donors/components'
import { expect, test } from 'vitest'
import { composeAlertPush } from '../features/alerts/push/compose-push.ts'
import { composeAlertText } from '../features/alerts/texts/compose-alert-text.ts'
import { insertDeletion } from '../features/blood-requests/owner-notices/deletions.ts'
import { createSharePage } from '../features/blood-requests/sharing/store.ts'
import { inTransaction } from '../platform/database/connection.ts'
import type { MailKind } from '../platform/mail/mail-kinds.ts'
import { enqueueMails } from '../platform/mail/outbox.ts'
import { newDonor, PATIENT, REQUEST_NUMBER } from '../testing/offers/offers.ts'
import {
  storeAlert,
  storeBloodRequest,
  storeDonation,
  storeOffer,
  storePreferences,
  storeTextNumber,
} from '../testing/stored.ts'
import { startTestApp } from '../testing/test-app.ts'

const bank = await startTestApp()
const { db } = bank

/** What is told of an urgent request for two units of A+, to whomever, in order and without what differs each time. */
async function textsOf(component: Component): Promise<string[]> {
  const [owner, donor] = [await bank.newMember(), await newDonor(bank, { bloodGroup: 'A+' })]
  const request = await storeBloodRequest(db, {
    ...PATIENT,
    contactNumber: REQUEST_NUMBER,
    userId: owner.id,
    userEmail: owner.email,
    requiredBloodGroup: 'A+',
    component,
    takesOtherGroups: component === 'pooled-platelets',
    unitsRequired: 2,
    urgency: 'urgent',
  })
  const change = (values: object) =>
    db.updateTable('bloodRequests').set(values).where('id', '=', request.id).execute()
  const alert = await storeAlert(db, { bloodRequestId: request.id, requesterId: owner.id, userId: donor.id })
  await storeTextNumber(db, { userId: donor.id })
  await storePreferences(db, { userId: donor.id, alsoPlatelets: true })
  const options = { config: bank.config, now: bank.now() }
  const { message: push } = (await composeAlertPush(db, alert.id, options)) ?? expect.fail()
  const text = await composeAlertText(db, alert.id, options)
  const { code } = (await createSharePage(db, request.id)) ?? expect.fail()
  const page = async () => (await bank.stranger().send('GET', `/r/${code}`)).text
  const texts = [`${push.title}: ${push.body}`, text?.message ?? '', await page()]

  const send = async (aboutId: string, ...kinds: string[]) => {
    for (const kind of kinds) {
      await db.deleteFrom('caughtMails').execute()
      await enqueueMails(db, kind as MailKind, [{ recipient: 'reader@example.edu', aboutId }])
      const [mail] = await bank.mailsTo('reader@example.edu')
      texts.push(mail?.subject ?? kind, mail?.text ?? '')
    }
  }
  await send(alert.id, 'alert')
  const now = new Date()
  await change({ unconfirmedSince: now })
  texts.push(await page())
  await send(request.id, 'still-needed', 'request-hidden', 'request-shown-again')
  const offer = await storeOffer(db, { userId: donor.id, bloodRequestId: request.id, component })
  await send(offer.id, 'offer-made', 'offer-withdrawn', 'offer-released')
  await db.updateTable('offers').set({ status: 'donated', settledAt: now }).execute()
  const donation = await storeDonation(db, {
    userId: donor.id,
    offerId: offer.id,
    component: donatedFor(component),
    thankYou: 'meant-a-lot',
  })
  await send(offer.id, 'donation-recorded')
  await send(donation.id, 'thank-you')
  await change({ status: 'fulfilled', closedAt: now, closedByAdminAt: now })
  texts.push(await page())
  await send(request.id, 'request-closed-by-admin')
  await change({ status: 'cancelled', closingReason: 'not-real' })
  await send(request.id, 'request-closed-by-admin', 'request-closed-after-reports')
  const deletion = await inTransaction(db, db => insertDeletion(db, request, { reason: 'not-real', now }))
  await send(deletion.id, 'request-deleted-by-admin')
  return texts
    .join('\n')
    .replace(/<svg.*?<\/svg>/gs, '')
    .replace(/<meta property="og:(.*?)" content="(.*?)">/g, 'og:$1 $2')
    .replace(/<\/dt>/g, ': ')
    .replace(/<[^>]*>/g, '')
    .replace(/(token=|unsubscribe\/(?:thank-yous\/)?|\/r\/|a#)[\w-]+/g, '$1…')
    .replace(/\w+ \d+, \d{4}(, \d+:\d+ [AP]M)?/g, 'TIME')
    .split('\n')
    .filter(Boolean)
}

const [blood, byMachine, pooled] = [
  await textsOf('blood'),
  await textsOf('apheresis-platelets'),
  await textsOf('pooled-platelets'),
]
const notIn = (others: string[], texts: string[]) => texts.filter(text => !others.includes(text))

test('no text names a patient, a person or a number', () => {
  const told = [...blood, ...byMachine, ...pooled].join('\n')
  for (const secret of [PATIENT.patientName, PATIENT.contactPerson, REQUEST_NUMBER])
    expect(told).not.toContain(secret)
})

test('whatever is told of platelets by machine says what is needed first, and how it is given', () => {
  expect(notIn(blood, byMachine)).toEqual([
    'Platelets A+ needed today: By machine, about 90 minutes. Popular Hospital, 2 units',
    'PLATELETS A+ needed urgently at Popular Hospital (by machine, 90 min). Can you come? http://localhost:3000/a#… (no replies; stop there)',
    'Platelets A+ needed today at Popular Hospital · University Blood Bank',
    'og:title Platelets A+ needed today at Popular Hospital',
    'og:image http://localhost:3000/previews/platelets-a-positive-needed.png',
    'og:image:alt Platelets A+ needed',
    'Platelets A+ needed today at Popular Hospital',
    'Platelets: From one donor by machine, about 90 minutes.',
    'Who can give: A+, A−',
    'Platelets A+ needed today: Popular Hospital (2 units)',
    'Somebody needs 2 units of platelets A+ at Popular Hospital. Urgency: Urgent (Immediate Need).',
    'From one donor by machine, about 90 minutes.',
    'Your phone number is shown only if you press I can donate, and only to the member who posted the request. Never pay or accept money for blood. The hospital tests every unit.',
    'Platelets A+ needed at Popular Hospital · University Blood Bank',
    'og:title Platelets A+ needed at Popular Hospital',
    'og:image http://localhost:3000/previews/platelets-a-positive-needed.png',
    'og:image:alt Platelets A+ needed',
    'Platelets A+ needed at Popular Hospital',
    'Since TIME the member who asked has not said whether platelets are still needed. Ask before you set out.',
    'Platelets: From one donor by machine, about 90 minutes.',
    'Who can give: A+, A−',
    'Are platelets A+ still needed? Popular Hospital (2 units)',
    'You asked for 2 units of platelets A+ at Popular Hospital on TIME.',
    'Are platelets still needed? Until you answer, we ask no more donors, and the request says that there is no answer.',
    'Your request for platelets A+ is hidden while admins look at it · University Blood Bank',
    'Several members have reported your request for platelets A+. Until an admin has looked at it, other members do not see it, no more donors are asked, and you cannot post another one.',
    'Your request for platelets A+ is shown again · University Blood Bank',
    'An admin has looked at the reports about your request for platelets A+ and has cleared it. Other members see it again, and donors are asked again.',
    'A donor can give platelets for your request · University Blood Bank',
    'A donor has offered to give platelets for a request of yours.',
    'A donor who had offered to give platelets for a request of yours can no longer come.',
    'Thank you for giving platelets · University Blood Bank',
    'This comes from the member for whose request you gave platelets on TIME. Your dashboard keeps it with your donation.',
    'Platelets are no longer needed · University Blood Bank',
    'og:title Platelets are no longer needed',
    'og:description The request for platelets A+ at Popular Hospital was fulfilled. Nobody has to come any more.',
    'og:image:alt Platelets A+ are no longer needed',
    'Platelets are no longer needed',
    'The request for platelets A+ at Popular Hospital was fulfilled. Nobody has to come any more.',
    'Your request for platelets A+ was marked as fulfilled · University Blood Bank',
    'An admin marked your request for platelets A+ as fulfilled on TIME. It has left the list of active requests, and no more donors are asked.',
    'Your request for platelets A+ was cancelled · University Blood Bank',
    'An admin cancelled your request for platelets A+ on TIME.',
    'Your request for platelets A+ was closed by an admin · University Blood Bank',
    'An admin has looked at the reports about your request for platelets A+ and has closed it on TIME. Donors who had offered are told that they are not needed.',
    'Your request for platelets A+ was deleted · University Blood Bank',
    'On TIME, an admin deleted the request for platelets A+ that you posted on TIME.',
  ])
})

test('platelets of several donors are told in the same way, but for how they are given', () => {
  expect(notIn(byMachine, pooled)).toEqual([
    'Platelets A+ needed today: Popular Hospital, 2 units',
    'PLATELETS A+ needed urgently at Popular Hospital. Can you come? http://localhost:3000/a#… (no replies; stop there)',
    'Platelets: From several donors: you give whole blood, as usual.',
    'Who can give: All groups. The hospital decides which groups it takes.',
    'From several donors: you give whole blood, as usual.',
    'By your group and dates you may be able to give. The hospital decides which groups it takes. Can you come? Your answer is private: nobody learns that you were asked or that you declined.',
    'Platelets: From several donors: you give whole blood, as usual.',
    'Who can give: All groups. The hospital decides which groups it takes.',
    'A donor can give blood for your request · University Blood Bank',
    'A donor has offered to give blood for a request of yours.',
    'A donor who had offered to give blood for a request of yours can no longer come.',
    'Thank you for giving blood · University Blood Bank',
    'This comes from the member for whose request you gave blood on TIME. Your dashboard keeps it with your donation.',
  ])
})

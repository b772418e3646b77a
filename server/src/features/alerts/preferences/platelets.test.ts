import { acceptPlatelets, PLATELETS_ACCEPTED } from '@blood-bank/contract/alerts/answers'
import { readAlertPreferences, stopEmails } from '@blood-bank/contract/alerts/preferences'
import { deleteBloodRequest } from '@blood-bank/contract/blood-requests/endpoints'
import { HOUR_MS } from '@blood-bank/contract/durations'
import { expect, test } from 'vitest'
import { createAskedDonors, readAlert } from '../../../testing/offers/asked-donors.ts'
import { close, type Member, post } from '../../../testing/offers/offers.ts'
import { NO_POSTING_LIMITS, startTestApp } from '../../../testing/test-app.ts'
import { inviteToPlatelets } from '../store.ts'

const bank = await startTestApp({ ...NO_POSTING_LIMITS, PLATELET_INTERVAL_DAYS: '21' })
const { anAskedDonor, plan } = createAskedDonors(bank)

const INVITATION =
  /Platelets are given by machine, about 90 minutes, and again after 21 days\. May we ask you for them, too\? Ask me for platelets, too:\n(\S+)/

const mailsTo = ({ user }: Member) => bank.mailsTo(user?.email ?? '')
const accept = (token: string) => bank.stranger().call(acceptPlatelets, { body: { token } })
const preferencesOf = async (donor: Member) => (await donor.call(readAlertPreferences)).body.preferences

test('of three alerts only the first invites, and none whoever has said yes', async () => {
  const { donor, token } = await anAskedDonor()
  const askTwice = async (donor: Member) => {
    for (let nth = 0; nth < 2; nth += 1) {
      bank.advance(8 * 24 * HOUR_MS)
      await post(await bank.signedInAs(), { patientName: `Patient ${nth}` })
      await plan()
      await mailsTo(donor)
    }
  }
  await askTwice(donor)
  const mails = await mailsTo(donor)
  expect(mails.map(({ text }) => INVITATION.test(text))).toEqual([true, false, false])
  expect(INVITATION.exec(mails[0]?.text ?? '')?.[1]).toBe(
    `${bank.config.publicUrl}/answer?platelets#token=${token}`,
  )
  expect(await preferencesOf(donor)).toMatchObject({ isOn: true, alsoPlatelets: false })

  const willing = await anAskedDonor()
  await accept(willing.token)
  await bank.db.updateTable('alertPreferences').set({ plateletsInvitedAt: null }).execute()
  await askTwice(willing.donor)
  expect((await mailsTo(willing.donor)).map(({ text }) => INVITATION.test(text))).toEqual([
    true,
    false,
    false,
  ])
})

test('of two emails that are composed at once one invites, and does so again when it is sent again', async () => {
  const { donor } = await anAskedDonor()
  await bank.db.deleteFrom('alertPreferences').where('userId', '=', donor.id).execute()
  const times = [bank.now(), new Date(bank.now().getTime() + 1_000)]
  const invite = () =>
    Promise.all(times.map(alertedAt => inviteToPlatelets(bank.db, { userId: donor.id, alertedAt })))
  const invited = await invite()
  expect(invited.toSorted()).toEqual([false, true])
  expect(await invite()).toEqual(invited)
})

test('one press says yes without signing in, a second changes nothing, and neither does opening the link', async () => {
  const { donor, token, phone } = await anAskedDonor()
  expect((await readAlert(phone, token)).status).toBe(200)
  expect(await preferencesOf(donor)).toMatchObject({ alsoPlatelets: false })
  for (let press = 0; press < 2; press += 1) {
    const reply = await accept(token)
    expect([reply.status, reply.body]).toEqual([200, { message: PLATELETS_ACCEPTED }])
  }
  expect(await preferencesOf(donor)).toMatchObject({
    isOn: true,
    frequency: 'two-a-week',
    alsoPlatelets: true,
  })
  // The alert itself can still be answered.
  expect((await readAlert(phone, token)).body.answer).toBeNull()
})

test('the link says yes also when the request has closed or is gone, and stopping alerts leaves the yes', async () => {
  const closed = await anAskedDonor()
  await close(closed.owner, closed.bloodRequest, 'cancelled')
  const deleted = await anAskedDonor()
  await deleted.owner.call(deleteBloodRequest, { params: { id: deleted.bloodRequest.id } })
  for (const { token, donor } of [closed, deleted]) {
    expect((await accept(token)).status).toBe(200)
    const stop = /\/unsubscribe\/(\S+)/.exec((await mailsTo(donor))[0]?.text ?? '')?.[1] ?? ''
    await bank.stranger().call(stopEmails, { body: { token: stop } })
    expect(await preferencesOf(donor)).toMatchObject({ isOn: false, alsoPlatelets: true })
  }
})

test('a forged link, and that of somebody who is no donor any more, change nothing', async () => {
  const { donor, token } = await anAskedDonor()
  for (const forged of ['a'.repeat(43), token.replace(/^./, first => (first === 'a' ? 'b' : 'a'))])
    expect(await accept(forged)).toRefuse('alert-link-unknown')
  await bank.db.deleteFrom('donors').where('userId', '=', donor.id).execute()
  expect(await accept(token)).toRefuse('alerts-for-donors')
  const stored = bank.db.selectFrom('alertPreferences').selectAll().where('alsoPlatelets', '=', true)
  expect(await stored.where('userId', '=', donor.id).execute()).toEqual([])
})

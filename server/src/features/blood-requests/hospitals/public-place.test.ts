import { numberInPlaceMessage, postBloodRequest } from '@blood-bank/contract/blood-requests/posting'
import { readSharedBloodRequest } from '@blood-bank/contract/blood-requests/share-pages'
import { DAY_MS } from '@blood-bank/contract/durations'
import { expect, test } from 'vitest'
import { aBloodRequest, type Person } from '../../../testing/person.ts'
import { NO_POSTING_LIMITS, startTestApp } from '../../../testing/test-app.ts'
import { createSharePage } from '../sharing/store.ts'

const bank = await startTestApp(NO_POSTING_LIMITS)
const { db } = bank
const owner = await bank.signedInAs()

type Form = Parameters<typeof aBloodRequest>[0]
const post = (person: Person, form: Form) => person.call(postBloodRequest, { body: aBloodRequest(form) })

/** The hospital that anybody reads of a request. */
async function publicHospital(bloodRequestId: string) {
  const page = await createSharePage(db, bloodRequestId)
  const params = { code: page?.code ?? '' }
  return (await bank.stranger().call(readSharedBloodRequest, { params })).body.hospital
}

test('a hospital that contains the patient is asked about once, and members alone see it', async () => {
  const form = { patientName: 'Ibrahim', hospitalName: 'Ibrahim Cardiac Hospital' }
  const asked = await post(owner, form)
  expect(asked).toRefuse('hospital-has-patient-name')
  expect(asked.error?.message).toBe(
    "Emails and public pages will not name the hospital, because it contains the patient's name. Members see it.",
  )
  expect(Object.keys(asked.error?.fields ?? {})).toEqual(['hospitalName'])
  const { status, body } = await post(owner, { ...form, isHospitalName: true })
  expect([status, body.hospitalName]).toEqual([201, form.hospitalName])
  expect(await publicHospital(body.id)).toBeNull()
})

test('a location may have rooms and the patient, and neither place a number that can be called', async () => {
  const hospitalLocation = 'Nadia Karim Road 5, Bed 24, Room 1204-1206'
  expect((await post(owner, { patientName: 'Nadia Karim', hospitalLocation })).status).toBe(201)
  for (const field of ['hospitalName', 'hospitalLocation'] as const) {
    const message = numberInPlaceMessage(field)
    const refused = await post(owner, { [field]: 'Ward 5, call 01712-345678' })
    expect(refused).toRefuse('invalid-input', message)
    expect(refused.error?.fields).toEqual({ [field]: message })
  }
})

test('anybody reads a hospital that requests of two other people name within a year', async () => {
  const hospitalName = 'Anwar Khan Modern Hospital'
  const { body } = await post(owner, { patientName: 'Mahbub Khan', hospitalName })
  const named = () => publicHospital(body.id)
  const [rima, twin, salma, karim] = await Promise.all(
    ['rima@example.edu', 'rima+2@example.edu', 'salma@example.edu', 'karim@example.edu'].map(email =>
      bank.signedInAs({ email }),
    ),
  )
  await post(owner, { hospitalName })
  for (const person of [rima, twin, rima] as Person[]) await post(person, { hospitalName })
  // A relative of a patient of that name shows nothing.
  await post(salma as Person, { patientName: 'Rafiq Khan', hospitalName })
  expect(await named()).toBeNull()
  const shown = await post(karim as Person, { hospitalName: 'ANWAR KHAN modern hospital.' })
  expect(await named()).toBe(hospitalName)
  // Then nobody is asked either.
  expect((await post(owner, { patientName: 'Anwar Khan', hospitalName })).status).toBe(201)
  const change = (values: object) =>
    db.updateTable('bloodRequests').set(values).where('id', '=', shown.body.id).execute()
  await change({ hiddenAt: bank.now() })
  expect(await named()).toBeNull()
  await change({ hiddenAt: null, requestedAt: new Date(bank.now().getTime() - 366 * DAY_MS) })
  expect(await named()).toBeNull()
})

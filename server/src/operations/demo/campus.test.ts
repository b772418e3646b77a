import { BloodRequestStatus, Urgency } from '@blood-bank/contract/blood-requests/endpoints'
import { BloodRequestForm } from '@blood-bank/contract/blood-requests/posting'
import { BLOOD_GROUPS } from '@blood-bank/contract/donors/blood-groups'
import { canGiveTo } from '@blood-bank/contract/donors/compatibility'
import { DonorForm } from '@blood-bank/contract/donors/profile'
import { checkForm } from '@blood-bank/contract/forms'
import { OfferStatus } from '@blood-bank/contract/offers/endpoints'
import { expect, test } from 'vitest'
import { drawCampus } from './campus.ts'

const now = new Date('2026-03-01T09:30:00Z')

const campus = drawCampus({ now })
const donorsOf = ({ members }: typeof campus) => members.flatMap(({ donor }) => donor ?? [])
const donors = donorsOf(campus)

test('200 donors have all eight blood groups, and 60 requests every urgency in every status', () => {
  expect(donors).toHaveLength(200)
  expect(new Set(donors.map(({ form }) => form.bloodGroup))).toEqual(new Set(BLOOD_GROUPS))
  expect(campus.bloodRequests).toHaveLength(60)
  const kinds = new Set(campus.bloodRequests.map(({ form, status }) => `${form.urgency} ${status}`))
  expect(kinds.size).toBe(Urgency.options.length * BloodRequestStatus.options.length)
})

test('every donor profile is valid for the form', () => {
  for (const { form } of donors) expect(checkForm(DonorForm, form)).toEqual({ values: form })
})

test('every blood request is valid for the form', () => {
  for (const { form } of campus.bloodRequests) {
    const entered = { ...form, neededBy: form.neededBy?.toISOString().slice(0, -8) ?? null }
    const answers = { isAnotherRequest: false, isHospitalName: false }
    expect(checkForm(BloodRequestForm, entered)).toEqual({ values: { ...entered, ...answers } })
  }
})

test('offers are in every status, and keep the rules: compatible, eligible, one that stands for each donor', () => {
  const { offers } = campus
  expect(new Set(offers.map(({ status }) => status))).toEqual(new Set(OfferStatus.options))
  expect(new Set(offers.map(({ donor }) => donor.id)).size).toBe(offers.length)
  for (const { donor, bloodRequest, status, offeredAt, settledAt } of offers) {
    expect(donor.id).not.toBe(bloodRequest.owner.id)
    expect(canGiveTo(donor.donor?.form.bloodGroup ?? 'AB+', bloodRequest.form.requiredBloodGroup)).toBe(true)
    expect(offeredAt.getTime()).toBeGreaterThanOrEqual(bloodRequest.requestedAt.getTime())
    expect((settledAt ?? now).getTime()).toBeLessThanOrEqual(now.getTime())
    expect(settledAt === null).toBe(status === 'offered')
    if (status === 'offered') expect(bloodRequest.status).toBe('active')
  }
})

import { expect, test } from 'vitest'
import { previewOf } from './preview.tsx'
import { NEW_BLOOD_REQUEST } from './request-fields.tsx'

const NOW = { now: new Date('2026-11-03T06:00:00Z'), timeZone: 'Asia/Dhaka' }
const previewWith = (values: object) =>
  previewOf({ ...NEW_BLOOD_REQUEST, requiredBloodGroup: 'B-', ...values }, NOW)

test('there is no preview before a blood group is chosen', () => {
  expect(previewOf({ ...NEW_BLOOD_REQUEST, patientName: 'Salma' }, NOW)).toBeNull()
})

test('what is missing is marked if it is required, and left out otherwise', () => {
  expect(previewWith({ contactPerson: ' ' })).toMatchObject({
    requiredBloodGroup: 'B-',
    patientName: '…',
    hospitalName: '…',
    contactPerson: '…',
    contactNumber: '…',
    unitsRequired: 1,
    urgency: 'urgent',
    hospitalLocation: null,
    neededBy: null,
    additionalInfo: null,
  })
})

test.each([
  ['3', 3],
  ['', 1],
  ['two', 1],
  ['1000', 1],
])('units as «%s» are shown as %d', (unitsRequired, shown) => {
  expect(previewWith({ unitsRequired })?.unitsRequired).toBe(shown)
})

test("the time is read as the site's", () => {
  expect(previewWith({ neededBy: '2026-11-03T18:00' })?.neededBy).toBe('2026-11-03T12:00:00.000Z')
})

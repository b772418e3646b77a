import { expect, test } from 'vitest'
import { checkForm } from '../forms.ts'
import { DonorChangeForm, DonorForm, findFaultOfChange } from './profile.ts'

const validForm = {
  fullName: 'Rima Akter',
  universityId: 'CSE-2021-017',
  universityRole: 'student',
  department: 'Computer Science',
  bloodGroup: 'O+',
  contactNumber: '01712-345678',
}

test('by default a donor is available and the number is private', () => {
  expect(checkForm(DonorForm, validForm).values).toEqual({
    ...validForm,
    isAvailable: true,
    lastDonationDate: null,
    allowContactVisibility: false,
  })
})

test.each(Object.keys(validForm))('without %s the form is incomplete', name => {
  expect(checkForm(DonorForm, { ...validForm, [name]: '' }).fault).toEqual({
    message:
      'Please fill in all required fields: Full Name, University ID, Role, Department, Blood Group, and Contact Number.',
    fields: { [name]: expect.any(String) },
  })
})

test.each([
  ['fullName', 'x'.repeat(121), 'Full Name must be at most 120 characters long.'],
  ['universityId', 'x'.repeat(61), 'University ID must be at most 60 characters long.'],
  ['department', 'x'.repeat(121), 'Department must be at most 120 characters long.'],
  ['universityRole', 'dean', 'Role is required.'],
  ['bloodGroup', 'o', 'Please select a blood group.'],
  ['isVerified', true, 'isVerified cannot be set here.'],
  ['isProfileActive', true, 'isProfileActive cannot be set here.'],
  ['userId', 'x', 'userId cannot be set here.'],
  ['registeredAt', '2020-01-01', 'registeredAt cannot be set here.'],
])('%s as %s is refused', (name, value, message) => {
  expect(checkForm(DonorForm, { ...validForm, [name]: value }).fault).toEqual({
    message,
    fields: { [name]: message },
  })
})

test.each([
  ['2023-02-28', '2023-02-28'],
  ['2024-02-29', '2024-02-29'],
  ['1901-01-01', '1901-01-01'],
  ['', null],
  [null, null],
])('the last donation date %j is accepted', (typed, stored) => {
  expect(checkForm(DonorForm, { ...validForm, lastDonationDate: typed }).values?.lastDonationDate).toBe(
    stored,
  )
})

test.each([
  ['2023-02-30', 'Last Donation Date must be a real date.'],
  ['2023-02-29', 'Last Donation Date must be a real date.'],
  ['yesterday', 'Last Donation Date must be a real date.'],
  ['1900-12-31', 'Last Donation Date must be after 1900.'],
  [20230228, 'Last Donation Date must be a real date, not in the future.'],
])('the last donation date %j is refused', (typed, message) => {
  expect(checkForm(DonorForm, { ...validForm, lastDonationDate: typed }).fault?.message).toBe(message)
})

test.each([
  ['', null],
  [null, null],
  [undefined, undefined],
  ['2027-03-01', '2027-03-01'],
])('of a changed profile the rest %j is read as %j', (restsUntil, read) => {
  expect(checkForm(DonorChangeForm, { ...validForm, restsUntil }).values?.restsUntil).toBe(read)
})

test.each(['2027-02-30', 'next week', 20270301])('a rest until %j is refused', restsUntil => {
  const message = 'This is not a real date. Choose one from the calendar, or leave it empty.'
  expect(checkForm(DonorChangeForm, { ...validForm, restsUntil }).fault).toEqual({
    message,
    fields: { restsUntil: message },
  })
})

test('a rest in the past or beyond a year is refused, unless it was stored before', () => {
  const faultOf = (restsUntil: string, stored: string | null) =>
    findFaultOfChange(checkForm(DonorChangeForm, { ...validForm, restsUntil }).values as DonorChangeForm, {
      stored: { ...validForm, restsUntil: stored },
      today: '2026-11-22',
    })
  const message = 'Choose a day from tomorrow on, at most a year ahead.'
  for (const day of ['2026-11-21', '2026-11-22', '2027-11-23'])
    expect(faultOf(day, '2026-12-01'), day).toEqual({ message, fields: { restsUntil: message } })
  for (const day of ['2026-11-23', '2027-11-22']) expect(faultOf(day, null), day).toBeUndefined()
  expect(faultOf('2026-11-21', '2026-11-21')).toBeUndefined()
})

test('whoever registers cannot set a rest', () => {
  expect(checkForm(DonorForm, { ...validForm, restsUntil: '2027-03-01' }).fault?.message).toBe(
    'restsUntil cannot be set here.',
  )
})

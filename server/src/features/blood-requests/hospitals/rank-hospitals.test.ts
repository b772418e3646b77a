import { MAX_HOSPITALS } from '@blood-bank/contract/blood-requests/hospitals'
import { expect, test } from 'vitest'
import { rankHospitals } from './rank-hospitals.ts'

const aUse = (hospitalName: string, more: object = {}) => ({
  userId: 'rima',
  patientName: 'Salma Khatun',
  contactPerson: 'Jamal Uddin',
  hospitalName,
  ...more,
})

test('hospitals that more members need come first, however often one member posts', () => {
  const hospitals = rankHospitals([
    ...['City Hospital', 'City Hospital', 'City Hospital'].map(name => aUse(name)),
    aUse('Square', { userId: 'nadia' }),
    aUse('Square', { userId: 'karim' }),
  ])
  expect(hospitals).toEqual(['Square', 'City Hospital'])
})

test('spellings that differ in case and punctuation are one hospital, in the most frequent spelling', () => {
  const names = ['city  hospital.', 'City Hospital', 'City Hospital', 'CITY HOSPITAL', 'ঢাকা মেডিকেল']
  expect(rankHospitals(names.map(name => aUse(name)))).toEqual(['City Hospital', 'ঢাকা মেডিকেল'])
})

test.each([
  ['a phone number', 'City Hospital 01712-345678'],
  ['a link', 'evil.example'],
  ["the patient's name", 'Home of Salma'],
  ["the contact person's name", 'Ask for JAMAL'],
  ['no letter', '...'],
])('a name with %s is left out', (_, hospitalName) => {
  expect(rankHospitals([aUse(hospitalName), aUse('Square')])).toEqual(['Square'])
})

test('there are only so many', () => {
  const many = Array.from({ length: MAX_HOSPITALS + 5 }, (_, nth) => aUse(`Hospital ${nth}`))
  expect(rankHospitals(many)).toEqual(many.slice(0, MAX_HOSPITALS).map(use => use.hospitalName))
})

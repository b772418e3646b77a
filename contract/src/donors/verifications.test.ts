import { expect, test } from 'vitest'
import { checkForm } from '../forms.ts'
import { changesWhatWasVerified, MAX_DONORS_PER_VERIFICATION, verifyDonors } from './verifications.ts'

const DONOR = {
  fullName: 'José Md. Rahman',
  universityId: 'CSE-2021-042',
  universityRole: 'student',
  bloodGroup: 'O+',
}

test.each([
  { fullName: 'jose md rahman' },
  { fullName: 'JOSÉ MD. RAH\u00adMAN\u200b' },
  { universityId: 'cse 2021/042' },
  { universityId: 'ＣＳＥ-২০২১-০৪২' },
])('%o is no change', change => {
  expect(changesWhatWasVerified(DONOR, { ...DONOR, ...change })).toBe(false)
})

test.each([
  { fullName: 'José Rahman' },
  { fullName: 'করিম' },
  { universityId: 'CSE-2021-043' },
  { universityRole: 'faculty' },
  { bloodGroup: 'O-' },
])('%o is a change', change => {
  expect(changesWhatWasVerified(DONOR, { ...DONOR, ...change })).toBe(true)
})

test('a vowel sign makes another name', () => {
  const [karim, kaarim] = [
    { ...DONOR, fullName: 'করিম' },
    { ...DONOR, fullName: 'কারিম' },
  ]
  expect(changesWhatWasVerified(karim, kaarim)).toBe(true)
})

const ID = '0198f3a0-1234-7abc-8def-0123456789ab'

test.each([
  ['no donor', [], 'Please select a donor.'],
  ['too many donors', Array(MAX_DONORS_PER_VERIFICATION + 1).fill(ID), 'Please select at most 100 donors.'],
])('%s cannot be verified', (_, ids, message) => {
  expect(checkForm(verifyDonors.body, { ids, isVerified: true }).fault?.message).toBe(message)
})

import { expect, test } from 'vitest'
import {
  hasLink,
  hasPartOfName,
  hasPhoneNumber,
  hasWholeName,
  publicHospitalOf,
  publicLocationOf,
} from './public-hospital.ts'

test.each([
  'You won! Claim at https://evil.example/login',
  'ftp://evil',
  'ｈｔｔｐｓ：／／evil',
  'www.evil',
  'rima@example',
  'rima＠example',
  'evil.example',
  'EVIL.EXAMPLE',
  'City Hospital bit.ly/x',
  'evil。example',
  'evil．example',
  'evil｡example',
  'evil․example',
  'evil\u200b.\u00adexample',
  'a.b.example',
  'ev-il.xn--p1ai',
  'ঢাকা.বাংলা',
  '1.example',
])('%s reads as a link', text => {
  expect(hasLink(text)).toBe(true)
})

test.each([
  'B.S.M.M.U.',
  "St. Mary's Hospital",
  'Dr. M. A. Rahman Clinic',
  'Hospital No.12',
  'Ward 3.B',
  'ঢাকা মেডিকেল কলেজ হাসপাতাল।',
  'City Hospital…',
  'Ward 5: left/right',
  '',
])('%s reads as no link', text => {
  expect(hasLink(text)).toBe(false)
})

test.each([
  'or call +880 1700 000000',
  '0_1_8_1_2_3_4_5',
  '①②③④⑤⑥⑦',
  '❶❷❸❹❺',
  '০১৮১২',
  '０１８１２',
  '𝟎𝟏𝟖𝟏𝟐',
  '1️⃣2️⃣3️⃣4️⃣5️⃣',
  '0a1b8c1d2e3f4',
  'zero one eight one two three',
  'Zero-One-Eight 1 2',
  'zerooneeightonetwo',
  '0\u200b1\u200b8\u200b1\u200b2',
])('%s reads as a phone number', text => {
  expect(hasPhoneNumber(text)).toBe(true)
})

test.each([
  'Ward 5, Bed 12',
  'Building 3, Room 1204',
  'House 12, Road 27',
  'Stone Phone Money Often Hospital',
  'Two Rivers Hospital, Ward Five',
  'Level 12-15',
])('%s reads as no phone number', text => {
  expect(hasPhoneNumber(text)).toBe(false)
})

test.each([
  ['SecretPatient Clinic', 'Secret Patient'],
  ['The secretpatients', 'Secret Patient'],
  ['S e c r e t  P a t i e n t', 'Secret Patient'],
  ['s-e-c-r-e-t p.a.t.i.e.n.t', 'Secret Patient'],
  ['Ѕecret Patient', 'Secret Patient'],
  ['ЅЕСRЕТ РАТIЕNТ', 'Secret Patient'],
  ['Secret Patient', 'Ѕесrеt Раtіеnt'],
  ['Ⓢⓔⓒⓡⓔⓣ 𝐏𝐚𝐭𝐢𝐞𝐧𝐭', 'Secret Patient'],
  ['Sec\u200bret Pa\u00adtient', 'Secret Patient'],
  ['Sécrèt Patiënt', 'Secret Patient'],
  ['Ward of আব্দুল করিম', 'আব্দুল করিম'],
  ['Ward of A l i', 'Ali'],
])('%s contains the whole name of %s', (text, name) => {
  expect(hasWholeName(text, name)).toBe(true)
})

test.each([
  ['Anwer Khan Hospital', 'Shahrukh Khan'],
  ['Patient Secret Clinic', 'Secret Patient'],
  ['Alipur Hospital', 'Ali'],
  ['কারিম হাসপাতাল', 'করিম হাসপাতাল'],
  ['Al Noor Hospital', 'Al'],
  ['City Hospital', '…'],
])('%s does not contain the whole name of %s', (text, name) => {
  expect(hasWholeName(text, name)).toBe(false)
})

test.each([
  ['Anwer Khan Hospital', 'Shahrukh Khan'],
  ['Secret', 'Secret Patient'],
  ['S e c r e t Clinic', 'Secret Patient'],
  ['Ѕecret Clinic', 'Secret Patient'],
  ['PatientSecret Clinic', 'Secret Patient'],
])('%s contains a word of the name of %s', (text, name) => {
  expect(hasPartOfName(text, [name])).toBe(true)
})

test.each([
  ['Khanpur Hospital', 'Shahrukh Khan'],
  ['Md Ali Road', 'Md Al Amin'],
  ['Secretariat Road', 'Secret Patient'],
])('%s contains no word of the name of %s', (text, name) => {
  expect(hasPartOfName(text, [name])).toBe(false)
})

test('only a hospital and a location that tell nothing of a person are shown to anybody', () => {
  const names = { patientName: 'Secret Patient', contactPerson: 'Nadia Karim' }
  const locationOf = (hospitalLocation: string | null) => publicLocationOf({ ...names, hospitalLocation })
  expect(locationOf('Ward 5')).toBe('Ward 5')
  for (const location of [null, 'ask for n a d i a', 'or call +880 1700 000000', 'Rooms 1204-1206'])
    expect(locationOf(location)).toBeNull()
  const hospitalOf = (hospitalName: string, isKnown: boolean) =>
    publicHospitalOf({ ...names, hospitalName }, { isKnown })
  for (const hospital of ['S e c r e t', 'Karim Clinic', 'Secret Patient Hospital'])
    expect([hospitalOf(hospital, false), hospitalOf(hospital, true)]).toEqual([null, hospital])
  for (const hospital of ['evil.example', '01812 345678'])
    expect([hospitalOf(hospital, false), hospitalOf(hospital, true)]).toEqual([null, null])
})

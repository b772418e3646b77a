import { activateDonor, listDonors, verifyDonor } from '@blood-bank/contract/donors/administration'
import { searchDonors } from '@blood-bank/contract/donors/endpoints'
import { registerDonor, updateOwnDonor } from '@blood-bank/contract/donors/profile'
import { expect, test } from 'vitest'
import { aDonor } from '../../testing/person.ts'
import { startTestApp } from '../../testing/test-app.ts'

const bank = await startTestApp()
const admin = await bank.signedInAs({ role: 'admin' })
const member = await bank.signedInAs()

const PRIVATE = aDonor({
  fullName: 'Private Donor',
  universityId: 'UID-PRIVATE-9',
  contactNumber: '01799-887766',
  allowContactVisibility: false,
})
const shy = await bank.signedInAs({ email: 'shy.person@example.edu' })
const shyDonor = (await shy.call(registerDonor, { body: PRIVATE })).body

/** The number in every form in which it is typed, stored or shown. */
const DIGITS = /1\D*7\D*9\D*9\D*8\D*8\D*7\D*7\D*6\D*6/

test('a private number is null in search results, and in no byte of the reply', async () => {
  const reply = await member.call(searchDonors, { query: { bloodGroup: 'O+' } })
  expect(reply.body.records).toEqual([
    {
      id: shyDonor.id,
      fullName: 'Private Donor',
      universityRole: 'student',
      department: 'Computer Science',
      bloodGroup: 'O+',
      isVerified: false,
      contactNumber: null,
      eligibleFrom: null,
    },
  ])
  const { text } = reply
  expect(text).not.toMatch(DIGITS)
  for (const secret of ['shy.person', 'UID-PRIVATE-9', shy.id]) expect(text).not.toContain(secret)
})

// That no read reveals it, to admins either, is in `app-tests/private-numbers.test.ts`.
test('admins get no private number in the list, nor in the reply to a change', async () => {
  const params = { id: shyDonor.id }
  const replies = [
    await admin.call(listDonors, { query: { search: 'private' } }),
    await admin.call(verifyDonor, { params, body: { isVerified: true } }),
    await admin.call(activateDonor, { params, body: { isProfileActive: true } }),
  ]
  for (const { status, text } of replies) {
    expect(status).toBe(200)
    expect(text).not.toMatch(DIGITS)
  }
  expect(replies[0]?.body).toMatchObject({
    records: [{ email: 'shy.person@example.edu', contactNumber: null }],
  })
})

test('a visible number is shown until its owner makes it private', async () => {
  const numberFor = async (person: typeof member) => {
    const { body } = await person.call(searchDonors, { query: { bloodGroup: 'O+' } })
    return body.records[0]?.contactNumber
  }
  await shy.call(updateOwnDonor, { body: { ...PRIVATE, allowContactVisibility: true } })
  expect([await numberFor(member), await numberFor(admin)]).toEqual(['01799-887766', '01799-887766'])
  const listed = await admin.call(listDonors, { query: {} })
  expect(listed.body.records[0]?.contactNumber).toBe('01799-887766')
  await shy.call(updateOwnDonor, { body: PRIVATE })
  expect([await numberFor(member), await numberFor(admin)]).toEqual([null, null])
})

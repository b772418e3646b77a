import { expect, test } from 'vitest'
import { aLine } from './testing/line.ts'
import { aBloodRequest, becomeMember, fillIn, newAddress, typedInto } from './testing/steps.ts'
import { aVisitor, PHONE } from './testing/visitor.ts'

test('a network lost in the middle of posting keeps the text, and sending it again posts once', async () => {
  const line = await aLine()
  const nadia = await aVisitor(PHONE, { line })
  await becomeMember(nadia, newAddress('cut-off'))

  for (const [failure, patientName] of [
    ['drops', 'Salma Khatun'],
    ['loses the answer', 'Jamal Uddin'],
  ] as const) {
    const bloodRequest = {
      ...aBloodRequest(patientName),
      'Hospital Location': 'Ward 12, second floor',
      Urgency: 'moderate',
      'Additional Info': 'Please call before you come.\nThe lift is out of order.',
    }
    await nadia.open('/post-request')
    await fillIn(nadia, bloodRequest)
    line.fails(failure, /^POST \/api\/blood-requests$/)
    nadia.expects('lost POST /api/blood-requests')
    await nadia.press('Post Request')
    await nadia.sees('Failed to submit blood request. Please try again.')
    expect(await typedInto(nadia, bloodRequest)).toEqual(bloodRequest)

    line.mends()
    await nadia.press('Post Request')
    await nadia.sees('Blood request submitted successfully!')
    await nadia.comesTo('/dashboard')
    await nadia.sees(patientName)
    expect(await nadia.page.getByText(patientName).count(), `${failure}: listed once`).toBe(1)
  }
})

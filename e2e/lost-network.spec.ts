import { expect, test } from 'vitest'
import { startFaultyProxy } from './testing/faulty-proxy.ts'
import { aBloodRequest, becomeMember, fillIn, formValues, newAddress } from './testing/steps.ts'
import { aVisitor, PHONE } from './testing/visitor.ts'

test('a network failure while posting loses no input, and a retry posts once', async () => {
  const proxy = await startFaultyProxy()
  const nadia = await aVisitor(PHONE, { proxy })
  await becomeMember(nadia, newAddress('cut-off'))

  for (const [failure, patientName] of [
    ['drops', 'Salma Khatun'],
    ['loses the reply', 'Jamal Uddin'],
  ] as const) {
    const bloodRequest = {
      ...aBloodRequest(patientName),
      'Hospital Location': 'Ward 12, second floor',
      Urgency: 'moderate',
      'Additional Info': 'Please call before you come.\nThe lift is out of order.',
    }
    await nadia.open('/post-request')
    await fillIn(nadia, bloodRequest)
    proxy.fail(failure, /^POST \/api\/blood-requests$/)
    nadia.expects('lost POST /api/blood-requests')
    await nadia.press('Post Request')
    await nadia.sees('Failed to submit blood request. Please try again.')
    expect(await formValues(nadia, bloodRequest)).toEqual(bloodRequest)

    proxy.recover()
    await nadia.press('Post Request')
    await nadia.sees('Blood request submitted successfully!')
    await nadia.comesTo('/dashboard')
    await nadia.sees(patientName)
    expect(await nadia.page.getByText(patientName).count(), `${failure}: listed once`).toBe(1)
  }
})

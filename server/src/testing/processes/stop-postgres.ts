import { listActiveBloodRequests } from '@blood-bank/contract/blood-requests/endpoints'
import { postBloodRequest } from '@blood-bank/contract/blood-requests/posting'
import { searchDonors } from '@blood-bank/contract/donors/endpoints'
import { registerAccount, sendPasswordResetMail } from '@blood-bank/contract/passwords/accounts'
import { readSession, signIn } from '@blood-bank/contract/sessions/endpoints'
import { aBloodRequest } from '../builders.ts'
import type { Person } from '../person.ts'
import { PASSWORD } from '../test-app.ts'

let strangers = 0

/** Makes one call of each kind that needs the database, all at once. @returns the replies and their durations */
export const callDatabaseEndpoints = (member: Person & { email: string }) => {
  const email = `stranger${++strangers}@example.edu`
  const calls = [
    () => member.call(readSession),
    () => member.call(listActiveBloodRequests, { query: {} }),
    () => member.call(searchDonors, { query: { bloodGroup: 'O+' } }),
    () => member.call(postBloodRequest, { body: aBloodRequest() }),
    // From a browser without a session: a sign-in ends the one of its browser, which the other calls need.
    () =>
      member.send(signIn.method, signIn.path, {
        body: { email: member.email, password: PASSWORD },
        headers: { cookie: '' },
      }),
    () => member.call(registerAccount, { body: { email, password: PASSWORD } }),
    () => member.call(sendPasswordResetMail, { body: { email } }),
  ]
  return Promise.all(
    calls.map(async call => {
      const begunAt = performance.now()
      const reply = await call()
      return { reply, tookMs: performance.now() - begunAt }
    }),
  )
}

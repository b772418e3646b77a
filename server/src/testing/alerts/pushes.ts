import { addPushDevice, listPushDevices } from '@blood-bank/contract/alerts/push-devices'
import { registerDonor } from '@blood-bank/contract/donors/profile'
import { afterAll } from 'vitest'
import { composeOnCallPush } from '../../features/alerts/on-call/messages.ts'
import { sendPushJob } from '../../features/alerts/push/send-push.job.ts'
import { composeThankYouPush } from '../../features/thanks/messages.ts'
import { createPushSender } from '../../platform/push/send-push.ts'
import { aDonor, type Person } from '../person.ts'
import { type PushService, startPushService } from '../push-service/push-service.ts'
import { runDueJobs } from '../run-due-jobs.ts'
import type { Someone } from '../stored-members.ts'
import { AUTH_SECRET, startTestApp } from '../test-app.ts'

/** Starts a push service and a bank that is allowed to send to it, at noon of the site's time zone. */
export async function startBankWithPush(environment: Record<string, string> = {}) {
  let clock = () => new Date()
  const service = await startPushService({ now: () => clock() })
  afterAll(service.close)
  const bank = await startTestApp({ PUSH_SERVICES: service.origin, ...environment })
  clock = bank.now
  const logged: object[] = []
  const log = { warn: (details: object, message: string) => void logged.push({ ...details, message }) }
  const { db, config, now } = bank
  const sender = createPushSender({ db, config, authSecret: AUTH_SECRET, log, now })
  let counted: Record<string, number> = {}
  return {
    ...bank,
    service,

    /** What became of the messages since the last call, as the metrics count it. */
    async pushStates() {
      const { text } = await bank.stranger().send('GET', '/metrics')
      const found = text.matchAll(/alert_deliveries_total\{channel="push",state="(\w+)"\} (\d+)/g)
      const now = Array.from(found, ([, state, count]) => [String(state), Number(count)] as const)
      const since = now.map(([state, count]) => [state, count - (counted[state] ?? 0)] as const)
      counted = Object.fromEntries(now)
      return Object.fromEntries(since.filter(([, count]) => count > 0))
    },

    /** What was logged while messages were sent. */
    logged,
    /** Sends all due messages. @returns how many jobs were run */
    sendPushes: () =>
      runDueJobs(
        bank.pool,
        sendPushJob({
          ...bank,
          composeThankYou: composeThankYouPush(config),
          composeOnCall: (db, waiting, now) => composeOnCallPush(db, waiting, { now, site: config }),
          send: sender,
          log,
        }),
      ),

    /** A member with a donor profile of group O−, who can give to everyone. */
    async signedInDonor(contactNumber = aDonor().contactNumber, someone: Someone = {}) {
      const donor = await bank.signedInAs(someone)
      await donor.call(registerDonor, { body: aDonor({ bloodGroup: 'O-', contactNumber }) })
      return donor
    },

    /** Subscribes a new browser of a donor. */
    addDevice: (person: Person) => addDevice(service, person),
  }
}

/** @returns the subscription and the device */
async function addDevice(service: PushService, person: Person) {
  const { body } = await person.call(listPushDevices)
  const subscription = service.subscribe(body.publicKey)
  const added = await person.call(addPushDevice, { body: subscription })
  return { subscription, device: added.body }
}

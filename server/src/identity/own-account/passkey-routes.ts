import * as contract from '@blood-bank/contract/passkeys/endpoints'
import type { FastifyRequest } from 'fastify'
import { inTransaction } from '../../platform/database/connection.ts'
import { nameOfDevice } from '../../platform/http/device-name.ts'
import { refuse } from '../../platform/http/refuse.ts'
import { serve } from '../access/serve.ts'
import { optionsForNew, optionsForUse } from '../passkeys/options.ts'
import * as store from '../passkeys/store.ts'
import type { PasskeyRow } from '../passkeys/tables.ts'
import { verifyNewPasskey } from '../passkeys/verify.ts'
import { passkeyForOwner } from '../passkeys/view.ts'
import { notifyOfSecurity } from '../passwords/security-notices.ts'
import { revokeDeviceCookies } from '../sessions/known-devices.ts'
import type { SessionContext } from '../sessions/session-context.ts'
import { setPasswordGivenAt } from '../sessions/store.ts'
import { lockUser } from '../users/store.ts'

/** The signed-in user's own passkeys, and their use instead of the password. */
export function passkeyRoutes(context: SessionContext): void {
  const { http, db, config, devices, sessionCookies, passkeyChallenges, attemptPasskey } = context
  const { recordSecurityEvent, now } = context
  const site = config.passkeys
  const worksHere = ({ rpId }: PasskeyRow) => rpId === site.rpId

  serve(http, contract.listPasskeys, async ({ actor }) => ({
    passkeys: (await store.listPasskeysOf(db, actor.id)).map(passkey => passkeyForOwner(passkey, site)),
  }))

  serve(http, contract.prepareNewPasskey, async ({ actor, req }) => {
    const passkeys = await store.listPasskeysOf(db, actor.id)
    requireUseBeforeChange(req, passkeys)
    if (passkeys.length >= contract.MAX_PASSKEYS) throw refuse('too-many-passkeys')
    const userHandle = await store.findUserHandle(db, actor.id)
    if (userHandle === null) throw refuse('not-signed-in')
    const challenge = passkeyChallenges.create({
      purpose: 'add',
      sessionToken: sessionCookies.requireTokenOf(req),
    })
    const owner = { userHandle, email: actor.email, passkeys: passkeys.filter(worksHere) }
    return optionsForNew(challenge, { rpId: site.rpId, brandName: config.brandName }, owner)
  })

  serve(http, contract.addPasskey, async ({ body, actor, req }) => {
    const sessionToken = sessionCookies.requireTokenOf(req)
    const use = { purpose: 'add', sessionToken } as const
    const verified = await verifyNewPasskey(body, { site, challenges: passkeyChallenges, use })
    if (!verified) throw refuse('passkey-not-accepted')
    const added = await inTransaction(db, async db => {
      if (!(await lockUser(db, actor.id))) throw refuse('not-signed-in')
      const others = await store.listPasskeysOf(db, actor.id)
      requireUseBeforeChange(req, others)
      if (others.length >= contract.MAX_PASSKEYS) throw refuse('too-many-passkeys')
      if (!(await passkeyChallenges.consume(db, verified.challenge))) throw refuse('passkey-not-accepted')
      const added = await store.insertPasskey(db, {
        ...verified.passkey,
        userId: actor.id,
        rpId: site.rpId,
        name: nameFor(req, others),
        addedAt: now(),
      })
      if (!added) throw refuse('passkey-already-added')
      await store.setSessionPasskey(db, sessionToken, added.id)
      await notifyOfSecurity(db, 'passkey-added', { userId: actor.id, email: actor.email, now: now() })
      return added
    })
    recordSecurityEvent('passkey-added', { userId: actor.id })
    return passkeyForOwner(added, site)
  })

  serve(http, contract.renamePasskey, async ({ params: { id }, body: { name }, actor }) => {
    const renamed = await store.setPasskeyName(db, { id, userId: actor.id }, name)
    if (!renamed) throw refuse('passkey-not-found')
    return passkeyForOwner(renamed, site)
  })

  serve(http, contract.removePasskey, async ({ params: { id }, actor, req, reply }) => {
    const device = await devices.find(req, actor.email)
    const knownSince = await inTransaction(db, async db => {
      // The browser of the passkey may be lost, and device cookies don't tell which it was.
      const knownSince = await revokeDeviceCookies(db, actor.id)
      requireUseBeforeChange(req, await store.listPasskeysOf(db, actor.id))
      const own = { userId: actor.id, id, exceptToken: sessionCookies.requireTokenOf(req) }
      if ((await store.removePasskeys(db, own)) === 0) throw refuse('passkey-not-found')
      await notifyOfSecurity(db, 'passkey-removed', { userId: actor.id, email: actor.email, now: now() })
      return knownSince
    })
    if (device) devices.remember(reply, actor.email, knownSince, device.nonce)
    recordSecurityEvent('passkey-removed', { userId: actor.id })
    return undefined
  })

  serve(http, contract.preparePasskeyConfirmation, async ({ actor, req }) => {
    const passkeys = (await store.listPasskeysOf(db, actor.id)).filter(worksHere)
    if (passkeys.length === 0) throw refuse('no-passkey')
    const challenge = passkeyChallenges.create({
      purpose: 'confirm',
      sessionToken: sessionCookies.requireTokenOf(req),
    })
    return optionsForUse(challenge, site, passkeys)
  })

  serve(http, contract.confirmWithPasskey, async ({ body, actor, req }) => {
    const sessionToken = sessionCookies.requireTokenOf(req)
    const attempt = { use: { purpose: 'confirm', sessionToken }, userId: actor.id } as const
    await attemptPasskey(body, attempt, async (db, { passkeyId }) => {
      await store.setSessionPasskey(db, sessionToken, passkeyId)
      await setPasswordGivenAt(db, { token: sessionToken, at: now() })
    })
    recordSecurityEvent('passkey-confirmed', { userId: actor.id })
    return undefined
  })

  /**
   * Where admins need a passkey, somebody who has only an admin's password must not add a passkey of their own, nor
   * remove the admin's.
   */
  function requireUseBeforeChange(req: FastifyRequest, passkeys: PasskeyRow[]) {
    if (req.isPasskeyDue && passkeys.some(worksHere)) throw refuse('passkey-confirmation-needed')
  }
}

/** Names a new passkey by the browser and system that add it; a second one gets a number. */
function nameFor(req: FastifyRequest, others: Pick<PasskeyRow, 'name'>[]): string {
  const device = nameOfDevice(req.headers['user-agent'])
  const names = [device, ...others.map((_, index) => `${device} ${index + 2}`)]
  return names.find(name => others.every(other => other.name !== name)) ?? device
}

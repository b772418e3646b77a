import { issueToken, readTokenKeys } from '@blood-bank/contract/sessions/token-sync'
import { SignJWT } from 'jose'
import { refuse } from '../../platform/http/refuse.ts'
import type { Context } from '../access/context.ts'
import { serve } from '../access/serve.ts'
import { ALGORITHM, type TokenKeys } from './token-keys.ts'

/** Long enough for one call to another service, too short to be worth stealing. */
const LIFETIME_S = 300

/** Tokens for one other service, named by TOKEN_SYNC_URL (spec §7). Without that setting both calls answer 404. */
export function tokenSyncRoutes({ http, now, config }: Context, keys: TokenKeys): void {
  const { tokenSync, publicUrl } = config

  serve(http, issueToken, async ({ actor }) => {
    if (!tokenSync) throw refuse('not-found')
    const { kid, privateKey } = await keys.getSigningKey()
    const issuedAt = Math.floor(now().getTime() / 1000)
    const token = await new SignJWT({ email: actor.email })
      .setProtectedHeader({ alg: ALGORITHM, kid })
      .setIssuer(publicUrl)
      .setSubject(actor.id)
      .setAudience(new URL(tokenSync.url).origin)
      .setIssuedAt(issuedAt)
      .setExpirationTime(issuedAt + LIFETIME_S)
      .sign(privateKey)
    return { token }
  })

  serve(http, readTokenKeys, async () => {
    if (!tokenSync) throw refuse('not-found')
    return keys.listPublicKeys()
  })
}

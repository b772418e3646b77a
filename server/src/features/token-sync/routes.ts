import { issueToken, readTokenKeys } from '@blood-bank/contract/token-sync'
import type { Context } from '../../context.ts'
import { refuse } from '../../http/refuse.ts'
import { serve } from '../../http/serve.ts'

/** Tokens for one other service, named by TOKEN_SYNC_URL (spec §7); without it there is nothing here. */
export function tokenSyncRoutes({ http, auth, now, config: { tokenSync } }: Context): void {
  serve(http, issueToken, async ({ actor }) => {
    if (!tokenSync) throw refuse('not-found')
    const payload = {
      sub: actor.id,
      email: actor.email,
      aud: new URL(tokenSync.url).origin,
      iat: Math.floor(now().getTime() / 1000),
    }
    return auth.api.signJWT({ body: { payload } })
  })

  serve(http, readTokenKeys, async () => {
    if (!tokenSync) throw refuse('not-found')
    return (await auth.api.getJwks()) as { keys: { kty: string; kid: string }[] }
  })
}

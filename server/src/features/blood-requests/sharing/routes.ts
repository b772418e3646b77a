import { owns } from '@blood-bank/contract/blood-requests/rules'
import * as contract from '@blood-bank/contract/blood-requests/share-pages'
import type { Config } from '../../../config.ts'
import type { Context } from '../../../identity/access/context.ts'
import { serve } from '../../../identity/access/serve.ts'
import { refuse } from '../../../platform/http/refuse.ts'
import { findPublicPlace } from '../hospitals/public-place.ts'
import { getBloodRequest, refuseInactive } from '../queries.ts'
import {
  createSharePage,
  deleteSharePage,
  findSharedBloodRequest,
  findSharePage,
  isShareCode,
  type SharePageRow,
} from './store.ts'

/** Lets the owner of a blood request make its public page, read its address and revoke it; and visitors of it see for whom they register. */
export function shareRoutes({ http, db, config, now }: Context): void {
  serve(http, contract.readSharePage, async ({ params: { id }, actor }) => {
    await getBloodRequest(db, id, { actor, isAllowed: owns })
    const page = await findSharePage(db, id)
    return { sharePage: page && sharePageForOwner(page, config) }
  })

  serve(http, contract.createSharePage, async ({ params: { id }, actor }) => {
    await getBloodRequest(db, id, { actor, isAllowed: owns })
    const page = await createSharePage(db, id)
    if (!page) throw await refuseInactive(db, id)
    return sharePageForOwner(page, config)
  })

  serve(http, contract.revokeSharePage, async ({ params: { id }, actor }) => {
    await getBloodRequest(db, id, { actor, isAllowed: owns })
    await deleteSharePage(db, id)
    return undefined
  })

  serve(http, contract.readSharedBloodRequest, async ({ params: { code } }) => {
    const found = isShareCode(code) ? await findSharedBloodRequest(db, code) : null
    if (found?.status !== 'active') throw refuse('blood-request-not-found')
    const { hospital } = await findPublicPlace(db, found, now())
    return { requiredBloodGroup: found.requiredBloodGroup, component: found.component, hospital }
  })
}

/** The public page of a blood request for its owner. */
export const sharePageForOwner = (
  { code, createdAt }: SharePageRow,
  { publicUrl }: Pick<Config, 'publicUrl'>,
): contract.SharePage => ({ url: `${publicUrl}/r/${code}`, createdAt: createdAt.toISOString() })

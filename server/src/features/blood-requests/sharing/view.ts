import type { SharePage } from '@blood-bank/contract/blood-requests/share-pages'
import type { Config } from '../../../config.ts'
import type { SharePageRow } from './store.ts'

/** The public page of a blood request for its owner. */
export const sharePageForOwner = (
  { code, createdAt }: SharePageRow,
  { publicUrl }: Pick<Config, 'publicUrl'>,
): SharePage => ({ url: `${publicUrl}/r/${code}`, createdAt: createdAt.toISOString() })

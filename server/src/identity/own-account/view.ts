import { CONSENT_TEXTS } from '@blood-bank/contract/consent'
import type { Consent } from '@blood-bank/contract/own-account'
import type { ConsentRow } from './store.ts'

/** What somebody agreed to, in the words of its version. */
export const consentForOwner = ({ version, agreedAt }: ConsentRow): Consent => ({
  version,
  text: CONSENT_TEXTS[version] ?? '',
  agreedAt: agreedAt.toISOString(),
})

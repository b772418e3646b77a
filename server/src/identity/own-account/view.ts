import { CONSENT_TEXTS } from '@blood-bank/contract/consent'
import type { Consent } from '@blood-bank/contract/own-account'
import type { ConsentRow } from '../consents/store.ts'

/** A consent, with the text of the version that the user agreed to. */
export const consentForOwner = ({ version, agreedAt }: ConsentRow): Consent => ({
  version,
  text: CONSENT_TEXTS[version] ?? '',
  agreedAt: agreedAt.toISOString(),
})

import { CONSENT_TEXTS } from '@blood-bank/contract/own-account/consent'
import type { Consent } from '@blood-bank/contract/own-account/endpoints'
import type { ConsentRow } from './consents.ts'

/** A consent, with the text of the version that the user agreed to. */
export const consentForOwner = ({ version, agreedAt }: ConsentRow): Consent => ({
  version,
  text: CONSENT_TEXTS[version] ?? '',
  agreedAt: agreedAt.toISOString(),
})

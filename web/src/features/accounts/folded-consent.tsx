import { CONSENT } from '@blood-bank/contract/own-account/consent'
import { PrivacyNote } from '../../ui/layout/privacy-note.tsx'
import { SmallPrint } from '../../ui/layout/small-print.tsx'
import { ConsentText } from './consent-text.tsx'

/** What having an account means, in one sentence. The text that is recorded unfolds below it. */
export const FoldedConsent = ({ isNew }: { isNew: boolean }) => (
  <div>
    <SmallPrint>
      <span>{`By ${isNew ? 'creating' : 'having'} an account you agree that`}</span>{' '}
      <strong>
        we store what you enter, members see your requests, and donors get emails they can stop.
      </strong>
    </SmallPrint>
    <ConsentText label="Read the three points" text={CONSENT.text}>
      <PrivacyNote />
    </ConsentText>
  </div>
)

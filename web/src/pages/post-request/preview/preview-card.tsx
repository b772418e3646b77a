import { type BloodRequest, URGENCY_DESCRIPTIONS } from '@blood-bank/contract/blood-requests/endpoints'
import { BloodRequestCard } from '../../../features/blood-requests/lists/blood-request-card.tsx'
import { Button } from '../../../ui/controls/button.tsx'
import { CallLink } from '../../../ui/phone/call-link.tsx'
import styles from './preview-card.module.css'

/**
 * The card of a request as donors see it, to look at: nothing in it can be pressed. It is not read to screen readers, as
 * the fields say the same.
 */
export const PreviewCard = ({ bloodRequest }: { bloodRequest: BloodRequest }) => (
  <div className={styles.preview} inert>
    <BloodRequestCard
      bloodRequest={bloodRequest}
      urgencyLabels={URGENCY_DESCRIPTIONS}
      buttons={
        <>
          <Button variant="primary">I can donate</Button>
          <CallLink number={String(bloodRequest.contactNumber)} />
        </>
      }
    />
  </div>
)

import { needsPlatelets, requiredGroupOf } from '@blood-bank/contract/blood-requests/descriptions'
import type { BloodRequest } from '@blood-bank/contract/blood-requests/endpoints'
import { withMinus } from '@blood-bank/contract/donors/blood-groups'
import visuallyHidden from '../../../ui/layout/visually-hidden.module.css'

/** "Platelets A+ at", before the hospital. The group is drawn beside it, and blood goes without saying. */
export const NeedAt = ({ bloodRequest }: { bloodRequest: BloodRequest }) =>
  needsPlatelets(bloodRequest) ? (
    <span>
      Platelets <span className={visuallyHidden.text}>{withMinus(bloodRequest.requiredBloodGroup)}</span> at
    </span>
  ) : (
    <span className={visuallyHidden.text}>{`${requiredGroupOf(bloodRequest)} at`}</span>
  )

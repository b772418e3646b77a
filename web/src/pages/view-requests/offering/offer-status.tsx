import type { BloodRequest } from '@blood-bank/contract/blood-requests/endpoints'
import { withMinus } from '@blood-bank/contract/donors/blood-groups'
import { canGiveTo } from '@blood-bank/contract/donors/compatibility'
import { REFUSALS } from '@blood-bank/contract/errors'
import { MY_OFFERS } from '../../../features/offers/queries.ts'
import { Link } from '../../../ui/controls/link.tsx'
import { SmallPrint } from '../../../ui/layout/small-print.tsx'
import { useOfferingContext } from './offering.tsx'

/** What concerns this request only: whether the actor's group fits, which only they see, and their offer for it. */
export function OfferStatus({ bloodRequest }: { bloodRequest: BloodRequest }) {
  const { facts } = useOfferingContext()
  if (!facts?.donor) return null
  const { bloodGroup } = facts.donor
  const { requiredBloodGroup } = bloodRequest
  const reason = facts.reasonFor(bloodRequest)
  const [own, required] = [withMinus(bloodGroup), withMinus(requiredBloodGroup)]
  return (
    <>
      {canGiveTo(bloodGroup, requiredBloodGroup) ? (
        <p>
          You are {own}: you can give to {required}.
        </p>
      ) : (
        <SmallPrint>
          You are {own}: you can't give to {required}.
        </SmallPrint>
      )}
      {reason === 'already-offered' && (
        <p>
          You offered to donate. <Link to={MY_OFFERS}>My Offers</Link>
        </p>
      )}
      {(reason === 'offer-was-released' || reason === 'offer-withdrawn-twice') && (
        <p>{REFUSALS[reason].message}</p>
      )}
    </>
  )
}

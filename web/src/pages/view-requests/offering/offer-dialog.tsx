import { HOSPITAL_TESTS } from '@blood-bank/contract/donors/compatibility'
import { MutationNotice } from '../../../api/mutation-notice.tsx'
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog.tsx'
import { Stack } from '../../../ui/layout/stack.tsx'
import { Facts } from '../../../ui/records/facts.tsx'
import type { useOffering } from './use-offering.ts'

type Props = {
  offering: ReturnType<typeof useOffering>
  /** The number that will be shown; null if it isn't known yet. */
  contactNumber: string | null
}

/** Says who will see the donor's name and number, and for how long, before the donor offers (consent). */
export function OfferDialog({ offering, contactNumber }: Props) {
  const { asked, error } = offering
  if (!asked) return null
  const { bloodRequest, headingId } = asked
  return (
    <ConfirmDialog
      isOpen={offering.isOpen}
      title="Offer to donate?"
      confirm="Yes, I can donate"
      keep="Not now"
      variant="primary"
      isBusy={offering.isSending}
      onConfirm={offering.confirm}
      onClose={offering.close}
      // The card is gone when the request was closed.
      focusAfter={() => (document.getElementById(headingId) ? null : document.querySelector('h1'))}
    >
      <Stack>
        <p>
          {`The member who posted this (contact: ${bloodRequest.contactPerson}) will see your name and number until the request closes or you can't come. Never pay or accept money for blood.`}
        </p>
        <Facts
          facts={{
            'Patient Name': bloodRequest.patientName,
            Hospital: bloodRequest.hospitalName,
            'Your number': contactNumber,
          }}
        />
        <p>{HOSPITAL_TESTS}</p>
        <MutationNotice of={{ error, reset: offering.dismissError }} />
      </Stack>
    </ConfirmDialog>
  )
}

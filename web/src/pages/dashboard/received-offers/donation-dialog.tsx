import { UNDO_DONATION_HOURS } from '@blood-bank/contract/durations'
import { DonationOfOfferForm as schema } from '@blood-bank/contract/offers/donations'
import type { ReceivedOffer } from '@blood-bank/contract/offers/endpoints'
import { useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { site } from '../../../api/site.ts'
import { receivedOffersKey, recordDonation } from '../../../features/offers/queries.ts'
import { Form } from '../../../forms/form.tsx'
import { TextField } from '../../../forms/text-field.tsx'
import { useContractForm } from '../../../forms/use-contract-form.ts'
import { changeCachedLists } from '../../../lists/changes/optimistic-list.ts'
import { refreshRecords } from '../../../session/session.ts'
import { currentTime } from '../../../ui/browser/clock.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import { showToast } from '../../../ui/feedback/toasts.ts'
import { calendarDateOf } from '../../../ui/records/dates.ts'

type Props = {
  offer: ReceivedOffer
  bloodRequestId: string
  /** Where the focus goes after recording, as the pressed button is gone. */
  focusAfter: () => HTMLElement | null
  onClose: () => void
}

/** Asks on which day a donor gave, and records it. */
export function DonationDialog({ offer, bloodRequestId, focusAfter, onClose }: Props) {
  const client = useQueryClient()
  const isRecorded = useRef(false)
  const { timeZone } = site
  const today = calendarDateOf(currentTime(), timeZone)
  const form = useContractForm({
    schema,
    initial: { donatedOn: today },
    send: async ({ donatedOn }) => {
      const donated = await recordDonation(offer.id, donatedOn)
      await changeCachedLists(client, receivedOffersKey(bloodRequestId), [{ record: offer, after: donated }])
      void refreshRecords(client)
      showToast('The donation was recorded. The donor is thanked by email.')
    },
    onSent: () => {
      isRecorded.current = true
      onClose()
    },
  })
  return (
    <Dialog
      title={`Did ${offer.donor?.fullName ?? 'this donor'} give blood?`}
      onClose={onClose}
      focusAfter={() => (isRecorded.current ? focusAfter() : null)}
    >
      <p>You can undo it once, for {UNDO_DONATION_HOURS} hours.</p>
      <Form form={form} action="Record donation" otherActions={<Button onClick={onClose}>Cancel</Button>}>
        <TextField
          label="Donation Date"
          type="date"
          min={calendarDateOf(new Date(offer.offeredAt), timeZone)}
          max={today}
          isRequired
          {...form.text('donatedOn')}
        />
      </Form>
    </Dialog>
  )
}

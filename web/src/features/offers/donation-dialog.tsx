import { DonationOfOfferForm as schema } from '@blood-bank/contract/offers/donations'
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useRef } from 'react'
import { site } from '../../api/site.ts'
import { Form } from '../../forms/form.tsx'
import { TextField } from '../../forms/text-field.tsx'
import { useContractForm } from '../../forms/use-contract-form.ts'
import { changeCachedLists } from '../../lists/changes/optimistic-list.ts'
import { refreshRecords } from '../../session/session.ts'
import { currentTime } from '../../ui/browser/clock.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { calendarDateOf } from '../../ui/records/dates.ts'

type Offer = { id: string; offeredAt: string }

type Props = {
  offer: Offer
  title: string
  /** Stands above the date. */
  children: ReactNode
  /** Label of the button that sends it. */
  action: string
  /** @returns the offer after it, which the list of the key shows from then on */
  send: (donatedOn: string) => Promise<Offer>
  queryKey: string[]
  /** Where the focus goes after recording, as the pressed button is gone: to the record, which says it. */
  focusAfter: () => HTMLElement | null
  onClose: () => void
}

/** Asks on which day the donor of an offer gave, and records it. */
export function DonationDialog({
  offer,
  title,
  children,
  action,
  send,
  queryKey,
  focusAfter,
  onClose,
}: Props) {
  const client = useQueryClient()
  const isRecorded = useRef(false)
  const { timeZone } = site
  const today = calendarDateOf(currentTime(), timeZone)
  const form = useContractForm({
    schema,
    initial: { donatedOn: today },
    send: async ({ donatedOn }) => {
      await changeCachedLists(client, queryKey, [{ record: offer, after: await send(donatedOn) }])
      void refreshRecords(client)
    },
    onSent: () => {
      isRecorded.current = true
      onClose()
    },
  })
  return (
    <Dialog title={title} onClose={onClose} focusAfter={() => (isRecorded.current ? focusAfter() : null)}>
      <p>{children}</p>
      <Form form={form} action={action} otherActions={<Button onClick={onClose}>Cancel</Button>}>
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

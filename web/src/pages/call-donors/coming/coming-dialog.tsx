import { ContactNumber } from '@blood-bank/contract/contact-numbers/field'
import { type DonorToCall, noteCall } from '@blood-bank/contract/kept-donors/calls'
import { useState } from 'react'
import * as z from 'zod/mini'
import { call } from '../../../api/call.ts'
import { explainFailure } from '../../../api/explain-failure.ts'
import { isRefusal } from '../../../api/refusal.ts'
import { useOwnDonor } from '../../../features/donors/queries.ts'
import { Form } from '../../../forms/form.tsx'
import { TextField } from '../../../forms/text-field.tsx'
import { useContractForm } from '../../../forms/use-contract-form.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import { NOT_NOTED } from '../noted.ts'

type Props = { donor: DonorToCall; callId: string; onNoted: () => void; onClose: () => void }

/**
 * Asks before somebody is noted as coming: the owner of the request then sees the coordinator, whom they ask, or the donor, if
 * they have an account, is sent the link to answer.
 */
export function ComingDialog({ donor, callId, onNoted, onClose }: Props) {
  const isKept = donor.kind === 'kept'
  const { data: own, isPending } = useOwnDonor()
  /** Whether the number of the profile, as it was typed, cannot be called. */
  const [isRefused, setIsRefused] = useState(false)
  const needsNumber = isKept && !isPending && (!own || isRefused)
  const [schema] = useState(() => ({
    withNumber: z.strictObject({ contactNumber: ContactNumber }),
    without: z.pipe(
      z.any(),
      z.transform(() => ({ contactNumber: undefined })),
    ),
  }))
  const form = useContractForm({
    schema: needsNumber ? schema.withNumber : schema.without,
    initial: { contactNumber: '' },
    keepsPlaces: true,
    send: ({ contactNumber }) =>
      call(noteCall, {
        params: { id: callId },
        body: { result: 'coming', ...(contactNumber && { contactNumber }) },
      }),
    explain: refusal => explainFailure(refusal, NOT_NOTED),
    onRefused: refusal => setIsRefused(was => was || isRefusal(refusal, 'caller-number-needed')),
    onSent: () => {
      onClose()
      onNoted()
    },
  })
  return (
    <Dialog title={`Is ${donor.fullName} coming?`} onClose={onClose}>
      <p>
        {isKept
          ? `The owner of the request will see your name and ${own && !isRefused ? `your number, ${own.contactNumber}` : 'your number'}: they ask you, not ${donor.fullName}.`
          : `We send ${donor.fullName} the link to answer this request.`}
      </p>
      <Form
        form={form}
        action="Yes, coming"
        variant="good"
        otherActions={<Button onClick={onClose}>Cancel</Button>}
      >
        {needsNumber && (
          <TextField
            label="Contact Number"
            type="tel"
            autoComplete="tel"
            isRequired
            {...form.text('contactNumber')}
          />
        )}
      </Form>
    </Dialog>
  )
}

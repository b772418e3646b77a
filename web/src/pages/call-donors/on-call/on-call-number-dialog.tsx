import { type OnCall, setOnCall } from '@blood-bank/contract/alerts/on-call'
import { ContactNumber } from '@blood-bank/contract/contact-numbers/field'
import { useState } from 'react'
import * as z from 'zod/mini'
import { call } from '../../../api/call.ts'
import { Form } from '../../../forms/form.tsx'
import { TextField } from '../../../forms/text-field.tsx'
import { useContractForm } from '../../../forms/use-contract-form.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'

type Props = { onSaved: (onCall: OnCall) => void; onClose: () => void }

/** Asks for the number that owners see, before somebody is on call. */
export function OnCallNumberDialog({ onSaved, onClose }: Props) {
  const [schema] = useState(() => z.strictObject({ contactNumber: ContactNumber }))
  const form = useContractForm({
    schema,
    initial: { contactNumber: '' },
    send: ({ contactNumber }) => call(setOnCall, { body: { isOnCall: true, contactNumber } }),
    onSent: onCall => {
      onSaved(onCall)
      onClose()
    },
  })
  return (
    <Dialog title="Be on call?" onClose={onClose}>
      <p>
        Owners of urgent requests that wait see your name and this number, until you are no longer on call.
      </p>
      <Form
        form={form}
        action="Be on call"
        variant="good"
        otherActions={<Button onClick={onClose}>Cancel</Button>}
      >
        <TextField
          label="Contact Number"
          type="tel"
          autoComplete="tel"
          isRequired
          {...form.text('contactNumber')}
        />
      </Form>
    </Dialog>
  )
}

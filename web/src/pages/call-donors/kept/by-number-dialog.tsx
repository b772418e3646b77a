import { eraseKeptDonors, exportKeptDonors, KeptNumberForm } from '@blood-bank/contract/kept-donors/by-number'
import { useQueryClient } from '@tanstack/react-query'
import { call } from '../../../api/call.ts'
import { Form } from '../../../forms/form.tsx'
import { RadioField } from '../../../forms/radio-field.tsx'
import { TextField } from '../../../forms/text-field.tsx'
import { useContractForm } from '../../../forms/use-contract-form.ts'
import { PasswordConfirmation } from '../../../session/password-confirmation.tsx'
import { saveFile } from '../../../ui/browser/save-file.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import { refreshDonorsToCall } from '../queries.ts'

type Props = { onDone: (message: string) => void; onClose: () => void }

const FILE_NAME = 'kept-donors.json'

const CHOICES = {
  download: 'Download what is kept',
  erase: 'Erase it, and keep the number out for a year',
}

/** All that is kept of one number, also of those who did not agree. Both are in the audit log. */
export function ByNumberDialog({ onDone, onClose }: Props) {
  const client = useQueryClient()
  const form = useContractForm({
    schema: KeptNumberForm,
    initial: { contactNumber: '', choice: 'download' },
    prepare: ({ contactNumber }) => ({ contactNumber }),
    send: async body => {
      if (isErasing) {
        const { message } = await call(eraseKeptDonors, { body })
        await refreshDonorsToCall(client)
        return message
      }
      const kept = await call(exportKeptDonors, { body })
      if (kept.donors.length === 0) return 'Nothing is kept with this number.'
      saveFile(FILE_NAME, new Blob([JSON.stringify(kept, null, 2)], { type: 'application/json' }))
      return `Downloaded as ${FILE_NAME}.`
    },
    onSent: message => {
      onDone(message)
      onClose()
    },
  })
  const isErasing = form.values.choice === 'erase'
  return (
    <Dialog title="Download or erase a number" onClose={onClose}>
      <PasswordConfirmation />
      <p>For somebody without an account who asks you. Check first that the number is theirs.</p>
      <Form
        form={form}
        action={isErasing ? 'Erase' : 'Download'}
        variant={isErasing ? 'danger' : 'primary'}
        otherActions={<Button onClick={onClose}>Cancel</Button>}
      >
        <TextField
          label="Contact Number"
          type="tel"
          autoComplete="off"
          isRequired
          {...form.text('contactNumber')}
        />
        <RadioField label="What to do" options={CHOICES} {...form.text('choice')} />
      </Form>
    </Dialog>
  )
}

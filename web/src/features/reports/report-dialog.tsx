import {
  REPORT_KIND_LABELS,
  type ReportForm,
  reportBloodRequest,
  reportOffer,
  ReportForm as schema,
} from '@blood-bank/contract/reports/endpoints'
import { useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { call } from '../../api/call.ts'
import { explainFailure } from '../../api/explain-failure.ts'
import { isRefusal } from '../../api/refusal.ts'
import { Form } from '../../forms/form.tsx'
import { SelectField } from '../../forms/select-field.tsx'
import { TextAreaField } from '../../forms/text-area-field.tsx'
import { useContractForm } from '../../forms/use-contract-form.ts'
import { refreshRecords } from '../../session/session.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Dialog } from '../../ui/dialogs/dialog.tsx'

/** What is reported, by its id: a blood request, or the other side of an offer. */
export type Reported = { what: 'blood-request' | 'donor' | 'requester'; id: string }

const TITLES: Record<Reported['what'], string> = {
  'blood-request': 'Report this request?',
  donor: 'Report this donor?',
  requester: 'Report whoever posted this request?',
}

const send = ({ what, id }: Reported, body: ReportForm) =>
  call(what === 'blood-request' ? reportBloodRequest : reportOffer, { params: { id }, body })

type Props = {
  reported: Reported
  /** Where the focus goes after a report, as the button is gone. */
  focusAfter: () => HTMLElement | null
  onReported: () => void
  onClose: () => void
}

/** Asks what is wrong, and tells the admins. */
export function ReportDialog({ reported, focusAfter, onReported, onClose }: Props) {
  const client = useQueryClient()
  const isReported = useRef(false)
  const markReported = () => {
    isReported.current = true
    onReported()
  }
  const form = useContractForm({
    schema,
    initial: { kind: '', text: '' },
    draftKey: `report ${reported.id}`,
    send: async body => {
      await send(reported, body)
      // The third report hides a request.
      void refreshRecords(client)
    },
    onSent: () => {
      markReported()
      onClose()
    },
    onRefused: () => refreshRecords(client),
    explain: refusal => {
      if (isRefusal(refusal, 'already-reported')) markReported()
      return explainFailure(refusal, 'Failed to send your report. Please try again.')
    },
  })
  return (
    <Dialog
      title={TITLES[reported.what]}
      onClose={onClose}
      focusAfter={() => (isReported.current ? focusAfter() : null)}
    >
      <p>
        Admins read your report and your email address. Whoever you report never learns who reported them.
      </p>
      <Form form={form} action="Send report" otherActions={<Button onClick={onClose}>Cancel</Button>}>
        <SelectField
          label="What is wrong?"
          options={REPORT_KIND_LABELS}
          placeholder="Select what is wrong"
          isRequired
          {...form.text('kind')}
        />
        <TextAreaField
          label="What happened"
          hint="What an admin should know."
          isRequired={form.values.kind === 'other'}
          isOptional={form.values.kind !== 'other'}
          {...form.text('text')}
        />
      </Form>
    </Dialog>
  )
}

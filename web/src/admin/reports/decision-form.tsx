import type { ReportCase } from '@blood-bank/contract/reports/cases'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type * as z from 'zod/mini'
import { explainFailure, isRefused } from '../../api/explain-failure.ts'
import { Form } from '../../forms/form.tsx'
import { SelectField } from '../../forms/select-field.tsx'
import { TextAreaField } from '../../forms/text-area-field.tsx'
import { useContractForm } from '../../forms/use-contract-form.ts'
import { Button } from '../../ui/controls/button.tsx'
import { showToast } from '../../ui/feedback/toasts.ts'
import type { Decision } from './decisions.ts'
import { refreshReports, showChangedCase } from './queries.ts'

type Props<S extends z.ZodMiniType> = {
  decision: Decision<S>
  reported: ReportCase
  onDone: () => void
  onCancel: () => void
}

/** Asks for the reason of a decision, and a note, and decides. */
export function DecisionForm<S extends z.ZodMiniType>({ decision, reported, onDone, onCancel }: Props<S>) {
  const client = useQueryClient()
  const label = decision.labelOf(reported)
  const consequence = useRef<HTMLParagraphElement>(null)
  // The pressed button is gone. What follows from it should be read first.
  useEffect(() => consequence.current?.focus(), [])
  const form = useContractForm({
    schema: decision.schema,
    initial: { reason: '', note: '' },
    prepare: values => ({ ...values, reports: reported.reports }),
    send: async body => {
      await showChangedCase(client, await decision.send(reported.id, body))
      showToast(decision.done)
    },
    onSent: onDone,
    explain: refusal => {
      if (isRefused(refusal)) void refreshReports(client)
      return explainFailure(refusal, 'Failed to decide. Please try again.')
    },
  })
  return (
    <>
      <p ref={consequence} tabIndex={-1}>
        {decision.consequenceOf(reported)}
      </p>
      <Form form={form} action={label} otherActions={<Button onClick={onCancel}>Back</Button>}>
        <SelectField
          label="Reason"
          options={decision.reasons}
          placeholder="Select a reason"
          isRequired
          {...form.text('reason')}
        />
        <TextAreaField
          label="Note"
          hint="For admins. It is erased with the account of the person, and with yours."
          rows={3}
          isOptional
          {...form.text('note')}
        />
      </Form>
    </>
  )
}

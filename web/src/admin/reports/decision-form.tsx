import { DecisionChoice, type ReportCase } from '@blood-bank/contract/reports/cases'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type * as z from 'zod/mini'
import { call } from '../../api/call.ts'
import { explainFailure } from '../../api/explain-failure.ts'
import { Form } from '../../forms/form.tsx'
import { RadioField } from '../../forms/radio-field.tsx'
import { useContractForm } from '../../forms/use-contract-form.ts'
import { showToast } from '../../ui/feedback/toasts.ts'
import { ReasonFields } from '../listing/dialog/reason-fields.tsx'
import { DECISIONS } from './decisions.ts'
import { refreshReports, showChangedCase } from './queries.ts'

type Props = { reported: ReportCase; onDone: () => void }

/** What an admin decides about a case: one choice, the reason that the reports suggest, and a note. */
export function DecisionForm({ reported, onDone }: Props) {
  const client = useQueryClient()
  const [choice, setChoice] = useState<DecisionChoice['decision'] | null>(null)
  const decision = choice && DECISIONS[choice]
  const schema: z.ZodMiniType = decision?.endpoint.body ?? DecisionChoice
  const form = useContractForm({
    schema,
    initial: { decision: '', reason: '', note: '' },
    prepare: ({ decision, ...values }) => (choice ? { ...values, reports: reported.reports } : { decision }),
    send: async body => {
      if (!decision) return
      const input = { params: { id: reported.id }, body: body as never }
      await showChangedCase(client, await call(decision.endpoint, input))
      showToast(decision.done)
    },
    onSent: onDone,
    onRefused: ({ code, message }) => {
      // The decision takes the place of this form.
      if (code === 'reports-already-decided') showToast(message)
      void refreshReports(client)
    },
    explain: refusal => explainFailure(refusal, 'Failed to decide. Please try again.'),
  })
  // With what follows from the choice the form is longer: its button stays in sight.
  useEffect(() => {
    if (choice) form.ref.current?.scrollIntoView({ block: 'nearest' })
  }, [choice, form.ref])
  const choose = (chosen: string) => {
    const choice = chosen as DecisionChoice['decision']
    setChoice(choice)
    form.set('decision', choice)
    form.set('reason', DECISIONS[choice].suggestedReason(reported.kinds[0]?.kind ?? 'other'))
  }
  return (
    <Form form={form} action="Decide" variant={choice === 'suspended' ? 'danger' : 'primary'}>
      <RadioField
        label="What do you decide?"
        {...form.text('decision')}
        options={labelsOf(reported)}
        onChange={choose}
      />
      <p role="status">{decision?.consequenceOf(reported)}</p>
      {decision && (
        <ReasonFields
          form={form}
          reasons={decision.reasons}
          hint="For admins. It is erased with the account of the person, and with yours."
        />
      )}
    </Form>
  )
}

/** Nobody is suspended twice. */
function labelsOf(reported: ReportCase): Record<string, string> {
  const maySuspend = reported.person !== null && !reported.person.isSuspended
  return {
    cleared: DECISIONS.cleared.labelOf(reported),
    upheld: DECISIONS.upheld.labelOf(reported),
    ...(maySuspend && { suspended: DECISIONS.suspended.labelOf(reported) }),
  }
}

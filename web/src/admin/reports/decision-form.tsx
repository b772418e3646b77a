import * as cases from '@blood-bank/contract/reports/cases'
import { DecisionChoice, type ReportCase } from '@blood-bank/contract/reports/cases'
import {
  CLEARING_REASON_LABELS,
  type ReportKind,
  UPHOLDING_REASON_LABELS,
} from '@blood-bank/contract/reports/endpoints'
import { SUSPENSION_REASON_LABELS, type SuspensionReason } from '@blood-bank/contract/users/administration'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type * as z from 'zod/mini'
import { call } from '../../api/call.ts'
import { explainFailure } from '../../api/explain-failure.ts'
import { Form } from '../../forms/form.tsx'
import { RadioField } from '../../forms/radio-field.tsx'
import { useContractForm } from '../../forms/use-contract-form.ts'
import { ReasonFields } from '../users/reason-fields.tsx'
import { refreshReports, showChangedCase } from './queries.ts'

type Props = {
  reported: ReportCase
  onDone: () => void
  /** Called with the message that another admin has decided. */
  onTooLate: (message: string) => void
}

/** What an admin decides about a case: one choice, the reason that the reports suggest, and a note. */
export function DecisionForm({ reported, onDone, onTooLate }: Props) {
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
    },
    onSent: onDone,
    onRefused: ({ code, message }) => {
      // The decision takes the place of this form.
      if (code === 'reports-already-decided') onTooLate(message)
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

/** A decision of an admin about a case: how it is offered, what follows from it, and where it is sent. */
type Decision = {
  labelOf: (reported: ReportCase) => string
  consequenceOf: (reported: ReportCase) => string
  /** The reason that the most reports suggest. */
  suggestedReason: (kind: ReportKind) => string
  endpoint: typeof cases.clearReportCase | typeof cases.upholdReportCase | typeof cases.suspendReportedPerson
  reasons: Readonly<Record<string, string>>
}

const isActive = ({ bloodRequest }: ReportCase) => bloodRequest?.status === 'active'

const SUSPENSION_REASONS: Record<ReportKind, SuspensionReason> = {
  'asked-for-money': 'asking-for-money',
  'not-real': 'false-requests',
  harassment: 'harassment',
  other: 'other',
}

const DECISIONS: Record<DecisionChoice['decision'], Decision> = {
  cleared: {
    labelOf: reported => (isActive(reported) ? 'Keep the request' : 'The reports are wrong'),
    consequenceOf: reported =>
      isActive(reported)
        ? 'Members see the request, and further reports no longer hide it.'
        : 'The reports no longer count against the person.',
    suggestedReason: () => 'nothing-wrong',
    endpoint: cases.clearReportCase,
    reasons: CLEARING_REASON_LABELS,
  },
  upheld: {
    labelOf: reported => (isActive(reported) ? 'Remove the request' : 'The reports are right'),
    consequenceOf: reported =>
      isActive(reported)
        ? "The request is cancelled, its owner gets an email with the reason, and donors are told that they aren't needed."
        : 'The reports are marked as right. Nothing else changes.',
    suggestedReason: kind => kind,
    endpoint: cases.upholdReportCase,
    reasons: UPHOLDING_REASON_LABELS,
  },
  suspended: {
    labelOf: reported =>
      `${isActive(reported) ? 'Remove it' : 'They are right'}, and suspend ${reported.person?.email}`,
    consequenceOf: () =>
      'The person is signed out at once, and members see nothing of them. All waiting reports about them are marked as right, and reported requests are closed. You can lift the suspension under Manage Users.',
    suggestedReason: kind => SUSPENSION_REASONS[kind],
    endpoint: cases.suspendReportedPerson,
    reasons: SUSPENSION_REASON_LABELS,
  },
}

import { registerDonor, DonorForm as schema } from '@blood-bank/contract/donors/profile'
import { useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { explainFailure } from '../../api/explain-failure.ts'
import { DonorFields, NEW_DONOR } from '../../features/donors/donor-fields.tsx'
import { setOwnDonor } from '../../features/donors/queries.ts'
import { REGISTERED } from '../../features/donors/registered-notice.tsx'
import { Form } from '../../forms/form.tsx'
import { LeaveGuard } from '../../forms/leave-guard.tsx'
import { useBloodGroupInUrl } from '../../forms/use-blood-group-in-url.ts'
import { useContractForm } from '../../forms/use-contract-form.ts'
import { PrivacyNote } from '../../ui/layout/privacy-note.tsx'

/** Registers the actor as a donor. */
export function DonorRegistrationForm({ onRegistered }: { onRegistered: () => void }) {
  const client = useQueryClient()
  const bloodGroup = useBloodGroupInUrl() ?? ''
  const form = useContractForm({
    schema,
    initial: { ...NEW_DONOR, bloodGroup },
    send: async values => {
      const donor = await call(registerDonor, { body: values })
      // Before the profile is cached: the page then replaces this form.
      onRegistered()
      setOwnDonor(client, donor)
    },
    explain: refusal =>
      explainFailure(refusal, `Failed to register donor. Please try again. ${refusal.message}`),
    whileOffline: {
      waits: "You're offline. Your registration is kept in this tab and is sent as soon as you are back.",
      sent: REGISTERED,
    },
    draftKey: 'register-donor',
  })
  return (
    <Form form={form} action="Register as Donor">
      <LeaveGuard isUnsaved={form.isUnsaved} onLeave={form.reset} keepsOffline />
      <DonorFields form={form} />
      <PrivacyNote />
    </Form>
  )
}

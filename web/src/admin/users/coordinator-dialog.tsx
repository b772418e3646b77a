import { REFUSALS_ABOUT_ACCOUNTS } from '@blood-bank/contract/refusals/accounts'
import type { UserRecord } from '@blood-bank/contract/users/administration'
import {
  coordinationFault,
  lastCoordinationDay,
  nameCoordinator,
} from '@blood-bank/contract/users/coordinators'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { explainFailure, isRefused } from '../../api/explain-failure.ts'
import { MutationNotice } from '../../api/mutation-notice.tsx'
import { site } from '../../api/site.ts'
import { ZoneNote } from '../../api/zone-note.tsx'
import { refreshHalls, useHallOptions } from '../../features/donors/halls.ts'
import { Form } from '../../forms/form.tsx'
import { SelectField } from '../../forms/select-field.tsx'
import { TextField } from '../../forms/text-field.tsx'
import { useContractForm } from '../../forms/use-contract-form.ts'
import { PasswordConfirmation } from '../../session/password-confirmation.tsx'
import { currentTime } from '../../ui/browser/clock.ts'
import { Button } from '../../ui/controls/button.tsx'
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { calendarDateOf } from '../../ui/records/dates.ts'
import { endUserAsCoordinator, nameUserCoordinator, refreshUsers } from './queries.ts'

type Props = { user: UserRecord; onClose: () => void }

/** Asks for which hall and until when a user is a coordinator, or before the right of one is ended. */
export const CoordinatorDialog = ({ isEnding, ...props }: Props & { isEnding: boolean }) =>
  isEnding ? <EndDialog {...props} /> : <NamingDialog {...props} />

const NamingDialog = ({ user, onClose }: Props) => (
  <Dialog
    title={user.coordinator ? 'Change coordinator' : `Make ${user.email} a coordinator?`}
    onClose={onClose}
  >
    <CoordinatorForm user={user} onClose={onClose} />
    <PasswordConfirmation />
  </Dialog>
)

function CoordinatorForm({ user, onClose }: Props) {
  const client = useQueryClient()
  const today = () => calendarDateOf(currentTime(), site.timeZone)
  const form = useContractForm({
    schema: nameCoordinator.body,
    initial: {
      hallId: user.coordinator?.hallId ?? '',
      until: user.coordinator?.until ?? lastCoordinationDay(today()),
    },
    prepare: ({ hallId, until }) => ({ hallId: hallId || null, until }),
    check: ({ until }) => {
      const fault = coordinationFault(until, today())
      if (!fault) return
      const { message } = REFUSALS_ABOUT_ACCOUNTS[fault]
      return { message, fields: { until: message } }
    },
    send: right => nameUserCoordinator(client, user, right),
    onSent: onClose,
    onRefused: () => Promise.all([refreshUsers(client), refreshHalls(client)]),
    explain: refusal => explainFailure(refusal, `Failed to make ${user.email} a coordinator.`),
  })
  const halls = useHallOptions(form.values.hallId)
  return (
    <>
      <p>
        {`${user.email} will see and call the donors whom the club keeps, and nothing else of what admins see. They get an email.`}
      </p>
      <Form form={form} action="Save" otherActions={<Button onClick={onClose}>Cancel</Button>}>
        {Object.keys(halls).length > 0 && (
          <SelectField label="Hall" options={halls} placeholder="All halls" {...form.text('hallId')} />
        )}
        <TextField
          label="Last Day"
          type="date"
          hint={<ZoneNote at={form.values.until} />}
          isRequired
          {...form.text('until')}
        />
      </Form>
    </>
  )
}

function EndDialog({ user, onClose }: Props) {
  const client = useQueryClient()
  const ending = useMutation({
    mutationFn: () => endUserAsCoordinator(client, user),
    onSuccess: onClose,
    onError: error => {
      if (isRefused(error)) void refreshUsers(client)
    },
  })
  return (
    <ConfirmDialog
      title={`End ${user.email} as coordinator?`}
      confirm="End it now"
      isBusy={ending.isPending}
      onConfirm={() => ending.mutate()}
      onClose={onClose}
    >
      <p>
        They can no longer see or call the donors whom the club keeps, on open pages either. They get an
        email.
      </p>
      <MutationNotice of={ending} failed={`Failed to end ${user.email} as coordinator.`} />
    </ConfirmDialog>
  )
}

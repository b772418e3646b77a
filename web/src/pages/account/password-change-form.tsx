import { changePassword, PasswordChangeForm as schema } from '@blood-bank/contract/own-account/endpoints'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { checkPassword, NewPasswordField } from '../../features/accounts/passwords/new-password-field.tsx'
import { Form } from '../../forms/form.tsx'
import { LeaveGuard } from '../../forms/leave-guard.tsx'
import { PasswordField } from '../../forms/password-field.tsx'
import { useContractForm } from '../../forms/use-contract-form.ts'
import { useActor } from '../../session/session.ts'
import { Notice } from '../../ui/feedback/notice.tsx'

/** Changes the actor's password. The server then ends all other sessions, and `onChanged` is called. */
export function PasswordChangeForm({ onChanged }: { onChanged: () => void }) {
  const { email } = useActor()
  const [done, setDone] = useState<string | null>(null)
  const form = useContractForm({
    schema,
    initial: { currentPassword: '', newPassword: '' },
    check: ({ newPassword }) => checkPassword('newPassword', newPassword),
    send: passwords => {
      setDone(null)
      return call(changePassword, { body: passwords })
    },
    onSent: ({ message }) => {
      setDone(message)
      form.reset()
      onChanged()
    },
  })
  return (
    <Form form={form} action="Change password" variant="secondary">
      {/* Browsers fill in the current password by themselves; only a new one can be lost. */}
      <LeaveGuard isUnsaved={form.isUnsaved && form.values.newPassword !== ''} />
      <PasswordField
        label="Current Password"
        autoComplete="current-password"
        username={email}
        {...form.text('currentPassword')}
      />
      <NewPasswordField label="New Password" {...form.text('newPassword')} />
      {done && <Notice kind="success">{done}</Notice>}
    </Form>
  )
}

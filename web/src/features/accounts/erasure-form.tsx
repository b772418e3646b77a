import {
  eraseOwnAccount,
  PasswordConfirmationForm as schema,
} from '@blood-bank/contract/own-account/endpoints'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { call } from '../../api/call.ts'
import { Form } from '../../forms/form.tsx'
import { PasswordField } from '../../forms/password-field.tsx'
import { useContractForm } from '../../forms/use-contract-form.ts'
import { endSession, stopNotifications } from '../../session/session-changes.ts'
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx'
import { useConfirmation } from '../../ui/dialogs/use-confirmation.ts'

/** Erases the account after its password and a confirmation, then goes to the landing page, which shows the result. */
export function ErasureForm({ email, isSuspended = false }: { email: string; isSuspended?: boolean }) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const confirmation = useConfirmation()
  const form = useContractForm({
    schema,
    initial: { password: '' },
    send: async body => {
      if (!(await confirmation.ask())) return
      try {
        const { message } = await call(eraseOwnAccount, { body })
        await stopNotifications()
        // Before ending the session: otherwise the guard of this page would redirect to /login.
        await navigate('/', { state: { message } })
        endSession(client, { isSignOut: true })
      } finally {
        confirmation.close()
      }
    },
  })
  return (
    <>
      <p>
        This deletes your account, your donor profile, your offers and all your blood requests, including
        active ones. It can't be undone,{' '}
        <span>
          {isSuspended
            ? 'and a new account with your address is suspended, too.'
            : 'but you can create an account again later.'}
        </span>
      </p>
      <Form form={form} action="Erase my account" variant="danger">
        <PasswordField
          label="Password"
          autoComplete="current-password"
          username={email}
          {...form.text('password')}
        />
      </Form>
      {confirmation.isOpen && (
        <ConfirmDialog
          title="Erase your account?"
          confirm="Erase account"
          isBusy={confirmation.isBusy}
          onConfirm={confirmation.confirm}
          onClose={confirmation.cancel}
        >
          <p>
            Everything stored for {email} will be deleted permanently. You may want to download your data
            first.
          </p>
        </ConfirmDialog>
      )}
    </>
  )
}

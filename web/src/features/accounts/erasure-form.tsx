import { eraseOwnAccount, ErasureForm as schema } from '@blood-bank/contract/own-account'
import { useQueryClient } from '@tanstack/react-query'
import { Suspense } from 'react'
import { useNavigate } from 'react-router'
import { call } from '../../api/call.ts'
import { Form } from '../../forms/form.tsx'
import { TextField } from '../../forms/text-field.tsx'
import { useContractForm } from '../../forms/use-contract-form.ts'
import { leave } from '../../session/session-changes.ts'
import { lazyPage } from '../../ui/browser/lazy-page.tsx'
import { WhosePassword } from './passwords/whose-password.tsx'
import { useConfirmation } from './use-confirmation.ts'

/** Loaded when it is first needed: dialogs are heavy. */
const ConfirmDialog = lazyPage(() => import('../../ui/dialogs/confirm-dialog.tsx'), 'ConfirmDialog')

/** Erases the account of this address, after its password and a yes; leads to the landing page, which says that it is done. */
export function ErasureForm({ email }: { email: string }) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const confirmation = useConfirmation()
  const form = useContractForm({
    schema,
    initial: { password: '' },
    send: async given => {
      if (!(await confirmation.ask())) return
      try {
        const { message } = await call(eraseOwnAccount, { body: given })
        // Before the session is known to be over: the guard of this page would lead to the sign-in.
        await navigate('/', { state: { said: message } })
        leave(client, { onPurpose: true })
      } finally {
        confirmation.close()
      }
    },
  })
  return (
    <>
      <p>
        This deletes your account, your donor profile, and all your blood requests, including active ones. It
        cannot be undone, but you can register again later.
      </p>
      <Form form={form} action="Erase My Account" variant="danger">
        <WhosePassword email={email} />
        <TextField
          label="Password"
          type="password"
          autoComplete="current-password"
          isRequired
          {...form.text('password')}
        />
      </Form>
      <Suspense>
        {confirmation.isOpen && (
          <ConfirmDialog
            isOpen
            title="Erase your account?"
            confirm="Yes, erase it"
            isBusy={confirmation.isBusy}
            onConfirm={confirmation.confirm}
            onClose={confirmation.withdraw}
          >
            <p>
              Everything stored under {email} is deleted for good. You may want to download your data first.
            </p>
          </ConfirmDialog>
        )}
      </Suspense>
    </>
  )
}

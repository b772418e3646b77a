import { SignInForm as schema, signIn } from '@blood-bank/contract/sessions/endpoints'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { call } from '../../api/call.ts'
import { isRefusal } from '../../api/refusal.ts'
import { Form } from '../../forms/form.tsx'
import { PasswordField } from '../../forms/password-field.tsx'
import { TextField } from '../../forms/text-field.tsx'
import { useContractForm } from '../../forms/use-contract-form.ts'
import { startSession } from '../../session/session-changes.ts'

type Props = {
  /** The address of somebody who has just registered or verified it; empty otherwise. */
  email: string
  /** Called with the address as it is typed. */
  onEmail: (email: string) => void
  /** Called with whether the account is suspended. */
  onSuspended: (isSuspended: boolean) => void
}

/** Email and password. The guard redirects after a success. */
export function SignInForm({ email, onEmail, onSuspended }: Props) {
  const client = useQueryClient()
  const form = useContractForm({
    schema,
    initial: { email, password: '' },
    send: async credentials => {
      onSuspended(false)
      try {
        startSession(client, await call(signIn, { body: credentials }))
      } catch (error) {
        onSuspended(isRefusal(error, 'account-suspended'))
        throw error
      }
    },
  })
  const address = form.text('email')
  useEffect(() => onEmail(address.value), [address.value, onEmail])
  return (
    <Form form={form} action="Sign In">
      <TextField label="Email" type="email" autoComplete="username" isRequired {...address} />
      <PasswordField label="Password" autoComplete="current-password" {...form.text('password')} />
    </Form>
  )
}

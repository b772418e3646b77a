import { useActor } from '../../api/session.ts'

/** Unseen, for password managers: whose password the form asks for. */
export function WhosePassword() {
  const { email } = useActor()
  return <input type="email" autoComplete="username" value={email} readOnly hidden />
}

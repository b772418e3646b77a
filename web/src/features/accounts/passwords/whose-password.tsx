/** Unseen, for password managers: whose password the form asks for. */
export const WhosePassword = ({ email }: { email: string }) => (
  <input type="email" autoComplete="username" value={email} readOnly hidden />
)

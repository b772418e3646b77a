import { LinkButton } from '../../ui/controls/link-button.tsx'
import { Stack } from '../../ui/layout/stack.tsx'

type Props = {
  children: string
  /** Where to go after registering; the dashboard by default. */
  returnTo?: string
}

/** Shown to people without a donor profile, with a link to register. */
export function NoDonorProfile({ children, returnTo }: Props) {
  return (
    <Stack>
      <p>{children}</p>
      <div>
        <LinkButton to="/register-donor" state={{ returnTo }} variant="primary">
          Register as Donor
        </LinkButton>
      </div>
    </Stack>
  )
}

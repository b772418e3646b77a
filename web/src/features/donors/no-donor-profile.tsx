import { LinkButton } from '../../ui/controls/link-button.tsx'
import { Stack } from '../../ui/layout/stack.tsx'

type Props = {
  children: string
  /** Where to go after registering; the dashboard by default. */
  returnTo?: string
  /** Whether something else on the page matters more than registering. */
  isSecondary?: boolean
}

/** Shown to people without a donor profile, with a link to register. */
export function NoDonorProfile({ children, returnTo, isSecondary = false }: Props) {
  return (
    <Stack>
      <p>{children}</p>
      <div>
        <LinkButton to="/register-donor" state={{ returnTo }} variant={isSecondary ? 'secondary' : 'primary'}>
          Register as Donor
        </LinkButton>
      </div>
    </Stack>
  )
}

import { LinkButton } from '../../ui/controls/link-button.tsx'
import { Stack } from '../../ui/layout/stack.tsx'

type Props = {
  children: string
  /** Whether something else on the page matters more than registering. */
  isSecondary?: boolean
}

/** Shown to people without a donor profile, with a link to register. */
export function NoDonorProfile({ children, isSecondary = false }: Props) {
  return (
    <Stack>
      <p>{children}</p>
      <div>
        <LinkButton to="/register-donor" variant={isSecondary ? 'secondary' : 'primary'}>
          Register as Donor
        </LinkButton>
      </div>
    </Stack>
  )
}

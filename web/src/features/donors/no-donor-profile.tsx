import { LinkButton } from '../../ui/controls/link-button.tsx'
import { Stack } from '../../ui/layout/stack.tsx'

/** In place of a donor profile: what it means to have none, and the way to one. */
export function NoDonorProfile({ children }: { children: string }) {
  return (
    <Stack>
      <p>{children}</p>
      <div>
        <LinkButton to="/register-donor" variant="primary">
          Register as Donor
        </LinkButton>
      </div>
    </Stack>
  )
}

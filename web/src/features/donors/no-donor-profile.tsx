import { LinkButton } from '../../ui/controls/link-button.tsx'
import { Stack } from '../../ui/layout/stack.tsx'

/** Shown to people without a donor profile, with a link to register. */
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

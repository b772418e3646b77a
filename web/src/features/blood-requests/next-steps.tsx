import { withMinus } from '@blood-bank/contract/donors/blood-groups'
import type { ComponentProps } from 'react'
import { forBloodGroup } from '../../forms/use-blood-group-in-url.ts'
import { LinkButton } from '../../ui/controls/link-button.tsx'
import { ShareOwnButton } from './sharing/share-own-button.tsx'

type Props = ComponentProps<typeof ShareOwnButton> & {
  /** Whether looking for donors is the primary action of the page. */
  isPrimary?: boolean
}

/** What the owner of an active request can do meanwhile: call donors themselves, and pass the request on. */
export const NextSteps = ({ isPrimary = false, ...sharing }: Props) => (
  <>
    <LinkButton
      to={`/find-donors${forBloodGroup(sharing.bloodRequest.requiredBloodGroup)}`}
      variant={isPrimary ? 'primary' : 'secondary'}
      aria-describedby={sharing.describedBy}
    >
      Find {withMinus(sharing.bloodRequest.requiredBloodGroup)} donors
    </LinkButton>
    <ShareOwnButton {...sharing} />
  </>
)

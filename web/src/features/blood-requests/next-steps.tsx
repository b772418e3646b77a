import { withMinus } from '@blood-bank/contract/blood-groups'
import type { BloodRequest } from '@blood-bank/contract/blood-requests'
import type { ComponentProps } from 'react'
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
      to={`/find-donors?${searchFor(sharing.bloodRequest)}`}
      variant={isPrimary ? 'primary' : 'secondary'}
      aria-describedby={sharing.describedBy}
    >
      Find {withMinus(sharing.bloodRequest.requiredBloodGroup)} donors
    </LinkButton>
    <ShareOwnButton {...sharing} />
  </>
)

const searchFor = ({ requiredBloodGroup: bloodGroup }: BloodRequest) => new URLSearchParams({ bloodGroup })

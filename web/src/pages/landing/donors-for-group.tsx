import { type BloodGroup, withMinus } from '@blood-bank/contract/donors/blood-groups'
import { HOSPITAL_TESTS, otherDonorGroupsFor } from '@blood-bank/contract/donors/compatibility'
import { MINUTE_MS } from '@blood-bank/contract/durations'
import { type DonorFigures, readDonorFigures } from '@blood-bank/contract/site/figures'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { forBloodGroup } from '../../forms/use-blood-group-in-url.ts'
import { LinkButton } from '../../ui/controls/link-button.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { SmallPrint } from '../../ui/layout/small-print.tsx'
import { formatCount } from '../../ui/records/counts.ts'
import styles from './donors-for-group.module.css'

const FRESH_MS = MINUTE_MS

/** Roughly how many donors can give to a group now, and what a visitor can do about it: the group stays chosen. */
export function DonorsForGroup({ bloodGroup }: { bloodGroup: BloodGroup }) {
  const figures = useQuery({
    queryKey: ['donor-figures'],
    queryFn: ({ signal }) => call(readDonorFigures, {}, { signal }),
    staleTime: FRESH_MS,
    retry: false,
  })
  if (figures.isPending) return null
  const group = withMinus(bloodGroup)
  return (
    <div className={styles.answer}>
      {figures.data ? (
        <div>
          <p className={styles.count}>{describeOwn(figures.data, bloodGroup)}</p>
          <p>{describeOthers(figures.data, bloodGroup)}</p>
          <SmallPrint>{HOSPITAL_TESTS}</SmallPrint>
        </div>
      ) : (
        <Notice kind="info">{`We couldn't load how many donors can give to ${group} now.`}</Notice>
      )}
      <div>
        <LinkButton
          to="/register"
          // As the guard of the page would redirect a visitor.
          state={{ from: { pathname: '/post-request', search: forBloodGroup(bloodGroup) } }}
          variant="primary"
        >
          Post a Request
        </LinkButton>
      </div>
    </div>
  )
}

const figureOf = ({ groups }: DonorFigures, bloodGroup: BloodGroup) =>
  groups.find(group => group.bloodGroup === bloodGroup)?.donors ?? 0

/** Of a rare group few donors are known anywhere: the page says what we do, and not how few they are. */
function describeOwn(figures: DonorFigures, bloodGroup: BloodGroup) {
  const donors = figureOf(figures, bloodGroup)
  const group = withMinus(bloodGroup)
  if (donors > 0) return `About ${formatCount(donors)} ${group} donors can give right now.`
  const asking = 'Post a request: we ask donors who can give, at once.'
  return isRare(bloodGroup) ? `${group} is rare. ${asking}` : asking
}

const isRare = (bloodGroup: BloodGroup) => bloodGroup.endsWith('-')

/** Adds up the rounded figures: an exact sum would tell more than they do. Empty if there is nothing to say. */
function describeOthers(figures: DonorFigures, bloodGroup: BloodGroup) {
  const group = withMinus(bloodGroup)
  const others = otherDonorGroupsFor(bloodGroup)
  if (others.length === 0) return `Only ${group} can be given to ${group}.`
  const donors = others.reduce((sum, other) => sum + figureOf(figures, other), 0)
  return donors > 0 ? `About ${formatCount(donors)} donors of other groups can give to ${group}, too.` : ''
}

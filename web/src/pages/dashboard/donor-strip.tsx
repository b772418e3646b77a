import type { Donor } from '@blood-bank/contract/donors/endpoints'
import { AvailabilitySwitch } from '../../features/donors/availability-switch.tsx'
import { SmallPrint } from '../../ui/layout/small-print.tsx'
import { Badge } from '../../ui/records/badge.tsx'
import { formatDayOfMonth } from '../../ui/records/dates.ts'
import styles from './donor-strip.module.css'

/** In one strip what a donor comes for: their group, and when they can give or whether they are available. */
export const DonorStrip = ({ donor }: { donor: Donor }) => (
  <div className={styles.strip}>
    <Badge tone="blood">{donor.bloodGroup}</Badge>
    {donor.eligibleFrom ? (
      <div>
        {/* Nobody is asked while they rest, so that is said in the place of the switch. */}
        <p className={styles.state}>{`Resting until ${formatDayOfMonth(donor.eligibleFrom)}.`}</p>
        <SmallPrint>{whileResting(donor)}</SmallPrint>
      </div>
    ) : (
      <AvailabilitySwitch donor={donor} />
    )}
  </div>
)

/** What follows from resting. */
export const whileResting = ({ isAvailable }: Donor) =>
  isAvailable ? "We don't ask you before." : "You don't appear in searches and get no alerts."

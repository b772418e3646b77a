import type { DONOR_SORTS, DonorRecord } from '@blood-bank/contract/donors/administration'
import { NOT_NOW, UNIVERSITY_ROLE_LABELS } from '@blood-bank/contract/donors/endpoints'
import { AVAILABILITY_LABELS } from '@blood-bank/contract/donors/labels'
import { Moment } from '../../api/moment.tsx'
import { SmallPrint } from '../../ui/layout/small-print.tsx'
import { Stack } from '../../ui/layout/stack.tsx'
import { Badge } from '../../ui/records/badge.tsx'
import { formatDay } from '../../ui/records/dates.ts'
import type { Column } from '../listing/table/columns.tsx'
import { NameCell } from '../listing/table/name-cell.tsx'
import { PhoneCell } from '../listing/table/phone-cell.tsx'
import { DonorActions } from './donor-actions.tsx'
import styles from './donor-cells.module.css'
import { FLAGS, type FlagEvents } from './flags.ts'
import { PrivateNumber } from './private-number.tsx'
import { type Selection, useIsSelected } from './verification/selection.ts'

type DonorColumn = Column<DonorRecord> & { sort?: (typeof DONOR_SORTS)[number] }

type Options = FlagEvents & { selection: Selection }

const nameId = ({ id }: DonorRecord) => `donor-${id}`

/** What an admin needs to decide and to call, and the decisions, come first. */
export const donorColumns = ({ selection, ...events }: Options): DonorColumn[] => [
  {
    heading: 'Full Name',
    width: 15.25,
    sort: 'fullName',
    shape: 'lines',
    cell: donor => <DonorNameCell donor={donor} selection={selection} />,
  },
  {
    heading: 'Blood Group',
    width: 4.5,
    place: 'line',
    sort: 'bloodGroup',
    shape: 'badge',
    cell: donor => <Badge tone="blood">{donor.bloodGroup}</Badge>,
  },
  {
    heading: 'Verification',
    width: 6.5,
    place: 'line',
    shape: 'button',
    cell: ({ isVerified }) => (
      <Badge tone={isVerified ? 'good' : 'plain'}>{FLAGS.isVerified.states[`${isVerified}`]}</Badge>
    ),
  },
  {
    heading: 'University ID',
    width: 8,
    cell: donor => donor.universityId,
  },
  {
    heading: 'Contact Number',
    width: 11.25,
    cell: donor =>
      donor.contactNumber === null ? (
        <PrivateNumber donor={donor} describedBy={nameId(donor)} onProblem={events.onProblem} />
      ) : (
        <PhoneCell number={donor.contactNumber} owner={donor.fullName} />
      ),
  },
  {
    heading: 'Actions',
    width: 12,
    place: 'actions',
    shape: 'button',
    cell: donor => <DonorActions donor={donor} describedBy={nameId(donor)} {...events} />,
  },
  {
    heading: 'Department',
    width: 7.25,
    sort: 'department',
    cell: donor => donor.department,
  },
  {
    heading: 'Role',
    width: 13,
    cell: donor => UNIVERSITY_ROLE_LABELS[donor.universityRole],
  },
  {
    heading: 'Profile',
    width: 7,
    shape: 'lines',
    cell: ({ isProfileActive, isAvailable, isResting }) => (
      <Stack tight>
        {isProfileActive ? (
          <span>{FLAGS.isProfileActive.states.true}</span>
        ) : (
          <Badge tone="bad">{FLAGS.isProfileActive.states.false}</Badge>
        )}
        <SmallPrint>{AVAILABILITY_LABELS[`${isAvailable}`]}</SmallPrint>
        {isResting && <SmallPrint>{NOT_NOW}</SmallPrint>}
      </Stack>
    ),
  },
  {
    heading: 'Last Donation',
    width: 10,
    isEmpty: ({ lastDonationDate }) => lastDonationDate === null,
    cell: ({ lastDonationDate: day }) => (day ? <time dateTime={day}>{formatDay(day)}</time> : 'Not given'),
  },
  {
    heading: 'Registered',
    width: 12.5,
    sort: 'registeredAt',
    cell: ({ registeredAt }) => <Moment at={registeredAt} />,
  },
]

/** Who a donor is, and a checkbox while they wait for verification. */
const DonorNameCell = ({ donor, selection }: { donor: DonorRecord; selection: Selection }) => (
  <div className={styles.donor}>
    {!donor.isVerified && <SelectBox donor={donor} selection={selection} />}
    <div className={styles.facts}>
      <NameCell id={nameId(donor)} name={donor.fullName} more={donor.email} />
    </div>
  </div>
)

const SelectBox = ({ donor, selection }: { donor: DonorRecord; selection: Selection }) => (
  <label className={styles.target}>
    <input
      type="checkbox"
      className={styles.box}
      aria-label={`Select ${donor.fullName}`}
      checked={useIsSelected(selection, donor.id)}
      onChange={() => selection.toggle(donor.id)}
    />
  </label>
)

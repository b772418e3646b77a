import type { DONOR_SORTS, DonorRecord } from '@blood-bank/contract/donors/endpoints'
import { AVAILABILITY_LABELS } from '@blood-bank/contract/donors/labels'
import { Moment } from '../../api/moment.tsx'
import { RowMenu } from '../../ui/menu/row-menu.tsx'
import { Badge } from '../../ui/records/badge.tsx'
import { formatDay } from '../../ui/records/dates.ts'
import type { Selection } from '../listing/selection.ts'
import type { Column } from '../listing/table/columns.ts'
import { PhoneCell } from '../listing/table/phone-cell.tsx'
import { DonorFlag } from './donor-flag.tsx'
import { DonorNameCell } from './donor-name-cell.tsx'
import type { DonorProblem, Verified } from './flags.ts'
import { PrivateNumber } from './private-number.tsx'

type DonorColumn = Column<DonorRecord> & { sort?: (typeof DONOR_SORTS)[number] }

type Options = {
  selection: Selection
  /** Called with a failure, and with null when the next attempt starts. */
  onProblem: (problem: DonorProblem | null) => void
  /** Called with a donor who was verified, and with null when one was unverified. */
  onVerified: (verified: Verified | null) => void
  /** Opens the donations of a donor. */
  onOpen: (donor: DonorRecord) => void
}

const nameId = ({ id }: DonorRecord) => `donor-${id}`

/**
 * What an admin needs to decide, and the decisions, come first: together they fit the narrowest window with a sidebar that
 * is common, 1280 px, without horizontal scrolling.
 */
export const donorColumns = ({ selection, onProblem, onVerified, onOpen }: Options): DonorColumn[] => [
  {
    heading: 'Full Name',
    width: 20,
    sort: 'fullName',
    shape: 'lines',
    cell: donor => <DonorNameCell id={nameId(donor)} donor={donor} selection={selection} />,
  },
  {
    heading: 'Blood Group',
    width: 8,
    sort: 'bloodGroup',
    shape: 'badge',
    cell: donor => <Badge tone="blood">{donor.bloodGroup}</Badge>,
  },
  {
    heading: 'Verification',
    width: 9,
    shape: 'button',
    cell: donor => (
      <DonorFlag
        flag="isVerified"
        describedBy={nameId(donor)}
        donor={donor}
        onProblem={onProblem}
        onVerified={onVerified}
      />
    ),
  },
  {
    heading: 'Profile',
    width: 8,
    shape: 'button',
    cell: donor => (
      <DonorFlag flag="isProfileActive" describedBy={nameId(donor)} donor={donor} onProblem={onProblem} />
    ),
  },
  {
    heading: 'Contact Number',
    width: 12.5,
    isWide: true,
    cell: donor =>
      donor.contactNumber === null ? (
        <PrivateNumber donor={donor} describedBy={nameId(donor)} onProblem={onProblem} />
      ) : (
        <PhoneCell number={donor.contactNumber} owner={donor.fullName} />
      ),
  },
  {
    heading: 'More',
    width: 5,
    isWide: true,
    shape: 'button',
    cell: donor => (
      <RowMenu
        describedBy={nameId(donor)}
        entries={[
          { label: 'Donations', onSelect: () => onOpen(donor) },
          { label: 'Audit log', to: `/admin/audit-log?record=${donor.id}` },
        ]}
      />
    ),
  },
  {
    heading: 'Availability',
    width: 9,
    cell: donor => AVAILABILITY_LABELS[`${donor.isAvailable}`],
  },
  {
    heading: 'Last Donation',
    width: 10,
    cell: ({ lastDonationDate: day }) => (day ? <time dateTime={day}>{formatDay(day)}</time> : 'Not given'),
  },
  {
    heading: 'Registered',
    width: 12.5,
    isWide: true,
    sort: 'registeredAt',
    cell: ({ registeredAt }) => <Moment at={registeredAt} />,
  },
  {
    heading: 'Department',
    width: 14,
    sort: 'department',
    isTableOnly: true,
    cell: donor => donor.department,
  },
]

import { AVAILABILITY_LABELS } from '@blood-bank/contract/donor-labels'
import { type DONOR_SORTS, type DonorRecord, UNIVERSITY_ROLE_LABELS } from '@blood-bank/contract/donors'
import { site } from '../../../api/site.ts'
import type { Column } from '../../../lists/table/columns.ts'
import { historyColumn } from '../../../lists/table/history-column.tsx'
import { NameCell } from '../../../lists/table/name-cell.tsx'
import { PhoneCell } from '../../../lists/table/phone-cell.tsx'
import { Button } from '../../../ui/controls/button.tsx'
import { Badge } from '../../../ui/records/badge.tsx'
import { formatDay, formatMoment } from '../../../ui/records/dates.ts'
import { DonorFlag } from './donor-flag.tsx'
import type { DonorProblem } from './flags.ts'
import { PrivateNumber } from './private-number.tsx'

type DonorColumn = Column<DonorRecord> & { sort?: (typeof DONOR_SORTS)[number] }

type Options = {
  /** Called with a failure, and with null when the next attempt starts. */
  onProblem: (problem: DonorProblem | null) => void
  /** Opens the donations of a donor. */
  onOpen: (donor: DonorRecord) => void
}

const nameId = ({ id }: DonorRecord) => `donor-${id}`

/** The columns that an admin needs to decide come first, so that they are visible without horizontal scrolling. */
export const donorColumns = ({ onProblem, onOpen }: Options): DonorColumn[] => [
  {
    heading: 'Full Name',
    width: 17,
    sort: 'fullName',
    shape: 'lines',
    cell: donor => <NameCell id={nameId(donor)} name={donor.fullName} more={donor.email} />,
  },
  {
    heading: 'Blood Group',
    width: 8,
    sort: 'bloodGroup',
    shape: 'badge',
    cell: donor => <Badge tone="blood">{donor.bloodGroup}</Badge>,
  },
  {
    heading: 'Availability',
    width: 8,
    cell: donor => AVAILABILITY_LABELS[`${donor.isAvailable}`],
  },
  {
    heading: 'Verification',
    width: 14.5,
    isWide: true,
    shape: 'button',
    cell: donor => <DonorFlag flag="isVerified" describedBy={nameId(donor)} {...{ donor, onProblem }} />,
  },
  {
    heading: 'Profile',
    width: 13.5,
    isWide: true,
    shape: 'button',
    cell: donor => <DonorFlag flag="isProfileActive" describedBy={nameId(donor)} {...{ donor, onProblem }} />,
  },
  {
    heading: 'Contact Number',
    width: 13,
    isWide: true,
    cell: donor =>
      donor.contactNumber === null ? (
        <PrivateNumber donor={donor} describedBy={nameId(donor)} onProblem={onProblem} />
      ) : (
        <PhoneCell number={donor.contactNumber} owner={donor.fullName} />
      ),
  },
  {
    heading: 'Donations',
    width: 9.5,
    shape: 'button',
    cell: donor => (
      <Button aria-describedby={nameId(donor)} onClick={() => onOpen(donor)}>
        Donations
      </Button>
    ),
  },
  { heading: 'University ID', width: 9, cell: donor => donor.universityId },
  { heading: 'Role', width: 12, cell: donor => UNIVERSITY_ROLE_LABELS[donor.universityRole] },
  { heading: 'Department', width: 14, sort: 'department', cell: donor => donor.department },
  {
    heading: 'Last Donation',
    width: 10,
    cell: ({ lastDonationDate: day }) => (day ? <time dateTime={day}>{formatDay(day)}</time> : 'Not given'),
  },
  {
    heading: 'Registered',
    width: 12.5,
    sort: 'registeredAt',
    cell: ({ registeredAt }) => (
      <time dateTime={registeredAt}>{formatMoment(registeredAt, site.timeZone)}</time>
    ),
  },
  historyColumn(nameId),
]

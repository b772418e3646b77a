import { needsPlatelets } from '@blood-bank/contract/blood-requests/descriptions'
import {
  type BLOOD_REQUEST_SORTS,
  type BloodRequestRecord,
  STATUS_LABELS,
  URGENCY_LABELS,
} from '@blood-bank/contract/blood-requests/endpoints'
import { mayClose, mayFindReal } from '@blood-bank/contract/blood-requests/rules'
import { Moment } from '../../api/moment.tsx'
import { ACTIONS, type Action, type RequestedAction } from '../../features/blood-requests/actions/actions.ts'
import { describeUnits, STATUS_TONES } from '../../features/blood-requests/state.ts'
import { useActor } from '../../session/session.ts'
import { RowMenu } from '../../ui/menu/row-menu.tsx'
import { Badge } from '../../ui/records/badge.tsx'
import type { Column } from '../listing/table/columns.ts'
import { NameCell } from '../listing/table/name-cell.tsx'
import { PhoneCell } from '../listing/table/phone-cell.tsx'
import { TruncatedText } from '../listing/table/truncated-text.tsx'
import styles from './blood-request-columns.module.css'

type BloodRequestColumn = Column<BloodRequestRecord> & { sort?: (typeof BLOOD_REQUEST_SORTS)[number] }

type Options = {
  onAction: (requested: RequestedAction) => void
  /** Opens the offers for a request. */
  onOpen: (bloodRequest: BloodRequestRecord) => void
  /** Asks whether a request is real. */
  onFindReal: (bloodRequest: BloodRequestRecord) => void
}

const nameId = ({ id }: BloodRequestRecord) => `blood-request-${id}`

/** What an admin needs to decide, and the decisions, come first. */
export const bloodRequestColumns = (options: Options): BloodRequestColumn[] => [
  {
    heading: 'Patient Name',
    width: 12.25,
    sort: 'patientName',
    cell: bloodRequest => <NameCell id={nameId(bloodRequest)} name={bloodRequest.patientName} />,
  },
  {
    heading: 'Blood Group',
    width: 5.75,
    place: 'line',
    sort: 'requiredBloodGroup',
    shape: 'badge',
    cell: bloodRequest => (
      <span className={styles.status}>
        <Badge tone="blood">{bloodRequest.requiredBloodGroup}</Badge>
        {needsPlatelets(bloodRequest) && <Badge>Platelets</Badge>}
      </span>
    ),
  },
  {
    heading: 'Status',
    width: 7.5,
    place: 'line',
    shape: 'badge',
    cell: ({ status, hiddenAt, heldBackAt }) => (
      <span className={styles.status}>
        <Badge tone={STATUS_TONES[status]}>{STATUS_LABELS[status]}</Badge>
        {hiddenAt && status === 'active' && <Badge tone="warning">Hidden</Badge>}
        {heldBackAt && status === 'active' && <Badge tone="warning">Held back</Badge>}
      </span>
    ),
  },
  {
    heading: 'Urgency',
    width: 7.25,
    shape: 'badge',
    cell: ({ urgency }) => <Badge tone={urgency}>{URGENCY_LABELS[urgency]}</Badge>,
  },
  {
    heading: 'Units',
    width: 7,
    shape: 'lines',
    cell: describeUnits,
  },
  {
    heading: 'Hospital',
    width: 12,
    sort: 'hospitalName',
    cell: ({ hospitalName }) => hospitalName,
  },
  {
    heading: 'Requested',
    width: 7.25,
    sort: 'requestedAt',
    shape: 'lines',
    cell: ({ requestedAt }) => <Moment at={requestedAt} />,
  },
  {
    heading: 'Actions',
    width: 4.75,
    place: 'actions',
    shape: 'button',
    cell: bloodRequest => <BloodRequestMenu bloodRequest={bloodRequest} {...options} />,
  },
  {
    heading: 'Contact',
    width: 12,
    shape: 'lines',
    cell: ({ contactPerson, contactNumber }) => (
      <>
        <TruncatedText text={contactPerson} isOneLine />{' '}
        <PhoneCell number={contactNumber} owner={contactPerson} />
      </>
    ),
  },
  {
    heading: 'Posted by',
    width: 17,
    cell: ({ userEmail }) => userEmail,
  },
  {
    heading: 'Location',
    width: 15,
    cell: ({ hospitalLocation }) => hospitalLocation,
  },
  {
    heading: 'Additional Info',
    width: 18,
    cell: ({ additionalInfo }) => additionalInfo,
  },
]

/** What admins do with a request; only an active one can be closed (spec §4). */
function BloodRequestMenu({
  bloodRequest,
  onAction,
  onOpen,
  onFindReal,
}: Options & { bloodRequest: BloodRequestRecord }) {
  const actions: Action[] = mayClose(useActor(), bloodRequest) ? ['fulfil', 'cancel', 'delete'] : ['delete']
  return (
    <RowMenu
      describedBy={nameId(bloodRequest)}
      entries={[
        { label: 'Offers', onSelect: () => onOpen(bloodRequest) },
        { label: 'Audit log', to: `/admin/audit-log?record=${bloodRequest.id}` },
        ...(mayFindReal(bloodRequest)
          ? [{ label: 'This is real', onSelect: () => onFindReal(bloodRequest) }]
          : []),
        ...actions.map(action => ({
          label: ACTIONS[action].button,
          onSelect: () => onAction({ action, bloodRequest }),
        })),
      ]}
    />
  )
}

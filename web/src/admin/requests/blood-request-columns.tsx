import type {
  BLOOD_REQUEST_SORTS,
  BloodRequestRecord,
} from '@blood-bank/contract/blood-requests/administration'
import { needsPlatelets } from '@blood-bank/contract/blood-requests/descriptions'
import { STATUS_LABELS, URGENCY_LABELS } from '@blood-bank/contract/blood-requests/endpoints'
import { mayClose, mayFindReal } from '@blood-bank/contract/blood-requests/rules'
import { Moment } from '../../api/moment.tsx'
import { ACTIONS, type Action, type RequestedAction } from '../../features/blood-requests/actions/actions.ts'
import { describeUnits, STATUS_TONES } from '../../features/blood-requests/state.ts'
import { useActor } from '../../session/session.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Badge } from '../../ui/records/badge.tsx'
import cells from '../listing/table/cells.module.css'
import type { Column } from '../listing/table/columns.tsx'
import { NameCell } from '../listing/table/name-cell.tsx'
import { PhoneCell } from '../listing/table/phone-cell.tsx'
import { RowActions } from '../listing/table/row-actions.tsx'
import { TruncatedText } from '../listing/table/truncated-text.tsx'

type BloodRequestColumn = Column<BloodRequestRecord> & { sort?: (typeof BLOOD_REQUEST_SORTS)[number] }

type Options = {
  onAction: (requested: RequestedAction) => void
  /** Asks whether a request is real. */
  onFindReal: (bloodRequest: BloodRequestRecord) => void
}

const nameId = ({ id }: BloodRequestRecord) => `blood-request-${id}`

/** What an admin needs to decide and to call, and the decisions, come first. */
export const bloodRequestColumns = (options: Options): BloodRequestColumn[] => [
  {
    heading: 'Patient Name',
    width: 8,
    sort: 'patientName',
    cell: bloodRequest => <NameCell id={nameId(bloodRequest)} name={bloodRequest.patientName} />,
  },
  {
    heading: 'Blood Group',
    width: 4.5,
    place: 'line',
    sort: 'requiredBloodGroup',
    shape: 'badge',
    cell: bloodRequest => (
      <span className={cells.badges}>
        <Badge tone="blood">{bloodRequest.requiredBloodGroup}</Badge>
        {needsPlatelets(bloodRequest) && <Badge>Platelets</Badge>}
      </span>
    ),
  },
  {
    heading: 'Status',
    width: 7,
    place: 'line',
    shape: 'badge',
    cell: bloodRequest => <StatusCell {...bloodRequest} />,
  },
  {
    heading: 'Urgency',
    width: 7.25,
    place: 'sheet',
    // The status says it.
    isEmpty: ({ status, hiddenAt, heldBackAt }) => status === 'active' && !hiddenAt && !heldBackAt,
    cell: ({ urgency }) => <Badge tone={urgency}>{URGENCY_LABELS[urgency]}</Badge>,
  },
  {
    heading: 'Hospital',
    width: 8.5,
    sort: 'hospitalName',
    cell: ({ hospitalName }) => hospitalName,
  },
  {
    heading: 'Contact',
    width: 10,
    shape: 'lines',
    cell: ({ contactPerson, contactNumber }) => (
      <>
        <TruncatedText text={contactPerson} isOneLine />{' '}
        <PhoneCell number={contactNumber} owner={contactPerson} />
      </>
    ),
  },
  {
    heading: 'Actions',
    width: 19.75,
    place: 'actions',
    shape: 'button',
    cell: bloodRequest => <BloodRequestActions bloodRequest={bloodRequest} {...options} />,
  },
  {
    heading: 'Requested',
    width: 6.75,
    sort: 'requestedAt',
    shape: 'lines',
    cell: ({ requestedAt }) => <Moment at={requestedAt} />,
  },
  {
    heading: 'Units',
    width: 7,
    shape: 'lines',
    cell: describeUnits,
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
  {
    heading: 'Posted by',
    width: 17,
    cell: ({ userEmail }) => userEmail,
  },
]

/** The status, and of an active request what there is to know first. */
const StatusCell = ({ status, urgency, hiddenAt, heldBackAt }: BloodRequestRecord) => (
  <span className={cells.badges}>
    <Badge tone={STATUS_TONES[status]}>{STATUS_LABELS[status]}</Badge>
    {status !== 'active' ? null : hiddenAt || heldBackAt ? (
      <Badge tone="warning">{hiddenAt ? 'Hidden' : 'Held back'}</Badge>
    ) : (
      <Badge tone={urgency}>{URGENCY_LABELS[urgency]}</Badge>
    )}
  </span>
)

type ActionsProps = Options & { bloodRequest: BloodRequestRecord }

/** What admins do with a request; only an active one can be closed (spec §4). */
function BloodRequestActions({ bloodRequest, onAction, onFindReal }: ActionsProps) {
  const describedBy = nameId(bloodRequest)
  const actions: Action[] = mayClose(useActor(), bloodRequest) ? ['fulfil', 'cancel'] : []
  return (
    <RowActions
      describedBy={describedBy}
      entries={[
        ...(mayFindReal(bloodRequest)
          ? [{ label: 'This is real', onSelect: () => onFindReal(bloodRequest) }]
          : []),
        { label: ACTIONS.delete.button, onSelect: () => onAction({ action: 'delete', bloodRequest }) },
        { label: 'Audit log', to: `/admin/audit-log?record=${bloodRequest.id}` },
      ]}
    >
      {actions.map(action => (
        <Button
          key={action}
          aria-describedby={describedBy}
          onClick={() => onAction({ action, bloodRequest })}
        >
          {ACTIONS[action].button}
        </Button>
      ))}
    </RowActions>
  )
}

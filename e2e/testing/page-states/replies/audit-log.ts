const idOf = (number: number) => `0192f0c1-0000-7000-8000-${String(number).padStart(12, '0')}`

const RAFI = { id: idOf(51), name: 'Rafi Ahmed', email: 'rafi@example.edu' }
const ERASED = { id: idOf(52), name: null, email: null }
const NADIA = { type: 'user', id: idOf(53), name: 'Nadia Islam' }

/** Entries of the audit log that the demo does not have at hand, among them one without its people. */
const records = [
  {
    id: idOf(60),
    at: '2026-03-16T08:05:41.000Z',
    actor: RAFI,
    action: 'suspended',
    record: NADIA,
    before: null,
    after: { reason: 'false-requests' },
    note: 'Two hospitals say that they do not know the patient, and nobody answers the phone.',
  },
  {
    id: idOf(61),
    at: '2026-03-15T17:45:02.000Z',
    actor: RAFI,
    action: 'role-changed',
    record: NADIA,
    before: { role: 'admin' },
    after: { role: 'user' },
    note: null,
  },
  {
    id: idOf(62),
    at: '2026-03-15T10:15:09.000Z',
    actor: ERASED,
    action: 'blood-request-closed',
    record: {
      type: 'blood-request',
      id: idOf(54),
      name: 'Delwar Mia (B−, Dhaka Medical College Hospital)',
    },
    before: { status: 'active' },
    after: { status: 'cancelled' },
    note: null,
  },
  {
    id: idOf(63),
    at: '2026-03-14T21:00:30.000Z',
    actor: ERASED,
    action: 'donor-verified',
    record: { type: 'donor', id: idOf(55), name: null },
    before: { isVerified: false },
    after: { isVerified: true },
    note: null,
  },
  {
    id: idOf(64),
    at: '2026-03-14T10:15:00.000Z',
    actor: RAFI,
    action: 'exported',
    record: null,
    before: null,
    after: { what: 'donors', records: 214 },
    note: null,
  },
]

export const AUDIT_LOG = { records, next: null, total: records.length }

export const AUDITED_RECORD = NADIA.id

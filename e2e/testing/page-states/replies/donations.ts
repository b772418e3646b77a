const A_DONATION = {
  id: '0192f0c1-0000-7000-8000-0000000000f1',
  donatedOn: '2026-03-14',
  recordedBy: 'requester',
  recordedAt: '2026-03-14T10:15:00.000Z',
  disputedAt: null,
  thankYou: null,
}

/** Two donations of a donor, one of them disputed. */
export const DONATIONS = {
  records: [
    { ...A_DONATION, disputedAt: '2026-03-15T10:15:00.000Z' },
    {
      ...A_DONATION,
      id: '0192f0c1-0000-7000-8000-0000000000f2',
      donatedOn: '2025-10-01',
      recordedBy: 'donor',
    },
  ],
  next: null,
  total: 2,
}

const AN_OFFER = {
  id: '0192f0c1-0000-7000-8000-0000000000a1',
  status: 'offered',
  offeredAt: '2026-03-14T11:15:00.000Z',
  settledAt: null,
  donor: { fullName: 'Mohammad Abdullah Al Mamun Chowdhury', bloodGroup: 'O-', contactNumber: null },
  donation: null,
}

/** An offer that stands, and one of a donor who gave. */
export const OFFERS_FOR_ADMINS = {
  records: [
    AN_OFFER,
    {
      ...AN_OFFER,
      id: '0192f0c1-0000-7000-8000-0000000000a2',
      status: 'donated',
      settledAt: '2026-03-15T11:15:00.000Z',
      donor: null,
      donation: { id: A_DONATION.id, donatedOn: '2026-03-15', undoableUntil: null },
    },
  ],
  next: null,
  total: 2,
}

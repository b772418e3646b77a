const ALERT_PREFERENCES = {
  isOn: true,
  frequency: 'one-a-month',
  nightsAllowed: false,
  pausedUntil: '2027-03-03T18:00:00.000Z',
  firstAlertFrom: '2099-01-31T10:00:00.000Z',
}
export const PAUSED_ALERTS = { preferences: ALERT_PREFERENCES }
export const ALERTS_OFF = { preferences: { ...ALERT_PREFERENCES, isOn: false } }

export const PUSH_DEVICES = {
  publicKey: '',
  devices: [
    {
      id: '0192f0c1-0000-7000-8000-0000000000f1',
      name: 'Chrome on Android',
      addedAt: '2026-03-14T10:15:00.000Z',
    },
    {
      id: '0192f0c1-0000-7000-8000-0000000000f2',
      name: 'Samsung Internet on Android',
      addedAt: '2026-02-14T10:15:00.000Z',
    },
  ],
}

/** A donor's text messages. */
export const textMessages = (status: 'off' | 'code-needed' | 'number-changed' | 'on') => ({
  textMessages: { status, number: '+880 1712 345678', obstacle: null },
})
export const NOT_MOBILE = {
  textMessages: { status: 'off', number: '02-9661920', obstacle: 'not-mobile' },
}

/** The badge tones of urgencies and statuses. */
export const URGENCY_TONES = { urgent: 'urgent', moderate: 'moderate', low: 'low' } as const
export const STATUS_TONES = { active: 'good', fulfilled: 'plain', cancelled: 'plain' } as const

/** How urgencies and statuses look, wherever they stand. */
export const URGENCY_TONES = { urgent: 'bad', moderate: 'warning', low: 'plain' } as const
export const STATUS_TONES = { active: 'good', fulfilled: 'plain', cancelled: 'plain' } as const

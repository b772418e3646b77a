import { StopEmails } from './stop-emails.tsx'

/** The target of the link in an alert that stops alerts. */
export const UnsubscribePage = () => <StopEmails subject="alerts" />

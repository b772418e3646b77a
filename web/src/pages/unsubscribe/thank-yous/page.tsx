import { StopEmails } from '../stop-emails.tsx'

/** The target of the link in a thank-you that stops thank-yous. */
export const StopThankYousPage = () => <StopEmails subject="thank-yous" />

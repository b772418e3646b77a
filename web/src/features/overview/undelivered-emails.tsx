import { Notice } from '../../ui/feedback/notice.tsx'

/** Warns admins about emails that could not be delivered, as their recipients can't know. */
export const UndeliveredEmails = ({ count }: { count: number }) => (
  <Notice kind="warning">
    {count === 1 ? '1 email' : `${count.toLocaleString('en-US')} emails`} couldn't be delivered. Ask the
    operator of the server to check the outbox, which has the errors.
  </Notice>
)

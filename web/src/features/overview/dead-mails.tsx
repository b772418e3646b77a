import { Notice } from '../../ui/feedback/notice.tsx'

/** Nobody else would hear of it: the people whom they were for wait for an email that does not come. */
export const DeadMails = ({ count }: { count: number }) => (
  <Notice kind="warning">
    {count === 1 ? '1 email' : `${count.toLocaleString('en-US')} emails`} could not be delivered. Ask whoever
    runs the server to look into the outbox: its last errors say why.
  </Notice>
)

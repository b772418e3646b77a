import { Link } from '../../ui/controls/link.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'

/** Reports wait for a decision: a hidden request may be a real one. */
export const ReportsWaiting = ({ waiting }: { waiting: number }) => (
  <Notice kind="warning">
    {waiting === 1
      ? 'Members have reported a request or a person'
      : `Members have reported ${waiting.toLocaleString('en-US')} requests or people`}
    . Requests stay hidden until an admin decides: <Link to="/admin/reports">look at the reports</Link>.
  </Notice>
)

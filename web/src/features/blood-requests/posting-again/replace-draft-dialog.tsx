import { Link } from '../../../ui/controls/link.tsx'
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog.tsx'

type Props = { onReplace: () => void; onClose: () => void }

/** Asks before a request that is posted again replaces what the person typed for another one. */
export const ReplaceDraftDialog = ({ onReplace, onClose }: Props) => (
  <ConfirmDialog
    isOpen
    title="Replace your draft?"
    confirm="Yes, replace it"
    keep="Keep my draft"
    onConfirm={onReplace}
    onClose={onClose}
  >
    <p>
      You have typed a request and not posted it yet. Posting this one again fills in the form anew. You can{' '}
      <Link to="/post-request">look at your draft</Link> first.
    </p>
  </ConfirmDialog>
)
